#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""cppcheck on all of src/, many sources at a time (batches.py): headers are read once per batch, which takes a third of the time."""
import os
import pathlib
import subprocess
import sys
import tempfile

from batches import batches

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPTIONS = ["--quiet", "--error-exitcode=1", "--enable=warning,portability", "--inline-suppr", "--suppress=internalAstError",
           "--suppress=syntaxError", "--suppress=objectIndex", "--suppress=duplInheritedMember:*/src/fv/equation/terms_kernels.hpp",
           "--std=c++20", "--language=c++", f"-I{ROOT / 'src'}", "-j", str(os.cpu_count())]


def main():
    rooms = {}
    for source in sorted((ROOT / "src").rglob("*.cpp")):
        rooms.setdefault(source.relative_to(ROOT / "src").parts[0], []).append(source)
    with tempfile.TemporaryDirectory(prefix="eagre-cppcheck-") as directory:
        for room, sources in rooms.items():
            for number, batch in enumerate(batches(sources, 30)):
                pathlib.Path(directory, f"{room}_{number}.cpp").write_text("".join(f'#include "{source}"\n' for source in batch))
        return subprocess.run(["cppcheck", *OPTIONS, directory], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
