# SPDX-License-Identifier: BSD-3-Clause
"""The table of public cases on two small repositories: a work tree, and a git directory as `git clone --bare` makes it."""
import pathlib
import shutil
import subprocess
import sys

import real_cases_table

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def repositories(folder):
    tree = folder / "somebody+flows"
    shutil.copytree(ROOT / "cases" / "cavity", tree / "cavity")
    moving = tree / "moving"
    shutil.copytree(ROOT / "cases" / "damBreak", moving)
    (moving / "constant" / "dynamicMeshDict").write_text("FoamFile { object dynamicMeshDict; }\ndynamicFvMesh dynamicRefineBalancedFvMesh;\n")
    shutil.copytree(tree / "cavity", tree / "later")
    control = tree / "later" / "system" / "controlDict"
    control.write_text(control.read_text() + "\nstartFrom startTime;\nstartTime 0.5;\n")
    shutil.copytree(tree / "cavity", tree / "empty")
    shutil.rmtree(tree / "empty" / "system")
    (tree / "empty" / "system").mkdir()
    (tree / "empty" / "system" / "controlDict").write_text("application simpleFoam;\n")
    work = folder / "work"
    shutil.copytree(ROOT / "cases" / "cavity", work / "deep" / "cavity")
    git = ["git", "-C", work, "-c", "user.name=n", "-c", "user.email=e"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "cases"]):
        subprocess.run(git + command, check=True)
    (folder / "other+cases").mkdir()
    shutil.move(work / ".git", folder / "other+cases" / "repo")
    shutil.rmtree(work)


def test_rows_of_two_repositories(eagre, tmp_path):
    (tmp_path / "fetched").mkdir()
    repositories(tmp_path / "fetched")
    before = sorted(p for p in (tmp_path / "fetched").rglob("*"))
    page = tmp_path / "page.md"
    subprocess.run([sys.executable, ROOT / "tests" / "parity" / "real_cases_table.py", "--repositories", tmp_path / "fetched", "--bin",
                    pathlib.Path(eagre).parent, "--output", page], check=True, capture_output=True)
    rows = {line.split(" | ")[0].removeprefix("| "): line.split(" | ") for line in page.read_text().splitlines() if line.startswith("| ")}
    assert rows["somebody/flows: cavity"][3:7] == ["complete", "runs", "", "runs"]
    assert float(rows["somebody/flows: cavity"][7].split()[0]) < real_cases_table.BAR
    assert rows["other/cases: deep/cavity"][4] == "runs"
    assert rows["somebody/flows: moving"][3:5] == ["refined mesh", "does not run"]
    assert "dynamicRefineBalancedFvMesh" in rows["somebody/flows: moving"][5]
    assert rows["somebody/flows: later"][3:5] == ["incomplete", "does not run"]
    assert rows["somebody/flows: later"][5].startswith("lacks fields of its start time 0.5"), rows["somebody/flows: later"]
    assert rows["somebody/flows: empty"][4] == "other solver"
    assert "complete: 2 of 2 run (100 %)" in page.read_text()
    assert sorted(p for p in (tmp_path / "fetched").rglob("*")) == before
    whole = page.read_text()
    subprocess.run([sys.executable, ROOT / "tests" / "parity" / "real_cases_table.py", "--repositories", tmp_path / "fetched", "--bin",
                    pathlib.Path(eagre).parent, "--output", page, "--only", "deep/cavity"], check=True, capture_output=True)
    assert page.read_text() == whole
