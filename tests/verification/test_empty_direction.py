# SPDX-License-Identifier: BSD-3-Clause
"""A flow in a plane has no velocity across it: not even the round-off of face areas, which OpenFOAM's fields have there."""

import numpy as np
import pytest

import foam
import own


def cavity(target):
    own.copy("cavity", target)
    foam.append(target, "system/controlDict", "writeControl timeStep; writeInterval 5; endTime 0.025; writeFormat binary;")
    return target


def dam_break(target):
    return own.dam_break(target, cells=0.5, tight=False,
                         control="adjustTimeStep no; deltaT 0.0005; writeControl timeStep; writeInterval 5; endTime 0.0025;")


@pytest.mark.parametrize("make", [cavity, dam_break])
def test_velocity_has_no_component_across_the_plane(eagre, tmp_path, make):
    """icoFoam and pisoFoam correct the velocity in one loop, interFoam and interPhaseChangeFoam in another."""
    case = make(tmp_path / "case")
    foam.run([eagre, "run", case])
    U = foam.read_field(case / foam.times(case)[-1] / "U")[0]
    assert np.abs(U[:, :2]).max() > 1e-3
    across = U[:, 2]
    assert not across.any() and not np.signbit(across).any()
