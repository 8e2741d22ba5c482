# SPDX-License-Identifier: BSD-3-Clause
"""What a file of a case takes of memory and time has a bound: files that never end, that wait for ever, that grow when they are unpacked
or that expand themselves are refused by name."""
import gzip
import os
import re

import limits
import pytest

from test_bad_cases import BAD_CASE, IO, make_case, run

MEMORY = 2 << 30


def bounded(eagre, *arguments, **variables):
    """With little memory: taking all of it is a failure, and so is waiting."""
    return run(eagre, *arguments, timeout=120, preexec_fn=limits.memory(MEMORY), env=os.environ | variables)


PLACES = ["0.orig/p", "system/controlDict", "system/fvSchemes", "constant/transportProperties"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", ["device", "FIFO"])
def test_what_is_no_plain_file(eagre, tmp_path, place, kind):
    case = make_case(tmp_path, "cavity")
    file = case / place if (case / place).exists() else case / place.replace("0.orig", "0")
    file.unlink()
    if kind == "device":
        file.symlink_to("/dev/zero")
    else:
        os.mkfifo(file)
    for command in ("check", "run"):
        result = bounded(eagre, command, case)
        assert result.returncode in (BAD_CASE, IO) and re.search(f"{file.name}: (is a {kind}, not a file|no such file)", result.stderr), result.stderr


def test_a_file_that_grows_when_it_is_unpacked(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    file = next(p for p in (case / "0.orig/U", case / "0/U") if p.exists())
    text = file.read_bytes()
    file.unlink()
    with gzip.open(f"{file}.gz", "wb", 1) as packed:
        packed.write(text + b"\n" * 20_000_000)
    assert bounded(eagre, "check", case).returncode == 0
    result = bounded(eagre, "check", case, EAGRE_LARGEST_FILE="10M")
    assert result.returncode in (BAD_CASE, IO)
    assert re.search(r"U\.gz: holds more than 10485760 bytes, unpacked; EAGRE_LARGEST_FILE=", result.stderr), result.stderr


def test_a_bound_that_is_none(eagre, tmp_path):
    result = bounded(eagre, "check", make_case(tmp_path, "cavity"), EAGRE_LARGEST_FILE="much")
    assert result.returncode != 0 and "EAGRE_LARGEST_FILE is 'much'; a number of bytes is expected" in result.stderr


NESTED = {
    "values": "a0 1 1 1 1 1 1 1 1 1 1;\n" + "".join(f"a{i} {' '.join([f'$a{i - 1}'] * 10)};\n" for i in range(1, 40)),
    "dictionaries": "d0 { a 1; b 2; }\n" + "".join(f"d{i} {{ {' '.join(f'x{j} {{ $d{i - 1}; }}' for j in range(10))} }}\n" for i in range(1, 40)),
}


@pytest.mark.parametrize("kind", NESTED)
def test_macros_that_expand_one_another(eagre, tmp_path, kind):
    case = make_case(tmp_path, "cavity")
    with open(case / "system/controlDict", "a") as file:
        file.write(NESTED[kind])
    result = run(eagre, "check", case, timeout=120, preexec_fn=limits.memory(500 << 20))
    assert result.returncode == BAD_CASE and re.search(r"controlDict:\d+: this expands to more memory", result.stderr), result.stderr
