# SPDX-License-Identifier: BSD-3-Clause
"""Function objects that write tables and points: the files of both programs after one step from the same developed state, character by character but
for the digits of numbers, which agree to LIMIT."""
import re
import shutil
import subprocess

import numpy as np
import pytest

import cases
import foam
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
NUMBER = r"(?<![\w.])[-+]?\d[\d.]*(?:e[-+]?\d+)?(?!\w)"
FUNCTIONS = """
writePrecision 8;
#remove functions
functions
{
    onWalls
    {
        type patchProbes; libs (sampling); patches (movingWall "fixed.*"); fields ("[Uk]" p phi);
        probeLocations ((0.051 0.11 0.003) (0.02 -0.2 0.004) (0.101 0.055 0.005) (0.1003 0.0712 0.02));
    }
    onLid { $onWalls; patch movingWall; patches (movingWall); fields (p); fixedLocations false; }
    variation { type volFieldValue; libs (fieldFunctionObjects); operation CoV; regionType all; fields (k); writeFields false; }
    byK { $variation; operation weightedVolAverage; fields (p U); weightField k; scaleFactor 2; }
    leastAndLargest { type fieldMinMax; libs (fieldFunctionObjects); fields ("[kp]"); }
    coarse { $variation; writePrecision 4; }
    byKSum { $byK; operation weightedSum; }
    byKMean { $byK; operation weightedAverage; }
    byKIntegral { $byK; operation weightedVolIntegrate; }
    byNone { $byK; operation weightedVolIntegrate; weightField none; }
    uniform
    {
        type surfaceFieldValue; libs (fieldFunctionObjects); operation uniformity; regionType patch; name fixedWalls; fields (k nut); writeFields false;
        writeArea yes; scaleFactor 3; postOperation sqrt;
    }
    lidVariation { $uniform; operation CoV; }
    along { $uniform; operation sumDirection; name movingWall; fields (p U); direction (1 1 0); writeArea no; postOperation none; scaleFactor 1; }
    balance { $along; operation sumDirectionBalance; }
    normalMean { $along; operation areaNormalAverage; fields (U); }
    normalSum { $along; operation areaNormalIntegrate; fields (U p); }
    WEIGHTED
    time { type timeInfo; libs (utilityFunctionObjects); }
    timePerStep { type timeInfo; libs (utilityFunctionObjects); perTimeStep yes; }
    continuity { type continuityError; libs (fieldFunctionObjects); }
    linear { type momentum; libs (fieldFunctionObjects); writeControl writeTime; }
    angular
    {
        type momentum; libs (fieldFunctionObjects); cylindrical true; origin (0.05 0.05 0); rotation { type cylindrical; axis (0 0 1); } rhoRef 2;
    }
    extents { type fieldExtents; libs (fieldFunctionObjects); threshold 0.1; fields (U p); referencePosition (0.01 0 0); }
    extentsOnLid { type fieldExtents; libs (fieldFunctionObjects); threshold 0.1; fields (U); internalField no; patches (movingWall); }
    bins { type histogram; libs (fieldFunctionObjects); field k; nBins 7; setFormat gnuplot; }
    binsTo1 { type histogram; libs (fieldFunctionObjects); field k; nBins 10; setFormat raw; max 0.02; }
}
"""
WEIGHTED = ["weightedSum", "weightedAverage", "weightedAreaAverage", "weightedAreaIntegrate", "weightedUniformity"]
WEIGHTED += ["absW" + operation[1:] for operation in WEIGHTED]
FUNCTIONS = FUNCTIONS.replace("WEIGHTED", "\n".join(
    f"{operation}{weight} {{ $along; operation {operation}; name fixedWalls; fields (k nut); weightField {weight}; }}" for operation in WEIGHTED for weight in "pU"))
VALUES = ["variation", "coarse", "byK", "byKSum", "byKMean", "byKIntegral", "byNone"]
AREAS = ["uniform", "lidVariation", "along", "balance", "normalMean", "normalSum", *(operation + weight for operation in WEIGHTED for weight in "pU")]
FILES = ["onWalls/U", "onWalls/k", "onWalls/p", "onWalls/phi", "onLid/p", *(f"{name}/volFieldValue" for name in VALUES),
         *(f"{name}/surfaceFieldValue" for name in AREAS), "leastAndLargest/fieldMinMax", "linear/momentum", "angular/momentum", "extents/fieldExtents", "extentsOnLid/fieldExtents"]
