# SPDX-License-Identifier: BSD-3-Clause
"""setAlphaField cuts shapes out of cells as OpenFOAM's program does."""
import re
import subprocess

import numpy as np
import pytest

import foam

SHAPES = {"plane": "direction (1 0 0.3); origin (0.52 0 0.5);", "cylinder": "direction (0 1 0); radius 0.25; origin (0.5 0 0.5);",
          "sphere": "radius 0.3; origin (0.5 0.02 0.5);", "sin": "direction (1 0 0); up (0 0 2); origin (0.1 0 0.5); period 0.7; amplitude 0.2;"}
HEAD = "FoamFile { version 2.0; format ascii; class dictionary; object setAlphaFieldDict; }\n"


@pytest.fixture(scope="module")
def disc(tmp_path_factory):
    case = foam.copy_example("multiphase/interIsoFoam/discInConstantFlow", tmp_path_factory.mktemp("disc") / "case")
    if not (case / "0").exists():
        (case / "0.orig").rename(case / "0")
    path = case / "system" / "blockMeshDict"
    path.write_text(re.sub(r"^(nx|nz)\s.*;", r"\1 20;", path.read_text(), flags=re.M))
    foam.openfoam("blockMesh", case)
    return case


def fractions(case):
    text = (case / "0" / "alpha.water").read_text()
    return np.array(re.search(r"internalField\s+nonuniform\s+List<scalar>\s*\d+\s*\(([^)]*)\)", text)[1].split(), float)


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_openfoams(eagre, disc, shape):
    (disc / "system" / "setAlphaFieldDict").write_text(f"{HEAD} field alpha.water; type {shape}; {SHAPES[shape]}")
    before = (disc / "0" / "alpha.water").read_text()
    foam.openfoam("setAlphaField", disc)
    theirs = fractions(disc)
    (disc / "0" / "alpha.water").write_text(before)
    subprocess.run([eagre, "setAlphaField", disc], check=True, capture_output=True)
    ours = fractions(disc)
    (disc / "0" / "alpha.water").write_text(before)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-11)
    assert ((theirs > 0.01) & (theirs < 0.99)).sum() > 5


def test_an_unknown_shape_is_named_with_the_nearest(eagre, disc):
    (disc / "system" / "setAlphaFieldDict").write_text(f"{HEAD} field alpha.water; type spere; radius 1; origin (0 0 0);")
    result = subprocess.run([eagre, "setAlphaField", disc], capture_output=True, text=True)
    assert result.returncode != 0 and "sphere" in result.stderr and "setAlphaFieldDict" in result.stderr
