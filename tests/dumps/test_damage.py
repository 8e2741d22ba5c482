# SPDX-License-Identifier: BSD-3-Clause
"""Broken dumps: each is named for what it is, with a failure code, and none crashes a tool or a run."""
import json
import os
import random
import shutil
import subprocess

import pytest
import pyvista

import dumps
import foam

IO = 5
TIME = "0.0025"


@pytest.fixture(scope="module")
def whole(eagre, tmp_path_factory):
    case = dumps.dam_break(tmp_path_factory.mktemp("damage") / "damBreak", f"writeInterval 5; endTime {TIME};")
    dumps.run(eagre, case, ranks=2)
    return case


@pytest.fixture
def case(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "damBreak")
    return tmp_path / "damBreak"


def dump_of(case):
    return case / "dumps" / f"{TIME}.vtkhdf"


def extracted(eagre, case):
    """All that a dump says, as text."""
    foam.run([eagre, "extract", case, "--time", TIME, "--replace"])
    return {p.relative_to(case): p.read_bytes() for p in sorted((case / TIME).rglob("*")) if p.is_file()}


def test_bit_flips(eagre, case):
    """100 bits at random places. What HDF5 leaves unused may change unnoticed; then the dump says what it said before."""
    path, chance = dump_of(case), random.Random(5)
    good, said, reported = path.read_bytes(), extracted(eagre, case), 0
    for _ in range(100):
        damaged = bytearray(good)
        damaged[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        code, text = dumps.tool(eagre, "info", path)
        assert code in (0, IO), f"exit code {code}:\n{text}"
        reported += code == IO
        if code == IO:
            assert str(path) in text and ("DAMAGED" in text or "error" in text)
        else:
            assert extracted(eagre, case) == said
    assert reported >= 90


def test_bit_flips_in_the_structures(eagre, tmp_path):
    """The dump of a small case is HDF5's own structures for the most part; none of them may bring HDF5 down."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1;")
    dumps.run(eagre, case)
    path, chance = case / "dumps" / "0.1.vtkhdf", random.Random(3)
    good, codes = path.read_bytes(), []
    for _ in range(200):
        damaged = bytearray(good)
        damaged[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        codes.append(dumps.tool(eagre, "info", path)[0])
    assert set(codes) <= {0, IO} and codes.count(IO) >= 180, codes


def test_truncation(eagre, case):
    path, chance = dump_of(case), random.Random(6)
    good = path.read_bytes()
    for size in [0, 1, 8, 100, len(good) - 1, *(chance.randrange(len(good)) for _ in range(20))]:
        path.write_bytes(good[:size])
        code, text = dumps.tool(eagre, "info", path)
        assert code == IO and ("truncated" in text or "empty" in text or "not an HDF5 file" in text), f"{size} bytes: {code}\n{text}"


def test_what_is_no_dump(eagre, case):
    path = dump_of(case)
    for content, words in [(b"FoamFile { }", "not an HDF5 file"), (os.urandom(5000), "not an HDF5 file")]:
        path.write_bytes(content)
        code, text = dumps.tool(eagre, "info", path)
        assert code == IO and words in text
    path.unlink()
    foreign = case / "dumps" / "foreign.vtkhdf"
    pyvista.Sphere().cast_to_unstructured_grid().save(foreign)
    shutil.copy(foreign, path)
    code, text = dumps.tool(eagre, "info", path)
    assert code == IO and "no dump" in text and "/eagre" in text
    path.unlink()
    code, text = dumps.tool(eagre, "info", path)
    assert code == IO and "no such file" in text
    shutil.copy(case / "dumps" / "mesh.vtkhdf", path)
    code, text = dumps.tool(eagre, "info", path)
    assert code == IO and "no dump" in text


@pytest.fixture
def read_only(case):
    """The dumps where they can be read and not written."""
    directory = case / "dumps"
    bound = os.geteuid() == 0 and subprocess.run(["mount", "--bind", directory, directory], capture_output=True).returncode == 0
    if os.geteuid() == 0 and not bound:
        pytest.skip("mounting is not allowed here")
    change = ["mount", "-o", "remount,ro,bind"] if bound else ["chmod", "-R", "a-w"]
    subprocess.run([*change, directory], check=True)
    yield case
    subprocess.run(["umount", "-l", directory] if bound else ["chmod", "-R", "u+w", directory], check=True)


def test_a_dump_that_cannot_be_changed(eagre, read_only):
    chosen = ["boundary", read_only, "--time", TIME, "--field", "U", "--patch", "walls"]
    assert dumps.tool(eagre, *chosen)[0] == 0
    code, text = dumps.tool(eagre, *chosen, "--set", "type slip;")
    assert code == IO and "cannot be changed: " in text and "damaged" not in text, text


def test_a_link_to_nothing_in_the_place_of_the_dumps(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "endTime 0.01;")
    (case / "dumps").symlink_to(tmp_path / "nowhere")
    for tool in (["run", case, "--dump", "hdf5"], ["pack", case]):
        code, text = dumps.tool(eagre, *tool)
        assert code == IO and f"dumps: it is a link to {tmp_path / 'nowhere'}, which is not there" in text


def test_another_mesh(eagre, case, tmp_path):
    other = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1;")
    dumps.run(eagre, other)
    shutil.copy(other / "dumps" / "mesh.vtkhdf", case / "dumps" / "mesh.vtkhdf")
    for tool in (["info", dump_of(case)], ["extract", case, "--time", TIME]):
        code, text = dumps.tool(eagre, *tool)
        assert code == IO and "another mesh" in text
    assert not (case / TIME).exists()
    (case / "dumps" / "mesh.vtkhdf").unlink()
    code, text = dumps.tool(eagre, "info", dump_of(case))
    assert code == IO and "mesh.vtkhdf" in text and "no such file" in text


def test_the_dumps_of_another_mesh_are_whole_with_theirs(tmp_path, eagre):
    """They are not shown on the new one, they can be used with the one that is kept, and again where the mesh is changed back."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 10; endTime 0.1; dump { restart { writeControl timeStep; writeInterval 5; keep 1; } }")
    dumps.run(eagre, case)
    block = case / "system" / "blockMeshDict"
    first = block.read_text()
    assert "(20 20 1)" in first

    def run_on(text, control):
        shutil.rmtree(case / "constant" / "polyMesh", ignore_errors=True)
        block.write_text(text)
        foam.append(case, "system/controlDict", control)
        log = dumps.run(eagre, case)
        series = json.loads((case / "dumps" / "cavity.vtkhdf.series").read_text())
        reader = pyvista.get_reader(case / "dumps" / "cavity.patches.xdmf")
        assert reader.time_values == pytest.approx([entry["time"] for entry in series["files"]])
        return log, [entry["name"] for entry in series["files"]]

    log, shown = run_on(first.replace("(20 20 1)", "(10 10 1)"), "deltaT 0.01; endTime 0.05; writeInterval 5;")
    assert shown == ["0.05.vtkhdf"] and dumps.names(case) == ["0.05", "0.1"]
    kept, = (case / "dumps").glob("mesh.????????.vtkhdf")
    assert f"it is now {kept.name}" in log
    assert dumps.tool(eagre, "info", kept)[0] == 0
    for tool in (["info", case / "dumps" / "0.1.vtkhdf"], ["extract", case, "--time", "0.1"]):
        code, text = dumps.tool(eagre, *tool)
        assert code == IO and "is another mesh" in text and kept.name in text
    apart = tmp_path / "apart"
    shutil.copytree(case / "system", apart / "system")
    (apart / "dumps").mkdir()
    shutil.copy(case / "dumps" / "0.1.vtkhdf", apart / "dumps")
    shutil.copy(kept, apart / "dumps" / "mesh.vtkhdf")
    assert dumps.tool(eagre, "extract", apart, "--time", "0.1")[0] == 0
    assert pyvista.read(apart / "dumps" / "0.1.vtkhdf").n_cells == 400

    log, shown = run_on(first, "deltaT 0.005; endTime 0.15; startFrom startTime; startTime 0.1; writeInterval 10;")
    assert "Continuing from the dump of time 0.1" in log and shown == ["0.1.vtkhdf", "0.15.vtkhdf"]
    assert not kept.exists() and len(list((case / "dumps").glob("mesh.????????.vtkhdf"))) == 1, "0.05's instead"


