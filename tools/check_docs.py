#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refuses what makes a page of the documentation hard to read: lines of prose of more than 160 characters, table cells of more than
200, and entries of CHANGELOG.md that are not one line of at most 160.

Blocks of code, tables (of which only the cells count) and definitions of links may have longer lines.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST_LINE, LONGEST_CELL = 160, 200


def outside_code(text):
    """(number, line) of the lines that are not in a fenced or indented block of code."""
    fenced = indented = in_list = False
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif not fenced:
            in_list = bool(re.match(r"\s*([-*+]|\d+[.)])\s", line)) or in_list and (line.startswith(" ") or not line)
            indented = line.startswith("    ") and not in_list and (indented or not before)
            if not indented:
                yield number, line
        before = line


def problems_of(text):
    """(number of the line, what is wrong with it)."""
    for number, line in outside_code(text):
        if line.lstrip().startswith("|"):
            longest = max((len(cell.strip()) for cell in re.split(r"(?<!\\)\|", line)), default=0)
            if longest > LONGEST_CELL:
                yield number, f"a table cell of {longest} characters; at most {LONGEST_CELL}"
        elif len(line) > LONGEST_LINE and not re.match(r"\s*\[[^\]]+\]:\s", line):
            yield number, f"a line of {len(line)} characters; at most {LONGEST_LINE}"


def problems_of_changelog(text):
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(" "):
            yield number, "an entry of more than one line"


def main():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
    problems = []
    for page in pages:
        text = page.read_text()
        found = [*problems_of(text), *(problems_of_changelog(text) if page.name == "CHANGELOG.md" else ())]
        problems += [f"{page.relative_to(ROOT)}:{number}: {what}" for number, what in sorted(found)]
    print("\n".join(problems) if problems else f"docs: {len(pages)} pages with lines of at most {LONGEST_LINE} and cells of at most {LONGEST_CELL}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
