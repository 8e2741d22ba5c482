# SPDX-License-Identifier: BSD-3-Clause
"""localBlended with the factors of stabilityBlendingFactor: some steps of both programs, then ours in two runs and on other ranks."""
import shutil

import numpy as np
import pytest

import cases
import dumps
import foam
from source_cases import PISO_SOLVERS

STEPS = 4
FIELDS = ("U", "p", "phi", "k", "epsilon", "blendedIndicatorU")
FUNCTIONS = """
#remove functions
functions
{
    blending
    {
        type stabilityBlendingFactor; libs (fieldFunctionObjects); field U; result UBlendingFactor; switchCo yes; Co1 0.02; Co2 0.15;
        switchNonOrtho no; switchGradCc no; switchResiduals no; switchFaceWeight no; switchSkewness no;
    }
}
"""
SCHEME = "divSchemes { div(phi,U) bounded Gauss localBlended linearUpwindV grad(U) linear; }"


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    case = cases.cavity("cavity", FIELDS)
    directory = cases.develop(case, tmp_path_factory.mktemp("blended"))
    cases.set_one_step(case, directory)
    foam.append(directory, "system/fvSchemes", SCHEME)
    foam.append(directory, "system/controlDict", FUNCTIONS)
    return directory


def advance(eagre, source, target, steps, *options):
    if not target.exists():
        shutil.copytree(source, target)
    end = float(foam.times(source)[-1]) + 0.005 * steps
    foam.append(target, "system/controlDict", f"endTime {end:.10g}; writeInterval 2;")
    if eagre:
        foam.run([eagre, "run", target, *dumps.SETTLED, *options], log=f"{target}.log")
    else:
        foam.openfoam("pisoFoam", target, log=f"{target}.log")
    return {name: foam.read_field(target / foam.times(target)[-1] / name)[0] for name in FIELDS}


def test_parity(start, tmp_path, eagre):
    theirs = advance(None, start, tmp_path / "openfoam", STEPS)
    ours = advance(eagre, start, tmp_path / "eagre", STEPS, "-n", 2)
    indicator = ours["blendedIndicatorU"]
    assert indicator.min() == 0 and indicator.max() == 1 and 0.05 < ((indicator > 0) & (indicator < 1)).mean()
    for name in FIELDS[:-1]:  # the indicator that OpenFOAM has written is of the step before
        assert foam.relative_l2(ours[name], theirs[name]) < 1e-7, name
    again = tmp_path / "openfoam"
    foam.append(again, "system/fvSchemes", "divSchemes { div(phi,U) bounded Gauss linear; }")
    shutil.rmtree(again / foam.times(again)[-1])
    shutil.rmtree(again / foam.times(again)[-1])
    assert foam.relative_l2(advance(None, start, again, STEPS)["U"], ours["U"]) > 1e-5, "the scheme does not matter here"


def test_counts(start, tmp_path, eagre):
    advance(None, start, tmp_path / "openfoam", STEPS + 1)  # its function objects come a step late
    advance(eagre, start, tmp_path / "eagre", STEPS)
    tables = []
    for name in ("openfoam", "eagre"):
        file = next((tmp_path / name / "postProcessing" / "blending").rglob("stabilityBlendingFactor.dat"))
        tables.append([line.split() for line in file.read_text().splitlines() if not line.startswith("#")])
    assert tables[1] and tables[0][:STEPS] == tables[1]


def test_restart(start, tmp_path, eagre):
    whole = advance(eagre, start, tmp_path / "whole", STEPS, "-n", 2)
    advance(eagre, start, tmp_path / "halves", STEPS // 2, "-n", 2)
    halves = advance(eagre, start, tmp_path / "halves", STEPS, "-n", 2)
    for name in FIELDS:
        assert np.array_equal(whole[name], halves[name]), name


@pytest.mark.parametrize("functions, message", [
    ("#remove functions", "stabilityBlendingFactor makes (result UBlendingFactor)"),
    ("functions { blending { switchResiduals yes; } }", "switchResiduals is not supported; switchCo is"),
], ids=["none", "residuals"])
def test_without(start, tmp_path, eagre, functions, message):
    shutil.copytree(start, tmp_path / "case")
    foam.append(tmp_path / "case", "system/controlDict", functions)
    result = foam.run([eagre, "run", tmp_path / "case"], check=False)
    assert result.returncode == 3 and message in result.stdout
