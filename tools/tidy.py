#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy on all of src/. Usage: tidy.py BUILD_DIRECTORY

Nearly all of the time that clang-tidy takes for a source is spent on the headers of the standard library, MPI and {fmt}. So
sources of a room are checked many at a time: a batch is a source that includes them. Two sources that declare one name outside
of classes, each in its unnamed namespace, are in different batches.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGEST = 30  # sources in a batch: more take as long, and fewer processes have less to share

TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)")
USING = re.compile(r"(?:using|namespace) (?:[\w:]*::)?(\w+)(?: = .*)?;|using (\w+) = ")
OTHER = re.compile(r"[^({;=]*?(?<![\w:])(\w+)(?:\[.*\])?(?:[({;]| = | =$)")


def declared(path):
    """Names that a source declares outside of classes and functions: with their text where a repetition is harmless."""
    names = {}
    for line in path.read_text().splitlines():
        line = line.removeprefix("[[noreturn]] ")
        if not line[:1].isalpha() or line.startswith(("namespace {", "template", "using namespace")):
            continue
        if match := USING.match(line):
            names[match[1] or match[2]] = line
        elif not line.startswith("namespace") and (match := TYPE.match(line) or OTHER.match(line)):
            names[match[1]] = None
    return names


def batches(sources):
    made = []
    for source in sources:
        names = declared(source)
        for batch, known in made:
            clash = any(n in known and (text is None or known[n] != text) for n, text in names.items())
            if len(batch) < LARGEST and not clash:
                batch.append(source)
                known.update(names)
                break
        else:
            made.append(([source], dict(names)))
    return [batch for batch, _ in made]


def commands(build):
    """Sources by what they are compiled with, but for GCC's precompiled headers, which mean nothing to Clang."""
    groups = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not source.is_relative_to(ROOT / "src"):
            continue
        words = shlex.split(entry["command"])
        for option in ("-o", "-c", "-include"):
            while option in words:
                at = words.index(option)
                del words[at : at + 2]
        words = [w for w in words if w not in ("-Winvalid-pch", "-fpch-preprocess")]
        room = source.relative_to(ROOT / "src").parts[0]
        groups.setdefault((room, entry["directory"], tuple(words)), []).append(source)
    return groups


def check(source, directory):
    done = subprocess.run(["clang-tidy", "--quiet", "-p", directory, source], capture_output=True, text=True)
    return done.returncode, done.stdout


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    with tempfile.TemporaryDirectory(dir=build, prefix="tidy") as directory:
        (pathlib.Path(directory) / ".clang-tidy").symlink_to(ROOT / ".clang-tidy")
        entries = []
        for (room, where, words), sources in commands(build).items():
            for batch in batches(sorted(sources)):
                file = pathlib.Path(directory) / f"{room}_{len(entries)}.cpp"
                file.write_text("".join(f'#include "{source}"\n' for source in batch))
                entries.append((len(batch), {"directory": where, "file": str(file), "arguments": [*words, "-c", str(file)]}))
        entries.sort(key=lambda entry: -entry[0])  # the long ones first
        (pathlib.Path(directory) / "compile_commands.json").write_text(json.dumps([entry for _, entry in entries]))
        failed = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for code, output in pool.map(check, (entry["file"] for _, entry in entries), [directory] * len(entries)):
                failed += code != 0
                if code != 0:
                    print(output, flush=True)
    if failed:
        sys.exit(f"clang-tidy: {failed} of {len(entries)} batches have remarks")
    print("clang-tidy: clean")


if __name__ == "__main__":
    main()
