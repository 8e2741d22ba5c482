# SPDX-License-Identifier: BSD-3-Clause
"""The table of public cases on two small repositories: a work tree, and a git directory as `git clone --bare` makes it."""
import pathlib
import shutil
import subprocess
import sys

import foam
import known_differences
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
    (tree / "empty" / "system" / "controlDict").write_text("application buoyantSimpleFoam;\n")
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


def test_known_differences_of_a_case(tmp_path):
    case = tmp_path / "case"
    for folder in ("0", "system"):
        (case / folder).mkdir(parents=True)
    (case / "0" / "U").write_text("internalField uniform (0 0 0);\nboundaryField { lid { type fixedValue; value uniform (1 0 0); } }\n")
    assert known_differences.substitute(case) == []
    schemes = case / "system" / "fvSchemes"
    schemes.write_text("ddtSchemes { default CrankNicolson 0.9; ddt(k) CrankNicolson ocCoeff 1; }\n")
    (case / "0" / "k").write_text("dimensions [0 2 -2 0 0 0 0]; internalField uniform 0; boundaryField { a { type turbulentInlet; value $internalField; } }\n")
    assert known_differences.substitute(case) == ["Euler for CrankNicolson", "fixedValue for turbulentInlet"]
    assert schemes.read_text() == "ddtSchemes { default Euler; ddt(k) Euler; }\n"
    assert known_differences.vary(case, 5) == ["U", "k"]
    U, k = (foam.read_field(case / "0" / name)[0] for name in ("U", "k"))
    assert U.shape == (5, 3) and k.shape == (5, 1)
    assert 0 < abs(U).max() <= 0.1 and 0 <= k.min() < k.max() <= 1e-3
    assert "value uniform 0;" in (case / "0" / "k").read_text(), "patches keep their values"
    assert known_differences.late(case) == set()
    (case / "system" / "functions").write_text("a { type scalarTransport; D 1; field dye; } b { type probes; field p; }\n")
    assert known_differences.late(case) == {"dye"}


def test_fields_that_are_rounding_alone():
    assert known_differences.rounding({"U": 1e-16, "phi": 1e-18, "p": 3e-14, "p_rgh": 5.0, "k": 1e-20}) == {"U", "phi", "p"}
    assert known_differences.rounding({"U": 1.0, "p": 1e-13}) == {"p"}
    assert known_differences.rounding({"U": 1e-3, "phi": 1e-9, "p": 1e-9}) == set()


def test_what_is_left_out_of_a_difference(tmp_path):
    for name, U, p in (("ours", 1.0, 1e-14), ("theirs", 1.0 + 1e-9, -1e-14)):
        time = tmp_path / name / "0.1"
        time.mkdir(parents=True)
        (tmp_path / name / "system").mkdir()
        (time / "U").write_text(f"internalField nonuniform List<vector> 2\n(\n(0 0 0)\n({U!r} 0 0)\n);\nboundaryField {{}}\n")
        (time / "p").write_text(f"internalField nonuniform List<scalar> 2\n(\n{p!r}\n0\n);\nboundaryField {{}}\n")
    worst = real_cases_table.largest_difference(tmp_path / "ours", tmp_path / "theirs")
    assert real_cases_table.shown(worst) == "1e-09 (p: rounding alone)"
