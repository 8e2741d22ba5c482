# SPDX-License-Identifier: BSD-3-Clause
"""Dumps of a mesh that is refined during the run: each holds the mesh of its time."""
import shutil

import numpy as np
import pytest
import pyvista

import disks
import dumps
import foam
from eagre import Case
from test_refined_motion import flat_tank, tank
from test_refinement import FIELDS, choices, compare, make, make_damBreak, values

PLAIN = ["--solvers", "as-written"]  # multigrid chooses pairs anew when a run of a moving mesh starts
POLYHEDRON = pyvista.CellType.POLYHEDRON


def files(directory):
    return {str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


def without(case, target, *times):
    """A copy of a case with its dumps, but those of some times, and without its directories of times but the start."""
    shutil.copytree(case, target)
    for time in foam.times(target)[1:]:
        shutil.rmtree(target / time)
    for time in times:
        (target / "dumps" / f"{time}.vtkhdf").unlink()
    return target


@pytest.fixture(scope="module", params=[1, 3])
def dumped(request, tmp_path_factory, eagre):
    """Ten steps, of which each changes the mesh; 0.04 and 0.08 are written."""
    case = make(tmp_path_factory.mktemp("refined") / "case", 10)
    log = dumps.run(eagre, case, ranks=request.param, dump="both")
    assert len(choices(log)) >= 8 and dumps.names(case) == ["0.04", "0.08"]
    return case, request.param


def test_a_run_continues_bit_for_bit(dumped, tmp_path, eagre):
    case, ranks = dumped
    continued = without(case, tmp_path / "case", "0.08")
    assert "Continuing from the dump of time 0.04" in dumps.run(eagre, continued, "--from", "latest", ranks=ranks, dump="both")
    one, other = files(case / "0.08"), files(continued / "0.08")
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name] and not name.startswith("uniform/")] == []


def test_a_run_continues_on_other_ranks(dumped, tmp_path, eagre):
    case, ranks = dumped
    continued = without(case, tmp_path / "case", "0.08")
    dumps.run(eagre, continued, "--from", "latest", ranks=4 - ranks, dump="foam")
    compare(continued, case, "0.08", 1e-9)


@pytest.mark.parametrize("make_case, time, control", [(make, "0.032", "writeFormat ascii;"), (make_damBreak, "0.016", "writeFormat binary;"),
                                                      (make, "0.032", "writeFormat ascii; writeCompression on;"), (flat_tank, "0.016", "writeFormat ascii;")],
                         ids=["ascii", "flat", "compressed", "moves"])
def test_extract_gives_the_directory_of_the_run(make_case, time, control, tmp_path, eagre):
    """polyMesh with levels and history, and points0 where it moves: byte for byte. The mesh of the case is not asked."""
    case = make_case(tmp_path / "case", 4)
    foam.append(case, "system/controlDict", control)
    dumps.run(eagre, case, *PLAIN, ranks=2, dump="both")
    direct = files(case / time)
    assert {"polyMesh/cellLevel", "polyMesh/faces"} <= {name.removesuffix(".gz") for name in direct}
    shutil.rmtree(case / time)
    shutil.rmtree(case / "constant" / "polyMesh")
    assert dumps.tool(eagre, "extract", case, "--time", time)[0] == 0
    extracted = files(case / time)
    assert direct.keys() == extracted.keys()
    assert [name for name in direct if direct[name] != extracted[name]] == []


@pytest.mark.parametrize("make_case, half, end", [(tank, "0.012", "0.024"), (flat_tank, "0.012", "0.024")])
def test_a_mesh_that_moves_too(make_case, half, end, tmp_path, eagre):
    case = make_case(tmp_path / "case", 6)
    dumps.run(eagre, case, *PLAIN, dump="both")
    continued = without(case, tmp_path / "continued", end)
    dumps.run(eagre, continued, "--from", half, *PLAIN, dump="both")
    for field in (*FIELDS, "phi", "meshPhi"):
        assert np.array_equal(values(continued, end, field), values(case, end, field)), field
    assert (continued / end / "polyMesh" / "points").read_bytes() == (case / end / "polyMesh" / "points").read_bytes()
    assert pyvista.read(case / "dumps" / f"{end}.vtkhdf").compute_cell_sizes()["Volume"].min() > 0
    areas = {name: [] for name in ("walls", "atmosphere")} if make_case is tank else {}
    reader = pyvista.get_reader(case / "dumps" / f"{case.name}.patches.xdmf")
    for time in reader.time_values:  # the patches turn and keep their areas
        reader.set_active_time_value(time)
        blocks = reader.read()
        for name in areas:
            areas[name].append(blocks[name].compute_cell_sizes()["Area"].sum())
    assert all(np.ptp(a) < 1e-12 and len(a) == 2 for a in areas.values())


def test_paraview_shows_the_mesh_of_each_time(dumped):
    case, _ = dumped
    reader = pyvista.get_reader(case / "dumps" / f"{case.name}.vtkhdf.series")
    assert reader.time_values == pytest.approx([0.04, 0.08])
    numbers = []
    for time in ("0.04", "0.08"):
        grid = pyvista.read(case / "dumps" / f"{time}.vtkhdf")
        numbers.append(grid.n_cells)
        assert POLYHEDRON in set(grid.celltypes)
        volume = grid.compute_cell_sizes()["Volume"]
        assert volume.sum() == pytest.approx(63 / 64, rel=1e-12) and volume.min() > 0
        for field in ("alpha.water", "U"):
            assert np.array_equal(grid.cell_data[field].reshape(len(volume), -1), values(case, time, field)), field
    assert numbers[0] != numbers[1]
    patches = pyvista.get_reader(case / "dumps" / f"{case.name}.patches.xdmf")
    faces, areas = [], []
    for time in patches.time_values:
        patches.set_active_time_value(time)
        walls = patches.read()["walls"]
        faces.append(walls.n_cells)
        assert len(walls.cell_data["p_rgh"]) == walls.n_cells
        areas.append(walls.compute_cell_sizes()["Area"].sum())
    assert faces[0] != faces[1] and areas[0] == pytest.approx(areas[1], rel=1e-12)


