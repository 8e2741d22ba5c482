# SPDX-License-Identifier: BSD-3-Clause
"""VTK's own reader shows the patches of dumps as surfaces: areas, times, values."""
import shutil

import numpy as np
import pytest
import pyvista

import dumps
import foam

DEPTH = 0.0146
# Of cases/damBreak [m2]: the walls with the step on the floor, the open top, front and back.
SIDE, STEP = 0.146 * 4, 0.146 * 0.32876
AREAS = {"walls": DEPTH * (3 * SIDE + 2 * STEP), "atmosphere": DEPTH * SIDE,
         "frontAndBack": 2 * (SIDE**2 - STEP * 0.146 * 0.16438)}
FACES = {"walls": 162, "atmosphere": 46, "frontAndBack": 2 * 2268}


def series(case):
    return pyvista.get_reader(case / "dumps" / f"{case.name}.patches.xdmf")


def surfaces(case, time):
    """{patch: surface} of the dump of this time."""
    reader = series(case)
    reader.set_active_time_value(min(reader.time_values, key=lambda t: abs(t - float(time))))
    blocks = reader.read()
    return {name: blocks[name] for name in blocks.keys()}


def behind(grid, surface):
    """Numbers of the cells behind the faces of a surface."""
    faces = surface.extract_surface(algorithm="dataset_surface") if not isinstance(surface, pyvista.PolyData) else surface
    normals = faces.compute_normals(cell_normals=True, point_normals=False, consistent_normals=False,
                                    auto_orient_normals=False).cell_data["Normals"]
    return grid.find_containing_cell(surface.cell_centers().points - 1e-5 * normals)


@pytest.fixture(scope="module", params=[1, 3])
def dumped(request, tmp_path_factory, eagre):
    case = dumps.dam_break(tmp_path_factory.mktemp("patches") / "damBreak", "writeInterval 20; endTime 0.02;")
    dumps.run(eagre, case, ranks=request.param, dump="both")
    return case


def test_the_times_are_those_of_the_dumps(dumped):
    assert series(dumped).time_values == pytest.approx([0.01, 0.02], abs=1e-12)


def test_areas(dumped):
    found = surfaces(dumped, 0.02)
    assert set(found) == set(AREAS)
    for name, surface in found.items():
        assert surface.n_cells == FACES[name], name
        assert surface.compute_cell_sizes()["Area"].sum() == pytest.approx(AREAS[name], rel=1e-12), name


def test_values(dumped):
    """Where OpenFOAM's files have values they are these; else those of the cells behind; none on an empty patch."""
    found = surfaces(dumped, 0.02)
    assert not found.pop("frontAndBack").cell_data.keys()
    grid = pyvista.read(dumped / "dumps" / "0.02.vtkhdf")
    seen = set()
    for name, surface in found.items():
        assert set(surface.cell_data.keys()) == {"U", "alpha.water", "p", "p_rgh"}
        for field in surface.cell_data.keys():
            ours = surface.cell_data[field].reshape(surface.n_cells, -1)
            stored = foam.read_field(dumped / "0.02" / field)[1]
            if name in stored:
                assert np.array_equal(ours, np.broadcast_to(stored[name], ours.shape)), (name, field)
            elif field == "U":  # noSlip
                assert not ours.any() and ours.shape[1] == 3
            else:  # zeroGradient
                assert field == "alpha.water" and 0 < ours.mean() < 1
                assert np.array_equal(ours[:, 0], grid.cell_data[field][behind(grid, surface)])
            seen.add((name, field, name in stored))
    assert len({kept for _, _, kept in seen}) == 2


def test_values_follow_boundary_set(eagre, dumped, tmp_path):
    """A value for all faces, a list, and a condition that has none, which leaves what was there."""
    case = tmp_path / "damBreak"
    shutil.copytree(dumped, case)

    def put(entry):
        foam.run([eagre, "boundary", case, "--time", "0.02", "--field", "U", "--patch", "atmosphere", "--set", entry])
        assert dumps.tool(eagre, "info", case / "dumps" / "0.02.vtkhdf")[0] == 0
        return surfaces(case, 0.02)["atmosphere"].cell_data["U"]

    assert np.array_equal(put("type fixedValue; value uniform (1 2 3);"), np.tile([1.0, 2, 3], (46, 1)))
    values = np.arange(46.0)
    text = " ".join(f"({v:g} 0 0)" for v in values)
    assert np.array_equal(put(f"type fixedValue; value nonuniform List<vector> 46({text});")[:, 0], values)
    assert np.array_equal(put("type zeroGradient;")[:, 0], values)


