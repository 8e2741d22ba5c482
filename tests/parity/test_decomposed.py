# SPDX-License-Identifier: BSD-3-Clause
"""Results of OpenFOAM v1912 in processor directories: what its reconstructPar makes of them, ours makes too, number for number, and a run
continues from them as it does from what reconstructPar has made. The cells of one case are distributed at random, so that nothing is in order."""
import gzip
import random
import re
import shutil

import foam
import own
import pytest


DUCT_MESH = """
FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }
scale 0.1;
vertices ( (0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1) );
blocks ( hex (0 1 2 3 4 5 6 7) (6 5 4) simpleGrading (1 1 1) );
boundary
(
    left { type cyclic; neighbourPatch right; faces ((0 4 7 3)); }
    right { type cyclic; neighbourPatch left; faces ((2 6 5 1)); }
    movingWall { type wall; faces ((3 7 6 2)); }
    nothing { type patch; faces (); }
    fixedWalls { type wall; faces ((1 5 4 0) (0 3 2 1) (4 5 6 7)); }
);
"""
ZONES = """
FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }
actions
(
    { name some; type cellSet; action new; source boxToCell; sourceInfo { box (0 0 0) (0.07 0.05 1); } }
    { name some; type cellZoneSet; action new; source setToCellZone; sourceInfo { set some; } }
    { name plane; type faceSet; action new; source boxToFace; sourceInfo { box (0.04 -1 -1) (0.06 1 1); } }
    { name plane; type faceZoneSet; action new; source setsToFaceZone; sourceInfo { faceSet plane; cellSet some; } }
);
"""
# Of all the classes that runs write.
FUNCTIONS = """
functions
{
    gradient { type grad; libs (fieldFunctionObjects); field U; executeControl writeTime; writeControl writeTime; }
    onFaces { type surfaceInterpolate; libs (fieldFunctionObjects); fields ((U Uf)); executeControl writeTime; writeControl writeTime; }
}
"""


def decomposition(case, n, text):
    (case / "system/decomposeParDict").write_text(
        f"FoamFile {{ version 2.0; format ascii; class dictionary; object decomposeParDict; }}\nnumberOfSubdomains {n};\n{text}\n")


def duct(tmp_path, n):
    """Flow along a periodic duct; the cells go to the processors at random, so that the periodic patches are cut too."""
    case = tmp_path / "duct"
    own.copy("cavity", case)
    (case / "system/blockMeshDict").write_text(DUCT_MESH)
    (case / "system/topoSetDict").write_text(ZONES)
    for name, nothing in (("U", "type inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0);"), ("p", "type zeroGradient;")):
        path = case / "0" / name
        path.write_text(re.sub(r"frontAndBack\s*\{.*?\}", f"nothing {{ {nothing} }}\n    left {{ type cyclic; }}\n    right {{ type cyclic; }}",
                               path.read_text(), flags=re.S))
    foam.append(case, "system/controlDict", "deltaT 0.002; endTime 0.004; writeInterval 1;" + FUNCTIONS)
    foam.openfoam("blockMesh", case)
    foam.openfoam("topoSet", case)
    generator = random.Random(18)
    cells = [generator.randrange(3) for _ in range(6 * 5 * 4)]  # of four processors the last has none
    (case / "constant/random_cells").write_text("FoamFile { version 2.0; format ascii; class labelList; object random_cells; }\n"
                                         f"{len(cells)}({' '.join(map(str, cells))})\n")
    decomposition(case, n, 'method manual; manualCoeffs { dataFile "random_cells"; }')
    return case, "icoFoam"


def dam_break(tmp_path, n):
    case = tmp_path / "damBreak"
    own.copy("damBreak", case)
    foam.refine(case, 0.25)
    foam.append(case, "system/controlDict", "deltaT 0.002; adjustTimeStep no; endTime 0.008; writeControl timeStep; writeInterval 2; "
                "writePrecision 12; functions {}")
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { nLimiterIter 3; } }')
    foam.openfoam("blockMesh", case)
    foam.openfoam("setFields", case)
    decomposition(case, n, f"method simple; simpleCoeffs {{ n ({n} 1 1); delta 0.001; }}")
    return case, "interFoam"


def run_openfoam(case, application, n, handler="uncollated"):
    foam.openfoam("decomposePar", case, "-fileHandler", handler)
    foam.run(["mpirun", "-n", n, f"/usr/bin/{application}", "-case", case, "-parallel", "-fileHandler", handler])


def twin(case, name):
    shutil.copytree(case, case.parent / name)
    return case.parent / name


def numbers(path):
    """What stands behind the header, word by word: text and numbers as values (v1912 reads what is below 1e-300 as 0), lists of a binary file
    as they are."""
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    body = data[data.index(b"}", data.index(b"FoamFile")) + 1:]
    if re.search(rb"format\s+binary", data[:2000]):
        return body.split()

    def value(word):
        try:
            number = float(word)
        except ValueError:
            return word
        return number if abs(number) > 1e-300 else 0.0
    return [value(word) for word in re.sub(rb"([();])", rb" \1 ", body).split()]


