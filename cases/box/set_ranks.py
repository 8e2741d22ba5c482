#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes system/cells of the box: set_ranks.py RX RY RZ [--cells 64], so many cells in each direction for each of RX x RY x RZ ranks."""
import argparse
import pathlib

HEADER = ("// SPDX-License-Identifier: BSD-3-Clause\nFoamFile {{ version 2.0; format ascii; class dictionary; object cells; }}\n"
          "// Made by set_ranks.py {}: cells a rank along each direction {}\n")


def text(ranks, cells):
    counts = "".join(f"{name} {cells * n};\n" for name, n in zip(("nx", "ny", "nz"), ranks))
    return HEADER.format(" ".join(map(str, ranks)), cells) + counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ranks", type=int, nargs=3, metavar="N")
    parser.add_argument("--cells", type=int, default=64)
    options = parser.parse_args()
    if min(*options.ranks, options.cells) < 1:
        parser.error("all numbers must be positive")
    (pathlib.Path(__file__).parent / "system" / "cells").write_text(text(options.ranks, options.cells))
