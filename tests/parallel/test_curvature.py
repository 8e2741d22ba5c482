# SPDX-License-Identifier: BSD-3-Clause
"""Drops with the curvature of heights and of fitted paraboloids: one answer on any number of ranks, and a restart bit for bit."""
import numpy as np
import pytest

import block
import foam
import surface_tension

FIELDS = ("alpha.water", "U", "p_rgh", "phi")
STEPS = 8


def drop(target, model, cells, end=STEPS):
    """A drop of oval shape, off the middle of a closed box; in 2D if there is one cell across."""
    plane = cells[2] == 1
    sides = surface_tension.SYMMETRY if plane else {side: "type symmetryPlane;" for side in block.SIDES}
    axes = np.array([0.35, 0.22, 0.27])

    def inside(x):
        r = (x - np.array([0.47, 0.55, 0.52])) / axes
        return (1 - np.sqrt((r[:, :2 if plane else 3]**2).sum(axis=1))) * 0.25

    return surface_tension.write(target, (1, 1, 1), cells, sides, surface_tension.fractions(inside, (1, 1, 1), cells, 8), rho=1, nu=0.01,
                                 sigma=1, surface_forces=f"surfaceForces {{ curvatureModel {model}; }}",
                                 control=f"application interFoam; deltaT 2e-3; endTime {end * 2e-3}; writeControl timeStep; writeInterval {STEPS // 2};")


def fields(case):
    time = foam.times(case)[-1]
    assert float(time) == pytest.approx(STEPS * 2e-3)
    return {name: foam.read_field(case / time / name)[0] for name in FIELDS}


@pytest.mark.parametrize("cells", [(32, 32, 1), (14, 14, 14)], ids=["2D", "3D"])
@pytest.mark.parametrize("model", ["heightFunction", "fitParaboloid"])
def test_same_answer_on_any_number_of_ranks(eagre, tmp_path, model, cells):
    found = {}
    for ranks in (1, 2, 3):
        case = drop(tmp_path / str(ranks), model, cells)
        foam.run([eagre, "run", case, "-n", ranks])
        found[ranks] = fields(case)
    assert np.abs(found[1]["U"]).max() > 1e-3
    for ranks in (2, 3):
        differences = {name: foam.relative_l2(found[ranks][name], found[1][name]) for name in FIELDS}
        print(ranks, {k: f"{v:.1e}" for k, v in differences.items()})
        assert all(d <= 1e-9 for d in differences.values()), differences


@pytest.mark.parametrize("model", ["heightFunction", "fitParaboloid"])
def test_a_restart_continues_bit_for_bit(eagre, tmp_path, model):
    whole, continued = (drop(tmp_path / name, model, (32, 32, 1), end) for name, end in (("whole", STEPS), ("continued", STEPS // 2)))
    foam.run([eagre, "run", whole])
    foam.run([eagre, "run", continued])
    foam.append(continued, "system/controlDict", f"endTime {STEPS * 2e-3};")
    foam.run([eagre, "run", continued])
    for name, values in fields(whole).items():
        assert np.array_equal(values, fields(continued)[name]), name
