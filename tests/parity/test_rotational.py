# SPDX-License-Identifier: BSD-3-Clause
"""Patches that are turned against each other (transform rotational), cyclic and cyclicAMI: a sector of an annulus, against OpenFOAM v1912, and what
must hold without it."""
import re
import shutil

import pytest

import foam
import sector

FLOW, PHASES = ("U", "p", "phi"), ("U", "p_rgh", "phi", "alpha.water")
WITHOUT_ANGLE = sector.ROTATION[:sector.ROTATION.index("rotationAngle")]
KINDS = {
    "cyclic": dict(),
    "unsaid": dict(words="transform noOrdering;"),
    "overlapping": dict(kind="cyclicAMI", shifted=True),
    "withoutAngle": dict(kind="cyclicAMI", words=WITHOUT_ANGLE),
    "turbulent": dict(kind="cyclicAMI", turbulent=True),
    "turbulentCyclic": dict(turbulent=True),
    "phases": dict(two_phases=True),
    "turning": dict(turning=True),
    "turningOverlapping": dict(kind="cyclicAMI", shifted=True, turning=True),
    "phasesOverlapping": dict(kind="cyclicAMI", shifted=True, two_phases=True),
}


def names(kind):
    return (*(PHASES if KINDS[kind].get("two_phases") else FLOW), *(("k", "omega", "nut") if KINDS[kind].get("turbulent") else ()))


def last(case, kind):
    time = case / foam.times(case)[-1]
    return {name: foam.read_field(time / name) for name in names(kind)}


@pytest.mark.parametrize("kind", KINDS)
def test_as_openfoam(kind, tmp_path, eagre):
    """Four steps, so that what is left explicit across the patches is old values too."""
    theirs = sector.write(tmp_path / "openfoam", **KINDS[kind])
    foam.run([eagre, "blockMesh", theirs])
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    application = "interFoam" if KINDS[kind].get("two_phases") else "pimpleFoam"
    program = foam.sound(application) if application == "interFoam" else f"/usr/bin/{application}"
    if not program:
        pytest.skip(f"no {application} that is compiled soundly: make judge")
    foam.run([program, "-case", theirs], log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", "--solvers", "as-written", ours], log=tmp_path / "log.eagre")
    expected = last(theirs, kind)
    for name, (values, _) in last(ours, kind).items():
        assert foam.relative_l2(values, expected[name][0]) < 1e-7, name


@pytest.mark.parametrize("kind", ["cyclic", "unsaid", "overlapping", "turbulent", "turning", "phasesOverlapping"])
def test_conserves_on_any_ranks(kind, tmp_path, eagre):
    case = sector.write(tmp_path / "one", **KINDS[kind])
    foam.run([eagre, "blockMesh", case])
    shutil.copytree(case, tmp_path / "three")
    results = []
    for name, ranks in (("one", 1), ("three", 3)):
        foam.run([eagre, "run", "-n", ranks, tmp_path / name], log=tmp_path / f"log.{name}")
        results.append(last(tmp_path / name, kind))
        if not KINDS[kind].get("shifted"):  # each side of overlapping patches has its own flux, as in v1912
            through = {patch: values.sum() for patch, values in results[-1]["phi"][1].items()}
            assert abs(through["left"]) > 0.05
            assert abs(through["left"] + through["right"]) < 1e-12 * abs(through["left"])
    for name, (values, _) in results[0].items():
        assert foam.relative_l2(results[1][name][0], values) < 1e-9, name


@pytest.mark.parametrize("kind, words, message", [
    ("cyclicAMI", sector.ROTATION.replace("rotationAngle 40", "rotationAngle 36"), "turned by 36 degrees .* the faces of 'right' do not lie upon its own; .* say 40 degrees"),
    ("cyclicAMI", sector.ROTATION.replace("(0 0 1)", "(0 0 0)"), r"cyclicAMI patch 'left': rotationAxis \(0 0 0\) is no direction"),
    ("cyclicAMI", sector.ROTATION.replace("(0 0 0.1)", "(0 0.1)"), r"cyclicAMI patch 'left': rotationCentre '\(0 0.1\)' is not a vector"),
    ("cyclicAMI", sector.ROTATION.replace("(0 0 0.1)", "(0.1 0 0)"), "cyclicAMI patch 'left': turned by 40 degrees .* do not lie upon its own"),
    ("cyclic", "transform translational; separationVector (1 0 0);", "do not match|not parallel to the partner"),
], ids=["angle", "axis", "centre", "otherCentre", "noRotation"])
def test_broken(kind, words, message, tmp_path, eagre):
    case = sector.write(tmp_path / "case", kind=kind, words=words)
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout, re.S), result.stdout