GRAPHS = ["bins/k_k.gplt", "binsTo1/k_k.xy"]


def file_of(case, name, suffix=""):
    start = foam.times(case)[-2]
    function, file = name.split("/")
    return (case / "postProcessing" / function / start / (file + suffix)).read_text()


def cells_of(text):
    """Each line as its words, a vector in brackets being one, and what is between them."""
    return [re.findall(r"\([^)]*\)|[^\s()]+|\s+", line) for line in text.splitlines()]


def form(cell, scale):
    """A cell without the digits of its numbers, and without the sign of those that are nothing."""
    def one(match):
        bare = re.sub(r"e[-+]0+$", "e+00", re.sub(r"\d", "0", match[0]))
        return bare.lstrip("+-") if abs(float(match[0])) <= 1e-9 * scale else bare
    return re.sub(NUMBER, one, cell)


def compare(ours, theirs, limit=LIMIT):
    """The same text but for the digits of numbers, which agree to a part of the largest in their cell."""
    assert len(ours.splitlines()) == len(theirs.splitlines()), ours + theirs
    worst = 0
    for mine, other in zip(cells_of(ours), cells_of(theirs)):
        assert len(mine) == len(other), (mine, other)
        for a, b in zip(mine, other):
            values, expected = (np.array([float(v) for v in re.findall(NUMBER, cell)]) for cell in (a, b))
            scale = max(np.abs(expected).max(), 1e-14) if len(expected) else 1
            assert form(a, scale) == form(b, scale), (mine, other)
            if len(expected):
                worst = max(worst, np.abs(values - expected).max() / scale)
                assert worst <= limit, (mine, other)
    print(f"{worst:.1e}")


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("tables")
    case = cases.Case("cavity", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", FUNCTIONS)
    ours = {ranks: directory / f"eagre{ranks}" for ranks in (1, 3)}
    for ranks, target in ours.items():
        shutil.copytree(theirs, target)
        foam.run([eagre, "run", target, "-n", ranks], log=directory / f"log.eagre{ranks}")
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    return ours, theirs


@pytest.mark.parametrize("ranks", (1, 3))
@pytest.mark.parametrize("name", FILES)
def test_files(runs, name, ranks):
    ours, theirs = runs
    suffix = "" if name.startswith("on") else ".dat"
    compare(file_of(ours[ranks], name, suffix), file_of(theirs, name, suffix))


@pytest.mark.parametrize("ranks", (1, 3))
@pytest.mark.parametrize("name", GRAPHS)
def test_graphs(runs, name, ranks):
    ours, theirs = runs
    function, file = name.split("/")
    compare(*((case / "postProcessing" / function / foam.times(case)[-1] / file).read_text() for case in (ours[ranks], theirs)))


def test_time_and_continuity(runs):
    """What is measured, or what a solver leaves: the form, and in size the tolerance of the solver."""
    ours, theirs = runs
    for name in ("time/timeInfo", "timePerStep/timeInfo", "continuity/continuityError"):
        for case in ours.values():
            mine, other = (file_of(c, name, ".dat") for c in (case, theirs))
            assert re.sub(r"-?\d\.\d+e[-+]\d+", "N", mine) == re.sub(r"-?\d\.\d+e[-+]\d+", "N", other)
    for case in (*ours.values(), theirs):
        local, total, cumulative = map(float, file_of(case, "continuity/continuityError", ".dat").splitlines()[-1].split()[-3:])
        assert 0 < local < 1e-10 and abs(total) <= local and cumulative == total


DROPS = """writePrecision 8;
#remove functions
functions
{
    drops
    {
        type regionSizeDistribution; libs (fieldFunctionObjects); field alpha.water; patches (leftWall "low.*"); threshold 0.4; maxDiameter 0.05; nBins 20;
        setFormat raw; fields (p "[U]"); writeControl writeTime;
    }
}
"""
# A column at the wall, two regions that are too large for a droplet, two droplets that are.
SHAPES = "".join(f"boxToCell {{ box ({a} -1) ({b} 1); fieldValues ( volScalarFieldValue alpha.water 1 ); }}\n" for a, b in (
    ("-1 -1", "0.1461 0.292"), ("0.2 0.4", "0.5 0.5"), ("0.2 0.3", "0.23 0.33"), ("0.35 0.2", "0.38 0.23"), ("0.45 0.25", "0.51 0.35")))


def test_drops(tmp_path, eagre):
    case = cases.Case("drops", f"{cases.INTER}/damBreak/damBreak", "interFoam", cases.INTER_FIELDS, cases.INTER_SOLVERS, 0, 0.0005, preparation=("blockMesh", "setFields"),
                      files={"system/setFieldsDict": "FoamFile { version 2.0; format ascii; class dictionary; object setFieldsDict; }\n"
                             f"defaultFieldValues ( volScalarFieldValue alpha.water 0 ); regions ( {SHAPES} );"})
    theirs = cases.develop(case, tmp_path)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", DROPS)
    ours = {ranks: shutil.copytree(theirs, tmp_path / f"eagre{ranks}") for ranks in (1, 3)}
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    time = foam.times(theirs)[-1]
    names = sorted(file.name for file in (theirs / "postProcessing/drops" / time).iterdir())
    assert len(names) == 1 + 3 + 3 + 12 and sum(float(line.split()[1]) for line in (theirs / f"postProcessing/drops/{time}/diameter_count.xy").read_text().splitlines()) == 2
    for ranks, target in ours.items():
        foam.run([eagre, "run", target, "-n", ranks], log=tmp_path / f"log.eagre{ranks}")
        assert sorted(file.name for file in (target / "postProcessing/drops" / time).iterdir()) == names
        for name in names:
            values, expected = (np.loadtxt(c / "postProcessing/drops" / time / name) for c in (target, theirs))
            assert np.abs(values - expected).max() <= LIMIT * max(np.abs(expected[:, 1]).max(), 1e-3), name
        for name in ("alpha.water_liquidCore", "alpha.water_background"):
            values, expected = (foam.read_field(c / time / name)[0] for c in (target, theirs))
            assert np.abs(values - expected).max() <= LIMIT and 0.9 < expected.max()


NORMAL = ["areaNormalAverage", "areaNormalIntegrate", "uniformity", "weightedUniformity", "absWeightedUniformity", "sumDirection", "weightedAreaAverage"]


def test_through_an_outlet(tmp_path, eagre):
    """Where the vectors have a part along the normal."""
    case = cases.Case("elbow", f"{cases.ICO}/elbow", "icoFoam", cases.ICO_FIELDS, ("p", "pFinal", "U"), 0, 0.05, preparation=("fluentMeshToFoam",))
    theirs = cases.develop(case, tmp_path)
    cases.set_one_step(case, theirs)
    functions = "\n".join(f"""{operation} {{ type surfaceFieldValue; libs (fieldFunctionObjects); operation {operation}; regionType patch; name pressure-outlet-7;
        fields (U); weightField U; direction (0.1 1 0); writeFields false; }}""" for operation in NORMAL)
    foam.append(theirs, "system/controlDict", f"writePrecision 8; functions {{ {functions} }}")
    ours = {ranks: shutil.copytree(theirs, tmp_path / f"eagre{ranks}") for ranks in (1, 3)}
    foam.openfoam("icoFoam", theirs, log=tmp_path / "log.openfoam")
    for ranks, target in ours.items():
        foam.run([eagre, "run", target, "-n", ranks], log=tmp_path / f"log.eagre{ranks}")
        for name in NORMAL:
            compare(*((c / f"postProcessing/{name}/0/surfaceFieldValue.dat").read_text() for c in (target, theirs)))


def test_functions_by_their_names(tmp_path, eagre):
    """#includeFunc with OpenFOAM's etc directory and without: the same files."""
    made = {}
    for etc in ("/usr/share/openfoam", "/nowhere"):
        case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / etc.strip("/").replace("/", "_"))
        foam.append(case, "system/controlDict", "endTime 0.005; writeInterval 1; functions\n{\n#includeFunc minMaxMagnitude\n"
                    "#includeFunc singleGraph(start=(0 0.05 0.005),end=(0.1 0.05 0.005),fields=(p))\n"
                    "#includeFunc patchAverage(name=movingWall,fields=(p U))\n}")
        subprocess.run([eagre, "run", case], check=True, stdout=subprocess.DEVNULL, env=dict(foam.environment(), WM_PROJECT_DIR=etc))
        made[etc] = {str(f.relative_to(case)): f.read_text() for f in sorted((case / "postProcessing").rglob("*")) if f.is_file()}
    with_etc, without = made.values()
    assert len(without) == 3 and without == with_etc, (with_etc, without)