def test_a_damaged_mesh(eagre, case):
    path = case / "dumps" / "mesh.vtkhdf"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    code, text = dumps.tool(eagre, "info", case)
    assert code == IO and "DAMAGED" in text and "none is whole" in text


def test_extract_verifies_what_it_needs_of_the_mesh(eagre, tmp_path):
    """The order of the faces is in the mesh file: how many each cell owns, two in a row of the cavity."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1; dump { filter none; }")
    dumps.run(eagre, case)
    path = case / "dumps" / "mesh.vtkhdf"
    data = bytearray(path.read_bytes())
    two = (2).to_bytes(8, "little")
    data[data.index(19 * two + (1).to_bytes(8, "little"))] = 1
    path.write_bytes(data)
    for tool in (["info", case], ["extract", case, "--time", "0.1"]):
        code, text = dumps.tool(eagre, *tool)
        assert code == IO and "/eagre/upperFaces" in text and "checksum" in text
    assert not (case / "0.1").exists()


def test_a_dump_that_is_damaged_is_not_used(eagre, case):
    path = dump_of(case)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    code, text = dumps.tool(eagre, "extract", case, "--time", TIME)
    assert code == IO and "vtkhdf is damaged" in text and not (case / TIME).exists()


def test_ranks_verify_shares_of_what_they_start_from(eagre, tmp_path):
    """More rows than one rank reads at a time: whole, its shares give the checksum; a bit of a value is found whosever share has it."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "cavity")
    foam.refine(case, 20)  # 160,000 cells
    foam.append(case, "system/controlDict", "deltaT 1e-4; writeControl timeStep; writeInterval 1; endTime 1e-4; dump { filter none; }")
    foam.append(case, "system/fvSolution", "solvers { p { maxIter 1; } pFinal { maxIter 1; } U { maxIter 1; } }")
    dumps.run(eagre, case)
    path = case / "dumps" / "0.0001.vtkhdf"
    good, speed = path.read_bytes(), pyvista.read(path).cell_data["U"]
    place, rows = good.index(speed.tobytes()), len(speed)
    foam.append(case, "system/controlDict", "endTime 2e-4; writeInterval 5;")
    code, text = dumps.tool(eagre, "run", case, "-n", 3, "--dump", "foam", "--from", "0.0001")
    assert code == 0 and "not taken" not in text
    for row in (0, rows // 2, rows - 1):
        damaged = bytearray(good)
        damaged[place + 24 * row] ^= 1
        path.write_bytes(damaged)
        code, text = dumps.tool(eagre, "run", case, "-n", 3, "--dump", "foam", "--from", "0.0001")
        assert code != 0 and "/VTKHDF/CellData/U: its bytes give the checksum" in text
