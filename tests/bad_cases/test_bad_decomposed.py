# SPDX-License-Identifier: BSD-3-Clause
"""Processor directories that are not whole, or of another mesh: an error that says what and where, and nothing is written. The directories
are made here: a cavity of 4 x 4 cells that is cut in two, with a time 0.1 that it lacks itself."""
import os
import re
import shutil

import foam
import own
import pytest

from test_bad_cases import BAD_CASE, USAGE, expect, run

HEADER = "FoamFile { version 2.0; format ascii; class %s; object %s; }\n"
N = 4


def list_file(path, kind, values):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER % (kind, path.name) + f"{len(values)}({' '.join(map(str, values))})\n")


def labels(path):
    text = path.read_text()
    return [int(word) for word in re.search(r"\(([^)]*)\)\s*//", text)[1].split()]


def patches(path):
    return [(name, kind, int(n), int(start)) for name, kind, n, start in
            re.findall(r"(\w+)\s*\{\s*type\s+(\w+);[^}]*?nFaces\s+(\d+);\s*startFace\s+(\d+);", path.read_text())]


def cut(case, n_processors):
    """What decomposePar writes of a mesh, as far as fields need it: rows of cells go to one processor after another."""
    mesh = case / "constant/polyMesh"
    owner, neighbour = labels(mesh / "owner"), labels(mesh / "neighbour")
    n_cells = max(owner) + 1

    def of(cell):
        return cell * n_processors // n_cells
    for p in range(n_processors):
        inside = [f + 1 for f, n in enumerate(neighbour) if of(owner[f]) == p == of(n)]
        boundary, faces = [], list(inside)
        for name, kind, size, start in patches(mesh / "boundary"):
            own = [f + 1 for f in range(start, start + size) if of(owner[f]) == p]
            boundary.append(f"{name} {{ type {kind}; nFaces {len(own)}; startFace {len(faces)}; }}")
            faces += own
        between = []
        for q in (p - 1, p + 1):
            shared = [f + 1 if of(owner[f]) == p else -f - 1 for f, n in enumerate(neighbour) if {of(owner[f]), of(n)} == {p, q}]
            if shared:
                boundary.append(f"procBoundary{p}to{q} {{ type processor; nFaces {len(shared)}; startFace {len(faces)}; "
                                f"myProcNo {p}; neighbProcNo {q}; }}")
                between.append((q, len(shared)))
            faces += shared
        directory = case / f"processor{p}"
        cells = [c for c in range(n_cells) if of(c) == p]
        list_file(directory / "constant/polyMesh/cellProcAddressing", "labelList", cells)
        list_file(directory / "constant/polyMesh/faceProcAddressing", "labelList", faces)
        list_file(directory / "constant/polyMesh/boundary", "polyBoundaryMesh", boundary)
        fields(directory / "0.1", p, cells, between)


def fields(time, p, cells, between):
    def processors(value):
        return "".join(f"procBoundary{p}to{q} {{ type processor; value nonuniform {value} {n}{{ {one} }}; }}\n" for q, n, value, one in
                       [(q, n, *value) for q, n in between])
    time.mkdir(parents=True)
    (time / "p").write_text(HEADER % ("volScalarField", "p") + "dimensions [0 2 -2 0 0 0 0];\ninternalField nonuniform List<scalar>\n"
                            + f"{len(cells)}\n(\n" + "\n".join(map(str, cells)) + "\n)\n;\nboundaryField\n{\nmovingWall { type zeroGradient; }\n"
                            "fixedWalls { type zeroGradient; }\nfrontAndBack { type empty; }\n" + processors(("List<scalar>", "0")) + "}\n")
    (time / "U").write_text(HEADER % ("volVectorField", "U") + "dimensions [0 1 -1 0 0 0 0];\ninternalField uniform (0 0 0);\nboundaryField\n{\n"
                            "movingWall { type fixedValue; value uniform (1 0 0); }\nfixedWalls { type noSlip; }\nfrontAndBack { type empty; }\n"
                            + processors(("List<vector>", "(0 0 0)")) + "}\n")


@pytest.fixture(scope="module")
def template(tmp_path_factory, eagre):
    case = tmp_path_factory.mktemp("decomposed") / "cavity"
    own.copy("cavity", case)
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.11; deltaT 0.005; writeInterval 1;")
    path = case / "system/blockMeshDict"
    path.write_text(path.read_text().replace("(20 20 1)", f"({N} {N} 1)"))
    foam.run([eagre, "blockMesh", case])
    cut(case, 2)
    return case


@pytest.fixture
def case(tmp_path, template):
    shutil.copytree(template, tmp_path / "cavity")
    return tmp_path / "cavity"


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def truncate(path):
    path.write_text(path.read_text()[:-200])


