# SPDX-License-Identifier: BSD-3-Clause
"""`cmake --install`, and what an installed program finds: its Python package, its cases, the stored results of `eagre test`."""
import json
import os
import pathlib
import re
import subprocess
import sys

import foam
import own
from eagre import selfcheck


def test_installed_program_checks_itself(bin_directory, tmp_path):
    prefix = tmp_path / "prefix"
    foam.run(["cmake", "--install", bin_directory.parent, "--prefix", prefix])
    assert (prefix / "lib" / "eagre" / "openfoam" / "interFoam").resolve() == prefix / "bin" / "eagre"
    for file in ("man/man1/eagre.1", "bash-completion/completions/eagre", "zsh/site-functions/_eagre"):
        assert (prefix / "share" / file).exists()
    environment = {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"}
    result = subprocess.run([prefix / "bin" / "eagre", "test"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("\nok ") == 9 and "all is well" in result.stdout


def test_other_results_fail(eagre, tmp_path, monkeypatch, capsys):
    """Results that differ by a thousandth of a field's largest value."""
    stored = json.loads(selfcheck.STORED.read_text())
    scale = max(map(abs, stored["cavity"]["U"].values()))
    stored["cavity"]["U"]["weighted"] += 1e-3 * scale
    (tmp_path / "stored.json").write_text(json.dumps(stored))
    monkeypatch.setattr(selfcheck, "STORED", tmp_path / "stored.json")
    monkeypatch.setattr(selfcheck, "CASES", selfcheck.CASES[:1])
    monkeypatch.setattr(selfcheck, "RESTARTED", selfcheck.CASES[0])
    assert selfcheck.main([]) == 1
    assert capsys.readouterr().out.count("FAILED cavity") == 4


def test_version(eagre):
    lines = foam.run([eagre, "--version"]).stdout.splitlines()
    assert re.fullmatch(r"Eagre \d+\.\d+\.\d+", lines[0])
    assert [line.split(":")[0] for line in lines[1:]] == ["commit", "MPI", "HDF5", "NetCDF", "processor"]
    assert re.search(r"MPI.*(MPI|MPICH).*\d", lines[2]) and re.search(r" \d+\.\d+\.\d+$", lines[3])


def test_ranks_that_do_not_know_each_other(eagre, tmp_path, monkeypatch):
    """What an mpirun of another MPI makes of -n 2: two programs that would each run the whole case."""
    case = own.copy("cavity", tmp_path / "cavity")
    monkeypatch.setenv("EAGRE_RANKS_STARTED", "2")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode != 0 and "mpirun belongs to another MPI" in result.stdout
    assert [path.name for path in case.glob("[0-9]*")] == ["0"]
