#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy on all of src/, many sources at a time (batches.py). Usage: tidy.py BUILD_DIRECTORY"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from batches import batches

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGEST = 30  # sources in a batch: more take as long, and fewer processes have less to share


def commands(build):
    """Sources by what they are compiled with, but for GCC's precompiled headers, which mean nothing to Clang."""
    groups = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        sources = [s for s in _sources(pathlib.Path(entry["directory"], entry["file"]).resolve()) if s.is_relative_to(ROOT / "src")]
        if not sources:
            continue
        words = shlex.split(entry["command"])
        for option in ("-o", "-c", "-include"):
            while option in words:
                at = words.index(option)
                del words[at : at + 2]
        words = [w for w in words if w not in ("-Winvalid-pch", "-fpch-preprocess", "-mtls-dialect=gnu2")]  # GCC's
        room = sources[0].relative_to(ROOT / "src").parts[0]
        groups.setdefault((room, entry["directory"], tuple(words)), []).extend(sources)
    return groups


def _sources(file):
    """What is compiled with a file: itself, or what it includes if the build has made it (EAGRE_BATCHES)."""
    if file.parent.name != "Unity":
        return [file]
    return [pathlib.Path(line.split('"')[1]) for line in file.read_text().splitlines() if line.startswith("#include")]


def check(source, directory):
    done = subprocess.run(["clang-tidy", "--quiet", "-p", directory, source], capture_output=True, text=True)
    return done.returncode, done.stdout


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    with tempfile.TemporaryDirectory(dir=build, prefix="tidy") as directory:
        (pathlib.Path(directory) / ".clang-tidy").symlink_to(ROOT / ".clang-tidy")
        entries = []
        for (room, where, words), sources in commands(build).items():
            for batch in batches(sorted(sources), LARGEST):
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
    print(f"clang-tidy: {sum(count for count, _ in entries)} sources are clean")


if __name__ == "__main__":
    main()
