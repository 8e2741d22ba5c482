# SPDX-License-Identifier: BSD-3-Clause
"""The scripts of examples/ that need the program alone; test_simulation.py has those that step a case from Python."""
import pathlib
import subprocess
import sys

import pytest

import foam

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("name", ["parameter_study", "restart", "experiment"])
def test_examples(name, tmp_path, eagre):
    result = subprocess.run([sys.executable, ROOT / "examples" / f"{name}.py", "--quick"], capture_output=True, text=True, timeout=120,
                            env=dict(foam.environment(), PYTHONPATH=str(ROOT / "python"), MPLBACKEND="agg", EAGRE_PROGRAM=str(eagre),
                                     TMPDIR=str(tmp_path)))
    assert result.returncode == 0, result.stdout + result.stderr
