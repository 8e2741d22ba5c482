# SPDX-License-Identifier: BSD-3-Clause
"""eagre pack: a run on the packed mesh is the run on constant/polyMesh; a pack that does not fit is never used."""
import os
import shutil

import pytest
import pyvista

import dumps
import foam
import own
import own

BAD_CASE, IO = 3, 5
CONTROL = "writeInterval 5; endTime 0.005;"
LOADED = "Mesh read in slabs from dumps/mesh.vtkhdf"


@pytest.fixture(scope="module")
def packed(eagre, tmp_path_factory):
    """A case with its mesh made and packed and its fields set; constant/polyMesh is there."""
    case = dumps.dam_break(tmp_path_factory.mktemp("pack") / "damBreak", CONTROL)
    code, text = dumps.tool(eagre, "pack", case)
    assert code == 0 and "2268 cells" in text, text
    code, text = dumps.tool(eagre, "setFields", case)
    assert code == 0, text
    return case


@pytest.fixture
def case(packed, tmp_path):
    shutil.copytree(packed, tmp_path / "damBreak")
    return tmp_path / "damBreak"


def without_poly_mesh(case):
    shutil.rmtree(case / "constant" / "polyMesh")
    return case


def run(eagre, case, *options, ranks=1, dump="foam"):
    """Exit code and log."""
    result = foam.run([eagre, "run", case, "-n", ranks, "--dump", dump, *dumps.SETTLED, *options], check=False)
    return result.returncode, result.stdout


def same_fields(a, b, time):
    for name in ("U", "p_rgh", "alpha.water", "phi"):
        assert (a / time / name).read_bytes() == (b / time / name).read_bytes(), name


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_packed_run_is_the_run_on_poly_mesh(eagre, case, tmp_path, ranks):
    plain = tmp_path / "plain"
    shutil.copytree(case, plain)
    shutil.rmtree(plain / "dumps")
    code, text = run(eagre, plain, ranks=ranks)
    assert code == 0 and LOADED not in text
    code, text = run(eagre, without_poly_mesh(case), ranks=ranks)
    assert code == 0 and LOADED in text, text
    same_fields(plain, case, "0.005")
    assert not (case / "constant" / "polyMesh").exists()


def test_poly_mesh_may_stay_or_move(eagre, case, tmp_path):
    """The pack is known by the contents of the files, not by their dates."""
    for file in (case / "constant" / "polyMesh").iterdir():
        os.utime(file)
    code, text = run(eagre, case, ranks=2)
    assert code == 0 and LOADED in text and "Warning" not in text


@pytest.mark.parametrize("first, then", [(1, 3), (3, 2)])
def test_restart_from_a_dump(eagre, case, tmp_path, first, then):
    """Without constant/polyMesh, against the same two runs with it and without a pack."""
    plain = tmp_path / "plain"
    shutil.copytree(case, plain)
    shutil.rmtree(plain / "dumps")
    without_poly_mesh(case)
    for directory in (plain, case):
        assert run(eagre, directory, ranks=first, dump="hdf5")[0] == 0
        foam.append(directory, "system/controlDict", "endTime 0.0075;")
        code, text = run(eagre, directory, "--from", "0.005", ranks=then, dump="both")
        assert code == 0 and "Continuing from the dump of time 0.005" in text
        assert (LOADED in text) == (directory == case)
        assert dumps.tool(eagre, "info", directory)[0] == 0
    same_fields(plain, case, "0.0075")


def test_a_run_that_makes_dumps_keeps_the_pack(eagre, case):
    mesh = (case / "dumps" / "mesh.vtkhdf").read_bytes()
    assert dumps.run(eagre, case).count(LOADED) == 1
    assert (case / "dumps" / "mesh.vtkhdf").read_bytes() == mesh


