# SPDX-License-Identifier: BSD-3-Clause
"""What `eagre plot` draws: slices of directories and of dumps, against VTK's own of the same files."""
import shutil
import sys

import numpy as np
import pytest
import pyvista

import dumps
import foam
import own
from test_polyhedra import dam_break

sys.path.insert(0, str(own.ROOT / "python"))
from eagre.case import Case, CaseError  # noqa: E402


@pytest.fixture(scope="module")
def case(tmp_path_factory, eagre):
    """Hexahedra and polyhedra, every time as a directory and as a dump."""
    directory = dam_break(tmp_path_factory.mktemp("slices") / "refined")
    dumps.run(eagre, directory, ranks=2, dump="both")
    return directory


@pytest.fixture(scope="module")
def dumps_alone(case, tmp_path_factory):
    directory = tmp_path_factory.mktemp("slices") / "refined"
    shutil.copytree(case / "dumps", directory / "dumps")
    return directory


@pytest.fixture(scope="module")
def directories_alone(case, tmp_path_factory):
    directory = tmp_path_factory.mktemp("slices") / "refined"
    shutil.copytree(case, directory, ignore=shutil.ignore_patterns("dumps"))
    return directory


def only_slice(directory, time, normal):
    [one] = Case(directory).slices([time], ["alpha.water", "U"], normal)
    return one


def areas(plane):
    """Of the polygons."""
    def area(shape):
        x, y = shape.T
        return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    return np.array([area(shape) for shape in plane.shapes()])


def integrals(one):
    area = areas(one.plane)
    return [area.sum(), area @ one.values["alpha.water"], *(area @ one.values["U"])]


def by_vtk(directory, time, normal, position):
    grid = pyvista.read(directory / "dumps" / f"{time:g}.vtkhdf")
    origin = np.array(grid.center)
    origin[normal] = position
    plane = grid.slice(normal=np.eye(3)[normal], origin=origin, generate_triangles=False)
    area = plane.compute_cell_sizes()["Area"]
    return [area.sum(), area @ plane.cell_data["alpha.water"], *(area @ plane.cell_data["U"])]


@pytest.mark.parametrize("normal, position", [(0, 1.93), (0, 3.07), (1, 1.37), (2, 0.77)])
def test_integrals_over_a_plane_are_vtk_s(case, normal, position):
    """Between the layers of the mesh: VTK leaves out some of the faces that lie in the plane."""
    [one] = Case(case).slices([0.02], ["alpha.water", "U", "nothing"], normal, position)
    assert one.plane.axis == normal and set(one.values) == {"alpha.water", "U"}
    assert integrals(one) == pytest.approx(by_vtk(case, 0.02, normal, position), rel=1e-6, abs=1e-7)  # VTK's are of 32 bits


def test_a_plane_beside_the_mesh(case):
    with pytest.raises(CaseError, match="x = 99 does not cut the mesh, which reaches from"):
        list(Case(case).slices([0.02], ["U"], 0, 99))


@pytest.mark.parametrize("normal", [0, 1, 2])
def test_dumps_alone_and_directories_alone_show_the_same(case, dumps_alone, directories_alone, normal):
    whole = only_slice(case, 0.02, normal)
    for directory in (dumps_alone, directories_alone):
        other = only_slice(directory, 0.02, normal)
        assert len(other.plane.polygons) == len(whole.plane.polygons)
        np.testing.assert_allclose(areas(other.plane), areas(whole.plane), rtol=1e-12)
        for name in whole.values:
            np.testing.assert_array_equal(other.values[name], whole.values[name])


def test_the_outline_is_the_tank(case):
    segments = only_slice(case, 0.02, 1).plane.outline()
    length = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1).sum()
    sides = np.ptp(segments.reshape(-1, 2), axis=0)
    assert length == pytest.approx(2 * sides.sum(), rel=1e-9)


def test_times_and_fields(case, directories_alone):
    for directory in (case, directories_alone):
        read = Case(directory)
        assert read.times == pytest.approx([0, 0.01, 0.02])
        assert {"alpha.water", "U", "p_rgh"} <= set(read.fields(0.02)) and "phi" not in read.fields(0.02)


def test_compressed_text_and_uniform_fields(eagre, tmp_path):
    directory = dumps.cavity(tmp_path / "cavity", "writeFormat ascii; writeCompression on; endTime 0.1; writeInterval 10;")
    dumps.run(eagre, directory, dump="foam")
    assert (directory / "0.1" / "U.gz").exists()
    read = Case(directory)
    first, last = read.slices([0, 0.1], ["U", "p"])
    assert first.plane is last.plane and first.plane.axis == 2 and len(first.plane.polygons) == 400
    assert not first.values["U"].any() and last.values["U"][:, 0].max() > 0.5
    foam_reader = pyvista.OpenFOAMReader(str(directory / "cavity.foam"))
    foam_reader.set_active_time_value(0.1)
    speeds = foam_reader.read()["internalMesh"].cell_data["U"]
    np.testing.assert_allclose(np.sort(last.values["U"][:, 0]), np.sort(speeds[:, 0]), rtol=1e-6, atol=1e-9)


def test_what_cannot_be_read_is_named(eagre, directories_alone, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(directories_alone, broken)
    (broken / "0.02" / "U").write_bytes((broken / "0.02" / "U").read_bytes()[:3000])
    code, text = dumps.tool(eagre, "plot", broken)
    assert code == 3 and "0.02/U" in text and "Traceback" not in text
    (broken / "0.01" / "polyMesh").mkdir()
    code, text = dumps.tool(eagre, "plot", broken, "--time", "0.01")
    assert code == 3 and "0.01/polyMesh: this time has a mesh of its own" in text
    (broken / "0.01" / "polyMesh" / "points").write_text((broken / "constant" / "polyMesh" / "points").read_text(errors="replace")[:200])
    code, text = dumps.tool(eagre, "plot", broken, "--time", "0.01")
    assert code == 3 and "0.01/polyMesh/points" in text
    with pytest.raises(CaseError, match="no mesh"):
        (tmp_path / "empty").mkdir()
        Case(tmp_path / "empty").times


def test_pictures_of_all_times(eagre, case):
    result = foam.run([eagre, "plot", case, "--movie"])
    assert sorted(p.name for p in (case / "pictures").iterdir()) == [f"refined{end}" for end in (".gif", "_0.01.png", "_0.02.png", "_0.png")]
    assert "4 files" in result.stdout
