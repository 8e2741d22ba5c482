# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM's large-eddy simulations of the backward step: one answer on any number of ranks, with random numbers at the inlet and with an
inlet that is mapped from inside; restarts continue bit for bit."""
import re
import shutil

import numpy as np
import pytest

import foam

FIELDS = ("U", "p", "k", "nut")
NAMES = {"pitzDaily": "(U|k|B|nuTilda|s)", "pitzDailyMapped": "(U|k|B|nuTilda)"}
NAMED = ("--krylov", "PCG", "--reduction", "typed")


def step(example, directory, control, solution=""):
    case = foam.copy_example(f"incompressible/pisoFoam/LES/{example}", directory)
    foam.refine(case, 1 / 3)
    foam.append(case, "system/controlDict", f"#remove functions\nwriteFormat binary; writePrecision 16; timePrecision 10; {control}")
    foam.append(case, "system/fvSolution", solution)
    return case


def values(case, time, fields=FIELDS):
    return {name: foam.read_field(case / time / name) for name in fields}


@pytest.mark.parametrize("example", ["pitzDaily", "pitzDailyMapped"])
def test_same_answer_on_any_number_of_ranks(tmp_path, eagre, example):
    tight = f'solvers {{ p {{ tolerance 1e-13; relTol 0; }} pFinal {{ tolerance 1e-13; relTol 0; }} "{NAMES[example]}" {{ tolerance 1e-15; relTol 0; }} }}'
    # From a developed field: where k is uniform, limiters would look at rounding.
    start = step(example, tmp_path / "start", "deltaT 3e-5; endTime 6e-4; writeInterval 20;", tight)
    foam.run([eagre, "run", start])
    foam.append(start, "system/controlDict", "startFrom latestTime; endTime 7.5e-4; writeInterval 5;")
    cases = [shutil.copytree(start, tmp_path / f"ranks{n}") for n in (1, 3)]
    for case, n in zip(cases, (1, 3)):
        foam.run([eagre, "run", case, "-n", n])
    one, many = (values(case, foam.times(case)[-1]) for case in cases)
    differences = {name: foam.relative_l2(many[name][0], one[name][0]) for name in FIELDS}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-9 for d in differences.values()), differences
    inlets = [fields["U"][1]["inlet"] for fields in (one, many)]
    assert len(inlets[0]) == 10 and np.ptp(inlets[0][:, 0]) > 0
    assert foam.relative_l2(inlets[1], inlets[0]) < 1e-12


@pytest.mark.parametrize("example", ["pitzDaily", "pitzDailyMapped"])
def test_restart_is_bit_for_bit(tmp_path, eagre, example):
    whole = step(example, tmp_path / "whole", "deltaT 3e-5; endTime 3e-4; writeInterval 5;")
    foam.append(whole, "system/fvSchemes", "ddtSchemes { default Euler; }")
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "-n", 2, *NAMED])
    foam.append(stopped, "system/controlDict", "endTime 1.5e-4;")
    foam.run([eagre, "run", stopped, "-n", 2, *NAMED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 3e-4;")
    foam.run([eagre, "run", stopped, "-n", 2, *NAMED])
    time = foam.times(whole)[-1]
    a, b = values(whole, time), values(stopped, time)
    for name in FIELDS:
        assert np.array_equal(a[name][0], b[name][0]), f"{name} differs by {np.abs(a[name][0] - b[name][0]).max():.3g}"
    assert np.array_equal(a["U"][1]["inlet"], b["U"][1]["inlet"])


def lagrangian(directory, control):
    """The backward step with dynamicLagrangian; upwind schemes, as limiters look at rounding where a field is uniform."""
    smoother = "solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0;"
    case = step("pitzDaily", directory, control,
                f'solvers {{ p {{ tolerance 1e-13; relTol 0; }} pFinal {{ tolerance 1e-13; relTol 0; }} "(flm|fmm|U|k)" {{ {smoother} }} }}')
    foam.append(case, "system/fvSchemes", 'ddtSchemes { default Euler; } divSchemes { "div\\(phi,(flm|fmm)\\)" Gauss upwind; }')
    foam.append(case, "constant/turbulenceProperties", "LES { LESModel dynamicLagrangian; filter simple; }")
    k = (case / "0" / "k").read_text()
    for name, value in (("flm", "1e-3"), ("fmm", "1")):
        text = re.sub(r"\[0 2 -2 0 0 0 0\]", "[0 4 -4 0 0 0 0]", re.sub(r"\buniform\s+[-+.\deE]+", f"uniform {value}", k))
        (case / "0" / name).write_text(text.replace("object      k;", f"object      {name};"))
    return case


def test_lagrangian_model_on_any_number_of_ranks_and_restarted(tmp_path, eagre):
    fields = ("U", "p", "flm", "fmm", "nut")
    one = lagrangian(tmp_path / "one", "deltaT 3e-5; endTime 3e-4; writeInterval 5;")
    three, stopped = (shutil.copytree(one, tmp_path / name) for name in ("three", "stopped"))
    foam.run([eagre, "run", one])
    foam.run([eagre, "run", three, "-n", 3])
    for end in ("1.5e-4", "3e-4"):
        foam.append(stopped, "system/controlDict", f"startFrom latestTime; endTime {end};")
        foam.run([eagre, "run", stopped])
    a, b, c = (values(case, foam.times(case)[-1], fields) for case in (one, three, stopped))
    differences = {name: foam.relative_l2(b[name][0], a[name][0]) for name in fields}
    assert all(d <= 1e-9 for d in differences.values()), differences
    assert not [name for name in fields if not np.array_equal(a[name][0], c[name][0])]
    assert np.ptp(a["flm"][0]) > 0 and np.ptp(a["nut"][0]) > 0
