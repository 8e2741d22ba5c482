# SPDX-License-Identifier: BSD-3-Clause
"""A mesh and fields that are older than the dictionaries they were made from, and what makes them anew."""
import pathlib
import shutil

import foam
import pytest
from test_bad_cases import BAD_CASE, expect, make_case, replace, run

STEP = "\nstopAt nextWrite;\nwriteControl timeStep;\nwriteInterval 1;\nadjustTimeStep no;\n"


def case_that_ran(eagre, tmp_path):
    case = make_case(tmp_path, "damBreak")
    with open(case / "system" / "controlDict", "a") as control:
        control.write(STEP)
    expect(run(eagre, "run", case), 0)
    return case


def files(case):
    return {str(p.relative_to(case)): p.read_bytes() for p in case.rglob("*") if p.is_file()}


def computed(case):
    return [p.name for p in case.iterdir() if (p / "uniform" / "restart").exists()]


DICTIONARIES = [("system/blockMeshDict", "scale 0.146;", "scale 0.2;", "the mesh in constant/polyMesh was made from system/blockMeshDict, which has changed"),
                ("system/setFieldsDict", "0.1461", "0.2461", "the fields in 0 were made from system/setFieldsDict, which has changed")]


@pytest.mark.parametrize("file,old,new,message", DICTIONARIES, ids=["mesh", "fields"])
def test_an_edited_dictionary_is_noticed(eagre, tmp_path, file, old, new, message):
    case = case_that_ran(eagre, tmp_path)
    replace(case, file, old, new)
    before = files(case)
    for command in ("check", "run"):
        expect(run(eagre, command, case), BAD_CASE, message, "eagre run --fresh", "eagre clean")
    assert files(case) == before
    fresh = run(eagre, "run", "--fresh", case)
    expect(fresh, 0)
    assert "Removing constant/polyMesh/points" in fresh.stdout and "Removing 0/U" in fresh.stdout
    expect(run(eagre, "check", case), 0)


def test_a_comment_is_no_change(eagre, tmp_path):
    case = case_that_ran(eagre, tmp_path)
    replace(case, "system/blockMeshDict", "scale 0.146;", "/* size */ scale 0.146;")
    expect(run(eagre, "check", case), 0)


def test_a_mesh_of_another_program_is_its_own(eagre, tmp_path):
    case = case_that_ran(eagre, tmp_path)
    points = case / "constant" / "polyMesh" / "points"
    points.write_bytes(points.read_bytes() + b"\n// moved by hand\n")
    replace(case, "system/blockMeshDict", "scale 0.146;", "scale 0.2;")
    expect(run(eagre, "check", case), 0)
    cleaning = run(eagre, "clean", case)
    expect(cleaning, 0)
    assert "the mesh of constant/polyMesh differ" in cleaning.stdout and points.exists()


@pytest.mark.parametrize("originals", ["0", "0.orig"])
def test_a_case_whose_fields_include_others_runs_again_when_it_was_cleaned(eagre, tmp_path, originals):
    case = make_case(tmp_path, "damBreak")
    with open(case / "system" / "controlDict", "a") as control:
        control.write(STEP)
    if originals == "0.orig":
        shutil.rmtree(case / "0.orig", ignore_errors=True)
        (case / "0").rename(case / "0.orig")
    (case / originals / "include").mkdir()
    (case / originals / "include" / "values").write_text("speed 0;\n")
    with open(case / originals / "U", "a") as field:
        field.write('\n#include "include/values"\n')
    expect(run(eagre, "run", case), 0)
    expect(run(eagre, "clean", case), 0)
    assert (case / "0").is_dir() == (originals == "0")
    expect(run(eagre, "run", case), 0)


def test_clean_leaves_what_the_user_gave(eagre, tmp_path):
    case = make_case(tmp_path, "damBreak")
    with open(case / "system" / "controlDict", "a") as control:
        control.write(STEP)
    given = files(case)
    expect(run(eagre, "run", "--dump", "both", case), 0)
    (case / "constant" / "polyMesh" / "cellLevel").write_text("as snappyHexMesh leaves it")
    dry = run(eagre, "clean", "--dry-run", case)
    expect(dry, 0)
    assert "Would remove 0/U" in dry.stdout and computed(case) and (case / "dumps").is_dir()
    expect(run(eagre, "clean", case), 0)
    after = files(case)
    zero = "0.orig" if (case / "0.orig").is_dir() else "0"
    assert {name.replace("0/", f"{zero}/", 1) if name.startswith("0/") else name: text for name, text in given.items()} == after
    assert "there is nothing to remove" in run(eagre, "clean", case).stdout
    expect(run(eagre, "run", case), 0)


