"""Where a game can be exported to, from ``vendors.yaml``: print shops, what they sell, and what they ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generator.geometry import Size, number, parse_length, parse_size
from generator.intake import Opened, Shelf
from generator.problem import Location, Problem, did_you_mean, fail
from generator.source import (
    Findings,
    Mapping,
    Node,
    Scalar,
    check_keys,
    flag_of,
    integer_of,
    items_of,
    mapping_of,
    parse,
    text_of,
)

_SHELF = Shelf("generator/export", (Path(__file__).resolve().parent,))
_PIXELS = re.compile(r"(\d{2,5}) x (\d{2,5})", re.ASCII)
_LENGTHS = ("bleed", "safe", "larger", "smaller")
_NEEDED = ("name", "file", "dpi", *_LENGTHS, "back", "products")
_NAMES = {"png": ("front_name", "back_name"), "pdf": ("deck_name", "ink")}  # what each kind of file needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Something that a shop makes. ``pixels``: width and height of its pictures, where it takes pictures."""

    name: str
    trim: Size
    pixels: tuple[int, int] | None
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """A shop; lengths in mm. ``products`` None: every component is taken at its own size, with its own bleed.

    ``ink``: the most that four inks may be together, 1 being the whole of one; 4 where nobody says.
    ``larger`` and ``smaller``: by how much a product may differ from a component's trim. ``names``: how files are
    called, by what they hold: ``front_name``, ``back_name``, ``deck_name``.
    """

    id: str
    name: str
    file: str
    dpi: int
    bleed: float
    safe: float
    larger: float
    smaller: float
    back: bool
    ink: float
    names: dict[str, str]
    products: tuple[Product, ...] | None

    def file_name(self, what: str, id_: str) -> str:
        return self.names[f"{what}_name"].replace("{id}", id_)

    def product(self, form: str, trim: Size) -> Product | None:
        """The product of this form that is nearest to a trim, if one is near enough."""
        near = [product for product in self.products or () if form in product.forms and self._near(product.trim, trim)]
        return min(near, key=lambda product: _apart(product.trim, trim), default=None)

    def reason(self, form: str, trim: Size) -> str:
        """Why there is no product for it, in words."""
        of_form = [product for product in self.products or () if form in product.forms]
        if not of_form:
            return f"{self.name} has no product here for the form '{form}'"
        nearest = min(of_form, key=lambda product: _apart(product.trim, trim))
        return f"{self.name} has none of {trim}; the nearest is '{nearest.name}' of {nearest.trim}"

    def _near(self, product: Size, trim: Size) -> bool:
        slack = 1e-6
        return all(-self.smaller - slack <= a - b <= self.larger + slack for a, b in zip(product, trim, strict=True))


def _apart(a: Size, b: Size) -> float:
    return max(abs(a.width - b.width), abs(a.height - b.height))


def vendor(name: str) -> Vendor:
    """A vendor by its id. SourceError ``unknown-vendor``."""
    table = vendors()
    if name not in table:
        raise fail(Location("--to"), "unknown-vendor", f"there is no '{name}' to export to", did_you_mean(name, table))
    return table[name]


@lru_cache(maxsize=1)
def vendors() -> dict[str, Vendor]:
    """Every block of ``vendors.yaml``."""
    return read_vendors(_SHELF.read("vendors.yaml", Location("generator/export/vendors.yaml")))


def read_vendors(opened: Opened) -> dict[str, Vendor]:
    """The table of a file. SourceError with all that is wrong in it."""
    findings = Findings()
    root = parse(opened)
    result = {}
    for id_, node in root.entries.items():
        block = mapping_of(node, findings, f"'{id_}'")
        made = _vendor(id_, block, findings) if block is not None else None
        if made is not None:
            result[id_] = made
    findings.stop()
    return result


def _vendor(id_: str, block: Mapping, findings: Findings) -> Vendor | None:
    before = len(findings.problems)
    entries = block.entries
    file = text_of(entries["file"], findings, "'file'") if "file" in entries else None
    if file is not None and file not in _NAMES:
        findings.add(entries["file"].where, "unknown-type", f"'{file}' is none of {', '.join(_NAMES)}")
    own = _NAMES.get(file or "", ())
    check_keys(block, (*_NEEDED, *own), (*_NEEDED, *own), findings, f"'{id_}'")
    if len(findings.problems) > before:
        return None
    lengths = {key: _length(entries[key], findings, key) for key in _LENGTHS}
    names = {key: text_of(entries[key], findings, f"'{key}'") or "" for key in own if key != "ink"}
    findings.problems += [
        Problem(where=entries[key].where, code="wrong-type", message=f"'{key}' must be a file's name with {{id}} in it")
        for key, text in names.items()
        if "{id}" not in text or "/" in text
    ]
    made = Vendor(
        id=id_,
        name=text_of(entries["name"], findings, "'name'") or "",
        file=file or "",
        dpi=integer_of(entries["dpi"], findings, "'dpi'", 72, 600) or 0,
        back=flag_of(entries["back"], findings, "'back'"),
        ink=(integer_of(entries["ink"], findings, "'ink'", 100, 400) or 400) / 100 if "ink" in entries else 4.0,
        names=names,
        products=_products(entries["products"], file == "png", findings),
        **lengths,
    )
    return made if len(findings.problems) == before else None


def _products(node: Node, pictures: bool, findings: Findings) -> tuple[Product, ...] | None:
    if isinstance(node, Scalar) and node.text == "any":
        return None
    result = []
    for item in items_of(node, findings, "'products'"):
        before = len(findings.problems)
        block = mapping_of(item, findings, "a product")
        if block is None:
            continue
        keys = ("name", "trim", "forms", *(("pixels",) if pictures else ()))
        check_keys(block, keys, keys, findings, "a product")
        if len(findings.problems) > before:
            continue
        entries = block.entries
        forms = [text_of(form, findings, "a form") for form in items_of(entries["forms"], findings, "'forms'")]
        result.append(
            Product(
                name=text_of(entries["name"], findings, "'name'") or "",
                trim=_size(entries["trim"], findings),
                pixels=_pixels(entries["pixels"], findings) if "pixels" in entries else None,
                forms=tuple(form for form in forms if form),
            )
        )
    return tuple(result)


def _length(node: Node, findings: Findings, what: str) -> float:
    try:
        return parse_length(text_of(node, findings, what) or "0 mm")
    except ValueError as error:
        findings.add(node.where, "bad-length", f"'{what}': {error}")
        return 0.0


def _size(node: Node, findings: Findings) -> Size:
    try:
        return parse_size(text_of(node, findings, "'trim'") or "", {})
    except (KeyError, ValueError):
        findings.add(node.where, "bad-length", "'trim' is not a size such as 63 x 88 mm")
        return Size(1.0, 1.0)


def _pixels(node: Node, findings: Findings) -> tuple[int, int] | None:
    match = _PIXELS.fullmatch(text_of(node, findings, "'pixels'") or "")
    if match is None:
        findings.add(node.where, "wrong-type", "'pixels' is not a size such as 825 x 1125")
        return None
    return int(match[1]), int(match[2])


def told(vendor: Vendor) -> str:
    """Bleed and safe zone in words."""
    return f"{number(vendor.bleed)} mm bleed, {number(vendor.safe)} mm safe, {vendor.dpi} dpi"