def assert_same_files(ours, theirs):
    names = [{str(p.relative_to(d)) for p in d.rglob("*") if p.is_file()} for d in (ours, theirs)]
    assert names[0] == names[1]
    for name in names[1]:
        if name == "uniform/restart":  # what a run has measured of its ranks
            continue
        a, b = numbers(ours / name), numbers(theirs / name)
        if name == "grad(U)":  # v1912 evaluates extrapolatedCalculated again, without the correction that fvc::grad makes on patches
            a, b = a[:a.index(b"boundaryField")], b[:b.index(b"boundaryField")]
        assert a == b, f"{ours}: {name}"


@pytest.mark.parametrize("make, n, entries, handler", [
    (duct, 4, "writeFormat ascii; writePrecision 12;", "uncollated"),
    (duct, 3, "writeFormat binary;", "collated"),
    (dam_break, 3, "writeFormat ascii; writeCompression on;", "uncollated"),
    (dam_break, 2, "writeFormat binary;", "uncollated"),
    (dam_break, 2, "writeFormat ascii;", "collated"),
])
def test_reconstructed_fields(tmp_path, bin_directory, make, n, entries, handler):
    case, application = make(tmp_path, n)
    foam.append(case, "system/controlDict", entries)
    run_openfoam(case, application, n, handler)
    theirs = twin(case, "theirs")
    foam.openfoam("reconstructPar", theirs)
    foam.run([bin_directory / "reconstructPar", "-case", case])
    assert len(foam.times(theirs)) == 3
    for time in foam.times(theirs)[1:]:
        assert_same_files(case / time, theirs / time)


@pytest.mark.parametrize("handler", ["uncollated", "collated"])
def test_reconstructed_mesh(tmp_path, eagre, handler):
    """Points, faces, patches and zones; members of zones come in rising order."""
    case, _ = duct(tmp_path, 4)
    foam.append(case, "system/controlDict", "writeFormat binary;")
    foam.openfoam("decomposePar", case, "-fileHandler", handler)
    whole = twin(case, "whole")
    shutil.rmtree(case / "constant/polyMesh")
    foam.run([eagre, "reconstructParMesh", case])
    foam.append(whole, "system/controlDict", "writeFormat ascii; writePrecision 16;")
    foam.append(case, "system/controlDict", "writeFormat ascii; writePrecision 16;")
    for name in ("points", "faces", "owner", "neighbour"):
        text = []
        for directory in (case, whole):
            foam.openfoam("foamFormatConvert", directory, "-constant", "-noZero")
            text.append(numbers(directory / "constant/polyMesh" / name))
        assert text[0] == text[1], name
    boundaries = [(d / "constant/polyMesh/boundary").read_text().split("// *", 1)[-1] for d in (case, whole)]
    assert re.findall(r"\w+\s*\{[^}]*\}", boundaries[0])[1:] == re.findall(r"\w+\s*\{[^}]*\}", boundaries[1])[1:]
    report = [re.findall(r"(?:some|plane)\s.*", foam.openfoam("checkMesh", d, "-allTopology").stdout) for d in (case, whole)]
    assert report[0] and report[0] == report[1]


@pytest.mark.parametrize("n, ranks, handler", [(3, 1, "uncollated"), (3, 3, "uncollated"), (2, 3, "collated")])
def test_continues_from_decomposed_results(tmp_path, eagre, n, ranks, handler):
    case, application = dam_break(tmp_path, n)
    foam.append(case, "system/controlDict", "writeFormat binary; endTime 0.004;")
    run_openfoam(case, application, n, handler)
    theirs = twin(case, "theirs")
    foam.openfoam("reconstructPar", theirs)
    for path in theirs.glob("processor*"):
        shutil.rmtree(path)
    before = sorted(case.rglob("*"))
    for directory in (case, theirs):
        foam.append(directory, "system/controlDict", "startFrom latestTime; endTime 0.008;")
    options = ["-n", ranks, "--reduction", "typed", "--krylov", "PCG"]  # what is measured may add up in another order
    assert "would be put together" in foam.run([eagre, "check", case]).stdout
    assert sorted(case.rglob("*")) == before
    log = foam.run([eagre, "run", case, *options]).stdout
    assert "have the time 0.004: its fields are put together" in log
    foam.run([eagre, "run", theirs, *options])
    assert foam.times(case) == ["0", "0.004", "0.008"]
    for time in ("0.004", "0.008"):
        assert_same_files(case / time, theirs / time)


def test_openfoam_reads_what_was_put_together(tmp_path, bin_directory):
    case, application = dam_break(tmp_path, 2)
    run_openfoam(case, application, 2)
    foam.run([bin_directory / "reconstructPar", "-case", case, "-latestTime"])
    assert foam.times(case) == ["0", "0.008"]
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.01; writeInterval 1;")
    foam.openfoam(application, case)
    assert foam.times(case)[-1] == "0.01"
