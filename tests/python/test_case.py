# SPDX-License-Identifier: BSD-3-Clause
"""eagre.Case: times as arrays, lines, probes, runs with other entries, figures."""
import shutil
import subprocess
import sys

import numpy as np
import pytest

import foam
import own
from eagre import Case, CaseError, fields, plot
from eagre.tables import read_table

SHORT = "adjustTimeStep no; deltaT 0.001; writeControl timeStep; writeInterval 2; endTime 0.004;"
PROBES = """functions { stepTop { type probes; libs (sampling); fields (alpha.water U); probeLocations ((0.01 0.01 0.0073) (0.5 0.01 0.0073));
            writeControl timeStep; writeInterval 1; } }"""


def dam_break(target):
    return own.dam_break(target, cells=0.5, tight=False, control=SHORT + PROBES)


@pytest.fixture(scope="module")
def case(tmp_path_factory, eagre):
    """Directories of one rank up to 0.002, dumps of two behind it."""
    directory = dam_break(tmp_path_factory.mktemp("look") / "damBreak")
    made = Case(directory)
    made.run(set={"system/controlDict:endTime": 0.002})
    made.run("--from", "latest", "--dump", "hdf5", ranks=2)
    return made


def test_times_and_fields_as_arrays(case):
    assert case.times == pytest.approx([0, 0.002, 0.004]) and len(case) == 3
    assert (case.directory / "dumps" / "0.004.vtkhdf").exists() and not (case.directory / "0.004").exists()
    cells = case.cells()
    tank = 0.584 * 0.584 - 0.024 * 0.048
    assert cells.volumes.sum() / 0.0146 == pytest.approx(tank, rel=1e-6)
    water = [case["alpha.water", time] @ cells.volumes for time in case.times]
    assert water == pytest.approx([water[0]] * 3, rel=1e-6)
    np.testing.assert_array_equal(case["U", 0.002], foam.read_field(case.directory / "0.002" / "U")[0])
    assert set(case[-1]) == set(case.fields("latest")) and case[-1].time == 0.004
    np.testing.assert_array_equal(case[0.002]["p_rgh"], case["p_rgh", "0.002"])
    assert case.pyvista().n_cells == len(cells.volumes)


@pytest.fixture(scope="module")
def refining(tmp_path_factory, eagre):
    case = Case(own.refining_dam_break(tmp_path_factory.mktemp("look") / "refining"))
    case.run()
    return case


def test_each_time_has_its_mesh(refining):
    """Times of a run that refines its mesh: as many values as cells, and PyVista's cells."""
    water = []
    for time in refining:
        cells = refining.cells(time.time)
        assert time["alpha.water"].shape == cells.volumes.shape and cells.neighbour.max() < len(cells.volumes)
        grid = refining.pyvista(time.time)
        np.testing.assert_allclose(grid.cell_centers().points, cells.centres, atol=1e-6)
        np.testing.assert_allclose(grid["alpha.water"], time["alpha.water"], atol=1e-6)
        water.append(time["alpha.water"] @ cells.volumes)
    assert water == pytest.approx([water[0]] * 3, rel=1e-6)
    data = refining.xarray(["alpha.water", "U"])
    assert data.x.dims == ("time", "cell") and data.sizes["cell"] == len(refining.cells().volumes)
    np.testing.assert_array_equal(data.y.sel(time=0.005).dropna("cell"), refining.cells(0.005).centres[:, 1])
    np.testing.assert_allclose((data["alpha.water"] * data.volume).sum("cell"), water, rtol=1e-12)
    line = refining.line((0.1, 1.87, 0.31), (3.9, 1.87, 0.31), "alpha.water", 0.01)
    np.testing.assert_array_equal(line["alpha.water"], refining["alpha.water", 0.01][grid.find_containing_cell(line.points)])


def test_a_refined_case_is_clean_again(refining, tmp_path):
    case = refining.copy(tmp_path / "refining")
    shutil.copytree(refining.directory / "0.01", case.directory / "0.01")
    case.clean()
    assert not (case.directory / "0.01").exists() and not (case.directory / "constant" / "polyMesh").exists()


@pytest.mark.parametrize("key, message", [(("T", 0.002), "no field 'T'.*there are: .*alpha.water"), (("U", 0.3), "no time t = 0.3 s; there are: 0, 0.002")])
def test_what_is_not_there_is_named(case, key, message):
    with pytest.raises(CaseError, match=message):
        case[key]


def test_xarray(case, monkeypatch):
    data = case.xarray(["U", "alpha.water"])
    assert dict(data.sizes) == {"time": 3, "cell": len(case.cells().volumes), "component": 3}
    np.testing.assert_array_equal(data["alpha.water"].sel(time=0.004), case["alpha.water", 0.004])
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(CaseError, match="xarray is not installed"):
        case.xarray()


