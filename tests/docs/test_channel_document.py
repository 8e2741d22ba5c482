# SPDX-License-Identifier: BSD-3-Clause
"""docs/channel.md: its commands run as they stand, its table is the program's, the example inputs are valid."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "channel.md").read_text()


def test_commands(tmp_path, bin_directory):
    commands = "".join(re.findall(r"```sh\n(.*?)```", TEXT.partition("## Equations")[0], re.S))
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    env = dict(os.environ, PATH=f"{bin_directory}:{os.environ['PATH']}")
    result = subprocess.run(["bash", "-euc", commands], cwd=tmp_path, capture_output=True, text=True, env=env, timeout=900)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    assert (tmp_path / "wave" / "initial.png").stat().st_size > 10000 and (tmp_path / "phi_100.nc").exists()
    assert {p.name for p in (tmp_path / "wave").glob("restart_*.nc")} == {"restart_00000100.nc", "restart_00000150.nc"}
    assert (tmp_path / "wave" / "pictures" / "series.png").exists()


def test_the_table_of_keys_is_that_of_the_program(eagre):
    table = subprocess.run([eagre, "channel", "keys"], capture_output=True, text=True, check=True).stdout.strip()
    assert table in TEXT


@pytest.mark.parametrize("name", sorted(p.stem for p in (ROOT / "cases" / "channel").glob("*.toml")))
def test_example_inputs_make_an_initial_condition_and_steps(name, tmp_path, eagre):
    command = [eagre, "channel", "run", ROOT / "cases" / "channel" / f"{name}.toml", "--directory", tmp_path / name, "--steps", "2"]
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / name / "fields_00000002.nc").exists()