def remove_addressing(case):
    for path in case.glob("processor*/constant/polyMesh/*Addressing"):
        path.unlink()


def collate(case, blocks):
    """p of time 0.1 as a collated file; the rest of such directories is not needed to find it damaged."""
    both = [(case / f"processor{p}").rename(case / f"old{p}") for p in (0, 1)]
    for path in [p for p in both[0].rglob("*") if p.is_file()]:
        name = path.relative_to(both[0])
        target = case / "processors2" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = HEADER % ("decomposedBlockData", path.name)
        for directory in both[:blocks if path.name == "p" else 2]:
            block = (directory / name).read_text()
            text += f"\n{len(block)}\n({block})\n"
        target.write_text(text)
    for directory in both:
        shutil.rmtree(directory)


BROKEN = [
    ("missingFirst", lambda c: shutil.rmtree(c / "processor0"), ["the directory of processor 0 is missing"]),
    ("missingLast", lambda c: shutil.rmtree(c / "processor1"), ["8 of its 16 cells are in none of them"]),
    ("numberedWrongly", lambda c: (c / "processor1").rename(c / "processor7"), ["the directory of processor 1 is missing"]),
    ("noAddressing", remove_addressing, ["processor0/constant/polyMesh/cellProcAddressing", "no such file", "decomposePar writes"]),
    ("oneWithoutAddressing", lambda c: (c / "processor1/constant/polyMesh/faceProcAddressing").unlink(),
     ["processor1/constant/polyMesh/faceProcAddressing: no such file"]),
    ("truncatedField", lambda c: truncate(c / "processor1/0.1/p"), [r"processor1/0\.1/p"]),
    ("shortField", lambda c: edit(c / "processor1/0.1/p", "8\n(\n8\n", "7\n(\n"), [r"processor1/0\.1/p:\d+", "7 values, but there are 8 cells of processor 1"]),
    ("missingField", lambda c: (c / "processor1/0.1/p").unlink(), [r"processor1/0\.1/p: no such file"]),
    ("otherClass", lambda c: edit(c / "processor1/0.1/p", "volScalarField", "volVectorField"), [r"processor1/0\.1/p:\d+", "the class is volVectorField"]),
    ("otherDimensions", lambda c: edit(c / "processor1/0.1/p", "[0 2 -2", "[1 -1 -2"), [r"processor1/0\.1/p:\d+", "dimensions"]),
    ("patchWithoutEntry", lambda c: edit(c / "processor1/0.1/p", "fixedWalls { type zeroGradient; }", ""), [r"processor1/0\.1/p:\d+", "'fixedWalls'"]),
    ("cellOfNoMesh", lambda c: edit(c / "processor1/constant/polyMesh/cellProcAddressing", "8(8 ", "8(99 "), ["cell 99 is not in it"]),
    ("cellTwice", lambda c: edit(c / "processor1/constant/polyMesh/cellProcAddressing", "8(8 9 ", "8(9 9 "), ["1 of its 16 cells"]),
    ("faceZero", lambda c: edit(c / "processor0/constant/polyMesh/faceProcAddressing", "(1 ", "(0 "), ["face"]),
    ("patchOfNoMesh", lambda c: edit(c / "processor0/constant/polyMesh/boundary", "movingWall", "lid"), ["patch 'lid' is not in it"]),
    ("movingMesh", lambda c: list_file(c / "processor0/0.1/polyMesh/points", "vectorField", []), [r"processor0/0\.1/polyMesh/points", "moves"]),
    ("changingMesh", lambda c: list_file(c / "processor0/0.1/polyMesh/faces", "faceList", []), ["polyMesh/faces: .*changes.*reconstructParMesh"]),
    ("twoDecompositions", lambda c: shutil.copytree(c / "processor0", c / "processors2"), ["two decompositions", "processors2"]),
    ("collatedBlockMissing", lambda c: collate(c, 1), [r"processors2/0\.1/p:\d+", "1 processors, and there should be 2"]),
]


@pytest.mark.parametrize("name, damage, patterns", BROKEN, ids=[b[0] for b in BROKEN])
def test_nothing_is_written(case, eagre, name, damage, patterns):
    damage(case)
    before = sorted(case.rglob("*"))
    for arguments in (["reconstructPar", case], ["check", case], ["run", case]):
        expect(run(eagre, *arguments), BAD_CASE, *patterns)
        assert sorted(case.rglob("*")) == before, arguments


def test_directories_of_another_mesh(case, eagre):
    edit(case / "system/blockMeshDict", "(4 4 1)", "(5 4 1)")
    shutil.rmtree(case / "constant/polyMesh")
    foam.run([eagre, "blockMesh", case])
    for command in ("reconstructPar", "check", "run"):
        expect(run(eagre, command, case), BAD_CASE, "do not fit to the mesh in constant/polyMesh", "remove those that are out of date")
    assert foam.times(case) == ["0"]


