# SPDX-License-Identifier: BSD-3-Clause
"""What cases in public repositories have and tutorials have not: each runs, or says what to do."""
import shutil

import numpy as np
import pytest

import foam
from test_bad_cases import BAD_CASE, expect, make_case, run


def short(tmp_path, name="cavity"):
    case = make_case(tmp_path, name)
    foam.append(case, "system/controlDict", "deltaT 0.001; endTime 0.002; writeControl timeStep; writeInterval 2; writeFormat binary;")
    return case


def test_a_time_with_a_copy_of_the_mesh(tmp_path, eagre):
    """`cp -r constant/polyMesh 0`, and a mesh that is another one."""
    case = short(tmp_path)
    run(eagre, "blockMesh", case)
    shutil.copytree(case / "constant/polyMesh", case / "0/polyMesh", ignore=shutil.ignore_patterns("madeFrom"))
    expect(run(eagre, "run", case), 0)
    boundary = case / "0/polyMesh/boundary"
    boundary.write_text(boundary.read_text().replace("movingWall", "lid"))
    expect(run(eagre, "run", case), BAD_CASE, "0/U.*: boundaryField of U has no entry for patch 'lid'")


def test_levels_of_another_mesh(tmp_path, eagre):
    """cellLevel and its like in a repository without the mesh: snappyHexMesh ends with an error beside blockMesh's mesh."""
    case = short(tmp_path)
    (case / "constant/polyMesh").mkdir(exist_ok=True)
    (case / "constant/polyMesh/cellLevel").write_text("3 (0 0 0)\n")
    assert "Removing cellLevel of constant/polyMesh" in run(eagre, "blockMesh", case).stdout
    assert not (case / "constant/polyMesh/cellLevel").exists()


def test_groovy_conditions_are_expressions(tmp_path, eagre):
    groovy = 'movingWall { type groovyBC; variables "a=2*pi;"; valueExpression "vector(a*pos().x, 0, 0)"; timelines (); value uniform (0 0 0); }'
    own = 'movingWall { type exprFixedValue; variables "a=2*pi()"; valueExpr "vector(a*pos().x(), 0, 0)"; value uniform (0 0 0); }'
    fields = []
    for name, lid in (("groovy", groovy), ("own", own)):
        case = short(tmp_path / name)
        foam.append(case, "0/U", f"boundaryField {{ {lid} }}")
        log = run(eagre, "run", case)
        expect(log, 0)
        assert ("boundary condition groovyBC is read as exprFixedValue" in log.stdout) == (name == "groovy")
        fields.append(foam.read_field(case / "0.002/U")[0])
    assert np.array_equal(*fields)


def test_a_zone_with_its_kind(tmp_path, eagre):
    """`cellZone all` of openfoam.org, beside regionType of others."""
    case = short(tmp_path)
    foam.append(case, "system/controlDict", "functions { sum { type volFieldValue; libs (fieldFunctionObjects); operation volIntegrate; fields (p); "
                "regionType cellZone; cellZone all; writeFields no; } }")
    result = run(eagre, "run", case)
    expect(result, 0)
    assert "left out" not in result.stdout and list(case.glob("postProcessing/sum/*/volFieldValue.dat"))


@pytest.mark.skipif(not shutil.which("mergeOrSplitBaffles") or shutil.which("splitBaffles"), reason="no mergeOrSplitBaffles alone on PATH")
def test_split_baffles_of_openfoam_org(tmp_path, eagre):
    case = short(tmp_path)
    (case / "Allrun").write_text("#!/bin/sh\nblockMesh\nsplitBaffles\nicoFoam\n")
    result = run(eagre, "run", case)
    expect(result, 0)
    assert "splitBaffles is not on PATH: 'mergeOrSplitBaffles -split -overwrite' does it" in result.stdout
