# SPDX-License-Identifier: BSD-3-Clause
"""Prints what bash, or zsh, completes after `eagre`: commands, options and their words from the help of the program, as `make commands`
writes packaging/completion. Times, fields and files of the case are looked for when a key is pressed.

    tools/completion.py build/bin/eagre bash >packaging/completion/eagre.bash
    tools/completion.py build/bin/eagre zsh >packaging/completion/_eagre
"""
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

from commands_page import commands, shown

# Options whose values are looked for: the functions of completion.bash. Other values are files if they are named so, else anything.
LOOKED_FOR = {"--time": "times", "--from": "starts", "--field": "fields", "--machine": "files", "--log": "files",
              "--tpls": "files", "--record": "files", "--file": "files", "--directory": "files"}
TEMPLATES = pathlib.Path(__file__).resolve().parent / "completion"


class Option(NamedTuple):
    names: list
    values: str  # "": a flag; words; or @ with what is looked for
    help: str


class Help(NamedTuple):
    options: list
    positional: str  # "": none; as values of an option


def entries(text):
    """(group, head, description) of each line of options and positionals in a help, CLI11's or argparse's."""
    group, found = "", []
    for line in text.partition("\nExit codes:")[0].splitlines():
        if re.match(r"\w[\w ]*:$", line):
            group = line[:-1].lower()
        elif re.match(r"  \S", line):
            head, _, description = line.strip().partition("  ")
            if " the " in head:  # one as wide as its column: --set TEXT Excludes: --show the new entry
                head, _, description = head.partition(" the ")
            found.append([group, head, description.strip()])
        elif re.match(r" {10,}\S", line) and found:
            found[-1][2] = f"{found[-1][2]} {line.strip()}".strip()
    return found


def listed(description):
    """The words at the end of a description, as in `solver instead of controlDict's: icoFoam, pisoFoam`."""
    words = [re.sub(r" \(.*\)$", "", word) for word in description.rpartition(": ")[2].split(", ")]
    return words if len(words) > 2 and all(re.fullmatch(r"[\w.-]+", word) for word in words) else []


def option(group, head, description, channel_words):
    names = re.findall(r"(?:^|[ ,])(--?[A-Za-z][\w-]*)", re.sub(r"Excludes: .*", "", head))
    rest = re.sub(r"--?[A-Za-z][\w-]*|Excludes: .*|\{false\}|REQUIRED|[ ,]", "", head)
    words = re.search(r"\{([\w,-]+)\}", head.replace("{false}", ""))
    if group not in ("options", "positionals", "positional arguments"):  # a setting of channels
        values = channel_words.get(names[0], "@any")
    elif not rest:
        values = ""
    else:
        values = words[1].replace(",", " ") if words else " ".join(listed(description)) or "@any"
    if values == "@any":
        values = "@" + LOOKED_FOR.get(names[-1], "entries" if "FILE:ENTRY" in head + description else "any")
    if description.startswith("KEY=VALUE"):
        values = channel_words["--set"]
    return Option(names, values, description)


def positional(description):
    if "directory" in description:
        return "@directories" if "file" not in description and "dump" not in description else "@files"
    return "@files" if "file" in description else "@kinds" if description.startswith("kind") else "@any"


def parsed(eagre, *command):
    settings = channel_settings(eagre) if command[:1] == ("channel",) else {}
    options, place = [], ""
    for group, head, description in entries(shown(eagre, *command)):
        if group.startswith("positional"):
            place = place or positional(description)
        elif head.startswith("-"):
            options.append(option(group, head, description, settings))
    return Help(options, place)


def channel_settings(eagre):
    """{option: its words} of the settings that have words, and the keys of all for --set."""
    table = subprocess.run([eagre, "channel", "keys"], check=True, capture_output=True, text=True).stdout
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    found = {row[1].strip("`"): words for row in rows if (words := " ".join(re.findall(r"`(\w+)`", row[4].rpartition(":")[2])))}
    return found | {"--set": " ".join(row[0].strip("|` ") + "=" for row in rows)}


def helps(eagre):
    """{command: Help}: of `run`, `channel run` and so on; {command: its help} of those with sub-commands, "" the program's own."""
    found, lists = {"": parsed(eagre)}, {"": shown(eagre)}
    for word in commands(shown(eagre)):
        found[word] = parsed(eagre, word)
        if subs := commands(shown(eagre, word)):
            lists[word] = shown(eagre, word)
            found |= {f"{word} {sub}": parsed(eagre, word, sub) for sub in subs}
    return found, lists


def template(name, eagre):
    """One of completion/, with what both shells look for, and the kinds of words of `eagre list`."""
    kinds = re.findall(r"^  (\w+)", subprocess.run([eagre, "list"], check=True, capture_output=True, text=True).stdout, re.M)
    _, lookups = (TEMPLATES / "lookups.sh").read_text().split("\n", 1)  # its licence line stays there
    text = (TEMPLATES / name).read_text().replace("@LOOKUPS@\n", lookups)
    return text.replace("@KINDS@", " ".join(kinds))


def bash(eagre):
    """Two tables into the text of completion/eagre.bash: the words that may follow a command, and what follows an option."""
    found, lists = helps(eagre)
    words, values = {}, []
    for command, of in found.items():
        names = [*commands(lists.get(command, "")), *(name for option in of.options for name in option.names)]
        words.setdefault(" ".join(names), []).append(command.replace(" ", "-") or "eagre")
        after = {"positional": of.positional, **{name: option.values for option in of.options for name in option.names}}
        for value in dict.fromkeys(after.values()):
            if value:
                patterns = "|".join(f"{command.replace(' ', '-') or 'eagre'}:{name}" for name, v in after.items() if v == value)
                values.append(f"    {patterns}) echo '{value}' ;;")
    return template("eagre.bash", eagre).replace("    @WORDS@", "\n".join(
        f"    {'|'.join(alike)}) echo '{names}' ;;" for names, alike in words.items())).replace("    @VALUES@", "\n".join(values))


def quoted(text):
    """Within '...[..]' of zsh's _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_arguments(of):
    for option in of.options:
        name = option.names[0] if len(option.names) == 1 else "{" + ",".join(option.names) + "}"
        alone = "" if {"--set", "--field", "--time", "--function"} & set(option.names) else f"'({' '.join(option.names)})'"
        alone = alone or "'*'"
        action = f"_eagre_{option.values[1:]}" if option.values.startswith("@") else f"({option.values})"
        yield f"{alone}{name}'[{quoted(option.help)}]{':value:' + action if option.values else ''}'"
    if of.positional:
        yield f"'*:{of.positional[1:]}:_eagre_{of.positional[1:]}'"


def zsh(eagre):
    """Descriptions and actions of _arguments into the text of completion/_eagre."""
    found, lists = helps(eagre)
    cases = []
    for command, of in found.items():
        if command in lists:
            continue
        cases.append(f"    {command.replace(' ', '-')})\n      _arguments \\\n        " + " \\\n        ".join(zsh_arguments(of)) + "\n      ;;")
    described = {command: "\n".join(f"    '{word}:{quoted(line)}'" for word, line in
                 re.findall(r"^  (\S+) {2,}(.*)", text.partition("Subcommands:")[2].partition("Exit codes:")[0], re.M))
                 for command, text in lists.items()}
    text = template("_eagre", eagre).replace("    @COMMANDS@", described[""]).replace("    @CHANNEL@", described["channel"])
    return text.replace("    @ARGUMENTS@", "\n".join(cases))


if __name__ == "__main__":
    print({"bash": bash, "zsh": zsh}[sys.argv[2]](sys.argv[1]), end="")
