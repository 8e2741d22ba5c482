# SPDX-License-Identifier: BSD-3-Clause
"""One mistake in one file of a case of ours, and what `eagre check` must say of it: an error with file and line, the cause, and no word
about other files."""
import re
import subprocess

import own
import pytest

from own import replace

BAD_CASE = 3


def copy_case(name, tmp_path):
    return own.copy(name, tmp_path / name)


def check(eagre, case, *arguments, command="check"):
    result = subprocess.run([str(eagre), command, *map(str, arguments), "."], cwd=case, capture_output=True, text=True, errors="replace",
                            timeout=60)
    assert result.returncode >= 0, f"signal {-result.returncode}: {result.stderr}"
    return result


def problems(result):
    """The lines of the error, without its heading; a path at the begin of each."""
    lines = result.stderr.strip().splitlines()
    inner = [line[2:] for line in lines if line.startswith("  ")]
    return inner or [re.sub(r"^eagre: error: (\./)?", "", line) for line in lines]


def cases(table):
    """Rows (name, case, file, old, new, line, patterns) as parameters. line: where the error is; 0: of the file as a whole."""
    return pytest.mark.parametrize("case,file,old,new,line,patterns", [row[1:] for row in table], ids=[row[0] for row in table])


def expect_only(eagre, tmp_path, case, file, old, new, line, patterns):
    """Makes the mistake; each problem must be of this file, the first at this line, and all patterns must be there."""
    directory = copy_case(case, tmp_path)
    replace(directory, file, old, new)
    result = check(eagre, directory)
    assert result.returncode == BAD_CASE, f"exit code {result.returncode}: {result.stdout[-500:]}{result.stderr}"
    found = problems(result)
    place = f"{file}:{line}:" if line else f"{file}:"
    assert found and found[0].startswith(place), f"not at {place} but:\n{result.stderr}"
    for problem in found:
        assert problem.startswith(file), f"about another file: {problem}"
    for pattern in patterns:
        assert re.search(pattern, result.stderr), f"no '{pattern}' in:\n{result.stderr}"
