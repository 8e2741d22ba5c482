# SPDX-License-Identifier: BSD-3-Clause
"""VTK's own reader opens what a run has dumped: times, cells, volumes, values, pictures."""
import re
import shutil

import numpy as np
import pytest
import pyvista

import dumps
import foam
from eagre import plot
from PIL import Image

CELLS = 2268


@pytest.fixture(scope="module", params=[1, 3])
def dumped(request, tmp_path_factory, eagre):
    case = dumps.dam_break(tmp_path_factory.mktemp("vtk") / "damBreak", "writeInterval 20; endTime 0.03;")
    log = dumps.run(eagre, case, ranks=request.param, dump="both")
    return case, log


def test_the_series_has_the_times(dumped):
    case, _ = dumped
    reader = pyvista.get_reader(case / "dumps" / f"{case.name}.vtkhdf.series")
    assert reader.time_values == pytest.approx([0.01, 0.02, 0.03], abs=1e-12)
    reader.set_active_time_value(reader.time_values[1])
    assert reader.read().field_data["TimeValue"][0] == pytest.approx(0.02, abs=1e-12)


def test_volumes_and_values(dumped):
    """The volume of the water is that of the log, and every field is that of OpenFOAM's files, cell by cell."""
    case, log = dumped
    stated = [float(v) for v in re.findall(r"^Phase-1 volume fraction = (\S+)", log, re.M)][-1]
    time = dumps.names(case)[-1]
    grid = pyvista.read(case / "dumps" / f"{time}.vtkhdf")
    assert grid.n_cells == CELLS and set(grid.celltypes) == {pyvista.CellType.HEXAHEDRON}
    volume = grid.compute_cell_sizes()["Volume"]
    assert volume.min() > 0
    alpha = grid.cell_data["alpha.water"]
    assert volume @ alpha / volume.sum() == pytest.approx(stated, rel=1e-12)
    for name in ("alpha.water", "U", "p_rgh", "p"):
        whole = foam.read_field(case / time / name)[0]
        assert np.array_equal(grid.cell_data[name].reshape(whole.shape), whole), name


def test_the_mesh_is_openfoams(dumped):
    """Cell by cell, VTK's reader of OpenFOAM cases finds the same cells: centres and volumes."""
    case, _ = dumped
    reader = pyvista.OpenFOAMReader(str(case / f"{case.name}.foam"))
    theirs = reader.read()["internalMesh"]
    ours = pyvista.read(case / "dumps" / f"{dumps.names(case)[-1]}.vtkhdf")
    assert np.allclose(ours.cell_centers().points, theirs.cell_centers().points, rtol=0, atol=1e-7)
    assert np.allclose(ours.compute_cell_sizes()["Volume"], theirs.compute_cell_sizes()["Volume"], rtol=1e-5)


def test_pictures(dumped, tmp_path, capsys):
    """One for each time, by the dump or the directory, which are the same; all of a case that has dumps alone."""
    case = tmp_path / "damBreak"
    shutil.copytree(dumped[0], case)
    shutil.rmtree(case / "0.03")

    def draw(*options):
        shutil.rmtree(case / "pictures", ignore_errors=True)
        assert plot.main([str(case), *options]) == 0
        return {p.name: np.asarray(Image.open(p).convert("RGB"), dtype=int) for p in (case / "pictures").glob("*.png")}

    every = [f"damBreak_{t}.png" for t in ("0", "0.01", "0.02", "0.03")]
    assert set(draw("--movie")) == set(every)
    assert Image.open(case / "pictures" / "damBreak.gif").n_frames == 4
    shutil.move(case / "dumps", tmp_path / "dumps")
    of_directories = draw("--time", "0.02")
    shutil.move(tmp_path / "dumps", case / "dumps")
    shutil.rmtree(case / "constant" / "polyMesh")
    of_dumps = draw("--time", "0.02")
    assert list(of_directories) == list(of_dumps) == every[2:3]
    assert np.abs(of_directories[every[2]] - of_dumps[every[2]]).mean() < 0.5, "of 255"
    assert set(draw()) == set(every[1:])

    (case / "dumps" / "0.02.vtkhdf").write_bytes(b"no dump")
    assert plot.main([str(case)]) == 3 and "0.02.vtkhdf" in capsys.readouterr().err
    (case / "dumps" / "mesh.vtkhdf").unlink()
    assert plot.main([str(case)]) == 3 and "mesh.vtkhdf" in capsys.readouterr().err
    shutil.rmtree(case / "dumps")
    assert plot.main([str(case)]) == 3 and "no dumps" in capsys.readouterr().err
