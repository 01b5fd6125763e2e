"""Components → faces: the layout is rendered, its XML read strictly, each element with its template line."""

from __future__ import annotations

import pyexpat
import re
import signal
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple
from unicodedata import normalize

import jinja2
from markupsafe import Markup

from generator import limits
from generator.catalogue import Catalogue, Component, Length, Range
from generator.geometry import Size
from generator.intake import Shelf
from generator.problem import Location, SourceError, did_you_mean, fail
from generator.template.element import Element, Face
from generator.template.markup import to_xml
from generator.template.sandbox import Environment, Names

_STAMPED = re.compile(r' at="([^"]*)"')
_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


class _Made(NamedTuple):
    """What a face is of: in messages, and in its name."""

    ident: str
    side: str
    name: str
    where: Location


class Renderer:
    """Renders the faces of one game in one language. Not for several threads."""

    def __init__(self, catalogue: Catalogue, language: str, shelf: Shelf, ink: str = "full") -> None:
        self.catalogue, self.language, self.ink = catalogue, language, ink
        self.environment = Environment(shelf)
        self.deadline = Deadline()
        self.templates: dict[str, jinja2.Template] = {}
        self.roots: dict[str, Element] = {}
        self.common = {**self.environment.globals, **self._common()}
        self.kinds = {
            kind.id: Names(
                {"id": kind.id, "name": kind.name[language], "plural": kind.plural[language], "form": kind.form}
            )
            for kind in catalogue.kinds.values()
        }
        self.cards: dict[str, Names] = {}
        self.trims: dict[tuple[Size, float, float], Names] = {}
        self.by_id = {component.id: component for component in catalogue.components}

    def close(self) -> None:
        """Nothing more will be rendered."""
        self.deadline.close()

    def face(self, component: Component, side: str) -> Face | None:
        """One side of a component, or None where it has no back. :class:`SourceError` with template line and trace."""
        build = component.build
        path = build.front if side == "front" else build.back
        if path is None:
            return None
        made = _Made(component.id, side, component.name[self.language], component.where)
        return self._face(made, path, self._seen(component, side), build.trim, build.bleed, build.corner)

    def panel(
        self, made: tuple[str, str, str, Location], path: str, trim: Size, bleed: float, names: Mapping[str, Any]
    ) -> Face:
        """One panel of a box. ``made``: deck, panel, and the deck's name and place; ``names``: what the layout sees
        beside what every layout sees. :class:`SourceError` with template line and trace."""
        seen = {name: Names(value) if isinstance(value, Mapping) else value for name, value in names.items()}
        context = {"trim": self._trim(trim, bleed, 0.0), **self.common, **seen}
        return self._face(_Made(*made), path, context, trim, bleed, 0.0)

    def inside(self, component: Component, side: str) -> Markup | None:
        """The elements of a component's face, to be drawn within another; None where it has no back."""
        path = component.build.front if side == "front" else component.build.back
        if path is None:
            return None
        text = self._render(path, self._seen(component, side))
        start, end = text.find(">", text.find("<face")) + 1, text.rfind("</face>")
        return Markup(text[start:end] if end >= start else "")  # noqa: S704  escaped when it was rendered

    def _seen(self, component: Component, side: str) -> dict[str, Any]:
        """What a layout sees of a component."""
        build = component.build
        return {
            "card": self.card(component),
            "kind": self.kinds[component.kind],
            "side": side,
            "trim": self._trim(build.trim, build.bleed, build.corner),
            **self.common,
        }

    def _face(self, made: _Made, path: str, context: dict[str, Any], trim: Size, bleed: float, corner: float) -> Face:
        try:
            text = self._render(path, context)
            root = self.roots.get(text)
            if root is None:
                if len(self.roots) > 200:  # backs come again and again; fronts do not
                    self.roots.clear()
                root = self.roots[text] = self._parse(text, path)
        except SourceError as error:
            trace = f"while laying out {made.name} {made.side} ({self.language}) at {made.where}"
            raise SourceError(replace(problem, trace=(*problem.trace, trace)) for problem in error.problems) from None
        return Face(made.ident, made.side, self.language, trim, bleed, corner, root, text, made.name, made.where)

    def _trim(self, trim: Size, bleed: float, corner: float) -> Names:
        key = (trim, bleed, corner)
        if key not in self.trims:
            width, height = trim
            self.trims[key] = Names({"width": width, "height": height, "bleed": bleed, "corner": corner})
        return self.trims[key]

    def _common(self) -> dict[str, Any]:
        catalogue, language = self.catalogue, self.language
        icons = catalogue.icons

        def icon(name: str) -> str:
            if name not in icons:
                raise LookupError(f"there is no icon '{name}': {did_you_mean(str(name), icons)}")
            return icons[name]

        return {
            "game": Names({"id": catalogue.game, "title": catalogue.title[language], "version": catalogue.version}),
            "numbers": Names(catalogue.numbers),
            "theme": Names(catalogue.theme),
            "words": Names({name: texts[language] for name, texts in catalogue.words.items()}),
            "lang": language,
            "ink": self.ink,
            "icon": icon,
        }

    def card(self, component: Component) -> Names:
        """What a layout sees of a component; references lead to further cards, made when they are first met."""
        known = self.cards.get(component.id)
        if known is not None:
            return known
        values: dict[str, Any] = {
            "id": component.id,
            "copies": component.copies,
            "name": component.name[self.language],
            "assumed": sorted(component.assumed),
        }
        card = self.cards[component.id] = Names(values)
        fields = self.catalogue.kinds[component.kind].fields
        for name in fields:
            card.__dict__[name] = self._value(component.values.get(name), fields[name].type.value)
        return card

    def _value(self, value: Any, kind: str) -> Any:
        if type(value) is tuple:
            return [self._value(item, kind) for item in value]
        if kind == "text" and value is not None:
            return value[self.language]
        if kind == "markup" and value is not None:
            return to_xml(value[self.language])
        if kind == "ref" and value is not None:
            return self.card(self.by_id[value])
        if isinstance(value, Length):
            return str(value)
        if isinstance(value, Range):
            return Names({"low": value.low, "high": value.high, "text": str(value)})
        return value

    def _template(self, path: str) -> jinja2.Template:
        template = self.templates.get(path)
        if template is None:
            template = self.templates[path] = self.environment.get_template(path)
        return template

    def _render(self, path: str, context: dict[str, Any]) -> str:
        here = Location(f"templates/{path}")
        try:
            with self.deadline:
                template = self._template(path)
                parts = template.root_render_func(template.new_context(context, shared=True))
                text = ""
                while piece := "".join(islice(parts, 500)):
                    text += piece
                    if len(text) > limits.FACE_CHARACTERS:
                        raise fail(here, "too-large", f"the face is longer than {limits.FACE_CHARACTERS} characters")
        except SourceError:
            raise
        except jinja2.TemplateSyntaxError as error:
            where = Location(f"templates/{error.name or path}", error.lineno)
            raise fail(where, "template-syntax", error.message or "syntax error") from None
        except jinja2.TemplateNotFound as error:
            raise fail(_jinja_line(error, path), "missing-file", f"layout: {error.message}") from None
        except (RecursionError, MemoryError):
            message = "the layout calls itself without end"
            raise fail(here, "template-limit", message) from None
        except Exception as error:  # whatever a template makes Python raise is the template's problem, at its line
            raise self._failed(error, path, context) from None
        return text

    def _failed(self, error: Exception, path: str, context: dict[str, Any]) -> SourceError:
        code = "template-error"
        message, hint = str(error).split("\n")[0] or type(error).__name__, ""
        missing = re.search(r"has no attribute '([^']*)'|^'([^']*)' is undefined|LookupError: '?([^']*)", message)
        if isinstance(error, jinja2.UndefinedError) and missing:
            code = "undefined-name"
            name = missing[1] or missing[2]
            message = f"'{name}' is not defined here"
            hint = did_you_mean(name, _known(context, name))
        elif isinstance(error, (TimeoutError, jinja2.exceptions.SecurityError)):
            code = "template-limit"
        return fail(_jinja_line(error, path), code, message, hint)

    def _parse(self, text: str, path: str) -> Element:
        tree = _Tree(Location(f"templates/{path}"), self.environment.places)
        try:
            return tree.read(text.strip())
        except UnicodeEncodeError:
            raise self._unprintable(text, path) from None
        except pyexpat.ExpatError as error:
            if _INVALID.search(text):
                raise self._unprintable(text, path) from None
            # The innermost element that is still open is the nearest place that is known.
            tag, _, _, at = tree.stack[-1]
            message = f"the layout's XML breaks off within <{tag}>: {pyexpat.ErrorString(error.code)}"
            if "mismatched tag" in message:
                message = f"the layout's XML breaks off: <{tag}> is opened here and never closed"
            elif not tag:
                message = f"the layout's XML breaks off: {pyexpat.ErrorString(error.code)}"
            hint = "every element must be closed, every attribute stands in quotes"
            raise fail(at, "layout-xml", message, hint) from None

    def _unprintable(self, text: str, path: str) -> SourceError:
        bad = _INVALID.search(text)
        assert bad is not None
        stamps = _STAMPED.findall(text[: bad.start()])
        where = self.environment.places[stamps[-1]] if stamps else Location(f"templates/{path}")
        return fail(where, "control-character", f"the control character {bad[0]!a} cannot be printed")


