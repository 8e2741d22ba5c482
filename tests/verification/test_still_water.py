# SPDX-License-Identifier: BSD-3-Clause
"""Still water whose surface crosses rows of sloping cells: with g.x on the interface nothing moves it."""
import numpy as np

import block
import foam
import surface_tension

SIDES = {side: "type wall;" for side in block.SIDES} | {"z0": "type empty;", "z1": "type empty;"}
LEVEL, SLOPE, N = 0.55, 0.2, 16
AIR = "phases (water air);\nwater { transportModel Newtonian; nu 1e-6; rho 1000; }\nair { transportModel Newtonian; nu 1.5e-5; rho 1; }\nsigma 0;\n"
CONTROLS = "advectionScheme isoAdvection; reconstructionScheme plicRDF; nAlphaBounds 10;"


def fractions():
    """Of cells between x = i/N and (i + 1)/N and two lines of the slope: the means of the clipped height below the level, exact."""
    def mean_of_ramp(a, b):  # of min(max(s, 0), 1), s linear from a to b
        integral = lambda s: np.where(s < 0, 0, np.where(s < 1, s * s / 2, s - 0.5))  # noqa: E731
        return np.abs(integral(b) - integral(a)) / np.abs(b - a)

    x, y = np.meshgrid(np.arange(N) / N, np.arange(N) / N)
    low, high = (LEVEL - y - SLOPE * x) * N, (LEVEL - y - SLOPE * (x + 1 / N)) * N
    return mean_of_ramp(low, high)


def still_water(target, acceleration):
    case = surface_tension.write(
        target, (1, 1, 1), (N, N, 1), SIDES, fractions().ravel(), rho=1, nu=1, sigma=0, surface_forces="",
        alpha_controls=CONTROLS, solvers=surface_tension.SOLVERS.replace("nNonOrthogonalCorrectors 0", "nNonOrthogonalCorrectors 20"),
        control="application interFoam; deltaT 1e-3; endTime 0.02; writeInterval 0.02;")
    mesh = case / "system/blockMeshDict"
    # The sides at x = 1 are SLOPE higher than those at x = 0.
    corners, rest = mesh.read_text().split("blocks")
    mesh.write_text(corners.replace("(1 0 ", f"(1 {SLOPE} ").replace("(1 1 ", f"(1 {1 + SLOPE} ") + "blocks" + rest)
    (case / "constant/transportProperties").write_text(
        block.HEADER.format("dictionary", "transportProperties") + AIR + f"surfaceForces {{ accelerationModel {acceleration}; }}\n")
    gravity = case / "constant/g"
    gravity.write_text(gravity.read_text().replace("(0 0 0)", "(0 -9.81 0)"))
    for name, condition in {"U": "type noSlip;", "p_rgh": "type fixedFluxPressure; value uniform 0;", "alpha.water": "type zeroGradient;"}.items():
        path = case / "0" / name
        path.write_text(path.read_text().split("boundaryField")[0] +
                        f'boundaryField {{ "[xy][01]" {{ {condition} }} "z[01]" {{ type empty; }} }}\n')
    return case


def largest_speed(eagre, case, ranks=1):
    foam.run([eagre, "run", "-n", ranks, case])
    return np.linalg.norm(foam.read_field(case / foam.times(case)[-1] / "U")[0], axis=1).max()


def test_still_water_is_still_on_sloping_cells(tmp_path, eagre):
    at_faces = largest_speed(eagre, still_water(tmp_path / "faces", "gravity"))
    assert at_faces > 0.1  # if this fails, say so in docs/interface.md
    for ranks in (1, 2):
        at_interface = largest_speed(eagre, still_water(tmp_path / f"interface{ranks}", "gravityRecon"), ranks)
        print(at_faces, at_interface)
        assert at_interface < 1e-3 * at_faces
