# SPDX-License-Identifier: BSD-3-Clause
"""What `eagre plot` draws: slices of directories and of dumps, against VTK's own of the same files."""
import shutil
import sys

import numpy as np
import pytest
import pyvista
from PIL import Image

import dumps
import foam
import own
from test_polyhedra import dam_break

sys.path.insert(0, str(own.ROOT / "python"))
from eagre import plot  # noqa: E402
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


@pytest.fixture(scope="module")
def refining(tmp_path_factory, eagre):
    """0 on the mesh of the case, 0.005 and 0.01 on finer ones of their own, and 0.012, which has none, on that of 0.01."""
    directory = own.refining_dam_break(tmp_path_factory.mktemp("slices") / "refining")
    foam.run([eagre, "run", directory, "--log"])
    shutil.copytree(directory / "0.01", directory / "0.012", ignore=shutil.ignore_patterns("polyMesh"))
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


def length(segments):
    return np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1).sum()


def integrals(one):
    area = areas(one.plane)
    return [area.sum(), area @ one.values["alpha.water"], *(area @ one.values["U"])]


def by_vtk(grid, normal, position):
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
    grid = pyvista.read(case / "dumps" / "0.02.vtkhdf")
    assert integrals(one) == pytest.approx(by_vtk(grid, normal, position), rel=1e-6, abs=1e-7)  # VTK's are of 32 bits


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
    sides = np.ptp(segments.reshape(-1, 2), axis=0)
    assert length(segments) == pytest.approx(2 * sides.sum(), rel=1e-9)


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


def test_what_cannot_be_read_is_named(eagre, case, directories_alone, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(directories_alone, broken)
    (broken / "0.02" / "U").write_bytes((broken / "0.02" / "U").read_bytes()[:3000])
    code, text = dumps.tool(eagre, "plot", broken)
    assert code == 3 and "0.02/U" in text and "Traceback" not in text
    own_mesh, of_case = broken / "0.01" / "polyMesh", broken / "constant" / "polyMesh"
    own_mesh.mkdir()
    assert len(Case(broken)["p_rgh", 0.01]) == len(Case(case)["p_rgh", 0.01])  # nothing in it: the mesh is that of constant
    (own_mesh / "points").write_text((of_case / "points").read_text(errors="replace")[:200])
    with pytest.raises(CaseError, match="0.01/polyMesh/points"):
        Case(broken)["p_rgh", 0.01]
    shutil.copy(of_case / "points", own_mesh / "points")
    shutil.copy(of_case / "faces", own_mesh / "faces")
    with pytest.raises(CaseError, match="0.01/polyMesh/owner"):
        Case(broken)["p_rgh", 0.01]
    with pytest.raises(CaseError, match="no mesh"):
        (tmp_path / "empty").mkdir()
        Case(tmp_path / "empty").times


def test_pictures_of_all_times(eagre, case):
    result = foam.run([eagre, "plot", case, "--movie"])
    assert sorted(p.name for p in (case / "pictures").iterdir()) == [f"refined{end}" for end in (".gif", "_0.01.png", "_0.02.png", "_0.png")]
    assert "4 files" in result.stdout


@pytest.mark.parametrize("normal, position", [(0, 1.93), (2, 0.37)])
def test_each_time_on_its_mesh(refining, normal, position):
    read = Case(refining)
    slices = list(read.slices(read.times, ["alpha.water", "U"], normal, position))
    numbers = [len(one.plane.polygons) for one in slices]
    assert numbers == sorted(numbers) and len(set(numbers)) == 3 and slices[2].plane is slices[3].plane
    for one in slices:  # no side of a small cell along a larger one is taken for the tank's
        assert length(one.plane.outline()) == pytest.approx(length(slices[0].plane.outline()), rel=1e-9)
    for one in slices[1:3]:
        assert integrals(one) == pytest.approx(by_vtk(read.pyvista(one.time), normal, position), rel=2e-6, abs=1e-6)


def test_a_film_over_meshes_that_differ(refining):
    """The pictures have one size, and the more cells the more edges."""
    assert plot.main([str(refining), "--movie", "--mesh", "--field", "alpha.water"]) == 0
    pictures = [Image.open(refining / "pictures" / f"refining_alpha.water_{time}.png") for time in ("0", "0.005", "0.01", "0.012")]
    film = Image.open(refining / "pictures" / "refining_alpha.water.gif")
    assert {p.size for p in pictures} == {film.size} and film.n_frames == 4
    edges = [sum(n for n, colour in p.convert("RGB").getcolors(2**24) if max(colour) - min(colour) < 12 and 90 < colour[0] < 190) for p in pictures]
    assert edges[0] < edges[1] < edges[2]