def test_whole_directories_are_put_together(case, eagre):
    """The template is sound."""
    foam.run([eagre, "reconstructPar", case])
    assert list(foam.read_field(case / "0.1/p")[0][:, 0]) == list(range(N * N))


def test_a_time_that_one_processor_lacks(case, eagre):
    """A run that was killed: the tool refuses the time, a run takes the latest whole one and says so."""
    shutil.copytree(case / "processor0/0.1", case / "processor0/0.2")
    expect(run(eagre, "reconstructPar", case), BAD_CASE, "not all of processor0 to processor1 have the time 0.2")
    assert foam.times(case) == ["0"]
    result = run(eagre, "run", case)
    assert result.returncode == 0, result.stderr
    assert "not all of processor0 to processor1 have the time 0.2, which is not taken" in result.stdout + result.stderr
    assert foam.times(case)[:2] == ["0", "0.1"]


@pytest.mark.parametrize("arguments, pattern", [
    (["-time", "0.3"], "no time 0.3; there are: 0.1"),
    (["-time", "soon"], "'soon' is no time"),
    (["-tme", "0.1"], "did you mean '-time'"),
    (["-region", "air"], "unknown option '-region'"),
    (["-fields"], "-fields needs a value"),
])
def test_options(case, eagre, arguments, pattern):
    expect(run(eagre, "reconstructPar", case, *arguments), USAGE, re.escape(pattern))
    assert foam.times(case) == ["0"]


def test_what_is_taken(case, eagre):
    foam.run([eagre, "reconstructPar", case, "-fields", '("p.*")', "-time", "0.05:"])
    assert [p.name for p in (case / "0.1").iterdir()] == ["p"]
    assert "have no such times" in foam.run([eagre, "reconstructPar", case, "-newTimes"]).stdout
    assert "have no such times" in foam.run([eagre, "reconstructPar", case, "-time", ":0.05"]).stdout
    (case / "0.1/note").write_text("of the user\n")
    foam.append(case / "0.1", "p", "// edited")
    log = foam.run([eagre, "reconstructPar", case]).stdout
    assert "newer than the processors' files" in log and "edited" in (case / "0.1/p").read_text()
    assert sorted(p.name for p in (case / "0.1").iterdir()) == ["U", "note", "p"]


def test_fields_of_other_kinds_are_named(case, eagre):
    for p in (0, 1):
        (case / f"processor{p}/0.1/pointD").write_text(HEADER % ("pointVectorField", "pointD"))
        (case / f"processor{p}/0.1/lagrangian/cloud").mkdir(parents=True)
    assert "pointD (pointVectorField), lagrangian/" in foam.run([eagre, "reconstructPar", case]).stdout


def test_a_mesh_that_was_made_in_parallel(case, eagre):
    """constant/polyMesh is what snappyHexMesh began with; the processors have its result."""
    for p in (0, 1):
        (case / f"processor{p}/constant/polyMesh/owner").write_text(
            'FoamFile { version 2.0; format ascii; class labelList; note "nPoints:9  nCells:100  nFaces:9  nInternalFaces:9"; object owner; }\n0()\n')
    foam.append(case, "system/controlDict", "startFrom startTime; startTime 0; endTime 0.005;")
    log = foam.run([eagre, "check", case]).stdout
    assert "have 200 cells together, and constant/polyMesh, which is used, has 16" in log


def test_processor_directories_that_are_newer(case, eagre):
    """The case's own time is taken; the run of OpenFOAM may have gone over it again since."""
    for p in (0, 1):
        shutil.copytree(case / f"processor{p}/0.1", case / f"processor{p}/0.105")
    foam.run([eagre, "reconstructPar", case])
    assert "is newer than" not in foam.run([eagre, "check", case]).stdout
    later = (case / "0.105/p").stat().st_mtime + 60
    os.utime(case / "processor0/0.105/p", (later, later))
    log = foam.run([eagre, "check", case]).stdout
    assert "processor0/0.105 is newer than" in log and "would run from time 0.105" in log


def test_names_of_openfoam(case, bin_directory):
    log = foam.run([bin_directory / "decomposePar", "-case", case]).stdout
    assert "times that the case itself lacks, up to 0.1" in log and "not needed" in log
    for directory in case.glob("processor*"):
        shutil.rmtree(directory)
    for name in ("reconstructPar", "reconstructParMesh"):
        assert "nothing to reconstruct: no processor directories" in foam.run([bin_directory / name, "-case", case]).stdout
    assert "warning" not in foam.run([bin_directory / "decomposePar", "-case", case]).stdout
