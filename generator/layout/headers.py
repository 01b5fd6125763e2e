"""What a picture file says about itself, read before anything of it is decoded; nothing is believed, all is counted."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.problem import Location, SourceError, fail

_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
# First column, first row, and the step in both, of every pass: not interlaced, and interlaced.
_ADAM7 = (
    ((0, 0, 1, 1),),
    ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)),
)
# Inside compressed JPEG data FF is followed by 00 or a restart marker; anything else begins a segment.
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_JPEG_ALONE = {0x01, *range(0xD0, 0xD8)}  # markers without a length
_JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # SOFn, without DHT, JPG and DAC
_RESAVE = "export it again from the drawing program"


class PictureFile(NamedTuple):
    """What is being read, and the place in the catalogue or layout that asks for it."""

    shown: str
    data: bytes
    where: Location

    def bad(self, message: str, hint: str = _RESAVE, code: str = "bad-picture") -> SourceError:
        return fail(self.where, code, f"the picture '{self.shown}' {message}", hint)


class Header(NamedTuple):
    """What was read before anything is decoded. ``plain``: the picture may pass through as ``colour``."""

    width: int
    height: int
    colour: str
    plain: bool
    body: bytes  # PNG: the IDAT chunks joined; JPEG: the file without metadata; WebP: empty
    inflated: int = 0  # PNG: bytes in all rows, of all passes where it is interlaced
    adobe: bool = False


# PNG ------------------------------------------------------------------------------------------------------------------


def _png(file: PictureFile) -> Header:
    """The header of a whole PNG: every chunk's checksum is right and the last is IEND."""
    data = file.data
    at, body, head, plain, ended = 8, [], b"", True, False
    depth16 = keyed = False
    while at + 12 <= len(data) and not ended:
        length, name = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if at + 12 + length > len(data):
            break
        if zlib.crc32(chunk, zlib.crc32(name)) != int.from_bytes(data[at + 8 + length : at + 12 + length], "big"):
            raise file.bad("is damaged: a checksum does not agree")
        if (name == b"IHDR") != (at == 8) or (name == b"IHDR" and length != 13):
            raise file.bad("is damaged: its header is not where it belongs")
        if name == b"IHDR":
            head, depth16 = chunk, chunk[8] == 16
        elif name == b"IDAT":
            body.append(chunk)
        elif name == b"acTL":
            raise file.bad("is animated", "save one frame of it as a PNG")
        keyed = keyed or name == b"tRNS"
        plain = plain and name not in (b"tRNS", b"eXIf") and not _turns(name, chunk)
        ended = name == b"IEND"
        at += 12 + length
    if not ended or not body:
        raise file.bad("is cut short")
    if depth16 and keyed:
        raise file.bad("has 16 bits a channel and a transparent colour", "save it with 8 bits and an alpha channel")
    width, height, depth, kind, compression, filters, interlace = struct.unpack(">IIBBBBB", head)
    bits = depth * _PNG_CHANNELS.get(kind, 0)
    if not bits or (compression, filters) != (0, 0) or interlace > 1:
        raise file.bad("is damaged: its header says what no PNG says")
    passes = [(-(-(width - x) // dx), -(-(height - y) // dy)) for x, y, dx, dy in _ADAM7[interlace]]
    inflated = sum(rows * (1 + (columns * bits + 7) // 8) for columns, rows in passes if columns > 0 and rows > 0)
    plain = plain and kind in (0, 2) and (depth, interlace) == (8, 0)
    return Header(width, height, "rgb" if kind == 2 else "gray", plain, b"".join(body), inflated=inflated)


def _turns(name: bytes, chunk: bytes) -> bool:
    """Whether a text chunk may hold an orientation, as ImageMagick and Adobe's programs write it."""
    if name not in (b"tEXt", b"zTXt", b"iTXt"):
        return False
    keyword, _, rest = chunk.partition(b"\0")
    if keyword == b"XML:com.adobe.xmp":
        return rest[:1] != b"\0" or b"Orientation" in rest
    return keyword.startswith(b"Raw profile type")


def count_rows(file: PictureFile, header: Header) -> None:
    """Fewer bytes of rows than the header promises are an error: Pillow would leave the rest of the picture black."""
    stream, total = zlib.decompressobj(), 0
    try:
        for at in range(0, len(header.body), 1 << 16):  # a piece inflates to 64 MB at most
            total += len(stream.decompress(header.body[at : at + (1 << 16)]))
            if total > header.inflated:
                return
    except zlib.error:
        raise file.bad("is damaged: its pixels cannot be unpacked") from None
    if total < header.inflated or not stream.eof:
        raise file.bad("is cut short")


# JPEG and WebP --------------------------------------------------------------------------------------------------------


def _jpeg(file: PictureFile) -> Header:
    """The header of a JPEG, and its bytes up to the end marker without application and comment segments."""
    out, frame, plain, jfif, adobe = [b"\xff\xd8"], b"", True, False, -1
    for marker, segment in _segments(file):
        body = segment[4:]
        if marker == 0xE0 and body.startswith(b"JFIF\0") and not jfif:
            jfif = True
            out.append(b"\xff\xe0\x00\x10" + body[:12].ljust(12, b"\0") + b"\0\0")  # without its thumbnail
        elif marker == 0xEE and body.startswith(b"Adobe") and len(body) >= 12:
            adobe = body[11]
        elif marker in _JPEG_FRAMES:
            plain = plain and not frame and marker in (0xC0, 0xC1, 0xC2)
            frame = body
        if not 0xE0 <= marker <= 0xEF and marker != 0xFE:
            out.append(segment)
    if len(frame) < 6:
        raise file.bad("is damaged: it does not say how large it is")
    depth, height, width, channels = struct.unpack_from(">BHHB", frame)
    # Without Adobe's segment three channels are read as YCbCr, by their usual numbers or by JFIF's word.
    ycc = channels == 3 and adobe in (-1, 1) and (jfif or frame[6::3] in (b"\0\1\2", b"\1\2\3"))
    plain = plain and depth == 8 and (channels == 1 or ycc)
    colour = "gray" if channels == 1 else "rgb"
    return Header(width, height, colour, plain, b"".join(out) + b"\xff\xd9", adobe=adobe >= 0)


def _segments(file: PictureFile) -> Iterator[tuple[int, bytes]]:
    """Every segment between the start and the end marker: its marker, and its bytes with the scan that follows it."""
    data, at = file.data, 2
    while True:
        while data[at : at + 2] == b"\xff\xff":  # fill bytes
            at += 1
        if data[at : at + 2] == b"\xff\xd9":
            return
        if len(data) < at + 4:
            raise file.bad("is cut short")
        if data[at] != 0xFF:
            raise file.bad("is damaged: a segment does not begin where it should")
        marker = data[at + 1]
        if marker in _JPEG_ALONE:
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA:
            following = _JPEG_MARKER.search(data, end)
            if following is None:
                raise file.bad("is cut short")
            end = following.start()
        yield marker, data[at:end]
        at = end


def _webp(file: PictureFile) -> Header:
    """The size of a WebP from its first chunk: Pillow's reader takes memory for it before anyone can ask."""
    data = file.data
    if int.from_bytes(data[4:8], "little") + 8 > len(data) or len(data) < 30:
        raise file.bad("is cut short")
    first = data[12:16]
    if first == b"VP8X":
        if data[20] & 2:
            raise file.bad("is animated", "save one frame of it as a PNG")
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    elif first == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif first == b"VP8 ":
        width, height = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (26, 28))
    else:
        raise file.bad("is damaged: its header is not where it belongs")
    return Header(width, height, "rgb", False, b"")


HEADERS: dict[str, Callable[[PictureFile], Header]] = {"PNG": _png, "JPEG": _jpeg, "WEBP": _webp}
