# SPDX-License-Identifier: BSD-3-Clause
"""Run parity: the cases as they are, run to the end by both programs with the cases' own settings."""
import re
import shutil

import numpy as np
import pytest

import foam
from cases import CASES, Case, prepare

BY_NAME = {c.name: c for c in CASES}


@pytest.mark.parametrize("name", ["cavity", "cavityGrade", "cavityClipped"])
def test_cavity_to_the_end(name, tmp_path, eagre):
    """The graded and the clipped cavity go on from the plain one's end, mapped by OpenFOAM as their Allrun does."""
    case = BY_NAME[name]
    theirs = prepare(case, tmp_path)
    foam.append(theirs, "system/controlDict", "startFrom startTime;")
    if name != "cavity":
        source = prepare(BY_NAME["cavity"], tmp_path / "source")
        foam.openfoam("icoFoam", source)
        start = re.search(r"^startTime\s+([\d.]+);", (theirs / "system" / "controlDict").read_text(), re.M)[1]
        shutil.copytree(theirs / "0", theirs / start)
        consistent = ["-consistent"] if name == "cavityGrade" else []
        foam.openfoam("mapFields", theirs, source, "-sourceTime", "latestTime", *consistent)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam(case.application, theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    time = foam.times(theirs)[-1]
    assert foam.times(ours)[-1] == time and len(foam.times(ours)) > 2
    for field in ("U", "p"):
        difference = foam.relative_l2(foam.read_field(ours / time / field)[0], foam.read_field(theirs / time / field)[0])
        print(name, time, field, f"{difference:.1e}")
        assert difference <= 1e-4


def test_the_run_that_makes_the_mesh_is_as_those_that_read_it(tmp_path, eagre):
    """Ascii points have ten digits: the first run takes them as its file keeps them, to the last bit of the fields."""
    first = prepare(BY_NAME["damBreak"], tmp_path)
    shutil.rmtree(first / "constant" / "polyMesh")
    foam.append(first, "system/controlDict", "startFrom startTime; endTime 0.003; writeControl timeStep; writeInterval 1; writePrecision 17;")
    foam.run([eagre, "run", first])
    times = [t for t in foam.times(first) if float(t) > 0]
    second = tmp_path / "second"
    shutil.copytree(first, second, ignore=shutil.ignore_patterns(*times))
    foam.run([eagre, "run", second])
    for field in ("U", "p_rgh", "alpha.water"):
        assert (second / times[-1] / field).read_bytes() == (first / times[-1] / field).read_bytes(), field


def alpha_extremes(log):
    rows = re.findall(r"Phase-1 volume fraction = (\S+)\s+Min\(\S+\) = (\S+)\s+Max\(\S+\) = (\S+)", log.read_text())
    return np.array(rows, dtype=float)


@pytest.mark.parametrize("solvers, slack", [("as-written", 1.5), ("fast", 3)])
def test_dam_break_to_the_end(tmp_path, eagre, solvers, slack):
    """alpha at 0.2 s and 0.5 s; bounds and drift over the full second no worse than OpenFOAM's. With the fast solvers the last digits
    differ from the first step on and the flow is chaotic after the splash, so the largest overshoot of some 500 steps (4.0e-6 in
    OpenFOAM's run, 6.4e-6 in ours) is another draw from the same distribution: of the same size, not the same."""
    theirs = prepare(BY_NAME["damBreak"], tmp_path)
    foam.append(theirs, "system/controlDict", "startFrom startTime; endTime 1; writeInterval 0.1;")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", "--solvers", solvers, ours], log=tmp_path / "log.eagre")
    for time, limit in (("0.2", 1e-3), ("0.5", 1e-2)):
        a, b = (foam.read_field(d / time / "alpha.water")[0] for d in (ours, theirs))
        difference = np.abs(a - b).sum() / np.abs(b).sum()
        print(f"t = {time}: relative L1 of alpha {difference:.1e}")
        assert difference <= limit
    we, they = alpha_extremes(tmp_path / "log.eagre"), alpha_extremes(tmp_path / "log.openfoam")
    below, above = -we[:, 1].min(), we[:, 2].max() - 1
    print(f"below 0: {below:.2e} (OpenFOAM {-they[:, 1].min():.2e}), above 1: {above:.2e} (OpenFOAM {they[:, 2].max() - 1:.2e})")
    assert below <= slack * max(-they[:, 1].min(), 1e-8) and above <= slack * max(they[:, 2].max() - 1, 1e-8)
    drift, their_drift = abs(we[-1, 0] - we[0, 0]), abs(they[-1, 0] - they[0, 0])
    print(f"drift of the volume fraction {drift:.2e} (OpenFOAM {their_drift:.2e})")
    assert drift <= 1.5 * max(their_drift, 1e-6)


def test_turbulent_dam_break(tmp_path, eagre):
    """alpha at 0.5 s with k-epsilon and wall functions, as written by both programs."""
    theirs = prepare(BY_NAME["damBreakKEpsilon"], tmp_path)
    foam.append(theirs, "system/controlDict", "startFrom startTime; endTime 0.5; writeInterval 0.5;")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    for field, limit in (("alpha.water", 1e-2), ("k", 0.1), ("nut", 0.1)):
        a, b = (foam.read_field(d / "0.5" / field)[0] for d in (ours, theirs))
        difference = np.abs(a - b).sum() / np.abs(b).sum()
        print(f"relative L1 of {field}: {difference:.1e}")
        assert difference <= limit


def test_weir_overflow(tmp_path, eagre):
    """Depth of the water along the channel at 4 s, before the nappe has fallen and the flow behind the weir is chaotic: within 1 %."""
    case = Case("weirOverflow", "multiphase/interFoam/RAS/weirOverflow", "interFoam", (), (), 0, 0, preparation=("blockMesh", "setFields"))
    theirs = prepare(case, tmp_path)
    for function in ("writeCellCentres", "writeCellVolumes"):
        foam.openfoam("postProcess", theirs, "-func", function, "-time", "0")
    x, V = (foam.read_field(theirs / "0" / name)[0][:, 0] for name in ("C", "V"))
    for name in ("C", "Cx", "Cy", "Cz", "V"):
        (theirs / "0" / name).unlink()
    foam.append(theirs, "system/controlDict", "startFrom startTime; endTime 4; writeInterval 4;")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    width = 3.0  # m, of the columns
    we, they = (np.histogram(x, np.arange(-18, 91, width), weights=foam.read_field(d / "4" / "alpha.water")[0][:, 0] * V)[0] / width
                for d in (ours, theirs))
    water = they > 0.5
    difference = np.abs(we - they)[water] / they[water]
    print(f"depth of {water.sum()} columns: largest relative difference {difference.max():.1e}")
    assert water.sum() >= 8 and difference.max() <= 1e-2