def test_info(eagre, case):
    for path in (case / "dumps" / "mesh.vtkhdf", case):
        code, text = dumps.tool(eagre, "info", path)
        assert code == 0, text
        for words in ("2268 cells", "4746 points", "9176 faces", "4432 internal", "atmosphere", "46 faces", "frontAndBack", "sets agree"):
            assert words in text, (words, text)


def test_a_stale_pack_is_named_and_not_used(eagre, case):
    foam.append(case, "constant/polyMesh/boundary", "// edited")
    code, text = run(eagre, case, ranks=2)
    assert code == 0 and "constant/polyMesh/boundary has changed since" in text and LOADED not in text
    code, text = dumps.tool(eagre, "pack", case)
    assert code == 0
    foam.append(case, "system/controlDict", "startFrom startTime; startTime 0;")
    code, text = run(eagre, case, ranks=2)
    assert code == 0 and LOADED in text and "has changed" not in text


def test_a_changed_block_mesh_is_not_ignored(eagre, case):
    without_poly_mesh(case)
    foam.append(case, "system/blockMeshDict", "// edited")
    code, text = run(eagre, case)
    assert code == BAD_CASE and "system/blockMeshDict has changed since the mesh was packed" in text and "eagre pack" in text


def test_fields_that_are_still_to_be_set(eagre, case):
    shutil.rmtree(case / "0")
    shutil.copytree(own.ROOT / "cases" / "damBreak" / "0.orig", case / "0")
    with_mesh = case.parent / "withMesh"
    shutil.copytree(case, with_mesh)
    code, text = run(eagre, with_mesh)
    assert code == 0 and LOADED in text and "setFields takes the global mesh" in text
    code, text = run(eagre, without_poly_mesh(case), ranks=2)
    assert code == BAD_CASE and "eagre setFields" in text and "polyMesh" in text


def test_patches_that_the_fields_do_not_have(eagre, case):
    path = without_poly_mesh(case) / "0" / "U"
    data = path.read_bytes()
    assert b"atmosphere" in data
    path.write_bytes(data.replace(b"atmosphere", b"atmosfere"))
    code, text = run(eagre, case, ranks=2)
    assert code == BAD_CASE and "atmosphere" in text and "atmosfere" in text


@pytest.mark.parametrize("ranks", [1, 3])
def test_broken_mesh_files(eagre, case, ranks):
    """Each is named; with constant/polyMesh beside it a file that is no pack at all is a warning."""
    path, poly_mesh = case / "dumps" / "mesh.vtkhdf", case / "constant" / "polyMesh"
    good = path.read_bytes()
    foreign = case / "foreign.vtkhdf"
    pyvista.Sphere().cast_to_unstructured_grid().save(foreign)
    for content, words in [(good[:len(good) // 2], "truncated or damaged"), (b"", "the file is empty"),
                           (b"FoamFile { }", "not an HDF5 file"), (foreign.read_bytes(), "not the mesh of dumps")]:
        path.write_bytes(content)
        code, text = run(eagre, case, ranks=ranks)
        assert code == 0 and words in text and "the mesh is read from constant/polyMesh" in text, text
        poly_mesh.rename(case / "aside")
        code, text = run(eagre, case, ranks=ranks)
        assert code == IO and str(path) in text and words in text, text
        (case / "aside").rename(poly_mesh)


def test_a_flipped_bit_is_noticed(eagre, case):
    path = without_poly_mesh(case) / "dumps" / "mesh.vtkhdf"
    good = path.read_bytes()
    met = set()
    for at in range(100, len(good), len(good) // 40):
        damaged = bytearray(good)
        damaged[at] ^= 4
        path.write_bytes(damaged)
        code, text = dumps.tool(eagre, "check", case)
        assert code in (0, IO), text
        assert code == 0 or "mesh.vtkhdf" in text, text
        # What a run does not read, ParaView does: eagre info knows of it.
        assert code == 0 or dumps.tool(eagre, "info", path)[0] == IO
        met.add(code)
    assert IO in met
