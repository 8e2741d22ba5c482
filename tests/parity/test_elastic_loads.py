# SPDX-License-Identifier: BSD-3-Clause
"""The loads of a viscoelastic fluid on walls have its elastic stress in them, as in OpenFOAM v1912."""
import shutil

import numpy as np

import foam
from cases import CASES, develop, set_steps

FUNCTIONS = """functions
{
    loads { type forces; libs (forces); patches (walls); rho rhoInf; rhoInf 1; CofR (0 0 0); writeControl timeStep; }
    shear { type wallShearStress; libs (fieldFunctionObjects); patches (walls); executeControl timeStep; writeControl timeStep; }
}
"""


def test_forces_and_wall_shear_stress(tmp_path, eagre):
    """After a step of planarContraction; most of the stress at the walls is elastic."""
    case = next(c for c in CASES if c.name == "planarContraction")
    theirs = develop(case, tmp_path)
    set_steps(case, theirs)
    foam.append(theirs, "system/controlDict", FUNCTIONS)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.run(["/usr/bin/pimpleFoam", "-case", theirs])
    foam.run([eagre, "run", ours])
    time = foam.times(theirs)[-1]
    shear, expected = (foam.read_field(path / time / "wallShearStress")[1]["walls"] for path in (ours, theirs))
    assert np.abs(shear - expected).max() <= 1e-7 * np.abs(expected).max()

    def force(path):
        text = next(path.glob("postProcessing/loads/*/force.dat")).read_text().splitlines()[-1]
        return np.array(text.replace("(", " ").replace(")", " ").split(), dtype=float)[1:]

    assert np.abs(force(ours) - force(theirs)).max() <= 1e-7 * np.abs(force(theirs)).max()
