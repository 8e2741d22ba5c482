# SPDX-License-Identifier: BSD-3-Clause
"""Prints docs/commands.md: the help of the program and of each of its commands, as `make commands` writes it.

    tools/commands_page.py build/bin/eagre >docs/commands.md
"""
import os
import re
import subprocess
import sys

HEAD = """<!-- SPDX-License-Identifier: BSD-3-Clause: made by `make commands` -->
# Commands and exit codes

This is what the program says with `--help`; `make commands` writes the page. Scripts can rely on the exit codes:

```sh
eagre check myCase
case $? in
  0) echo "no problems" ;;
  3) echo "the case has problems, and all of them are listed" ;;
esac
```
"""


def shown(eagre, *words):
    """What a command prints with --help, without the path of the program, as wide as a terminal of 120 characters."""
    environment = dict(os.environ, COLUMNS="120")
    text = subprocess.run([eagre, *words, "--help"], check=True, capture_output=True, text=True, env=environment).stdout
    return re.sub(r"Usage: \S*eagre", "Usage: eagre", text).strip()


def commands(text):
    """The words of the list of sub-commands in a help."""
    return re.findall(r"^  (\S+) {2,}", text.partition("Subcommands:")[2].partition("Exit codes:")[0], re.M)


def page(eagre):
    top = shown(eagre)
    parts = [HEAD, "## eagre", "", "```text", top, "```", ""]
    for word in commands(top):
        text = shown(eagre, word)
        parts += [f"## eagre {word}", "", "```text", text, "```", ""]
        for sub in commands(text):
            parts += [f"### eagre {word} {sub}", "", "```text", shown(eagre, word, sub), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(sys.argv[1]), end="")
