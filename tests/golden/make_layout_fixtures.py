#!/usr/bin/env python3
"""Writes cases of tests/golden/families that transformers cannot build: families that it does not know, and layouts that
only the makers' own programs write.

What such a checkpoint holds is said here by itself, module by module as those programs build it, and not read from the
descriptions of the families. Needs nothing but Python.

Usage: make_layout_fixtures.py [CASE...]
"""

import pathlib
import sys

from layout_cases import CASES
from make_family_fixtures import dump, grouped

FOLDER = pathlib.Path(__file__).parent


def main():
    for name in sys.argv[1:] or CASES:
        layout, config = CASES[name]
        (FOLDER / "families" / f"{name}.json").write_text(
            dump({"config": config, "tensors": grouped(layout(config))})
        )


if __name__ == "__main__":
    main()