def test_a_line_goes_through_cells(case):
    line = case.line((0, 0.01, 0.0073), (0.584, 0.01, 0.0073), ["alpha.water", "U"], 0.004)
    centres = case.cells().centres
    nearest = np.argmin(((line.points[:, None] - centres) ** 2).sum(axis=2), axis=1)
    assert len(set(nearest)) == len(nearest) and (np.diff(line.distances) > 0).all()
    np.testing.assert_array_equal(line["U"], case["U", 0.004][nearest])
    assert len(case.line((0, 0.01, 0.0073), (0.584, 0.01, 0.0073), "p", points=7).values["p"]) == 7
    with pytest.raises(CaseError, match="does not go through the mesh"):
        case.line((9, 9, 9), (10, 9, 9), "p")


def test_probes(case):
    table = case.post["stepTop"]["alpha.water"]
    assert table.time == pytest.approx([0.001, 0.002, 0.003, 0.004]) and table.points.shape == (2, 3)
    cell = np.argmin(((case.cells().centres - table.points[0]) ** 2).sum(axis=1))
    assert table["0"][-1] == pytest.approx(case["alpha.water", 0.004][cell], abs=1e-6)
    assert case.post["stepTop"]["U"].values.shape == (4, 2, 3)
    with pytest.raises(KeyError, match="no 'nothing'; there are: stepTop"):
        case.post["nothing"]


def test_tables(tmp_path):
    (tmp_path / "force.dat").write_text("# Force\n# Time forces(pressure viscous)\n0.1 ((1 2 3) (4 5 6))\n0.2 ((1 2 3) (4 5 7))\n0.3 ((1")
    force = read_table(tmp_path / "force.dat")
    assert force.values.shape == (2, 2, 3) and force.values[1, 1, 2] == 7
    (tmp_path / "a.csv").write_text("x,p,T\n0,1,2\n1,3,4\n")
    assert read_table(tmp_path / "a.csv")["T"].tolist() == [2, 4]


def test_gradients(case):
    """Exact for a linear field; a rotation by w has the vorticity 2 w and Q = w^2."""
    cells = case.cells()
    x, y, _ = cells.centres.T
    inside = np.ones(len(x))
    np.testing.assert_allclose(cells.gradient(3 * x - y), np.outer(inside, [3, -1, 0]), atol=1e-8)
    rotation = np.stack([-2 * y, 2 * x, 0 * x], axis=1)
    np.testing.assert_allclose(fields.of_velocity("vorticity", cells, rotation, 2), 4 * inside, rtol=1e-8)
    np.testing.assert_allclose(fields.of_velocity("Q", cells, rotation, 2), 4 * inside, rtol=1e-8)


def test_figures(case, capsys):
    figure = case.plot(0.002, ["vorticity", "U.x", "p"])
    assert [ax.get_ylabel() for ax in figure.axes[3:]] == ["vorticity across the plane [1/s]", "U.x [m/s]", "p [Pa]"]
    assert plot.main([str(case.directory), "--field", "Q", "--time", "latest"]) == 0
    assert plot.main([str(case.directory), "--line", "0,0.1,0.0073", "0.5,0.1,0.0073", "--field", "p"]) == 0
    assert {p.name for p in (case.directory / "pictures").iterdir()} == {"damBreak_Q_0.004.png", "damBreak_p_line.png"}
    assert plot.main([str(case.directory), "--field", "V"]) == 3 and "no field 'V'; there are: " in capsys.readouterr().err
    with pytest.raises(SystemExit):
        plot.main([str(case.directory), "--line", "0,0,0", "1,0,0", "--movie"])
    assert "--movie has no meaning with --line" in capsys.readouterr().err
    for other in (["--line", "0,0,0", "1,0,0"], ["--view", "3d"]):
        with pytest.raises(SystemExit):
            plot.main([str(case.directory), "--mesh", *other])
        assert f"--mesh has no meaning with {' '.join(other[:-2] or other)}" in capsys.readouterr().err


def test_movies(case, tmp_path, monkeypatch, capsys):
    """A file of one's own; an MP4 is ffmpeg's, which here writes what it is given."""
    monkeypatch.chdir(tmp_path)
    directory = str(case.directory)
    assert plot.main([directory, "--field", "p", "--movie", "film.gif"]) == 0 and (tmp_path / "film.gif").read_bytes()[:3] == b"GIF"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert plot.main([directory, "--movie", "film.mp4"]) == 3 and "an MP4 needs ffmpeg: apt install ffmpeg, or pip" in capsys.readouterr().err
    (tmp_path / "ffmpeg").write_text('#!/bin/sh\nfor last; do :; done\nexec /bin/cat >"$last"\n')
    (tmp_path / "ffmpeg").chmod(0o755)
    assert plot.main([directory, "--field", "p", "--movie", "film.mp4"]) == 0 and capsys.readouterr().out.endswith("the last one film.mp4\n")
    assert (tmp_path / "film.mp4").read_bytes().count(b"\x89PNG") == 2  # of the times that have p
    assert plot.main([directory, "--movie", "nowhere/film.gif"]) == 3 and "nowhere is no directory" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        plot.main([directory, "--movie", "film.avi"])
    assert "a file that ends with .gif or .mp4 is expected" in capsys.readouterr().err
    assert plot.parse(["--movie", directory]).case == directory


