# SPDX-License-Identifier: BSD-3-Clause
"""A case may come from anywhere (docs/security.md): nothing of it is run as a program or as Python, and nothing is written, replaced or
removed outside of it."""
import os
import pathlib
import re
import shutil
import subprocess

import foam
import own
import pytest

BAD_CASE, USAGE = 3, 2
POLY_MESH = "constant/polyMesh"


def run(eagre, directory, *arguments, **options):
    result = subprocess.run([str(eagre), *map(str, arguments)], cwd=directory, capture_output=True, text=True, errors="replace", timeout=120,
                            **options)
    assert result.returncode >= 0, f"signal {-result.returncode}: {result.stderr}"
    return result


@pytest.fixture
def case(tmp_path):
    """work/a/b/cavity: what leaves the case by one, two or three directories is found in tmp_path."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    directory = own.copy("cavity", tmp_path / "a" / "b" / "cavity")
    foam.append(directory, "system/controlDict", "endTime 0.01; writeInterval 1;")
    return directory


def outside(case):
    root = case.parent.parent.parent
    return sorted(str(p.relative_to(root)) for p in root.rglob("*") if case not in p.parents and p != case and p.is_file())


TRAPS = ["numpy", "matplotlib", "pyvista", "argparse", "runpy", "site", "sitecustomize", "usercustomize", "eagre"]


@pytest.mark.parametrize("python_path", [None, "", ":", ".", "nowhere:.:"])
def test_python_takes_no_module_from_the_working_directory(eagre, case, python_path):
    foam.run([eagre, "run", case, "--dump", "hdf5"])
    for name in TRAPS:
        (case / f"{name}.py").write_text(f"open('PWNED_{name}', 'w')\n")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | ({} if python_path is None else {"PYTHONPATH": python_path})
    result = run(eagre, case, "plot", ".", env=environment)
    assert not list(case.glob("PWNED*"))
    assert result.returncode == 0 and list((case / "pictures").glob("*.png")), result.stderr


def test_python_takes_modules_from_absolute_directories_of_pythonpath(eagre, case, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "matplotlib.py").write_text("raise SystemExit('mine')\n")
    result = run(eagre, case, "plot", ".", env=os.environ | {"PYTHONPATH": str(tmp_path / "mine")})
    assert result.returncode != 0 and "mine" in result.stderr


def test_a_case_whose_name_is_no_mathematics(eagre, case):
    odd = case.rename(case.parent / r"$\frac$")
    foam.run([eagre, "run", odd, "--dump", "hdf5"])
    result = run(eagre, odd.parent, "plot", odd.name)
    assert result.returncode == 0, result.stderr


FUNCTIONS = {
    "result of Q": 'evil { type Q; writeControl writeTime; result "../../../evil"; }',
    "result of CourantNo": 'evil { type CourantNo; writeControl writeTime; result "/%s/evil"; }',
    "name of a set": 'f { type sets; writeControl writeTime; setFormat raw; interpolationScheme cell; fields (p); sets ( "../../../../evil" '
                     '{ type uniform; axis x; start (0.01 0.05 0.005); end (0.09 0.05 0.005); nPoints 3; } ); }',
    "name of a surface": 'f { type surfaces; writeControl writeTime; surfaceFormat vtk; interpolationScheme cell; fields (p); surfaces ( '
                         '"../../../../evil" { type patch; patches (movingWall); } ); }',
    "window": 'f { type fieldAverage; writeControl writeTime; fields ( U { mean on; prime2Mean off; base time; window 1; windowType '
              'approximate; windowName "x/../../../../evil"; } ); }',
    "field of a transported scalar": 'f { type scalarTransport; field "../../evil"; D 1; }',
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_objects_write_inside(eagre, case, tmp_path, name):
    entry = FUNCTIONS[name]
    foam.append(case, "system/controlDict", "functions { " + (entry % tmp_path if "%s" in entry else entry) + " }")
    result = run(eagre, case, "run", ".")
    assert outside(case) == []
    assert result.returncode == 0, result.stderr
    assert re.search("left out: .*cannot be the name of a file|left out: .*is not the name of a file", result.stdout), result.stdout[-800:]


TOOLS = {
    "setFields": ("system/setFieldsDict", 'defaultFieldValues ( volScalarFieldValue "../../victim" 5 ); regions ();'),
    "setExprFields": ("system/setExprFieldsDict", 'expressions ( e { field "../../evil"; create yes; expression #{ 1 #}; } );'),
    "topoSet": ("system/topoSetDict", 'actions ( { name "../../../../evil"; type cellSet; action new; source boxToCell; '
                                      'sourceInfo { box (-1 -1 -1) (1 1 1); } } );'),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_mesh_and_field_tools_write_inside(eagre, case, tool):
    victim = case.parent / "victim"
    shutil.copy(case / "0" / "p", victim)
    before = victim.read_bytes(), outside(case)
    file, entries = TOOLS[tool]
    header = f'FoamFile {{ version 2.0; format ascii; class dictionary; object {pathlib.Path(file).name}; }}\n'
    (case / file).write_text(header + entries)
    result = run(eagre, case, tool, ".")
    assert (victim.read_bytes(), outside(case)) == before
    assert result.returncode == BAD_CASE and pathlib.Path(file).name + ":2" in result.stderr, result.stderr


@pytest.mark.parametrize("damage", ["missing", "dangling link"])
@pytest.mark.parametrize("command", ["check", "run"])
def test_a_part_of_a_mesh_is_not_replaced(eagre, case, damage, command):
    """An interrupted copy of snappyHexMesh's mesh: blockMeshDict lies there, too."""
    foam.run([eagre, "blockMesh", case])
    (case / POLY_MESH / "madeFrom").unlink()  # not ours
    (case / POLY_MESH / "faces").unlink()
    if damage != "missing":
        (case / POLY_MESH / "faces").symlink_to("/nowhere/faces")
    before = {p.name: p.read_bytes() for p in (case / POLY_MESH).iterdir() if p.exists()}
    result = run(eagre, case, command, ".")
    assert {p.name: p.read_bytes() for p in (case / POLY_MESH).iterdir() if p.exists()} == before
    assert result.returncode == BAD_CASE, result.stdout[-500:]
    assert re.search("there is a part of a mesh .*constant/polyMesh/points.*Copy the missing files, or remove these", result.stderr)


