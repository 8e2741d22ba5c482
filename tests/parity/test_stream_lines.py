# SPDX-License-Identifier: BSD-3-Clause
"""streamLine: the files that both programs write after one step from the same developed state, to LIMIT of the largest value."""
import re
import shutil

import numpy as np
import pytest

import cases
import foam
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
FUNCTIONS = """
writePrecision 10;
#remove functions
functions
{
    raw
    {
        type streamLine; libs (fieldFunctionObjects); writeControl writeTime; setFormat raw; trackForward true; fields (p U k); lifeTime 300; nSubCycle 5;
        seedSampleSet { type uniform; axis x; start (0.0201 0.0512 0.0031); end (0.0709 0.083 0.0042); nPoints 3; }
    }
    vtk { $raw; setFormat vtk; }
    csv { $raw; setFormat csv; seedSampleSet { axis xyz; } }
    byCell { $raw; interpolationScheme cell; lifeTime 20; }
    backward
    {
        type streamLine; libs (fieldFunctionObjects); writeControl writeTime; setFormat raw; direction backward; fields (U p); lifeTime 200; trackLength 0.003;
        seedSampleSet { type cloud; axis distance; points ((0.0201 0.0512 0.0031) (0.0513 0.0994 0.004)); }
    }
    both { $backward; direction bidirectional; seedSampleSet { axis z; } }
    set
    {
        type sets; libs (sampling); writeControl writeTime; setFormat vtk; fields (U); interpolationScheme cellPoint;
        sets ( line { type uniform; axis x; start (0.0201 0.0512 0.0031); end (0.0709 0.083 0.0042); nPoints 3; } );
    }
}
"""
FILES = ["raw/track0_p_k.xy", "raw/track0_U.xy", "vtk/track0_p_k.vtk", "vtk/track0_U.vtk", "csv/track0_p_k.csv", "csv/track0_U.csv", "byCell/track0_U.xy",
         "backward/track0_U.xy", "backward/track0_p.xy", "both/track0_U.xy", "both/track0_p.xy"]
NUMBER = r"(?<![\w.])[-+]?\d[\d.]*(?:e[-+]?\d+)?(?![\w.])"


def one_step(directory, eagre, case, functions):
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", functions)
    ours = {ranks: shutil.copytree(theirs, directory / f"eagre{ranks}") for ranks in (1, 3)}
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    for ranks, target in ours.items():
        foam.run([eagre, "run", target, "-n", ranks], log=directory / f"log.eagre{ranks}")
    return ours, theirs


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    case = cases.Case("cavity", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    return one_step(tmp_path_factory.mktemp("streams"), eagre, case, FUNCTIONS)


def text_of(case, name):
    function, file = name.split("/")
    return (case / "postProcessing/sets" / function / foam.times(case)[-1] / file).read_text()


def compare(ours, theirs, limit=LIMIT):
    """The same form, blanks included, and numbers that agree to a part of the largest."""
    assert re.sub(NUMBER, "N", ours) == re.sub(NUMBER, "N", theirs)
    mine, other = (np.array([float(v) for v in re.findall(NUMBER, text)]) for text in (ours, theirs))
    worst = np.abs(mine - other).max() / np.abs(other[np.abs(other) < 10]).max()
    print(f"{len(mine)} numbers, {worst:.1e}")
    assert len(mine) > 20 and worst <= limit


@pytest.mark.parametrize("ranks", (1, 3))
@pytest.mark.parametrize("name", FILES)
def test_files(runs, name, ranks):
    ours, theirs = runs
    compare(text_of(ours[ranks], name), text_of(theirs, name))


def test_vectors_of_sets(runs):
    ours, theirs = runs
    compare(*((case / "postProcessing/set" / foam.times(case)[-1] / "line_U.vtk").read_text() for case in (ours[1], theirs)))


def test_post(runs, eagre):
    """eagre post writes the files of the run again, whatever the number of ranks."""
    case = runs[0][3]
    time = foam.times(case)[-1]
    before = {name: text_of(case, name) for name in FILES}
    shutil.rmtree(case / "postProcessing")
    foam.run([eagre, "post", case, "--time", time, "-n", 2], log=case / "log.post")
    assert {name: text_of(case, name) for name in FILES} == before
