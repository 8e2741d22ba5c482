# SPDX-License-Identifier: BSD-3-Clause
"""Ten steps of TPLS 2.0's own files against what TPLS printed, with nothing between them unexplained: a model of its step (tests/support/tpls_model.py) has
its numbers, and with every formula of it replaced that we hold to be a defect it has ours. Run as a program it prints the tables of docs/tpls_parity.md.

tpls/: initial files and output of TPLS 2.0, 32 x 16 x 24 cells, Re 10, mu 1 / 0.5, scap 0.1, dt 0.002, two ranks in x; `lsm` the level set, `dim` the diffuse
interface with three repairs. output.npz: what it printed after steps 1 and 10, [x, y, z] as printed, in single precision."""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import netCDF4
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import tpls_model  # noqa: E402
import tpls_phase_field  # noqa: E402

DATA = pathlib.Path(__file__).parent / "tpls"
METHODS = {"lsm": (tpls_model.TplsModel, tpls_model.REPLACED, "phi"), "dim": (tpls_phase_field.PhaseFieldModel, tpls_phase_field.REPLACED, "C")}
STEPS = 10


@functools.cache
def printed(method):
    """What TPLS printed, moved to where it belongs: phi and p stand one cell off along y, phi and u begin with the second cell along x."""
    output = np.load(DATA / method / "output.npz")
    return {name: np.roll(output[name], -1, 1) if name[0] in "p" else output[name] for name in output.files}


def fields_of(q):
    """The same points of a step (u, v, w at the centres; phi, p in cells) as TPLS prints. Its last phi and u are of no cell."""
    return {"phi": q["phi"][1:], "u": q["u"][1:], "v": q["v"], "w": q["w"], "p": q["p"] - q["p"].mean()}


def tpls_fields(method, step):
    """phi and velocity of file N are those of step N - 1, the pressure is that of step N."""
    q = printed(method)
    p = q[f"p_{step}"]
    return {"phi": q[f"phi_{step}"][:-1], "u": q[f"u_{step}"][:-1], "v": q[f"v_{step}"], "w": q[f"w_{step}"], "p": p - p.mean()}


@functools.cache
def our_steps(eagre, method):
    """Fields of our steps 0 to 10, in double precision, solved to round-off."""
    with tempfile.TemporaryDirectory() as directory:
        case = pathlib.Path(directory) / method
        shutil.copytree(DATA / method, case)
        command = [eagre, "channel", "run", "--tpls", case / "tpls_config.opt", "--steps", str(STEPS), "--format", "netcdf", "--fields_every", "1",
                   "--single_precision", "false", "--pressure_tolerance", "1e-10", "--momentum_tolerance", "1e-10", "--phase_tolerance", "1e-10"]
        subprocess.run(command[:-2] if method == "lsm" else command, check=True, stdout=subprocess.DEVNULL)
        steps = []
        for n in range(STEPS + 1):
            with netCDF4.Dataset(case / "eagre" / f"fields_{n:08}.nc") as f:
                steps.append({name: np.array(f[name][0]).transpose(2, 1, 0) for name in (METHODS[method][2], "u", "v", "w", "p")})
        for step in steps:
            step["phi"] = step.pop("C") - 0.5 if method == "dim" else step["phi"]
    return steps


def our_fields(eagre, method, step):
    """Ours of the times of TPLS's file."""
    steps = our_steps(eagre, method)
    return fields_of({**steps[step - 1], "p": steps[step]["p"]})


def model_fields(method, eagre=None, mended=()):
    """The same of the model, of file 10."""
    model_class = METHODS[method][0]
    shift = 0.5 if method == "dim" else 0
    interface = [s["phi"] + shift for s in our_steps(eagre, method)] if eagre else None
    model = model_class(DATA / method, mended, interface)
    for _ in range(STEPS - 1):
        model.advance()
    phi, (u, v, w) = model.phi[1:-1, :, 1:-1].copy(), model.centres()
    model.advance()
    return fields_of({"phi": phi, "u": u, "v": v, "w": w, "p": model.p[1:-1]})


def difference(a, b):
    return {name: (np.abs(a[name] - b[name]).max(), np.sqrt(np.mean((a[name] - b[name])**2))) for name in a}


