# SPDX-License-Identifier: BSD-3-Clause
"""porousBafflePressure: the same on any number of ranks, and bit for bit after a restart, from files and from dumps."""
import dataclasses
import shutil

import numpy as np
import pytest

import dumps
import foam
from cases import develop, prepare, set_one_step
from source_cases import SOURCE_CASES

STEPS = 4


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """OpenFOAM's state in which water pushes against the baffle."""
    case = next(c for c in SOURCE_CASES if c.name == "porousBaffleFaces")
    directory = develop(dataclasses.replace(case, developed=0.15), tmp_path_factory.mktemp("baffle"))
    set_one_step(case, directory)
    return case, directory


def advance(eagre, source, target, upTo, *options):
    """Runs up to so many steps after the start, from the latest time of target, a copy of source if it is not there."""
    if not target.exists():
        shutil.copytree(source, target)
    end = float(foam.times(source)[-1]) + 0.001 * upTo
    foam.append(target, "system/controlDict", f"startFrom latestTime; endTime {end:.10g}; writeControl timeStep; writeInterval 2;")
    foam.run([eagre, "run", target, *dumps.SETTLED, *options], log=f"{target}.log")
    return target


def fields(case, directory):
    time = directory / foam.times(directory)[-1]
    return {name: foam.read_field(time / name)[0] for name in case.fields}


def test_ranks(start, tmp_path, eagre):
    case, source = start
    one = fields(case, advance(eagre, source, tmp_path / "one", STEPS))
    several = fields(case, advance(eagre, source, tmp_path / "several", STEPS, "-n", 3))
    for name, values in one.items():
        assert foam.relative_l2(several[name], values) < 1e-9, name


@pytest.mark.parametrize("dump", [(), ("--dump", "hdf5")], ids=["files", "dumps"])
def test_restart(start, tmp_path, eagre, dump):
    case, source = start
    whole = fields(case, advance(eagre, source, tmp_path / "whole", STEPS, "-n", 2))
    advance(eagre, source, tmp_path / "halves", STEPS // 2, "-n", 2, *dump)
    halves = fields(case, advance(eagre, source, tmp_path / "halves", STEPS, "-n", 2))
    for name, values in whole.items():
        assert np.array_equal(halves[name], values), name


def test_momentum_predictor(start, tmp_path, eagre):
    """The predictor sees the jump of the step before. OpenFOAM v1912 begins every run without one, whatever the entry says."""
    case, source = start
    theirs, ours = tmp_path / "openfoam", tmp_path / "eagre"
    shutil.copytree(source, theirs)
    foam.append(theirs, "system/fvSolution", "PIMPLE { momentumPredictor yes; }")
    foam.append(theirs, f"{foam.times(source)[-1]}/p_rgh", "boundaryField { porous_half0 { jump uniform 0; } }")
    end = float(foam.times(source)[-1]) + 0.002
    foam.append(theirs, "system/controlDict", f"endTime {end:.10g}; writeInterval 2;")
    shutil.copytree(theirs, ours)
    foam.openfoam(case.application, theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours, "-n", 2], log=tmp_path / "log.eagre")
    expected = fields(case, theirs)
    for name, values in fields(case, ours).items():
        assert foam.relative_l2(values, expected[name]) < 1e-7, name


def test_sides_that_differ(tmp_path, eagre):
    case = next(c for c in SOURCE_CASES if c.name == "porousBaffle")
    directory = prepare(case, tmp_path)
    foam.append(directory, "0/p_rgh", "boundaryField { porous_half1 { length 0.2; } }")
    result = foam.run([eagre, "check", directory], check=False)
    assert result.returncode == 3 and "length" in result.stdout and "other of the two cyclic patches" in result.stdout


def test_other_type(tmp_path, eagre):
    case = next(c for c in SOURCE_CASES if c.name == "porousBaffle")
    directory = prepare(case, tmp_path)
    foam.append(directory, "0/p_rgh", "boundaryField { porous_half0 { type zeroGradient; } porous_half1 { type zeroGradient; } }")
    result = foam.run([eagre, "check", directory], check=False)
    assert result.returncode == 3 and "(or fan, fixedJump, porousBafflePressure, uniformJump with patchType cyclic)" in result.stdout
