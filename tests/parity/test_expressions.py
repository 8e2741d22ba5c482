# SPDX-License-Identifier: BSD-3-Clause
"""setExprFields, exprFixedValue and exprMixed on the cavity, against v1912, whose setExprFields reads no fields for its expressions."""
import shutil

import numpy as np
import pytest

import foam

HEADER = "FoamFile {{ version 2.0; format ascii; class dictionary; object {}; }}\n"
EXPRESSIONS = """
expressions
(
    U
    {
        field U;
        constants { centre (0.05 0.05 0.005); }
        variables ("radius = 0.03" "away = mag(pos() - $[(vector)constants.centre])");
        condition #{ /* inside */ away < radius && pos().x() > 0.04 #};
        expression #{ vector(1 + sqr(away), -pos().y() * sin(pi() * pos().x()), 0) - 0.1 * vector(0, time(), 2) #};
    }
    p
    {
        field p;
        expression #{ (pos() & vector(1, 2, 0)) + (pos().x() < 0.05 ? sqr(pos().y()) : max(pos().x(), 0.08)) * 3 - time() #};
    }
    T
    {
        field T;
        create yes;
        dimensions [0 0 0 1 0 0 0];
        expression #{ mag(pos() ^ vector(0, 0, 1)) + pos(pos().x() - 0.05) + vol() * 1e6 + max(pos().y()) + exp(-sqr(pos().x())) #};
    }
);
"""


def cavity(path):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", path)
    foam.append(case, "system/controlDict", "writePrecision 17; writeFormat ascii; endTime 0.025; writeInterval 1;")
    foam.append(case, "system/fvSolution", "solvers { p { relTol 0; tolerance 1e-14; } pFinal { relTol 0; tolerance 1e-14; } U { tolerance 1e-14; } }")
    foam.openfoam("blockMesh", case)
    return case


def compare(theirs, ours, time, fields, limit, patches=True):
    for field in fields:
        expected, expected_patches = foam.read_field(theirs / time / field)[:2]
        cells, our_patches = foam.read_field(ours / time / field)[:2]
        scale = np.abs(expected).max()
        print(time, field, np.abs(cells - expected).max() / scale)
        np.testing.assert_allclose(cells, expected, rtol=0, atol=limit * scale)
        for name, values in expected_patches.items() if patches else ():
            np.testing.assert_allclose(our_patches[name], values, rtol=0, atol=limit * max(scale, np.abs(values).max()), err_msg=name)


def test_set_expr_fields(tmp_path, eagre):
    theirs = cavity(tmp_path / "openfoam")
    (theirs / "system" / "setExprFieldsDict").write_text(HEADER.format("setExprFieldsDict") + EXPRESSIONS)
    foam.openfoam("icoFoam", theirs)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("setExprFields", theirs, "-time", "0.02")
    foam.run([eagre, "setExprFields", ours, "-time", "0.02"])
    compare(theirs, ours, "0.02", ("U", "p"), 1e-12)
    compare(theirs, ours, "0.02", ("T",), 1e-12, patches=False)  # v1912 evaluates there, with vol() as 1


CONDITIONS = {
    "exprFixedValue": """type exprFixedValue; value uniform (1 0 0);
        variables ("x = pos().x()/0.1" "ramp = 1 + 10*time()");
        valueExpr #{ vector(4*x*(1 - x)*ramp + (face() & vector(0, 1, 0))/area() + 0.01*mag(U), 0, 0) #};""",
    "exprMixed": """type exprMixed; value uniform 0;
        variables "x = pos().x()/0.1";
        valueExpr "x + time()";
        gradientExpr "0.1 * weightAverage(mag(U)) + x";
        fractionExpr "x > 0.3 && x < 0.7 ? 1 : 0.5";""",
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions(condition, tmp_path, eagre):
    """Five steps, every one written."""
    theirs = cavity(tmp_path / "openfoam")
    file = theirs / "0" / ("U" if condition == "exprFixedValue" else "p")
    text = file.read_text()
    start = text.index("{", text.index("movingWall"))
    file.write_text(text[:start + 1] + CONDITIONS[condition] + text[text.index("}", start):])
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])
    for time in foam.times(theirs)[1:]:
        compare(theirs, ours, time, ("U", "p"), 1e-9)