class _Tree:
    """Elements as expat reads them. No DOCTYPE, so no entities; no more than ``limits.XML_DEPTH`` levels."""

    def __init__(self, at: Location, places: Mapping[str, Location]) -> None:
        self.places = places
        self.stack: list[tuple[str, dict[str, str], list[str | Element], Location]] = [("", {}, [], at)]

    def read(self, text: str) -> Element:
        stack, place, deepest = self.stack, self.places.get, limits.XML_DEPTH

        def start(tag: str, attributes: dict[str, str]) -> None:
            # Elements that a catalogue's text brought along have no stamp: they stand where their parent does.
            at = place(attributes.pop("at", "")) or stack[-1][3]
            if len(stack) > deepest:
                raise fail(at, "too-deep", f"more than {deepest} levels of elements")
            stack.append((tag, attributes, [], at))

        def end(tag: str) -> None:
            tag, attributes, content, at = stack.pop()
            stack[-1][2].append(Element(tag, attributes, tuple(content), at))

        def data(text: str) -> None:
            stack[-1][2].append(normalize("NFC", text))

        def doctype(*_: object) -> None:
            raise fail(stack[0][3], "layout-xml", "a layout has no DOCTYPE")

        parser = pyexpat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = data
        parser.StartDoctypeDeclHandler = doctype
        parser.Parse(text, True)
        root = stack[0][2][0]
        assert isinstance(root, Element)
        return root


