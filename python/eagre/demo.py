# SPDX-License-Identifier: BSD-3-Clause
"""`eagre demo`: a column of water falls against a step (cases/damBreak), and its pictures."""
import argparse
import os
import pathlib
import shutil
import sys
import time

from eagre import installed, plot


class Bar:
    """How far a run is, by the lines `Time = t` of its log: a bar on a terminal, else a line for each tenth."""

    def __init__(self, end):
        self.end, self.shown = end, 0

    def __call__(self, line):
        if line.startswith("Time = "):
            percent = int(100 * float(line.split()[2].rstrip("s")) / self.end)
            if percent >= self.shown + (1 if sys.stderr.isatty() else 10):
                self.shown = percent
                if sys.stderr.isatty():
                    plot.progress(min(percent, 100), 100)
                else:
                    print(f"  {percent} %", file=sys.stderr, flush=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="eagre demo", description="runs a case that comes with Eagre, a column of water that falls, and draws it")
    parser.add_argument("directory", nargs="?", default="demo", type=pathlib.Path, help="where to (default: %(default)s)")
    parser.add_argument("-n", "--ranks", type=int, default=min(2, os.cpu_count() or 1), help="number of MPI ranks (default: %(default)s)")
    options = parser.parse_args(arguments)
    case, log = options.directory / "damBreak", options.directory / "log.damBreak"
    began = time.monotonic()
    options.directory.mkdir(parents=True, exist_ok=True)
    shutil.copytree(installed.case("damBreak"), case, dirs_exist_ok=True)
    print(f"eagre run {case} -n {options.ranks} --fresh     (log: {log})", flush=True)
    if code := installed.run("run", case, "-n", options.ranks, "--fresh", log=log, each_line=Bar(1.0)):
        print("".join(log.read_text().splitlines(keepends=True)[-20:]), file=sys.stderr)
        return code
    print(f"eagre plot {case} --movie", flush=True)
    plot.main([str(case), "--movie"])
    pictures = (case / "pictures").resolve()
    print(f"\n{time.monotonic() - began:.0f} s\nfor ParaView:  {case.resolve() / 'damBreak.foam'}\nanimation:     {pictures / 'damBreak.gif'}\n"
          f"picture:       {pictures / 'damBreak_0.3.png'}   (and one for every time)")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except installed.NotThere as error:
        sys.exit(f"eagre demo: error: {error}")
