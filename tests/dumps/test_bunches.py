# SPDX-License-Identifier: BSD-3-Clause
"""Dumps of which bunches of ranks write a file each: together they are what one file is, and each can be opened alone."""
import re
import shutil

import numpy as np
import pytest
import pyvista

import dumps
import foam
import own
from test_tools import CASES

IO = 5
CELLS, RANKS = 2268, 4
TO_004 = "endTime 0.04; writeControl adjustable; writeInterval 0.01;"


def dump_of(case, name):
    return case / "dumps" / f"{name}.vtkhdf"


@pytest.mark.parametrize("bunch", [1, 2, 3])
@pytest.mark.parametrize("name", CASES)
def test_extract_is_what_the_ascii_writer_writes(eagre, tmp_path, name, bunch):
    make, control = CASES[name]
    case = make(tmp_path / name, f"{control} writeFormat ascii; dump {{ bunch {bunch}; }}")
    dumps.run(eagre, case, ranks=RANKS, dump="both")
    times, count = dumps.names(case), -(-RANKS // bunch)
    assert len(times) == 2
    for time in times:
        assert dumps.parts(case, time) == [f"{time}.{b}of{count}.vtkhdf" for b in range(count)]
        shutil.move(case / time, tmp_path / "written" / time)
    assert dumps.tool(eagre, "info", case)[0] == 0
    foam.run([eagre, "extract", case, "--time", *times])
    for time in times:
        dumps.same_directories(tmp_path / "written" / time, case / time)


@pytest.mark.parametrize("bunch", [1, 2, 3])
def test_restart_is_bit_for_bit(eagre, tmp_path, bunch):
    whole = own.dam_break(tmp_path / "whole", cells=0.5, tight=False, control=f"{TO_004} dump {{ bunch {bunch}; }}")
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    dumps.run(eagre, whole, ranks=RANKS, dump="both")
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    dumps.run(eagre, stopped, ranks=RANKS)
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    assert "Continuing from the dump of time 0.02" in dumps.run(eagre, stopped, ranks=RANKS, dump="both")
    time = foam.times(whole)[-1]
    for name, values in own.fields_of(whole, time).items():
        assert np.array_equal(values, own.fields_of(stopped, time)[name]), name


def test_restart_on_other_ranks_and_bunches(eagre, tmp_path):
    """Dumps of 1, 4 and 5 ranks in different bunches, each continued on 1, 3 and 8 ranks, against a run that is not interrupted."""
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.01; writeControl timeStep; writeInterval 10;"
    start = own.dam_break(tmp_path / "start", cells=0.5, control=control)
    foam.append(start, "system/fvSolution", 'solvers { "alpha.water.*" { tolerance 1e-15; } }')
    whole = tmp_path / "whole"
    shutil.copytree(start, whole)
    foam.run([eagre, "run", whole])
    expected = own.fields_of(whole, foam.times(whole)[-1])
    for first, bunch in [(1, 1), (4, 3), (5, 2)]:
        dumped = tmp_path / f"of{first}"
        shutil.copytree(start, dumped)
        foam.append(dumped, "system/controlDict", f"endTime 0.005; dump {{ bunch {bunch}; }}")
        dumps.run(eagre, dumped, ranks=first)
        foam.append(dumped, "system/controlDict", "endTime 0.01;")
        for then in (1, 3, 8):
            case = tmp_path / f"of{first}on{then}"
            shutil.copytree(dumped, case)
            foam.run([eagre, "run", case, "-n", then, "--from", "0.005", "--dump", "foam"])
            for name, values in own.fields_of(case, foam.times(case)[-1]).items():
                assert foam.relative_l2(values, expected[name]) <= 1e-9, (name, first, bunch, then)


@pytest.fixture(scope="module")
def dumped(eagre, tmp_path_factory):
    """Three ranks in bunches of 2, one dump."""
    case = dumps.dam_break(tmp_path_factory.mktemp("bunches") / "damBreak", "writeInterval 5; endTime 0.0025; dump { bunch 2; }")
    dumps.run(eagre, case, ranks=3, dump="both")
    return case, "0.0025"


@pytest.fixture
def copied(dumped, tmp_path):
    case, time = dumped
    shutil.copytree(case, tmp_path / "damBreak")
    return tmp_path / "damBreak", time


def test_vtk_opens_the_whole_and_each_bunch(dumped):
    case, time = dumped
    whole = pyvista.get_reader(case / "dumps" / f"{case.name}.vtkhdf.series").read()
    assert whole.n_cells == CELLS
    first = 0
    for b in range(2):
        part = pyvista.read(case / "dumps" / f"{time}.{b}of2.vtkhdf")
        cells = slice(first, first + part.n_cells)
        first += part.n_cells
        assert np.array_equal(part.cell_centers().points, whole.cell_centers().points[cells])
        assert part.compute_cell_sizes()["Volume"] == pytest.approx(whole.compute_cell_sizes()["Volume"][cells], rel=1e-12)
        assert part.n_points < whole.n_points
        for name in ("alpha.water", "U", "p_rgh", "p"):
            assert np.array_equal(part.cell_data[name], whole.cell_data[name][cells]), name
    assert first == CELLS
    for name in ("alpha.water", "U", "p_rgh"):
        values = foam.read_field(case / time / name)[0]
        assert np.array_equal(whole.cell_data[name].reshape(values.shape), values), name


def test_info_of_the_whole_and_of_a_bunch(eagre, dumped):
    case, time = dumped
    code, text = dumps.tool(eagre, "info", dump_of(case, time))
    assert code == 0 and f"2: {time}.0of2.vtkhdf, {time}.1of2.vtkhdf" in text and "on 3 ranks" in text
    assert not re.search(r" 0 B stored", text)
    code, text = dumps.tool(eagre, "info", dump_of(case, f"{time}.1of2"))
    assert code == 0 and f"1 of 2: cells {CELLS // 2} to {CELLS - 1}, faces" in text
    code, text = dumps.tool(eagre, "info", case / "dumps" / "mesh.1of2.vtkhdf")
    assert code == 0 and f"{CELLS // 2} cells" in text
    assert "in 2 bunches" in dumps.tool(eagre, "info", case)[1]


def truncate(path):
    path.write_bytes(path.read_bytes()[:-1000])


def flip(path):
    """At several places: HDF5 leaves some bytes of a file unused, which carry nothing."""
    data = bytearray(path.read_bytes())
    for eighth in range(1, 8):
        data[len(data) * eighth // 8] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("harm", [lambda path: path.unlink(), truncate, flip, lambda path: path.write_bytes(b"no dump")])
def test_a_bunch_that_is_broken_is_noticed(eagre, copied, harm):
    case, time = copied
    harm(case / "dumps" / f"{time}.1of2.vtkhdf")
    code, text = dumps.tool(eagre, "info", case)
    assert code == IO and "DAMAGED" in text and "none is whole" in text
    code, text = dumps.tool(eagre, "extract", case, "--time", time, "--replace")
    assert code == IO and "is damaged" in text
    shutil.rmtree(case / time)
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.0005;")
    log = dumps.run(eagre, case)
    assert "it is not taken" in log and "Continuing" not in log


def test_boundary_is_changed_in_place(eagre, copied):
    case, time = copied
    chosen = ["boundary", case, "--time", time, "--field", "U", "--patch", "walls"]
    parts = [dump_of(case, f"{time}.{b}of2") for b in range(2)]
    before = [part.read_bytes() for part in parts]
    faces = int(re.search(r"walls +wall +(\d+) faces", dumps.tool(eagre, "info", dump_of(case, time))[1])[1])
    for value in ("uniform (1 0 0)", f"nonuniform List<vector> {faces}(" + "(1 2 3)" * faces + ")"):
        code, text = dumps.tool(eagre, *chosen, "--set", f"type fixedValue; value {value};")
        assert code == 0, text
    assert [part.read_bytes() for part in parts] == before
    assert dumps.tool(eagre, "info", dump_of(case, time))[0] == 0
    foam.run([eagre, "extract", case, "--time", time, "--replace"])
    assert np.array_equal(foam.read_field(case / time / "U")[1]["walls"][0], [1, 2, 3])


def test_a_dump_that_is_written_again_leaves_nothing_of_the_old(eagre, copied):
    """In bunches twice, in other bunches, in none."""
    case, time = copied
    foam.append(case, "system/controlDict", "startFrom startTime;")
    wanted = [(2, [f"{time}.{b}of2.again.vtkhdf" for b in range(2)]), (2, [f"{time}.{b}of2.vtkhdf" for b in range(2)]),
              (1, [f"{time}.{b}of3.again.vtkhdf" for b in range(3)]), (3, [])]
    for bunch, parts in wanted:
        foam.append(case, "system/controlDict", f"dump {{ bunch {bunch}; }}")
        dumps.run(eagre, case, ranks=3)
        assert dumps.parts(case, time) == parts
        assert dumps.tool(eagre, "info", case)[0] == 0
        assert not list((case / "dumps").glob(".*"))


def test_a_dump_that_cannot_be_finished_leaves_the_old_one(eagre, copied):
    """A directory in the place of the second bunch: its rename fails when the first has its name already."""
    case, time = copied
    (case / "dumps" / f"{time}.1of2.again.vtkhdf").mkdir()
    (case / "dumps" / f"{time}.1of2.again.vtkhdf" / "x").write_text("")
    foam.append(case, "system/controlDict", "startFrom startTime;")
    result = foam.run([eagre, "run", case, "-n", 3, "--dump", "hdf5"], check=False)
    assert result.returncode == IO and "again.vtkhdf" in result.stdout
    assert dumps.parts(case, time) == [f"{time}.0of2.vtkhdf", f"{time}.1of2.again.vtkhdf", f"{time}.1of2.vtkhdf"]
    assert dumps.tool(eagre, "info", dump_of(case, time))[0] == 0


def test_purge_removes_all_files(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 10; endTime 0.2; purgeWrite 3; dump { bunch 1; }")
    dumps.run(eagre, case, ranks=2)
    assert dumps.names(case) == ["0.1", "0.15", "0.2"] and not dumps.parts(case, "0.05")
    assert dumps.tool(eagre, "purge", case, "--keep-last", 1)[0] == 0
    left = sorted(p.name for p in (case / "dumps").iterdir())
    assert left == ["0.2.0of2.vtkhdf", "0.2.1of2.vtkhdf", "0.2.vtkhdf", "cavity.patches.xdmf", "cavity.vtkhdf.series", "mesh.0of2.vtkhdf",
                    "mesh.1of2.vtkhdf", "mesh.vtkhdf"]


def test_environment_beats_control_dict(eagre, tmp_path, monkeypatch):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1; dump { bunch 1; }")
    monkeypatch.setenv("OF_OUTPUT_H5_BUNCHSIZE", "2")
    dumps.run(eagre, case, ranks=4)
    assert len(dumps.parts(case, "0.1")) == 2
    monkeypatch.setenv("OF_OUTPUT_H5_BUNCHSIZE", "two")
    code, text = dumps.tool(eagre, "run", case, "--dump", "hdf5")
    assert code == 3 and "OF_OUTPUT_H5_BUNCHSIZE is 'two'" in text


def test_hints_are_chosen_and_told(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1; dump { hints { striping_factor 3; } }")
    dumps.run(eagre, case, ranks=2)
    text = dumps.tool(eagre, "info", dump_of(case, "0.1"))[1]
    assert "asked: striping_factor 3, striping_unit 1048576" in text and "in force of these: " in text
    dumps.run(eagre, case)
    assert "MPI-IO" not in dumps.tool(eagre, "info", dump_of(case, "0.1"))[1], "one rank writes without it"
