"""Contact sheets of the games: ``make gallery``, or ``python docs/gallery/make.py [BUILD]`` after it printed.

For each game one PNG: a row of everything that the manifest lists, cut out of the written PDFs; the
nets of two boxes; and a card of each game with little ink, out of ``BUILD/low``. Nothing is drawn here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageOps

HERE = Path(__file__).parent
WIDTH, GAP, LIMIT = 1400, 14, 400_000
GROUND = (226, 224, 220)
NETS = (("letal", "pt"), ("cyberlight", "ru"))
SPARED = (
    ("letal", "pt", "ak-47"),
    ("counter-strike", "pt", "awp"),
    ("mercenarios", "pt", "rufus"),
    ("redshot", "pt", "curta"),
    ("cyberlight", "ru", "hound"),
)
SPARED_SCALE = 4.3  # pixels a millimetre
HEIGHT = {"card": 205, "board": 300, "mat": 190, "token": 64, "standee": 150}
MOST = {"card": 18, "board": 1, "mat": 3, "token": 6, "standee": 6}


def cut(documents: dict[str, pypdfium2.PdfDocument], folder: Path, entry: dict[str, Any], high: int) -> Image.Image:
    """The front of a component as it lies on paper, ``high`` pixels high, corners rounded."""
    place = next(p for p in entry["printed"] if p["side"] == "front")
    name = place["file"]
    if "tile" in place:
        name = name.replace(".pdf", "-a3.pdf")
    if name not in documents:
        documents[name] = pypdfium2.PdfDocument(folder / name)
    page = documents[name][place["page"] - 1 if name == place["file"] else 0]
    width, height = entry["trim_mm"]
    scale = 2 * high / height
    image = page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    x, y = place["x_mm"], place["y_mm"]
    if name != place["file"]:  # whole, in the middle of its own sheet
        x, y = (image.width / scale - width) / 2, (image.height / scale - height) / 2
    box = [round(v * scale) for v in (x, y, x + width, y + height)]
    return image.crop(tuple(box)).resize((round(width / height * high), high), Image.Resampling.LANCZOS)


def sheet(folder: Path) -> Image.Image:
    """Rows of fronts, form by form."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    documents: dict[str, pypdfium2.PdfDocument] = {}
    rows: list[list[Image.Image]] = []
    for form, high in HEIGHT.items():
        entries = [e for e in manifest["components"] if e["form"] == form and e["printed"]]
        # Spread over the whole list, its ends included, so that every kind is seen.
        count = min(MOST[form], len(entries))
        chosen = [entries[round(at * (len(entries) - 1) / max(1, count - 1))] for at in range(count)]
        row: list[Image.Image] = []
        for entry in chosen:
            image = cut(documents, folder, entry, high)
            if row and sum(i.width + GAP for i in row) + image.width > WIDTH - 2 * GAP:
                rows.append(row)
                row = []
            row.append(image)
        rows.append(row)
    for document in documents.values():
        document.close()
    return arrange([row for row in rows if row])


def arrange(rows: list[list[Image.Image]]) -> Image.Image:
    height = sum(max(i.height for i in row) + GAP for row in rows) + GAP
    picture = Image.new("RGB", (WIDTH, height), GROUND)
    y = GAP
    for row in rows:
        x = (WIDTH - sum(i.width for i in row) - GAP * (len(row) - 1)) // 2
        for image in row:
            mask = Image.new("L", image.size, 0)
            ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), 7, fill=255)
            picture.paste(image, (x, y + (max(i.height for i in row) - image.height) // 2), mask)
            x += image.width + GAP
        y += max(i.height for i in row) + GAP
    return picture


def box(path: Path) -> Image.Image:
    """The first net of a file of tuckboxes, without the paper around it."""
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=200 / 72).to_pil().convert("RGB")
    document.close()
    image = image.crop((0, 0, image.width, image.height - 90))  # the ruler and its line
    around = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    assert around is not None
    framed = ImageOps.expand(image.crop(around), border=24, fill="white")
    high = 430
    return framed.resize((round(framed.width * high / framed.height), high), Image.Resampling.LANCZOS)


def spared(build: Path) -> list[Image.Image]:
    """A card of each game as it is printed with little ink, all at one scale."""
    row = []
    for game, language, name in SPARED:
        folder = build / game / language
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        entry = next(e for e in manifest["components"] if e["id"] == name)
        documents: dict[str, pypdfium2.PdfDocument] = {}
        row.append(cut(documents, folder, entry, round(entry["trim_mm"][1] * SPARED_SCALE)))
        for document in documents.values():
            document.close()
    return row


def main(build: Path) -> None:
    save(arrange([spared(build / "low")]), HERE / "low.png")
    nets = [box(build / game / language / "tuckbox.pdf") for game, language in NETS]
    save(arrange([nets]), HERE / "tuckboxes.png")
    for folder in sorted({path.parents[1] for path in build.glob("*/*/manifest.json")}):
        language = json.loads(next(folder.glob("*/manifest.json")).read_text(encoding="utf-8"))["lang"]
        own = sorted(p.name for p in folder.iterdir() if p.is_dir())
        language = next((name for name in own if name != "en"), language)
        picture = sheet(folder / language)
        save(picture, HERE / f"{folder.name}.png")


def save(picture: Image.Image, target: Path) -> None:
    """With as many colours as keep the file small."""
    for colours in (128, 96, 64, 48, 32):
        picture.quantize(colours, dither=Image.Dither.NONE).save(target, optimize=True)
        if target.stat().st_size < LIMIT:
            break
    print(target.name, picture.size, target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build"))
