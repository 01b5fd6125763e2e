"""What is looked at before a game goes to a print shop: products, backs, bleed, safe zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from generator import export as shop
from generator import limits
from generator.build.edition import info_of
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.places import Project
from generator.catalogue import Catalogue, Component, Kind
from generator.export import Plan, Vendor
from generator.geometry import Size, number
from generator.imposition import centred
from generator.layout import Frame
from generator.pdf import write_sheets
from generator.problem import Problem, fail


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A face that goes out once: its drawing and page, and the cards that show it."""

    frame: Frame
    plan: Plan
    side: str
    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A game in one language, ready to go out: what becomes of each component, and what was found."""

    laid: Laid
    vendor: Vendor
    dpi: int
    plans: Mapping[str, Plan]
    left_out: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def components(self) -> list[Component]:
        """Those that go out, in the catalogue's order."""
        return [component for component in self.laid.catalogue.components if component.id in self.plans]

    def drawings(self) -> list[Drawing]:
        """Each distinct face of each side once."""
        return _drawings(self.laid, self.plans)


def prepare(
    catalogue: Catalogue, language: str, vendor: Vendor, dpi: int, trim: bool, project: Project, fonts: Fonts
) -> Job:
    """Lay a game out with the bleed that the shop wants, and look at it. SourceError where it cannot be laid out."""
    plans, reasons = _plans(catalogue, vendor, dpi, trim)
    left_out = _left_out(catalogue, language, reasons)
    if not plans:
        hint = "; ".join(left_out) or "no component has copies"
        raise fail(catalogue.where, "no-product", f"{vendor.name} makes nothing of this game here", hint)
    laid = lay_out_game(_with_bleed(catalogue, plans), language, project, fonts)
    problems = [*_sizes(catalogue, vendor, plans), *_backs(laid, vendor, plans)]
    drawings = _drawings(laid, plans)
    problems += [*_large(drawings), *_short(laid, drawings)]
    problems += _unsafe(drawings, language)
    return Job(
        laid=laid,
        vendor=vendor,
        dpi=dpi,
        plans=plans,
        left_out=tuple(left_out),
        problems=tuple(dict.fromkeys(problems)),
    )


def pages(laid: Laid, drawings: list[Drawing]) -> bytes:
    """A document with a page for each drawing, as a screen shows it."""
    sheets = [centred(d.components[0].id, d.frame.digest, d.frame.trim, d.plan.page) for d in drawings]
    frames = {drawing.frame.digest: drawing.frame for drawing in drawings}
    return write_sheets(sheets, frames, info_of(laid, laid.title, None), laid.slug_font)


def sized(drawings: list[Drawing]) -> dict[tuple[Size, tuple[int, int] | None], list[Drawing]]:
    """Drawings by the size of their page: those of one size are drawn in one document."""
    result: dict[tuple[Size, tuple[int, int] | None], list[Drawing]] = {}
    for drawing in drawings:
        result.setdefault((drawing.plan.page, drawing.plan.pixels), []).append(drawing)
    return result


def _plans(catalogue: Catalogue, vendor: Vendor, dpi: int, trim: bool) -> tuple[dict[str, Plan], dict[str, str]]:
    plans, reasons = {}, {}
    for component in catalogue.components:
        if not component.copies:
            continue
        build = component.build
        form = catalogue.kinds[component.kind].form
        made = shop.plan(vendor, form, build.trim, 0.0 if trim else build.bleed, dpi)
        if isinstance(made, Plan):
            plans[component.id] = made
        else:
            reasons[component.id] = made
    return plans, reasons


def _left_out(catalogue: Catalogue, language: str, reasons: Mapping[str, str]) -> list[str]:
    counts: dict[tuple[str, str], int] = {}
    for component in catalogue.components:
        if component.id in reasons:
            key = (component.kind, reasons[component.id])
            counts[key] = counts.get(key, 0) + component.copies
    return [f"{count} x {catalogue.kinds[kind].name[language]}: {reason}" for (kind, reason), count in counts.items()]


def _with_bleed(catalogue: Catalogue, plans: Mapping[str, Plan]) -> Catalogue:
    """The catalogue, each component with as much bleed as its page shows: layouts draw as far as they are told."""
    components = []
    for component in catalogue.components:
        plan = plans.get(component.id)
        if plan is not None and plan.reach > component.build.bleed + 1e-6:
            component = component._replace(build=replace(component.build, bleed=plan.reach))
        components.append(component)
    return replace(catalogue, components=tuple(components))


