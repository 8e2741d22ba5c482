# SPDX-License-Identifier: BSD-3-Clause
"""Gradients by least squares over the cells around points and edges: one step against v1912 on triangles and on slanted boxes, on several ranks."""
import dataclasses
import shutil

import pytest

import cases
import foam
import test_one_step as one_step
import test_refinement

SLANTED = """FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }
convertToMeters 0.1;
vertices ((0 0 0) (1.1 0.1 0) (1 1 0.2) (-0.1 1 0) (0.1 0.1 0.9) (1 0 1.1) (1.2 1 1) (0 1 1));
blocks (hex (0 1 2 3 4 5 6 7) (7 8 6) simpleGrading (2 1 0.5));
edges (arc 4 5 (0.5 -0.2 1.1));
boundary
(
    movingWall { type wall; faces ((3 7 6 2)); }
    fixedWalls { type wall; faces ((0 4 7 3) (2 6 5 1) (1 5 4 0) (0 3 2 1) (4 5 6 7)); }
    frontAndBack { type empty; faces (); }
);
"""
BASE = {
    "slanted": cases.Case("slanted", f"{cases.ICO}/cavity/cavity", "icoFoam", cases.ICO_FIELDS, ("p", "pFinal", "U"), 0.05, 0.005,
                          files={"system/blockMeshDict": SLANTED}),
    "elbow": next(case for case in cases.CASES if case.name == "elbow"),
}
CONVECTION = "divSchemes { div(phi,U) Gauss linearUpwind grad(U); }"
GRADIENTS = {
    "points": "gradSchemes { default pointCellsLeastSquares; }",
    "edges": "gradSchemes { default edgeCellsLeastSquares; }",
    "limited": "gradSchemes { default pointCellsLeastSquares; grad(U) cellLimited edgeCellsLeastSquares 1; }",
}


def case_of(mesh, gradient):
    return dataclasses.replace(BASE[mesh], name=mesh + gradient, developed=BASE[mesh].developed / 4,
                               overrides=(("system/fvSchemes", CONVECTION + GRADIENTS[gradient]),))


def fields_of(case, directory):
    time = foam.times(directory)[-1]
    return {name: foam.read_field(directory / time / name)[0] for name in case.fields}


@pytest.mark.parametrize("gradient", GRADIENTS)
@pytest.mark.parametrize("mesh", BASE)
def test_one_step(mesh, gradient, tmp_path, eagre, monkeypatch):
    monkeypatch.setattr(one_step, "LIMIT", 1e-9)
    case = case_of(mesh, gradient)
    one_step.compare(case, tmp_path, eagre)
    ours, linear, many = (tmp_path / name for name in ("eagre", "linear", "many"))
    last = foam.times(ours)[-1]
    for other in (linear, many):
        shutil.copytree(ours, other)
        shutil.rmtree(other / last)
    foam.append(linear, "system/fvSchemes", "gradSchemes { default Gauss linear; grad(U) Gauss linear; }")
    foam.run([eagre, "run", linear])
    foam.run([eagre, "run", many, "-n", 3])
    alone, others, differently = (fields_of(case, directory) for directory in (ours, many, linear))
    for name in case.fields:
        assert foam.relative_l2(others[name], alone[name]) < 1e-9, name
    assert foam.relative_l2(differently["U"], alone["U"]) > 1e-5, "the gradient does not matter here"


def test_a_mesh_that_is_refined(tmp_path, eagre):
    """Where cells of two sizes meet snGrad(alpha) is corrected by gradients, which over points differ from zero beyond the neighbours of the
    interface. Beside v1912 on the mesh of a time, and on several ranks, which refine it once more."""
    case = test_refinement.make(tmp_path / "case", 2)
    foam.append(case, "system/fvSchemes", "gradSchemes { default pointCellsLeastSquares; }")
    foam.append(case, "system/controlDict", "startFrom latestTime; writeInterval 1;")
    many = tmp_path / "many"
    shutil.copytree(case, many)
    test_refinement.run(eagre, case)
    test_refinement.run(eagre, many, "-n", 3)
    test_refinement.compare(many, case, "0.016", 1e-9)
    judge = foam.sound("interFoam")
    if judge is None:
        pytest.skip("no sound OpenFOAM: make judge")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for static in (ours, theirs):
        shutil.copytree(case, static)
        shutil.rmtree(static / "0.016")
        (static / "constant" / "dynamicMeshDict").unlink()
    test_refinement.run(eagre, ours)
    foam.run([judge, "-case", theirs])
    for field in ("alpha.water", "p_rgh", "U"):
        assert foam.relative_l2(foam.read_field(ours / "0.016" / field)[0], foam.read_field(theirs / "0.016" / field)[0]) < 1e-9, field
