# SPDX-License-Identifier: BSD-3-Clause
"""Viscoelastic fluids with solutions to compare with: channel flow that starts from rest (Waters and King 1970), and shear that is the same
everywhere, where the stress follows an ordinary equation."""
import cmath
import math

import numpy as np
import pytest

import block
import elastic
import foam

EMPTY = {"z0": "type empty;", "z1": "type empty;"}
ALONG_X = {"x0": block.PERIODIC["x0"], "x1": block.PERIODIC["x1"]}
COUPLED = {"x0": "type cyclic;", "x1": "type cyclic;"}
FREE = "type zeroGradient;"


def run(eagre, case, field):
    foam.run([eagre, "run", case])
    return foam.read_field(case / foam.times(case)[-1] / field)[0]


NU_M, NU, LAMBDA, FORCE = 1.0, 0.1, 5.0, 5.0


def waters_king(t, y, order=60):
    """Velocity at the distance y from the middle between plates at -1 and 1 (Waters and King 1970)."""
    nu0 = NU_M + NU
    E, beta, total = LAMBDA * nu0, NU / nu0, 1.5 * (1 - y ** 2)
    for k in range(1, order + 1):
        n = 2 * k - 1
        a = n / 2 * math.pi * math.sqrt(E)
        b = (1 + beta * a * a) / 2
        c, T = cmath.sqrt(b * b - a * a), t / LAMBDA
        growing, falling = cmath.exp((c - b) * T), cmath.exp(-(c + b) * T)
        A = ((b - a * a) / c * (growing - falling) + growing + falling).real / 2
        total = total + 48 * (-1) ** k / (n * math.pi) ** 3 * np.cos(n * math.pi * y / 2) * A
    return FORCE / 3 / nu0 * total


def test_start_of_a_channel_flow(tmp_path, eagre):
    """The flow overshoots threefold and swings; the waves of shear that run to and fro are of second order."""
    errors, end = [], 3.0
    for n in (20, 40):
        sides = {**ALONG_X, "y0": "type wall;", "y1": "type symmetryPlane;", **EMPTY}
        files = elastic.files("Maxwell", f"Maxwell {{ nuM {NU_M}; lambda {LAMBDA}; }}",
                              {**COUPLED, "y0": FREE, "y1": "type symmetryPlane;", **EMPTY}, NU)
        files["constant/fvOptions"] = (
            f"force {{ type vectorSemiImplicitSource; selectionMode all; volumeMode specific; injectionRateSuSp {{ U (({FORCE} 0 0) 0); }} }}")
        case = block.write(tmp_path / f"on{n}", (0.2, 1, 0.2), (1, n, 1), sides, {"U": ((0, 0, 0), {"y0": "type noSlip;"}), "p": (0, {"y0": FREE})},
                           control=f"application pimpleFoam; deltaT {0.2 / n:.17g}; endTime {end}; writeInterval {end};",
                           solvers=elastic.SOLVERS.replace("Predictor off; nOuterCorrectors 4", "Predictor on; nOuterCorrectors 8"), ddt="backward", files=files,
                           schemes=elastic.SCHEMES)
        exact = waters_king(end, 1 - (np.arange(n) + 0.5) / n)
        errors.append(np.linalg.norm(run(eagre, case, "U")[:, 0] - exact) / np.linalg.norm(exact))
    order = math.log2(errors[0] / errors[1])
    print("Waters and King", errors, order)
    assert errors[-1] < 2e-4
    assert order == pytest.approx(2, abs=0.25)


def textbook(model, coefficient, nuM, relaxation, rate, end, steps=4000):
    """The stress tau per density in shear of this rate from rest, tau + lambda tau~ + f(tau) = 2 nuM D with the upper-convected derivative tau~:
    Giesekus (1982) f = alpha lambda/nuM tau.tau; Phan-Thien and Tanner (1977): tau (exp(epsilon lambda/nuM tr tau) - 1)."""
    L = np.zeros((3, 3))  # dU_i/dx_j
    L[0, 1] = rate

    def derivative(tau):
        other = {"Maxwell": 0 * tau, "Giesekus": coefficient * relaxation / nuM * tau @ tau,
                 "PTT": tau * math.expm1(coefficient * relaxation / nuM * np.trace(tau))}[model]
        return L @ tau + tau @ L.T + (nuM * (L + L.T) - tau - other) / relaxation

    tau, h = np.zeros((3, 3)), end / steps
    for _ in range(steps):
        k1 = derivative(tau)
        k2 = derivative(tau + h / 2 * k1)
        k3 = derivative(tau + h / 2 * k2)
        tau = tau + h / 6 * (k1 + 2 * k2 + 2 * k3 + derivative(tau + h * k3))
    return tau[[0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]]


@pytest.mark.parametrize("model, word", [("Maxwell", "none"), ("Giesekus", "alphaG"), ("PTT", "epsilon")])
def test_stress_in_shear_of_one_rate(tmp_path, eagre, model, word):
    """Two modes; the stress is their sum and the same in all cells, and the velocity stays as it is."""
    rate, end, coefficient, n = 2.0, 1.5, 0.3, 8
    nuM, relaxations = 0.4, (1.0, 0.25)
    modes = " ".join(f"{{ lambda {r}; {word} {coefficient}; }}" for r in relaxations)
    sides = {**ALONG_X, "y0": "type wall;", "y1": "type wall;", **EMPTY}
    y = block.centres((1, 1, 1), (2, n, 1))[:, 1]
    wall = f"type fixedValue; value uniform ({rate} 0 0);"
    case = block.write(tmp_path / model, (1, 1, 1), (2, n, 1), sides,
                       {"U": (np.stack([rate * y, 0 * y, 0 * y], axis=1), {"y0": "type noSlip;", "y1": wall}), "p": (0, {"y0": FREE, "y1": FREE})},
                       control=f"application pimpleFoam; deltaT 0.005; endTime {end}; writeInterval {end};", solvers=elastic.SOLVERS, ddt="backward",
                       files=elastic.files(model, f"nuM {nuM}; modes ({modes});", {**COUPLED, "y0": FREE, "y1": FREE, **EMPTY}, 0.1),
                       schemes=elastic.SCHEMES)
    sigma = run(eagre, case, "sigma")
    exact = [textbook(model, coefficient, nuM, r, rate, end) for r in relaxations]
    scale = np.abs(sum(exact)).max()
    print(model, -sigma[0], sum(exact))
    assert np.abs(sigma + sum(exact)).max() < 1e-4 * scale
    last = case / foam.times(case)[-1]
    for i, stress in enumerate(exact):
        assert np.abs(foam.read_field(last / f"sigma{i}")[0] + stress).max() < 1e-4 * scale
    assert np.abs(foam.read_field(last / "U")[0][:, 0] - rate * y).max() < 1e-9
