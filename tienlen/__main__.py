"""``python -m tienlen``: the command line."""

from __future__ import annotations

from tienlen.cli import main

if __name__ == "__main__":
    main()
