# SPDX-License-Identifier: BSD-3-Clause
"""Prints docs/commands.md: the help of the program and of each of its commands, as `make commands` writes it. With --man: docs/eagre.1,
the same as a manual page, which is installed.

    tools/commands_page.py build/bin/eagre >docs/commands.md
"""
import functools
import os
import re
import subprocess
import sys
import textwrap

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

A TAB completes commands, options and their words, and times, fields and files of the case. From the sources, or where a shell does not look below
the prefix (the wheel in a virtual environment: `share/` of it):

```sh
source packaging/completion/eagre.bash                    # bash: or PREFIX/share/bash-completion/completions/eagre
fpath=(PREFIX/share/zsh/site-functions $fpath); compinit  # zsh
```
"""


@functools.cache
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


def verbatim(text):
    """Lines as they are, for troff, but those wider than a terminal: they go on below the descriptions of options."""
    narrow = (textwrap.wrap(line, 78, subsequent_indent=30 * " " if line.startswith(" ") else "") or [""] for line in text.splitlines())
    lines = (line.replace("\\", "\\e").replace("-", "\\-") for lines in narrow for line in lines)
    return [".nf", *("\\&" + line if line[:1] in (".", "'") else line for line in lines), ".fi"]


def manual(eagre):
    top = shown(eagre)
    description, codes = top.partition("\n")[0], top.partition("Exit codes:\n")[2]
    parts = ['.\\" SPDX-License-Identifier: BSD-3-Clause: made by `make commands`', ".TH EAGRE 1", ".SH NAME",
             "eagre \\- " + description.removeprefix("Eagre: "), ".SH SYNOPSIS", ".B eagre", ".I command", "[options]",
             ".SH DESCRIPTION", "Runs OpenFOAM case directories as they are, on any number of ranks. The commands:",
             *verbatim(top.partition("Subcommands:\n")[2].partition("\n\n")[0]), ".SH COMMANDS"]
    for word in commands(top):
        text = shown(eagre, word)
        parts += [f".SS eagre {word}", *verbatim(text)]
        for sub in commands(text):
            parts += [f".SS eagre {word} {sub}", *verbatim(shown(eagre, word, sub))]
    return "\n".join([*parts, ".SH EXIT STATUS", *verbatim(codes), ""])


if __name__ == "__main__":
    print(manual(sys.argv[1]) if sys.argv[2:] == ["--man"] else page(sys.argv[1]), end="")
