# SPDX-License-Identifier: BSD-3-Clause
"""A drop is carried through a periodic box by geometric advection, whatever its density: momentum goes with the mass flux of the planes
(rhoPhi), so that a density ratio of 1e6 changes neither the shape nor the velocity."""
import subprocess

import numpy as np
import pytest

import block
import foam

N = 32
SIDES = block.PERIODIC | {"z0": "type empty;", "z1": "type empty;"}
SOLVERS = """solvers
{
    "alpha.*" { advectionScheme isoAdvection; nAlphaSubCycles 1; cAlpha 1; }
    "pcorr.*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; }
    "p_rgh.*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-13; relTol 0; }
}
PIMPLE { momentumPredictor yes; nCorrectors 3; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
CIRCLE = block.HEADER.format("dictionary", "setAlphaFieldDict") + "field alpha.water; type cylinder; radius 0.2; direction (0 0 1); origin (0.5 0.5 0);"


def carry(eagre, target, ratio, velocity, end=1.0):
    """Runs a drop of this density over that of the gas; velocity(alpha): of the cells at the start. Returns alpha before and after, U after."""
    case = block.write(
        target, (1, 1, 1), (N, N, 1), SIDES, {"U": ((0, 0, 0), {}), "p_rgh": (0, {}), "alpha.water": (0, {})}, solvers=SOLVERS, ddt="Euler",
        control=f"application interFoam; deltaT {0.25 / N}; endTime {end}; writeInterval {end};",
        schemes={"divSchemes": "default Gauss linear; div(rhoPhi,U) Gauss upwind;"},
        files={"constant/transportProperties": "phases (water air); water { transportModel Newtonian; nu 0; rho " + f"{ratio:g}; }} "
               "air { transportModel Newtonian; nu 0; rho 1; } sigma 0;", "constant/turbulenceProperties": "simulationType laminar;\n",
               "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 0);\n"})
    (case / "system" / "setAlphaFieldDict").write_text(CIRCLE)
    subprocess.run([eagre, "setAlphaField", case], check=True, capture_output=True)
    before = foam.read_field(case / "0" / "alpha.water")[0][:, 0]
    (case / "0" / "U").write_text(block.field("U", velocity(before), SIDES, {}))
    subprocess.run([eagre, "run", case, "--fields", "as-is"], check=True, capture_output=True)
    last = case / foam.times(case)[-1]
    return before, foam.read_field(last / "alpha.water")[0][:, 0], foam.read_field(last / "U")[0]


def shape_error(before, after):
    return np.abs(after - before).sum() / before.sum()


def keeps_its_volume(before, after):
    assert abs(after.sum() / before.sum() - 1) < 1e-12
    assert after.min() >= -1e-12 and after.max() <= 1 + 1e-12


def test_once_through_the_box_at_any_density(eagre, tmp_path):
    def along(alpha):
        return np.tile([1.0, 1.0, 0.0], (len(alpha), 1))

    errors = {}
    for ratio in (1, 1e3, 1e6):
        before, after, U = carry(eagre, tmp_path / f"{ratio:g}", ratio, along)
        keeps_its_volume(before, after)
        assert np.abs(U - along(before)).max() < 1e-9
        errors[ratio] = shape_error(before, after)
    assert errors[1] < 0.05
    assert errors[1e6] <= 1.001 * errors[1] and errors[1e3] <= 1.001 * errors[1]


@pytest.mark.parametrize("ratio", [1e3, 1e6])
def test_alone_through_a_gas_at_rest(eagre, tmp_path, ratio):
    before, after, U = carry(eagre, tmp_path / "case", ratio, lambda alpha: np.outer(alpha > 1e-9, [1.0, 0, 0]))
    keeps_its_volume(before, after)
    speed = (after[:, None] * U).sum(axis=0) / after.sum()
    assert abs(speed[0] - 1) < 0.02 and abs(speed[1]) < 1e-3, "it is so heavy that the gas takes next to nothing of its momentum"
    assert shape_error(before, after) < 0.15
    assert np.abs(U).max() < 3, "no cell of the gas is torn along"
