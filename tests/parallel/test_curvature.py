# SPDX-License-Identifier: BSD-3-Clause
"""Drops with the curvature of heights and of fitted paraboloids: one answer on any number of ranks, across cyclic patches too, and a
restart bit for bit."""
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


ADVECTIONS = {"MULES": "", "isoAlpha": "advectionScheme isoAdvection;", "plicRDF": "advectionScheme isoAdvection; reconstructionScheme plicRDF;"}


def drop_in_repeating_box(target, method, cells, moved):
    """An oval drop in a box that repeats in all directions, moved by some cells from its middle and carried along; method: of the advection
    and of the curvature."""
    plane = cells[2] == 1
    sides = block.PERIODIC | ({"z0": "type empty;", "z1": "type empty;"} if plane else {})
    axes = np.array([0.35, 0.22, 0.27])

    def inside(x):
        r = (x - np.array([0.47, 0.55, 0.52])) / axes
        return (1 - np.sqrt((r[:, :2 if plane else 3]**2).sum(axis=1))) * 0.25

    alpha = np.roll(surface_tension.fractions(inside, (1, 1, 1), cells, 8).reshape(cells[::-1]), moved[::-1], axis=(0, 1, 2))
    case = surface_tension.write(target, (1, 1, 1), cells, sides, alpha.ravel(), rho=1, nu=0.01, sigma=1, alpha_controls=ADVECTIONS[method[0]],
                                 surface_forces=f"surfaceForces {{ curvatureModel {method[1]}; }}",
                                 control=f"application interFoam; deltaT 2e-3; endTime {STEPS * 2e-3}; writeControl timeStep; writeInterval {STEPS};")
    path = case / "0" / "U"
    path.write_text(path.read_text().replace("uniform (0 0 0)", f"uniform (1 0.6 {0 if plane else 0.8})"))
    return case


@pytest.mark.parametrize("cells", [(32, 32, 1), (14, 14, 14)], ids=["2D", "3D"])
@pytest.mark.parametrize("method", [("MULES", "fitParaboloid"), ("MULES", "heightFunction"), ("isoAlpha", "fitParaboloid"), ("plicRDF", "RDF")],
                         ids="-".join)
def test_a_drop_that_crosses_cyclic_patches_is_one_in_the_middle(eagre, tmp_path, method, cells):
    half = tuple(n // 2 for n in cells)
    names = ("alpha.water", "U", "p_rgh")

    def found(name, moved, ranks):
        case = drop_in_repeating_box(tmp_path / name, method, cells, moved)
        foam.run([eagre, "run", case, "-n", ranks])
        values = fields(case)
        values["p_rgh"] = values["p_rgh"] - values["p_rgh"].mean()
        back = tuple(-m for m in moved[::-1])
        return {n: np.roll(values[n].reshape(*cells[::-1], -1), back, axis=(0, 1, 2)).reshape(values[n].shape) for n in names}

    expected = found("middle", (0, 0, 0), 1)
    assert np.abs(expected["U"] - expected["U"].mean(axis=0)).max() > 1e-3
    for ranks in (1, 2, 3):
        ours = found(f"moved{ranks}", half, ranks)
        differences = {name: foam.relative_l2(ours[name], expected[name]) for name in names}
        print(ranks, {k: f"{v:.1e}" for k, v in differences.items()})
        assert all(d <= 1e-9 for d in differences.values()), differences