def test_a_study(case, tmp_path):
    """Copies with other entries: the files are as they were, the results are not; a restart knows of it."""
    speeds = []
    for nu in (1e-6, 1e-2):
        one = case.copy(tmp_path / f"nu{nu:g}", replace=True)
        assert not list(one.directory.glob("0.0*")) and not (one.directory / "dumps").exists()
        one.run(set={"constant/transportProperties:water.nu": nu, "0/U:boundaryField.walls": {"type": "noSlip"}})
        assert one.transport_properties["water", "nu"] == 1e-6
        assert "Set by the command line: constant/transportProperties:water.nu=" in (one.directory / "log.eagre").read_text()
        speeds.append(np.linalg.norm(one["U", "latest"], axis=1).max())
    assert speeds[1] < 0.95 * speeds[0]
    restart = one.file("0.004/uniform/restart")
    assert restart["settings"] == ["constant/transportProperties:water.nu=0.01", "0/U:boundaryField.walls={\n    type noSlip;\n}"]
    with pytest.raises(CaseError, match="nu0.01 is there already; copy"):
        case.copy(one.directory)
    with pytest.raises(CaseError, match="is there already"):
        case.copy(case.directory, replace=True)
    assert not case.copy(one.directory, replace=True).directory.joinpath("0.004").exists()


def answer(eagre, case, *options, tool="run"):
    done = subprocess.run([str(eagre), tool, str(case), *options], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("setting, message", [
    ("water.nu=1", "FILE:ENTRY=VALUE is expected, as in constant/transportProperties:water.nu=1e-5"),
    ("constant/transportPropertie:water.nu=1", "unknown file 'constant/transportPropertie'; did you mean 'constant/transportProperties'?"),
    ("constant/transportProperties:watr.nu=1", "unknown dictionary 'watr'; did you mean 'water'? Valid: water, air"),
    ("constant/transportProperties:water.nu=1;", "must not have a ';'"),
    ("../x/y:a=1", "no file in a folder of the case"),
    ("system/blockMeshDict:scale=2", "a tool reads system/blockMeshDict, and what it makes of it stays in the case"),
    ("system/controlDict:startTime=1", "--from says that"),
    ("0/U:internalField=uniform (1 0 0)", "entries of boundaryField can be set"),
    ("0/p:boundaryField.walls.value=1", "0/p is not read: this run starts from 0"),
    ("constant/transportProperties:water.nu=wet", "constant/transportProperties:16: "),
])
def test_settings_that_are_wrong(eagre, case, tmp_path, setting, message):
    one = case.copy(tmp_path / "one")
    code, text = answer(eagre, one.directory, "--set", setting)
    assert code in (2, 3) and message in text, text
    assert not list(one.directory.glob("0.0*"))


def test_continuing(eagre, case, tmp_path):
    """An entry that nothing reads; a branch from a time in between; the settings of the run before; times that are not there."""
    one = case.copy(tmp_path / "one")
    code, text = answer(eagre, one.directory, "--set", "system/controlDict:maxCoo=1", "--set", "constant/transportProperties:water.wet=1")
    assert code == 0 and "water.wet=1: nothing in Eagre reads this entry" in text and "maxCoo=1: nothing in Eagre reads" in text
    code, text = answer(eagre, one.directory, "--from", str(one.directory / "0.002"))
    assert code == 0 and "later than 0.002: 0.004;" in text
    assert "had other entries by --set: system/controlDict:maxCoo=1, constant/transportProperties:water.wet=1; this one: none" in text
    code, text = answer(eagre, one.directory, "--from", str(case.directory / "0.002"))
    assert code == 3 and "is not in the case" in text


def test_hints_and_silence(eagre, case, tmp_path):
    assert answer(eagre, case.directory, "-np", "2") == (2, "eagre: error: unknown option '-np'; the number of ranks is -n, as in -n 2\n")
    assert "did you mean '--from'?" in answer(eagre, case.directory, "--form", "latest")[1]
    assert "did you mean 'run'?" in answer(eagre, case.directory, tool="runn")[1]
    one = case.copy(tmp_path / "one")
    one.transport_properties["water", "nu"] = "wet"
    code, text = answer(eagre, one.directory, "-n", "2")
    assert code == 3 and "transportProperties:16" in text and "mpi" not in text.lower().replace("compiler", ""), text