def test_a_part_of_blockmeshs_mesh_is_made_anew(eagre, case):
    foam.run([eagre, "blockMesh", case])
    (case / POLY_MESH / "faces").unlink()
    assert run(eagre, case, "run", ".").returncode == 0
    assert (case / POLY_MESH / "faces").exists()


def test_a_boundary_alone_is_no_mesh(eagre, case):
    """As tutorials of OpenFOAM 2 have it beside their blockMeshDict."""
    foam.run([eagre, "blockMesh", case])
    for file in (case / POLY_MESH).iterdir():
        if file.name != "boundary":
            file.unlink()
    assert run(eagre, case, "run", ".").returncode == 0


@pytest.mark.parametrize("ranks", ["1000000", "0", "-1", "nan"])
def test_ranks_that_no_machine_has(eagre, case, ranks):
    result = run(eagre, case, "run", ".", "-n", ranks)
    assert result.returncode == USAGE and "--ranks" in result.stderr


def test_ranks_start_where_there_is_no_ssh(eagre, case, tmp_path):
    """As in a bare container: OpenMPI asks for it before it starts ranks on its own machine."""
    mpirun = pathlib.Path(shutil.which("mpirun")).resolve()
    bare = tmp_path / "bare"
    bare.mkdir()
    for program in ("mpirun", "orted", "sh"):
        (bare / program).symlink_to(mpirun if program == "mpirun" else shutil.which(program) or mpirun)
    result = run(eagre, case, "run", ".", "-n", 2, env=dict(foam.environment(), PATH=str(bare)))
    assert result.returncode == 0, result.stderr