def _drawings(laid: Laid, plans: Mapping[str, Plan]) -> list[Drawing]:
    found: dict[tuple[str, str, Size], list[Component]] = {}
    for component in laid.catalogue.components:
        for side, frame in laid.faces[component.id].items() if component.id in plans else ():
            found.setdefault((side, frame.digest, plans[component.id].page), []).append(component)
    return [
        Drawing(
            frame=laid.faces[those[0].id][side],
            plan=plans[those[0].id],
            side=side,
            components=tuple(those),
        )
        for (side, _, _), those in found.items()
    ]


# What may be wrong ----------------------------------------------------------------------------------------------------


def _sizes(catalogue: Catalogue, vendor: Vendor, plans: Mapping[str, Plan]) -> list[Problem]:
    """A product that is not quite its components' size is told once, with all kinds that become it."""
    found: dict[tuple[str, Size, Size], list[Kind]] = {}
    for component in catalogue.components:
        plan = plans.get(component.id)
        if plan is not None and plan.product is not None:
            kinds = found.setdefault((plan.name, plan.trim, plan.product), [])
            kinds += [kind for kind in [catalogue.kinds[component.kind]] if kind not in kinds]
    return [
        Problem(
            where=kinds[0].where,
            code="trim-differs",
            message=f"{', '.join(kind.id for kind in kinds)}: {trim}; '{name}' of {vendor.name} is {product}",
            hint="nothing is scaled: the trim stands in the middle, and its bleed fills the rest",
            severity="warning",
        )
        for (name, trim, product), kinds in found.items()
    ]


def _backs(laid: Laid, vendor: Vendor, plans: Mapping[str, Plan]) -> list[Problem]:
    kinds = laid.catalogue.kinds
    return [
        Problem(
            where=component.where,
            code="missing-back",
            message=f"{component.name[laid.language]} has no back, and {vendor.name} prints both sides of a card",
            hint="give its kind a 'back:'",
        )
        for component in laid.catalogue.components
        if vendor.back
        and component.id in plans
        and kinds[component.kind].form == "card"
        and "back" not in laid.faces[component.id]
    ]


def _large(drawings: list[Drawing]) -> list[Problem]:
    return [
        Problem(
            where=drawing.components[0].where,
            code="too-large",
            message=f"{_called(drawing)} would be {width} × {height} pixels, beyond {limits.EXPORT_PIXELS:,}",
            hint="ask for fewer dots per inch with --dpi",
        )
        for drawing in drawings
        if drawing.plan.pixels is not None
        for width, height in [drawing.plan.pixels]
        if width * height > limits.EXPORT_PIXELS
    ]


def _short(laid: Laid, drawings: list[Drawing]) -> list[Problem]:
    """Art that ends before the page does."""
    problems = []
    for (page, _), alike in sized([d for d in drawings if d.plan.reach > 0]).items():
        found = shop.missing(pages(laid, alike), page, [drawing.plan.bleed for drawing in alike])
        for drawing, short in zip(alike, found, strict=True):
            if short:
                message = (
                    f"the art of {_called(drawing)} ends {number(short, 2)} mm before the edge of its page, which goes "
                    f"{number(drawing.plan.reach)} mm beyond the trim"
                )
                hint = "let the layout draw its ground to trim.bleed: it is told how much is wanted"
                where = drawing.components[0].where
                problems.append(Problem(where=where, code="bleed-short", message=message, hint=hint))
    return problems


def _unsafe(drawings: list[Drawing], language: str) -> list[Problem]:
    return [
        Problem(
            where=drawing.components[0].where,
            code="outside-safe",
            message=f"'{text}' on {_called(drawing)} lies {number(by, 2)} mm outside the safe zone",
            severity="warning",
        )
        for drawing in drawings
        if drawing.plan.safe is not None
        for text, by in shop.beyond(drawing.frame, drawing.plan.safe)
    ]


def _called(drawing: Drawing) -> str:
    first, *others = drawing.components
    more = f" and {len(others)} more" if others else ""
    return f"the {drawing.side} of '{first.id}'{more}"
