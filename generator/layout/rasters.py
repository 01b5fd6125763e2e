"""Pictures made of pixels: what a designer drops in, brought to one form that a PDF can hold.

PNG, JPEG and WebP only, by content and by name. EXIF turns are carried out, CMYK and 16-bit become 8-bit RGB or grey,
alpha is kept as a mask, and all metadata (place, camera, author, comments) stays outside the PDF. Colour profiles and
gamma are not applied: the samples are taken as sRGB.

Two kinds pass through as they are, since they are the bulk of a game: a plain 8-bit PNG (never decoded by Pillow) and
a plain JPEG (decoded once, to be sure that it is whole). Nothing that a file says about itself is believed before it
was counted: sizes are read from the header and bounded, then samples are inflated up to exactly that many.
"""

from __future__ import annotations

import hashlib
import warnings
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from generator import limits
from generator.intake import Opened
from generator.layout.headers import HEADERS, Header, PictureFile, count_rows
from generator.problem import Location, SourceError

if TYPE_CHECKING:
    from PIL import Image

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "webp": "WEBP"}
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raster:
    """A picture, ready to be embedded.

    ``data`` is ``flate`` (zlib, rows of 8-bit samples), ``png`` (zlib with PNG row filters: PDF predictor 15) or
    ``dct`` (a JPEG without metadata). ``mask``: zlib, 8-bit, the same size: the alpha channel. ``digest`` is a hash of
    what is drawn.
    """

    shown: str
    digest: str
    width: int
    height: int
    colour: str  # "rgb" or "gray"; "cmyk" where it goes to press
    encoding: str  # "flate", "png" or "dct"
    data: bytes
    mask: bytes | None = None


def open_raster(opened: Opened, where: Location) -> Raster:
    """A picture file's bytes → :class:`Raster`, upright and without metadata.

    :class:`SourceError` at ``where``, naming the file: ``bad-picture`` (not a picture, cut short, not what its name
    says, animated) or ``too-large`` (more than ``limits.PICTURE_PIXELS``, found before it is decoded).
    """
    file = PictureFile(opened.shown, opened.data, where)
    try:
        kind = _kind(file)
        header = HEADERS[kind](file)
        _bound(file, header.width, header.height)
        if kind == "PNG" and header.plain:
            # Every chunk's checksum holds, so these rows are those that were saved. Inflating them as well would take
            # as long as all else on a small deck: the proof does it, on the written file.
            return sealed(file.shown, (header.width, header.height), header.colour, "png", header.body)
        if kind == "PNG":
            count_rows(file, header)
        return _decoded(file, kind, header)
    except SourceError:
        raise
    except Exception as error:  # a damaged file makes Pillow raise almost anything
        raise file.bad(f"cannot be read ({str(error) or type(error).__name__})") from None


def _kind(file: PictureFile) -> str:
    """``PNG``, ``JPEG`` or ``WEBP``: what the bytes are, if the name says the same."""
    data = file.data
    suffix = file.shown.rpartition(".")[2].lower()
    found = ""
    if data.startswith(_PNG_SIGNATURE):
        found = "PNG"
    elif data.startswith(b"\xff\xd8\xff"):
        found = "JPEG"
    elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        found = "WEBP"
    if not data:
        raise file.bad("is empty")
    if not found:
        raise file.bad("is not a PNG, JPEG or WebP file", "export it as PNG; other kinds of picture are not read")
    if _FORMATS.get(suffix) != found:
        name = found.lower().replace("jpeg", "jpg")
        raise file.bad(f"holds a {found} picture, but its name says otherwise", f"let its name end in '.{name}'")
    return found


def _bound(file: PictureFile, width: int, height: int) -> None:
    if not width * height:
        raise file.bad("has no pixels")
    if width * height > limits.PICTURE_PIXELS:
        most = limits.PICTURE_PIXELS // 1_000_000
        raise file.bad(
            f"is {width} × {height} pixels, beyond the limit of {most} million",
            "scale it down: a poker card at 600 dpi needs 1500 × 2100 pixels",
            "too-large",
        )


