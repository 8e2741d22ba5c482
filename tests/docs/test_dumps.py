# SPDX-License-Identifier: BSD-3-Clause
"""The commands of docs/dumps.md, run as they stand."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_commands(tmp_path, bin_directory):
    commands = re.search(r"```sh\n(.*?)```", (ROOT / "docs" / "dumps.md").read_text(), re.S)[1]
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "bin").symlink_to(bin_directory)
    result = subprocess.run(["bash", "-euc", commands], cwd=tmp_path, capture_output=True, text=True, env=os.environ, timeout=900)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    case = tmp_path / "myDumps"
    assert "latest that is whole: 1\n" in result.stdout and "Continuing from the dump of time 0.75" in result.stdout
    assert (case / "0.75" / "U").exists() and (case / "1" / "U").exists()
    kept = {p.name for p in (case / "dumps").glob("[0-9]*.vtkhdf")}
    assert kept == {"0.05.vtkhdf", "0.5.vtkhdf", "0.9.vtkhdf", "0.95.vtkhdf", "1.vtkhdf"}


def test_the_words_of_the_settings_are_those_of_the_program(tmp_path, eagre):
    """The block `dump` of the document is taken as it stands."""
    block = re.search(r"```\n(dump\n\{.*?\})\n```", (ROOT / "docs" / "dumps.md").read_text(), re.S)[1]
    case = tmp_path / "cavity"
    subprocess.run(["cp", "-r", str(ROOT / "cases" / "cavity"), str(case)], check=True)
    with open(case / "system" / "controlDict", "a") as control:
        control.write("\n" + block + "\nendTime 0.1; writeInterval 20;\n")
    result = subprocess.run([eagre, "run", case, "-n", "2"], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert (case / "dumps" / "0.1.vtkhdf").exists() and not (case / "0.1").exists()
