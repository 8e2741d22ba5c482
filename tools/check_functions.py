#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refuses functions of more than 60 lines, 15 decisions (cyclomatic complexity, a switch counts once) or 7 parameters.

Lizard reads the text and not what the compiler makes of it. `&&` of an rvalue reference is a decision to it, and so are those in
a lambda to the function around it; what it would not see, clang-tidy's readability-function-size does: its lines and parameters.
"""
import pathlib
import sys

import lizard

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES, MOST_DECISIONS, MOST_PARAMETERS = 60, 15, 7


def main():
    files = sorted(str(f) for f in (ROOT / "src").rglob("*") if f.suffix in (".cpp", ".hpp"))
    problems = []
    for file in lizard.analyze_files(files, exts=lizard.get_extensions(["modified"])):
        for f in file.function_list:
            if f.length > MOST_LINES or f.cyclomatic_complexity > MOST_DECISIONS or f.parameter_count > MOST_PARAMETERS:
                problems.append(
                    f"{pathlib.Path(file.filename).relative_to(ROOT)}:{f.start_line}: {f.name} has {f.length} lines, "
                    f"{f.cyclomatic_complexity} decisions and {f.parameter_count} parameters; "
                    f"at most {MOST_LINES}, {MOST_DECISIONS} and {MOST_PARAMETERS}"
                )
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