def sealed(
    shown: str, size: tuple[int, int], colour: str, encoding: str, data: bytes, mask: bytes | None = None
) -> Raster:
    """A raster with its digest, which does not depend on the file's name."""
    head = f"{size[0]} {size[1]} {colour} {encoding} {len(data)}\n".encode()
    digest = hashlib.sha256(head)
    digest.update(data)
    digest.update(mask or b"")
    return Raster(
        shown=shown,
        digest=digest.hexdigest()[:32],
        width=size[0],
        height=size[1],
        colour=colour,
        encoding=encoding,
        data=data,
        mask=mask,
    )


# Everything else goes through Pillow ----------------------------------------------------------------------------------


def _decoded(file: PictureFile, kind: str, header: Header) -> Raster:
    """The picture decoded by Pillow, turned upright, as 8-bit RGB or grey and a mask."""
    from PIL import Image, UnidentifiedImageError  # here, since a game of plain PNG does without

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image: Image.Image = Image.open(BytesIO(file.data), formats=(kind,))
        except UnidentifiedImageError:
            raise file.bad(f"is damaged: it begins like a {kind} picture and is none") from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise file.bad("has too many pixels", "scale it down", "too-large") from None
        _bound(file, image.width, image.height)
        if kind != "JPEG" and getattr(image, "n_frames", 1) > 1:  # a JPEG's further pictures are previews
            raise file.bad("is animated", "save one frame of it as a PNG")
        try:
            image.load()
        except OSError as error:
            raise file.bad(f"is cut short or damaged ({error})") from None
        turn = _turn(image)
        if header.plain and kind == "JPEG" and turn is None and image.mode in ("RGB", "L"):
            return sealed(file.shown, image.size, header.colour, "dct", header.body)
        colour, mask = _channels(file, image if turn is None else image.transpose(turn), header.adobe)
    return sealed(
        file.shown,
        colour.size,
        "gray" if colour.mode == "L" else "rgb",
        "flate",
        zlib.compress(colour.tobytes(), 6),
        zlib.compress(mask.tobytes(), 6) if mask is not None else None,
    )


def _turn(image: Image.Image) -> Image.Transpose | None:
    """What brings the picture upright, by EXIF's tag 0x0112; broken EXIF asks for nothing."""
    try:
        orientation = image.getexif().get(0x0112)
    except Exception:
        return None
    from PIL.Image import Transpose

    return {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }.get(orientation if isinstance(orientation, int) else 1)


def _channels(file: PictureFile, image: Image.Image, adobe: bool) -> tuple[Image.Image, Image.Image | None]:
    """Any mode that the three formats decode to → an ``L`` or ``RGB`` image, and the alpha channel if it is needed."""
    from PIL import ImageChops

    if image.mode == "CMYK":
        # Pillow takes every CMYK JPEG for one of Adobe's, whose ink counts down; without Adobe's mark it counts up.
        return (image if adobe else ImageChops.invert(image)).convert("RGB"), None
    if image.mode in ("I;16", "I;16B", "I"):
        # 65535 → 255 and rounded; `convert` alone clips at 255. The half keeps whole results clear of truncation.
        return image.convert("I").point(lambda value: value * (1 / 257) + 128.5 / 257).convert("L"), None
    if image.mode == "1":
        image = image.convert("L") if "transparency" not in image.info else image.convert("RGBA")
    if "transparency" in image.info or image.mode in ("PA", "La", "RGBa"):
        image = image.convert("RGBA")
    elif image.mode == "P":
        image = image.convert("RGB")
    if image.mode in ("LA", "RGBA"):
        alpha = image.getchannel("A")
        opaque = image.convert("L" if image.mode == "LA" else "RGB")
        return opaque, None if alpha.getextrema() == (255, 255) else alpha
    if image.mode not in ("L", "RGB"):
        raise file.bad(f"has channels that are not known here ({image.mode})", "save it as RGB")
    return image, None