def test_tensors(eagre, tmp_path):
    """VTK makes all nine components of a symmetric tensor; a value that is set has six."""
    case = dumps.averaged_cavity(tmp_path / "cavity", "writeInterval 10; endTime 0.05;")
    dumps.run(eagre, case)
    change = ["boundary", case, "--time", "0.05", "--field", "UPrime2Mean", "--patch", "movingWall", "--set"]
    before = (case / "dumps" / "0.05.vtkhdf").read_bytes()
    for few in ("5", "(1 2 3)", "(1 2 3 4 5 6 7 8 9)"):
        code, text = dumps.tool(eagre, *change, f"type calculated; value uniform {few};")
        assert code == 2 and "UPrime2Mean on patch movingWall" in text and "symmTensor (6 numbers" in text, text
    assert (case / "dumps" / "0.05.vtkhdf").read_bytes() == before
    full = [1.0, 2, 3, 2, 4, 5, 3, 5, 6]
    for value in ("uniform (1 2 3 4 5 6)", f"nonuniform List<symmTensor> 20({'(1 2 3 4 5 6) ' * 20})"):
        foam.run([eagre, *change, f"type calculated; value {value};"])
        assert "uniform (1 2 3 4 5 6)" in dumps.tool(eagre, *change[:-1])[1]
        assert dumps.tool(eagre, "info", case / "dumps" / "0.05.vtkhdf")[0] == 0
        values = surfaces(case, 0.05)["movingWall"].cell_data["UPrime2Mean"]
        assert np.array_equal(values.reshape(20, 9), np.tile(full, (20, 1)))


def test_cyclic_patches_have_the_values_between_the_cells(eagre, tmp_path):
    for ranks in (1, 3):
        case = dumps.cavity(tmp_path / f"channel{ranks}", "writeInterval 10; endTime 0.05;")
        mesh = case / "system" / "blockMeshDict"
        mesh.write_text(mesh.read_text().replace("faces ((0 4 7 3) (2 6 5 1) (1 5 4 0));", "faces ((1 5 4 0));").replace(
            "boundary\n(", "boundary\n(\n"
            "left { type cyclic; neighbourPatch right; faces ((0 4 7 3)); }\n"
            "right { type cyclic; neighbourPatch left; faces ((2 6 5 1)); }"))
        for field in ("U", "p"):
            foam.append(case, f"0/{field}", "boundaryField { left { type cyclic; } right { type cyclic; } }")
        dumps.run(eagre, case, ranks=ranks)
        found = surfaces(case, 0.05)
        left = found["left"].cell_data["U"]
        grid = pyvista.read(case / "dumps" / "0.05.vtkhdf")
        between = 0.5 * (grid.cell_data["U"][behind(grid, found["left"])] + grid.cell_data["U"][behind(grid, found["right"])])
        assert np.abs(between).max() > 0.1
        assert np.allclose(left, between, rtol=1e-12) and np.allclose(left, found["right"].cell_data["U"], rtol=1e-12)


def test_purged_dumps_leave(eagre, dumped, tmp_path):
    case = tmp_path / "damBreak"
    shutil.copytree(dumped, case)
    foam.run([eagre, "purge", case, "--keep-last", "1"])
    assert series(case).time_values == [0.02]


def test_a_dump_of_another_mesh_or_damaged_is_left_out(eagre, dumped, tmp_path):
    case = tmp_path / "damBreak"
    shutil.copytree(dumped, case)
    dump = case / "dumps" / "0.01.vtkhdf"
    dump.write_bytes(dump.read_bytes()[:2000])
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.03;")
    dumps.run(eagre, case)
    assert series(case).time_values == pytest.approx([0.02, 0.03], abs=1e-12)


def test_dumps_that_are_written_again_are_described_again(eagre, dumped, tmp_path):
    case = tmp_path / "damBreak"
    shutil.copytree(dumped, case)
    shutil.rmtree(case / "0.01")
    shutil.rmtree(case / "0.02")
    foam.append(case, "system/controlDict", "startFrom startTime; startTime 0; dump { precision float32; }")
    dumps.run(eagre, case)
    text = (case / "dumps" / "damBreak.patches.xdmf").read_text()
    assert text.count("<Attribute") == 16
    assert all('Precision="4"' in line for line in text.splitlines() if "<Attribute" in line)
    assert surfaces(case, 0.02)["walls"].cell_data["p"].any()
