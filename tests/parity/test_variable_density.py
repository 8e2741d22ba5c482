# SPDX-License-Identifier: BSD-3-Clause
"""`density variable` of interFoam's turbulence (openfoam.com, v2012 and later; v1912 does not have it): k and epsilon are transported per mass."""
import numpy as np

import block
import foam

SIZE, CELLS, DT = (1.0, 1.0, 0.1), (8, 6, 1), 0.01
BANNER = "/*---\\\n  Version:  v2206\n\\*---*/\n"
SIDES = {"x0": "type wall;", "x1": "type wall;", "y0": "type wall;", "y1": "type wall;", "z0": "type empty;", "z1": "type empty;"}
SOLVERS = ("solvers { \"alpha.water.*\" { nAlphaCorr 1; nAlphaSubCycles 1; cAlpha 1; } \"(p_rgh|pcorr).*\" { solver PCG; preconditioner DIC; "
           "tolerance 1e-14; relTol 0; } \"(U|k|epsilon).*\" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-15; relTol 0; } }\n"
           "PIMPLE { momentumPredictor no; nCorrectors 2; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }\n")
LATER = "div(rhoPhi,k) Gauss upwind; div(rhoPhi,epsilon) Gauss upwind;"
PHASE = "{{ transportModel Newtonian; nu 1e-6; rho {}; }}"


def make(target, density, rho_of_air, velocity):
    """A closed box, water below air, k, epsilon and nut of no pattern, without gravity."""
    x, y, _ = block.centres(SIZE, CELLS).T
    rng = np.random.default_rng(3)
    walls = [s for s in SIDES if s[0] != "z"]
    everywhere = lambda text: dict.fromkeys(walls, text)  # noqa: E731
    U = np.stack([np.sin(np.pi * x) * np.cos(np.pi * y), -np.cos(np.pi * x) * np.sin(np.pi * y), 0 * x], axis=1) * velocity
    fields = {
        "alpha.water": ((y < 0.5) * 1.0, everywhere("type zeroGradient;")),
        "U": (U, everywhere("type noSlip;")),
        "p_rgh": (0, everywhere("type fixedFluxPressure; value uniform 0;")),
        "k": (rng.uniform(0.5, 1.5, x.size), everywhere("type zeroGradient;")),
        "epsilon": (rng.uniform(0.5, 1.5, x.size), everywhere("type zeroGradient;")),
        "nut": (rng.uniform(0.05, 0.1, x.size), everywhere("type calculated; value uniform 0.05;")),
    }
    files = {
        "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 0);",
        "constant/transportProperties": f"phases (water air); sigma 0; water {PHASE.format(1000)} air {PHASE.format(rho_of_air)}",
        "constant/turbulenceProperties": f"simulationType RAS; density {density}; RAS {{ RASModel kEpsilon; turbulence on; }}",
    }
    div = ("default none; div(rhoPhi,U) Gauss upwind; div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear; "
           "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;" + (LATER if density == "variable" else LATER.replace("rhoPhi", "phi")))
    case = block.write(target, SIZE, CELLS, SIDES, fields, solvers=SOLVERS, ddt="Euler", files=files, schemes={"divSchemes": div},
                       control=f"application interFoam; endTime {DT}; deltaT {DT}; writeInterval {DT}; adjustTimeStep no; maxCo 1; "
                               "maxAlphaCo 1; writePrecision 16; startFrom startTime;")
    control = case / "system" / "controlDict"
    control.write_text(BANNER + control.read_text())
    return case


def values(case, time, *names):
    return [foam.read_field(case / time / name)[0].ravel() for name in names]


def test_the_mass_of_k_changes_by_what_is_dissipated_alone(tmp_path, eagre):
    """At rest d/dt sum(rho k) = -sum(rho epsilon k/k0), cells of equal size: diffusion and densities of 1000 and 1 take nothing away."""
    sums = {}
    for density in ("variable", "uniform"):
        case = make(tmp_path / density, density, 1, 0)
        foam.run([eagre, "run", case])
        k0, = values(case, "0", "k")
        k, epsilon, alpha = values(case, str(DT), "k", "epsilon", "alpha.water")
        rho = 1000 * alpha + (1 - alpha)
        sums[density] = abs((rho * ((k - k0) / DT + epsilon * k / k0)).sum()) / (rho * epsilon).sum()
    assert sums["variable"] < 1e-10 and sums["uniform"] > 1e-3, sums


def test_fluids_of_the_same_density_do_not_notice(tmp_path, eagre):
    """k and epsilon of 1, and nut = 0.09 k^2/epsilon: with variable density nut is taken as it is at the start. Outer correctors: the mass
    flux is that of the phase equation, before the pressure is corrected."""
    results = []
    for density in ("variable", "uniform"):
        case = make(tmp_path / density, density, 1000, 0.5)
        walls = [s for s in SIDES if s[0] != "z"]
        for name, value in (("k", 1), ("epsilon", 1), ("nut", 0.09)):
            condition = "type calculated; value uniform 0.09;" if name == "nut" else "type zeroGradient;"
            (case / "0" / name).write_text(block.field(name, value, SIDES, dict.fromkeys(walls, condition)))
        foam.append(case, "system/fvSolution", "PIMPLE { nOuterCorrectors 40; }")
        foam.run([eagre, "run", case])
        results.append(case)
    for name in ("k", "epsilon", "nut", "U"):
        a, b = (foam.read_field(case / str(DT) / name)[0] for case in results)
        assert foam.relative_l2(a, b) < 1e-10, name
