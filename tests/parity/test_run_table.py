# SPDX-License-Identifier: BSD-3-Clause
"""docs/parity.md is made of what run_table.py writes: what is added to the page alone would be lost."""
import pathlib
import re

import run_table

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "parity.md").read_text()


def test_the_page_begins_as_it_is_made_and_has_the_notes():
    head, _, rest = PAGE.partition("\n| cavity | ")
    assert head == run_table.HEAD
    _, _, below = rest.partition("\n\n")
    assert re.split(r"\n\n## \w+, as written, to ", below)[0].splitlines() == run_table.notes()