def _jinja_line(error: BaseException, path: str) -> Location:
    """The innermost template line of an exception: Jinja maps its code back to the template's lines."""
    where = Location(f"templates/{path}")
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__jinja_template__")
        if name is not None and name.name is not None:
            where = Location(f"templates/{name.name}", name.get_corresponding_lineno(trace.tb_lineno))
        trace = trace.tb_next
    return where


def _known(context: dict[str, Any], name: str) -> list[str]:
    """Names that could have been meant: those of the context, and those within its members."""
    names = list(context)
    for value in context.values():
        if isinstance(value, Names):
            names += value.__dict__
    return names


class Deadline:
    """``with deadline:`` stops what takes over ``limits.FACE_SECONDS``, in the main thread, on POSIX.

    One timer ticks for all faces: setting one for each would be two system calls a card.
    """

    def __init__(self) -> None:
        self.since: float | None = None
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, limits.FACE_SECONDS / 10, limits.FACE_SECONDS / 10)

    def __enter__(self) -> None:
        self.since = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self.since = None

    def close(self) -> None:
        """No more ticks."""
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _tick(self, signum: int, frame: FrameType | None) -> None:
        if self.since is not None and time.monotonic() - self.since > limits.FACE_SECONDS:
            self.since = None
            raise TimeoutError(f"the layout takes longer than {limits.FACE_SECONDS:g} s")
