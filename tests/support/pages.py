# SPDX-License-Identifier: BSD-3-Clause
"""Tables of the pages that programs write: a text that is too long for a cell (tools/check_docs.py) is shortened there, and the
page has it in full below the table.
"""
import re
import textwrap

LONGEST_CELL = 200
HEADING = "## In full"


def shortened(text):
    return textwrap.shorten(text, LONGEST_CELL, placeholder=" [..](#in-full)") if len(text) > LONGEST_CELL else text


def in_full(texts):
    """The section with those of the texts, by name, that are shortened in the table; empty if none is."""
    items = [textwrap.fill(f"- **{name}**: {text}", 130, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
             for name, text in texts.items() if len(text) > LONGEST_CELL]
    return "\n".join(["", HEADING, "", *items]) + "\n" if items else ""


def read_in_full(page):
    """What in_full() has written into a page: name -> text."""
    items = re.findall(r"^- (.*(?:\n  .*)*)", page.partition(f"\n{HEADING}\n")[2], re.M)
    return dict(re.fullmatch(r"\*\*(.+?)\*\*: (.*)", " ".join(item.split())).groups() for item in items)
