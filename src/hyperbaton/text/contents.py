"""What a file that is no text is, by its first bytes, and what to do about it."""

from __future__ import annotations

CONVERT = "the file looks like {0}; convert it: iconv -f {0} -t UTF-8"
UNPACK = "the file is packed ({}); unpack it first, only gzip is read, with the ending .gz"

BY_FIRST_BYTES = {
    b"\xff\xfe\0\0": CONVERT.format("UTF-32"),
    b"\0\0\xfe\xff": CONVERT.format("UTF-32"),
    b"\xff\xfe": CONVERT.format("UTF-16"),
    b"\xfe\xff": CONVERT.format("UTF-16"),
    b"\x1f\x8b": "the file is packed by gzip; give it a name that ends in .gz",
    b"BZh": UNPACK.format("bzip2"),
    b"\xfd7zXZ\0": UNPACK.format("xz"),
    b"\x28\xb5\x2f\xfd": UNPACK.format("zstd"),
    b"PK\3\4": "the file is a zip archive or a spreadsheet; unpack it, or save it as text",
    b"%PDF": "the file is a PDF; save it as text",
    b"PAR1": "the file is Parquet; give it a name that ends in .parquet, and choose a column",
    b"SQLite format 3": "the file is a database; save a table of it as text",
    b"\x7fELF": "the file is a program",
}
COMPARED = 200  # bytes of which every second one is NUL in UTF-16 without a mark


def described(data: bytes) -> str | None:
    """What the first bytes of a file say it is, and what to do; None where they say nothing."""
    for first, remedy in BY_FIRST_BYTES.items():
        if data.startswith(first):
            return remedy
    begin = data[:COMPARED]
    for offset, name in ((1, "UTF-16LE"), (0, "UTF-16BE")):
        every_second = begin[offset::2]
        if len(begin) > 1 and not every_second.strip(b"\0") and begin.strip(b"\0"):
            return CONVERT.format(name)
    return None
