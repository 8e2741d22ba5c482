# SPDX-License-Identifier: BSD-3-Clause
"""Local time steps in pimpleFoam, which openfoam.org's has and v1912's has not."""
import dataclasses
import shutil

import numpy as np
import pytest

import cases
import foam
from lts_cases import LOCAL, pimple
from poly_mesh import PolyMesh

CAVITY = cases.named("pimpleCavityKEpsilon")


def test_equal_steps_are_euler(tmp_path, eagre):
    """Where maxDeltaT limits all cells the step is one of v1912's pimpleFoam with Euler."""
    theirs = cases.develop(CAVITY, tmp_path)
    cases.set_steps(CAVITY, theirs, 2)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    for file, text in (LOCAL, pimple(f"maxCo 1e9; maxDeltaT {CAVITY.deltaT};")):
        foam.append(ours, file, text)
    foam.openfoam("pimpleFoam", theirs)
    foam.run([eagre, "run", ours])
    time = foam.times(theirs)[-1]
    for field in CAVITY.fields:
        assert foam.relative_l2(foam.read_field(ours / time / field)[0], foam.read_field(theirs / time / field)[0]) < 1e-10, field


def courant_rate(case, time, max_co):
    """sum |phi| / (2 maxCo V) of the cells [1/s]; all cells of the cavity have one volume."""
    mesh = PolyMesh(case)
    phi, patches = foam.read_field(case / time / "phi")
    size = np.zeros(mesh.n_cells)
    np.add.at(size, mesh.owner[:len(phi)], abs(phi[:, 0]))
    np.add.at(size, mesh.neighbour, abs(phi[:, 0]))
    assert all(abs(values).max(initial=0) == 0 for values in patches.values())  # walls
    return size / (2 * max_co * np.prod(np.ptp(mesh.points, axis=0)) / mesh.n_cells)


def test_steps_follow_the_courant_number(tmp_path, eagre):
    case = dataclasses.replace(CAVITY, name="local", overrides=(
        *CAVITY.overrides, ("system/controlDict", "writeFormat ascii;"), LOCAL,
        cases.boundary("U", movingWall="type uniformFixedValue; uniformValue table ((0.01 (3 0 0)) (0.015 (0 0 0)));"),
        pimple("maxCo 0.2; maxDeltaT 0.05; minDeltaT 0.01; rDeltaTSmoothingCoeff 1; rDeltaTDampingCoeff 0.001;")))
    directory = cases.prepare(case, tmp_path)
    cases.set_steps(case, directory, 5)
    foam.run([eagre, "run", directory, "-n", 2])
    *_, last, now = foam.times(directory)
    expected = np.clip(courant_rate(directory, last, 0.2), 20, 100)
    kept = 0.999 * foam.read_field(directory / last / "rDeltaT")[0][:, 0]
    rate = foam.read_field(directory / now / "rDeltaT")[0][:, 0]
    assert 0 < (kept > expected).sum() < len(rate) and (rate == 20).any() and (rate == 100).any()
    assert rate == pytest.approx(np.maximum(expected, kept), rel=1e-9)