def heights(phi):
    """z of the first zero of phi in each column."""
    n = phi.shape[2]
    k = ((phi[:, :, :-1] < 0) & (phi[:, :, 1:] >= 0)).argmax(axis=2)
    i, j = np.indices(k.shape)
    low, high = phi[i, j, k], phi[i, j, k + 1]
    return (k + 0.5 + low / (low - high)) / n


@pytest.mark.parametrize("method", METHODS)
def test_the_first_file_has_the_fields_of_the_start(method):
    """phi and velocity are printed before the step is taken over, one step late; the pressure is new."""
    model = METHODS[method][0](DATA / method)
    q = printed(method)
    np.testing.assert_allclose(q["phi_1"][:-1], model.phi[2:-1, :, 1:-1], atol=3e-8)
    model.advance()
    p = model.p[1:-1]
    # TPLS stops GMRES at 1e-5 of a preconditioned norm.
    assert np.abs(q["p_1"] - q["p_1"].mean() - p + p.mean()).max() < 0.014


@pytest.mark.parametrize("method,phi,rest", [("lsm", 5e-5, 7e-3), ("dim", 3e-4, 1e-2)])
def test_the_model_has_tpls_numbers(method, phi, rest):
    """But for its pressure solver, whose residual stands at the border of its two ranks and at the outlet."""
    tpls, model = tpls_fields(method, STEPS), model_fields(method)
    assert np.abs(tpls["phi"] - model["phi"]).max() < phi
    for name in "uvw":
        error = np.abs(tpls[name] - model[name])
        assert error.max() < rest and error[:28].max() < 2.5e-3 and error[:12].max() < 3e-4, name
    jump = np.abs(np.diff((tpls["u"] - model["u"]).mean(axis=(1, 2))))
    assert set(np.argsort(jump)[-3:]) <= {13, 14, 15, 16}


@pytest.mark.parametrize("method", METHODS)
def test_with_all_formulas_replaced_it_has_ours(method, eagre):
    ours, model = our_fields(eagre, method, STEPS), model_fields(method, eagre, METHODS[method][1])
    for name in "uvwp":
        assert np.abs(ours[name] - model[name]).max() < 1e-7, name


@pytest.mark.parametrize("method,most", [("lsm", 0.0047), ("dim", 0.007)])
def test_interfaces_are_near_one_another(method, most, eagre):
    """All differences together, after ten steps; the waves are 0.04 high, a cell is 0.042."""
    first = heights(our_fields(eagre, method, 1)["phi"]) - heights(printed(method)["phi_1"][:-1])
    last = heights(our_fields(eagre, method, STEPS)["phi"]) - heights(tpls_fields(method, STEPS)["phi"])
    assert np.abs(first).max() < 0.0013 and np.abs(last).max() < most


def tables(eagre):
    row = lambda what, d: print(f"| {what} | " + " | ".join(f"{d[n][0]:.2g} ({d[n][1]:.1g})" if n in d else "" for n in ("u", "v", "w", "p")) + " |")
    for method, (_, replaced, _) in METHODS.items():
        tpls, ours, as_is = tpls_fields(method, STEPS), our_fields(eagre, method, STEPS), model_fields(method)
        height = heights(tpls["phi"]) - heights(ours["phi"])
        print(f"\n{method}: heights differ by {np.abs(height).max():.2g} ({np.sqrt(np.mean(height**2)):.1g})")
        row("TPLS's file against ours", difference(tpls, ours))
        row("TPLS's file against the model", difference(tpls, as_is))
        print("alone (beside the outlet, without which the pressure is not stable):")
        for name in list(replaced)[:-1]:
            base = [] if name == "outlet" else ["outlet"]
            row(f"{name}: {'; '.join(replaced[name])}", difference(model_fields(method, eagre, base), model_fields(method, eagre, [*base, name])))
        print("one after another, what is left against ours:")
        for count in range(len(replaced) + 1):
            row(list(replaced)[count - 1] if count else "nothing", difference(ours, model_fields(method, eagre, list(replaced)[:count])))


if __name__ == "__main__":
    tables(pathlib.Path(os.environ.get("EAGRE_BIN", ROOT / "build" / "bin")) / "eagre")