def test_clean_needs_a_case(eagre, tmp_path):
    (tmp_path / "0").mkdir()
    expect(run(eagre, "clean", tmp_path), BAD_CASE, "not an OpenFOAM case")
    assert (tmp_path / "0").is_dir()


@pytest.mark.parametrize("file, old, new, what", [("system/controlDict", "icoFoam", "icyFoam", "icyFoam"),
                                                  ("system/fvSolution", "\nPISO", "} PISO", "fvSolution:")])
def test_fresh_removes_nothing_for_dictionaries_that_cannot_run(eagre, tmp_path, file, old, new, what):
    case = make_case(tmp_path, "cavity")
    foam.append(case, "system/controlDict", "endTime 0.01; deltaT 0.005; writeControl timeStep; writeInterval 1;")
    expect(run(eagre, "run", case), 0)
    path = case / file
    path.write_text(path.read_text().replace(old, new, 1))
    expect(run(eagre, "run", case, "--fresh"), BAD_CASE, what)
    assert foam.times(case) == ["0", "0.005", "0.01"]


MISTAKES = [("system/fvSchemes", "Euler", "Eulr", BAD_CASE), ("system/blockMeshDict", "hex (0 1 5 4", "hex (0 1 5 99", BAD_CASE)]


@pytest.mark.parametrize("file,old,new,code", MISTAKES, ids=["scheme", "mesh"])
def test_fresh_loses_nothing_before_the_first_step(eagre, tmp_path, file, old, new, code):
    case = case_that_ran(eagre, tmp_path)
    replace(case, file, old, new)
    before = files(case)
    result = run(eagre, "run", "--fresh", case)
    expect(result, code)
    assert "Removing 0/U" in result.stdout and "what was removed is there again" in result.stdout
    assert files(case) == before
    replace(case, file, new, old)
    expect(run(eagre, "run", "--fresh", case), 0)
    assert not (case / "beforeFresh").exists() and computed(case)


def test_fresh_after_a_run_that_was_killed_while_results_were_set_aside(eagre, tmp_path):
    case = case_that_ran(eagre, tmp_path)
    time = computed(case)[0]
    for name in (time, "0"):
        (case / "beforeFresh").mkdir(exist_ok=True)
        (case / name).rename(case / "beforeFresh" / name)
    replace(case, "system/fvSchemes", "Euler", "Eulr")
    result = run(eagre, "run", "--fresh", case)
    expect(result, BAD_CASE)
    assert "a run was killed before its first step" in result.stdout
    assert (case / time / "U").exists() and (case / "0/U").exists() and not (case / "beforeFresh").exists()


@pytest.mark.parametrize("file,old,new", [row[:3] for row in DICTIONARIES], ids=["mesh", "fields"])
def test_where_nothing_has_been_computed_a_run_makes_them_anew(eagre, tmp_path, file, old, new):
    """A run that failed before its first step has left mesh and fields of dictionaries that are corrected then."""
    case = case_that_ran(eagre, tmp_path)
    shutil.rmtree(case / computed(case)[0])
    shutil.rmtree(case / "postProcessing", ignore_errors=True)
    replace(case, file, old, new)
    again = run(eagre, "run", case)
    expect(again, 0)
    assert f"{file} changed since mesh and fields were made, with which nothing has been computed" in again.stdout
    assert "Removing constant/polyMesh/points" in again.stdout and "Removing 0/U" in again.stdout
    expect(run(eagre, "check", case), 0)


@pytest.mark.parametrize("trace", ["postProcessing/mine/0/p", "processor0/0.005/p"])
def test_what_was_computed_is_not_removed_unasked(eagre, tmp_path, trace):
    """The times are gone, but something is left that was computed with the mesh."""
    file, old, new = DICTIONARIES[0][:3]
    case = case_that_ran(eagre, tmp_path)
    shutil.rmtree(case / computed(case)[0])
    shutil.rmtree(case / "postProcessing", ignore_errors=True)
    (case / trace).parent.mkdir(parents=True)
    (case / trace).write_text("kept")
    replace(case, file, old, new)
    result = run(eagre, "run", case)
    expect(result, BAD_CASE, "--fresh")
    assert (case / trace).read_text() == "kept"
