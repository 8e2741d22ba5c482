# SPDX-License-Identifier: BSD-3-Clause
"""Where the program and the cases that come with it are: in the source tree, where `cmake --install` or where pip put them."""
import os
import pathlib
import shutil
import subprocess


class NotThere(Exception):
    """A part of the installation is missing."""


def program():
    """The path of the eagre program: the one that has started this module, else that of PATH."""
    found = os.environ.get("EAGRE_PROGRAM") or shutil.which("eagre")
    if not found:
        raise NotThere("the eagre program is not on the PATH")
    return pathlib.Path(found).resolve()


def case(name):
    """The directory of one of Eagre's own cases, which is not to be written to."""
    prefix = program().parent.parent
    for cases in (prefix.parent / "cases", prefix / "share" / "eagre" / "cases"):
        if (cases / name).exists():
            return cases / name
    raise NotThere(f"the case {name} is neither in {prefix.parent / 'cases'} nor in {prefix / 'share' / 'eagre' / 'cases'}")


def run(*arguments, log, each_line=lambda line: None):
    """`eagre arguments`, its output in the file `log` and by lines handed to `each_line`; the exit code."""
    with open(log, "w") as file, subprocess.Popen([program(), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                                  text=True, errors="replace") as process:
        for line in process.stdout:
            file.write(line)
            each_line(line)
    return process.returncode
