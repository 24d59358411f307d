"""How Sphinx builds these pages: ``sphinx-build -W -b html docs build/docs``."""

from __future__ import annotations

from typing import Any

from pygments.lexers.data import JsonLexer

import tienlen

project = "tienlen"
author = "the tienlen authors"
version = release = tienlen.__version__
extensions = ["myst_parser"]
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = f"tienlen {release}"
myst_heading_anchors = 3
# Links may leave these pages for files of the repository; tests/test_docs.py follows every link there is.
suppress_warnings = ["myst.xref_missing"]

CONTENTS = """

```{toctree}
:hidden:
:glob:

*
```
"""


def add_contents(app: object, page: str, source: list[str]) -> None:
    """Give the index a table of contents, which readers of the bare file need not see."""
    del app
    if page == "index":
        source[0] += CONTENTS


def setup(app: Any) -> None:  # noqa: ANN401  sphinx is there only where pages are built
    """Called by Sphinx."""
    app.add_lexer("jsonl", JsonLexer)
    app.connect("source-read", add_contents)
