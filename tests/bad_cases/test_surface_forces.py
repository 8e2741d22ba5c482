# SPDX-License-Identifier: BSD-3-Clause
"""Surface tension that a case asks for and a model does not have."""
import re

import pytest

import foam
import mistakes
import surface_tension

GEOMETRIC = ["heightFunction", "fitParaboloid"]


def refused(eagre, case, pattern, command="run"):
    result = mistakes.check(eagre, case, command=command)
    assert result.returncode == mistakes.BAD_CASE, result.stdout[-800:] + result.stderr
    assert re.search(pattern, result.stderr), result.stderr


def test_contact_angles_need_another_model_than_a_fit(eagre, tmp_path):
    case, _ = surface_tension.static_drop(tmp_path / "case", 8, "fitParaboloid", end=0.01)
    path = case / "0" / "alpha.water"
    wall = "x0 { type constantAlphaContactAngle; theta0 60; limit gradient; value uniform 0; }"
    path.write_text(re.sub(r"x0 \{[^}]*\}", wall, path.read_text()))
    mesh = case / "system/blockMeshDict"
    mesh.write_text(mesh.read_text().replace("x0 { type symmetryPlane;", "x0 { type wall;"))
    for name, condition in (("U", "type noSlip;"), ("p_rgh", "type fixedFluxPressure; value uniform 0;")):
        field = case / "0" / name
        field.write_text(re.sub(r"x0 \{[^}]*\}", f"x0 {{ {condition} }}", field.read_text()))
    refused(eagre, case, "contact angles need `curvatureModel heightFunction`, `RDF` or `gradAlpha`")
    for other in ("gradAlpha", "heightFunction"):
        foam.append(case, "constant/transportProperties", f"surfaceForces {{ curvatureModel {other}; }}")
        assert mistakes.check(eagre, case, command="run").returncode == 0


@pytest.mark.parametrize("model", GEOMETRIC)
def test_wedges_need_gradients(eagre, tmp_path, model):
    sides = surface_tension.SYMMETRY | {"z0": "type wedge;", "z1": "type wedge;"}
    case = surface_tension.write(tmp_path / "case", (1, 1, 1), (6, 6, 1), sides, 0.5, rho=1, nu=1, sigma=1,
                                 surface_forces=f"surfaceForces {{ curvatureModel {model}; }}",
                                 control="application interFoam; deltaT 1e-3; endTime 1e-3; writeInterval 1;")
    mesh = case / "system/blockMeshDict"
    corners = " ".join(f"({x} {y} {s * 0.04 * y})" for s in (-1, 1) for x, y in ((0, 0.5), (1, 0.5), (1, 1.5), (0, 1.5)))
    mesh.write_text(re.sub(r"vertices \(.*\);", f"vertices ({corners});", mesh.read_text()))
    refused(eagre, case, r"constant/transportProperties:\d+: wedge patches \(z0\) need `curvatureModel RDF` or `gradAlpha`", "check")


def test_unknown_words_and_entries_are_named(eagre, tmp_path):
    case, _ = surface_tension.static_drop(tmp_path / "case", 8, "heightFunctions", end=0.01)
    refused(eagre, case, r"unknown curvature model 'heightFunctions'.*heightFunction", "check")
    case, _ = surface_tension.static_drop(tmp_path / "constant", 8, "constantCurvature", end=0.01)
    refused(eagre, case, "constantCurvatureCoeffs", "check")


def test_an_entry_that_changes_nothing_is_named(eagre, tmp_path):
    case, _ = surface_tension.static_drop(tmp_path / "case", 8, "gradAlpha; smoothing 2", end=0.01)
    result = mistakes.check(eagre, case, command="check")
    assert re.search(r"constant/transportProperties:\d+: 'smoothing' in surfaceForces is not supported and changes nothing", result.stdout), result.stdout
