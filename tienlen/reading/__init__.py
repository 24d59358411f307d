"""Strict YAML: from the text of a file to a tree that knows the line and column of each of its parts.

All is text here; what ``10``, ``no`` or ``1:30`` means is for the option to say that they are given to.
Of YAML only blocks, lists and text remain: no anchors, tags, directives, empty values or second documents,
no tabs and no characters that cannot be seen. Whatever is wrong is reported in one run, as far as the text
can be followed.

The parser's events are read one by one and the reading stops at a limit: a tree made by the library itself
costs minutes, gigabytes or the process when the text is hostile.
"""

from __future__ import annotations

from tienlen.reading.limits import MAX_BYTES, MAX_CODE, MAX_DEPTH, MAX_MARKS, MAX_PROBLEMS, MAX_VALUES
from tienlen.reading.nodes import Block, Entry, Listing, Node, Plain, Text, plain
from tienlen.reading.sources import Reading, from_value, read, read_file, scan_file

__all__ = [
    "MAX_BYTES",
    "MAX_CODE",
    "MAX_DEPTH",
    "MAX_MARKS",
    "MAX_PROBLEMS",
    "MAX_VALUES",
    "Block",
    "Entry",
    "Listing",
    "Node",
    "Plain",
    "Reading",
    "Text",
    "from_value",
    "plain",
    "read",
    "read_file",
    "scan_file",
]
