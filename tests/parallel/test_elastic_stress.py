# SPDX-License-Identifier: BSD-3-Clause
"""A viscoelastic stress of two modes: the answer does not depend on the number of ranks, and a restart continues bit for bit."""
import shutil

import numpy as np
import pytest

import block
import elastic
import foam

FIELDS = ("U", "p", "phi", "sigma", "sigma0", "sigma1")
CONTROL = "application pimpleFoam; deltaT 0.01; endTime 0.16; writeInterval 0.08; writePrecision 17;"
FREE = "type zeroGradient;"


def step_in_a_channel(target):
    """Flow past a corner of 12 x 8 cells that it enters through the upper half of a side."""
    size, cells = (3, 2, 1), (12, 8, 1)
    sides = {"x0": "type patch;", "x1": "type patch;", "y0": "type wall;", "y1": "type symmetryPlane;", "z0": "type empty;", "z1": "type empty;"}
    y = block.centres((1, 2, 1), (1, 8, 1))[:, 1]
    inlet = "type fixedValue; value nonuniform List<vector> 8(" + " ".join(f"({float(v > 1):g} 0 0)" for v in y) + ");"
    sigma = {"x0": "type fixedValue; value uniform (0.1 0.2 0 0.3 0 0);", "x1": "type inletOutlet; inletValue uniform (0 0 0 0 0 0);",
             "y0": FREE, "y1": sides["y1"], "z0": sides["z0"], "z1": sides["z1"]}
    return block.write(target, size, cells, sides, {
        "U": ((0, 0, 0), {"x0": inlet, "x1": FREE, "y0": "type noSlip;"}),
        "p": (0, {"x0": FREE, "x1": "type fixedValue; value uniform 0;", "y0": FREE})}, control=CONTROL, solvers=elastic.SOLVERS, ddt="Euler",
        files=elastic.files("Giesekus", "nuM 0.2; modes ({ lambda 0.5; alphaG 0.2; } { lambda 0.1; alphaG 0.4; });", sigma, 0.02),
        schemes=elastic.SCHEMES)


def fields(case):
    return {name: foam.read_field(case / "0.16" / name)[0] for name in FIELDS}


def test_same_answer_on_any_number_of_ranks(tmp_path, eagre):
    results = {}
    for ranks in (1, 3):
        case = step_in_a_channel(tmp_path / f"on{ranks}")
        foam.run([eagre, "run", case, "-n", ranks])
        results[ranks] = fields(case)
    differences = {name: foam.relative_l2(results[3][name], results[1][name]) for name in FIELDS}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert np.abs(results[1]["sigma"] - results[1]["sigma0"] - results[1]["sigma1"]).max() < 1e-14
    assert np.abs(results[1]["sigma0"] - results[1]["sigma1"]).max() > 0.01
    assert all(d <= 1e-9 for d in differences.values()), differences


@pytest.mark.parametrize("dump", ["foam", "hdf5"])
def test_restart_is_bit_for_bit(tmp_path, eagre, dump):
    named = ["-n", 2, "--krylov", "PCG", "--reduction", "typed"]
    whole = step_in_a_channel(tmp_path / "whole")
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.append(stopped, "system/controlDict", "endTime 0.08;")
    foam.run([eagre, "run", whole, *named])
    dumped = ["--dump", "hdf5"] if dump == "hdf5" else []
    if foam.run([eagre, "run", stopped, *named, *dumped], check=False).stdout.count("built without HDF5"):
        pytest.skip("built without HDF5")
    foam.append(stopped, "system/controlDict", "endTime 0.16;")
    foam.run([eagre, "run", stopped, *named])
    one, other = fields(whole), fields(stopped)
    for name in FIELDS:
        assert np.array_equal(one[name], other[name]), f"{name} differs by {np.abs(one[name] - other[name]).max():.3g}"