def test_python_and_info_read_them(dumped, tmp_path, eagre):
    case, _ = dumped
    alone = without(case, tmp_path / "case")
    shutil.rmtree(alone / "constant" / "polyMesh")
    for time in ("0.04", "0.08"):
        assert np.array_equal(Case(alone)[time]["alpha.water"], values(case, time, "alpha.water")[:, 0])
    code, text = dumps.tool(eagre, "info", alone)
    assert code == 0 and "latest that is whole: 0.08" in text
    code, text = dumps.tool(eagre, "info", alone / "dumps" / "0.08.vtkhdf")
    assert code == 0 and f"in this file: {len(values(case, '0.08', 'p'))} cells" in text


def test_a_damaged_mesh_is_passed_over(dumped, tmp_path, eagre):
    """A byte in the lists of the mesh; the dump before is as it was."""
    case, _ = dumped
    continued = without(case, tmp_path / "case")
    last = continued / "dumps" / "0.08.vtkhdf"
    data = bytearray(last.read_bytes())
    data[len(data) - len(data) // 4] ^= 1
    last.write_bytes(data)
    assert dumps.tool(eagre, "info", last)[0] == 5
    foam.append(continued, "system/controlDict", "endTime 0.048; startFrom latestTime;")
    log = dumps.run(eagre, continued)
    assert "0.08.vtkhdf" in log and "Continuing from the dump of time 0.04" in log


@pytest.mark.mounts
def test_full_disk_leaves_the_dump_before(tmp_path, eagre):
    case = make(tmp_path / "case", 10)
    foam.append(case, "system/controlDict", "writeInterval 1;")
    with disks.small(case / "dumps", "4m"):
        result = foam.run([eagre, "run", case, "-n", 2, "--dump", "hdf5"], check=False)
        there = dumps.names(case)
        assert result.returncode == 5 and "No space left on device" in result.stdout and 0 < len(there) < 10
        assert not list((case / "dumps").glob(".*.partial")) and dumps.tool(eagre, "info", case)[0] == 0
        foam.append(case, "system/controlDict", f"endTime {float(there[-1]) + 0.008:g}; writeInterval 1000;")
        assert f"Continuing from the dump of time {there[-1]}" in foam.run([eagre, "run", case, "-n", 2, "--from", "latest"]).stdout


def test_dumps_for_restarts_hold_their_mesh(tmp_path, eagre):
    whole = make(tmp_path / "whole", 8)
    dumps.run(eagre, whole, dump="foam")
    case = make(tmp_path / "case", 8)
    foam.append(case, "system/controlDict", "endTime 0.048; dump { restart { writeControl timeStep; writeInterval 3; } }")
    dumps.run(eagre, case, dump="foam")
    foam.append(case, "system/controlDict", "endTime 0.064; startFrom latestTime;")
    assert "Continuing from the dump of time 0.048: restart." in dumps.run(eagre, case, dump="foam")
    for field in FIELDS:
        assert np.array_equal(values(case, "0.064", field), values(whole, "0.064", field)), field


def test_runs_that_keep_their_cells(dumped, tmp_path, eagre):
    """Do not continue from such a dump, and say so; a run that refines continues from a dump of theirs."""
    case, _ = dumped
    still = without(case, tmp_path / "still", "0.04")
    foam.append(still, "constant/dynamicMeshDict", "dynamicFvMesh staticFvMesh;")
    foam.append(still, "system/controlDict", "endTime 0.016;")
    code, text = dumps.tool(eagre, "run", still, "--from", "0.08")
    assert code == 3 and "its mesh was refined during the run" in text and "eagre extract" in text
    (still / "dumps" / "0.08.vtkhdf").unlink()
    foam.append(still, "system/controlDict", "writeInterval 1;")
    dumps.run(eagre, still)
    foam.append(still, "constant/dynamicMeshDict", "dynamicFvMesh dynamicRefineFvMesh;")
    foam.append(still, "system/controlDict", "endTime 0.032;")
    log = dumps.run(eagre, still, "--from", "0.016")
    assert "Refined from 504 " in log
    grid = pyvista.read(still / "dumps" / "0.032.vtkhdf")
    assert grid.n_cells > 504 and pyvista.read(still / "dumps" / "0.016.vtkhdf").n_cells == 504
    assert len(pyvista.get_reader(still / "dumps" / f"{still.name}.vtkhdf.series").time_values) == 4


def test_the_mesh_of_the_case_must_be_that_of_the_dump(dumped, tmp_path, eagre):
    continued = without(dumped[0], tmp_path / "case")
    shutil.rmtree(continued / "constant" / "polyMesh")
    block = continued / "system" / "blockMeshDict"
    block.write_text(block.read_text().replace("(8 8 8)", "(8 8 9)"))
    code, text = dumps.tool(eagre, "run", continued, "--from", "0.04")
    assert code == 3 and "it was written on another mesh" in text


def test_bunches_are_refused(tmp_path, eagre):
    case = make(tmp_path / "case", 2)
    foam.append(case, "system/controlDict", "writeFormat hdf5; dump { bunch 1; }")
    code, text = dumps.tool(eagre, "run", case, "-n", 2)
    assert code == 3 and "dumps in several files (bunch) of a mesh that is refined during the run are not supported" in text
