# SPDX-License-Identifier: BSD-3-Clause
"""Runs that blow up end with exit code 4 and name field, cell and time; the time before stays whole. And inputs that nothing
reads, and applications that Eagre does not have, are named as what they are."""
import re
import subprocess

import pytest
import own

BAD_CASE, DIVERGED = 3, 4


def make_case(tmp_path, name):
    case = tmp_path / name
    own.copy(name, case)
    return case


def substitute(case, file, pattern, new):
    path = case / file
    text, n = re.subn(pattern, new, path.read_text(), flags=re.M)
    assert n, f"{file} has nothing like '{pattern}'"
    path.write_text(text)


def control(case, **entries):
    for keyword, value in entries.items():
        path = case / "system/controlDict"
        text, n = re.subn(rf"^{keyword}\b.*$", f"{keyword} {value};", path.read_text(), flags=re.M)
        path.write_text(text if n else f"{text}\n{keyword} {value};\n")


def run(eagre, case, *arguments):
    done = subprocess.run([str(eagre), "run", str(case), *arguments], capture_output=True, text=True, errors="replace", timeout=120)
    return done.returncode, done.stdout + done.stderr


def make_turbulent(case):
    """pisoFoam with k-epsilon on the cavity."""
    control(case, application="pisoFoam")
    (case / "constant/transportProperties").write_text("transportModel Newtonian;\nnu 1e-5;\n")
    (case / "constant/turbulenceProperties").write_text("simulationType RAS;\nRAS { RASModel kEpsilon; turbulence on; printCoeffs off; }\n")
    walls = {"nut": "nutkWallFunction", "k": "kqRWallFunction", "epsilon": "epsilonWallFunction"}
    dimensions = {"nut": "[0 2 -1 0 0 0 0]", "k": "[0 2 -2 0 0 0 0]", "epsilon": "[0 2 -3 0 0 0 0]"}
    for field, value in (("nut", 0), ("k", 0.00325), ("epsilon", 0.000765)):
        (case / "0" / field).write_text(
            "FoamFile { version 2.0; format ascii; class volScalarField; object " + field + "; }\n"
            f"dimensions {dimensions[field]};\ninternalField uniform {value};\nboundaryField\n{{\n"
            f"    frontAndBack {{ type empty; }}\n    \".*\" {{ type {walls[field]}; value uniform {value}; }}\n}}\n")
    (case / "system/fvSchemes").write_text(
        "ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } divSchemes { default Gauss linear; }\n"
        "laplacianSchemes { default Gauss linear corrected; } interpolationSchemes { default linear; }\n"
        "snGradSchemes { default corrected; } wallDist { method meshWave; }\n")
    path = case / "system/fvSolution"
    path.write_text(path.read_text().replace("solvers\n{", "solvers\n{\n    \"(k|epsilon)\" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-5; relTol 0; }", 1))


BLOW_UPS = {
    "icoFoam": ("cavity", lambda case: control(case, deltaT=5000, endTime="5e7", writeControl="timeStep", writeInterval=1)),
    "pisoFoam": ("cavity", lambda case: (make_turbulent(case), control(case, deltaT=5000, endTime="5e7", writeControl="timeStep", writeInterval=1))),
}


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("solver", BLOW_UPS)
@pytest.mark.parametrize("solvers", ["fast", "as-written"])
def test_a_run_that_blows_up_says_where(eagre, tmp_path, solver, ranks, solvers):
    name, change = BLOW_UPS[solver]
    case = make_case(tmp_path, name)
    change(case)
    code, text = run(eagre, case, "--solvers", solvers, "-n", str(ranks))
    assert code == DIVERGED, text[-3000:]
    assert re.search(r"diverged at time \S+ s, after \d+ steps: \S+ is \S.* in cell \d+ at \(", text), text[-1500:]
    for dump in case.glob("[0-9]*/U"):
        assert not re.search(r"\b(nan|inf)\b", dump.read_text(errors="replace")), f"{dump} holds what is no number"


@pytest.mark.parametrize("name, what", [
    ("compressibleInterFoam", "compressible two-phase flow, which Eagre does not have"),
    ("overSimpleFoam", r"steady incompressible flow on overset meshes, which Eagre does not have"),
    ("olaFlow", "package olaFlow"),
    ("multiphaseInterFoam", "more than two phases"),
    ("interFaom", "did you mean 'interFoam'"),
])
def test_an_application_of_openfoam_is_named_as_what_it_is(eagre, tmp_path, name, what):
    case = make_case(tmp_path, "cavity")
    control(case, application=name)
    code, text = run(eagre, case)
    assert code == BAD_CASE
    assert re.search(rf"system/controlDict:\d+: .*{what}", text), text
    assert ("did you mean" in text) == (name == "interFaom")


def test_inputs_that_nothing_reads_are_named_once(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    control(case, endTime=0.01)
    header = "FoamFile { version 2.0; format ascii; class dictionary; object x; }\n"
    (case / "constant/regionProperties").write_text(header + "regions ();\n")
    for harmless in ("system/decomposeParDict", "system/snappyHexMeshDict.old", "system/fvSolution.orig", "constant/notes.txt"):
        (case / harmless).write_text(header + "a 1;\n")
    (case / "constant/transportProperties").write_text((case / "constant/transportProperties").read_text() + "\nthermal { Pr 0.7; }\n")
    code, text = run(eagre, case)
    assert code == 0, text
    assert text.count("constant/regionProperties: nothing in Eagre reads this file") == 1, text
    assert re.search(r"constant/transportProperties:\d+: nothing in Eagre reads the dictionary 'thermal'", text), text
    assert text.count("nothing in Eagre reads") == 2, text


@pytest.mark.parametrize("name", ["cavity", "damBreak"])
def test_our_own_cases_have_nothing_unread(eagre, tmp_path, name):
    case = make_case(tmp_path, name)
    control(case, endTime=0.01 if name == "cavity" else 0.002)
    code, text = run(eagre, case)
    assert code == 0, text
    assert "nothing in Eagre reads" not in text
