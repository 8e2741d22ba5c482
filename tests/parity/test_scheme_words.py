# SPDX-License-Identifier: BSD-3-Clause
"""One step against v1912 with schemes and conditions that the tutorials do not have: on triangles and slanted boxes, and on several ranks."""
import dataclasses
import shutil

import numpy as np
import pytest

import cases
import foam
import test_one_step as one_step
from test_point_gradients import BASE, fields_of

SCHEMES = {
    "convection": "divSchemes { div(phi,U) Gauss skewCorrected linear; }",
    "gradient": "gradSchemes { default Gauss skewCorrected midPoint; grad(U) Gauss skewCorrected cubic; } divSchemes { div(phi,U) Gauss linearUpwind grad(U); }",
    "limitedCubicV": "divSchemes { div(phi,U) Gauss limitedCubicV 0.8; }",
}
PLAIN = "gradSchemes { default Gauss linear; grad(U) Gauss linear; } divSchemes { div(phi,U) Gauss linear; }"
SKEWED_AS_LINEAR = ("system/fvSchemes", "interpolationSchemes { default skewCorrected linear; }")


@pytest.fixture(autouse=True)
def _tight(monkeypatch):
    monkeypatch.setattr(one_step, "LIMIT", 1e-9)


def rerun(eagre, ours, name, *options, schemes=""):
    other = ours.parent / name
    shutil.copytree(ours, other)
    shutil.rmtree(other / foam.times(ours)[-1])
    foam.append(other, "system/fvSchemes", schemes)
    foam.run([eagre, "run", other, *options])
    return other


@pytest.mark.parametrize("schemes", SCHEMES)
@pytest.mark.parametrize("mesh", BASE)
def test_schemes(mesh, schemes, tmp_path, eagre):
    case = dataclasses.replace(BASE[mesh], name=mesh + schemes, developed=BASE[mesh].developed / 4,
                               overrides=(("system/fvSchemes", SCHEMES[schemes]),))
    one_step.compare(case, tmp_path, eagre)
    ours = tmp_path / "eagre"
    alone, many, plain = (fields_of(case, directory) for directory in
                          (ours, rerun(eagre, ours, "many", "-n", 3), rerun(eagre, ours, "plain", schemes=PLAIN)))
    for name in case.fields:
        assert foam.relative_l2(many[name], alone[name]) < 1e-9, name
    assert foam.relative_l2(plain["U"], alone["U"]) > 1e-6, "the scheme does not matter here"


@pytest.mark.parametrize("name", ["cavityGrade", "damBreak"])
def test_skew_corrected_is_linear_without_skewness(name, tmp_path, eagre):
    case = dataclasses.replace(cases.named(name), developed=0.05, overrides=(SKEWED_AS_LINEAR,))
    one_step.compare(case, tmp_path, eagre)


def test_skew_corrected_elsewhere_on_a_skewed_mesh(tmp_path, eagre):
    case = cases.prepare(dataclasses.replace(BASE["elbow"], developed=0, overrides=(SKEWED_AS_LINEAR,)), tmp_path)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3
    assert "'flux(HbyA)' is interpolated by linear or midPoint; by 'skewCorrected linear' only on a mesh" in result.stdout


def test_fixed_flux_extrapolated_pressure(tmp_path, eagre):
    """H/A at the wall is the cell's, and the gradient takes it to U there."""
    walls = {wall: "type fixedFluxExtrapolatedPressure; value uniform 0;" for wall in ("leftWall", "rightWall", "lowerWall")}
    case = dataclasses.replace(cases.named("damBreak"), overrides=(cases.boundary("p_rgh", **walls),))
    one_step.compare(case, tmp_path, eagre)
    ours = tmp_path / "eagre"
    alone, many = (fields_of(case, directory) for directory in (ours, rerun(eagre, ours, "many", "-n", 3)))
    for name in case.fields:
        assert foam.relative_l2(many[name], alone[name]) < 1e-9, name


@pytest.mark.parametrize("ranks", [1, 3])
def test_magnitudes_of_openfoam_org(ranks, tmp_path, eagre):
    """minMag and maxMag, which v1912 does not have: one number, of scalars and of vectors."""
    case = cases.prepare(dataclasses.replace(cases.named("cavity"), developed=0), tmp_path)
    cases.set_steps(cases.named("cavity"), case, 1)
    foam.append(case, "system/controlDict", """functions
    {
        least { type volFieldValue; libs (fieldFunctionObjects); operation minMag; regionType all; fields (U p); writeFields no; }
        largest { $least; operation maxMag; }
        onLid { type surfaceFieldValue; libs (fieldFunctionObjects); operation maxMag; regionType patch; name movingWall; fields (U); writeFields no; }
    }""")
    foam.run([eagre, "run", case, "-n", ranks])
    time = foam.times(case)[-1]
    U, p = (np.linalg.norm(foam.read_field(case / time / name)[0], axis=1) for name in ("U", "p"))
    for function, expected in {"least/volFieldValue": (U.min(), p.min()), "largest/volFieldValue": (U.max(), p.max()),
                               "onLid/surfaceFieldValue": (1,)}.items():
        name, file = function.split("/")
        row = next((case / "postProcessing" / name).rglob(f"{file}.dat")).read_text().splitlines()[-1].split()
        assert [float(value) for value in row[1:]] == pytest.approx(expected, rel=1e-5), function
