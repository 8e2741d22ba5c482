# SPDX-License-Identifier: BSD-3-Clause
"""TPLS 2.0's files: option files, initial conditions, text output and its conversion."""
import netCDF4
import numpy as np
import pytest

import foam
import tpls_files

POINTS = 13, 9, 9  # maxl, maxm, maxn
CONFIG = """# TPLS initial conditions
maxl 13
maxm 9
maxn 9
re        10.0000000000
dpdl        -1.0000000000
mu_plus         0.5000000000
mu_minus         1.0000000000
height         0.5000000000
scap         0.1000000000
omega_max         0.0000000000
smooth_width         0.1875000000
dx         0.1250000000
dy         0.1250000000
dz         0.1250000000
dt         0.0020000000
idm {method}
{more}"""
OPTIONS = """# run
num_procs_x 2
num_procs_y 1
auto_decomp false
mom_u 30
mom_v 30
mom_w 30
levelset 10
maxu 10.0
phi_dat_frequency 2
uvw_dat_frequency 2
backup_frequency 2
backup_text_format T
backup_hdf5_format T
num_timesteps 4
max_iteration_dim 18
"""


def value(name, i, j, k):
    """Something that tells the points apart; phi crosses 0 at half the height."""
    if name == "phi":
        return (k - 0.5) / 8 - 0.5 + 0.01 * np.cos(2 * np.pi * j / 8)
    return {"u": 1.0, "v": 2.0, "w": 3.0, "pressure": 4.0}[name] + 0.01 * i + 0.0001 * j + 0.000001 * k


def write_case(directory, method="lsm", more=""):
    directory.mkdir(exist_ok=True)
    (directory / "tpls_config.opt").write_text(OPTIONS)
    (directory / "initial_config.dat").write_text(CONFIG.format(method=method, more=more))
    last = {"phi": 0, "u": 2, "v": 2, "w": 1, "pressure": 0}
    for name, less in last.items():
        bounds = [range(POINTS[0] + 1), range(POINTS[1] + 1), range(POINTS[2] + 1 - less)]
        lines = [f" DATA: Initial {name}", " DIMENSIONS: Lmin Lmax Mmin Mmax Nmin Nmax", "".join(f"{0:12}{r[-1]:12}" for r in bounds)]
        lines += [f"{value(name, i, j, k):25.16E}" for k in bounds[2] for j in bounds[1] for i in bounds[0]]
        (directory / f"initial_{name}.dat").write_text("\n".join(lines) + "\n")
    return directory / "tpls_config.opt"


@pytest.mark.parametrize("ranks", [1, 3])
def test_initial_files_arrive_where_they_stand_there(eagre, tmp_path, ranks):
    options = write_case(tmp_path / "case")
    said = foam.run([eagre, "channel", "init", "--tpls", options, "--no-picture", "-n", ranks]).stdout
    assert "Re 20, We 10, G 0; lower over upper: density 1, viscosity 2" in said and "12 x 8 x 8 cells" in said
    assert "mom_u: no fixed number of sweeps" in said
    with netCDF4.Dataset(tmp_path / "case" / "eagre" / "initial.nc") as data:
        i, j, k = np.arange(12), np.arange(8), np.arange(8)
        x, faces = np.meshgrid(k, j, i, indexing="ij"), np.meshgrid(k, j, np.arange(13), indexing="ij")
        # Our cell 0 is TPLS's 1; velocities: u at (i h, (j + 1/2) h, (k + 1/2) h) and so on.
        np.testing.assert_allclose(data["phi"][0], value("phi", x[2] + 1, x[1] + 1, x[0] + 1), rtol=1e-14)
        np.testing.assert_allclose(data["p"][0], value("pressure", x[2] + 1, x[1] + 1, x[0] + 1), rtol=1e-14)
        np.testing.assert_allclose(data["u"][0], value("u", faces[2], faces[1], faces[0]), rtol=1e-14)
        np.testing.assert_allclose(data["v"][0], value("v", x[2] + 1, x[1], x[0]), rtol=1e-14)
        upper = np.meshgrid(np.arange(9), j, i, indexing="ij")
        np.testing.assert_allclose(data["w"][0], value("w", upper[2] + 1, upper[1], upper[0]), rtol=1e-14)
        settings = data.settings
    for line in ('x = "inlet_outlet"', "steps = 4", "dt = 0.002", 'format = "both"', "smoothing = 1.5", "redistance_sweeps = 10", "fields_every = 2"):
        assert line in settings


def test_a_phase_field_becomes_a_distance(eagre, tmp_path):
    epn = 0.0625
    options = write_case(tmp_path / "case", "dim", f"pe 256.0\nepn {epn}\n")
    file = tmp_path / "case" / "initial_phi.dat"
    head, body = file.read_text().split("\n")[:3], np.array(file.read_text().split("\n")[3:-1], float)
    fraction = 0.5 + 0.5 * np.tanh(body / (2 * np.sqrt(2) * epn))
    file.write_text("\n".join(head + [f"{f:25.16E}" for f in fraction]) + "\n")
    foam.run([eagre, "channel", "init", "--tpls", options, "--no-picture"])
    with netCDF4.Dataset(tmp_path / "case" / "eagre" / "initial.nc") as data:
        assert 'method = "phase_field"' in data.settings and "cahn = 0.0625" in data.settings and "peclet = 64.0" in data.settings
        phi = np.array(data["phi"][0])
        z = (np.arange(8) + 0.5) / 8 - 0.5
        np.testing.assert_allclose(phi[:, 0, 0], z + 0.01 * np.cos(2 * np.pi / 8), atol=1e-9)


def test_text_and_netcdf_are_converted_into_one_another(eagre, tmp_path):
    header = ' VARIABLES="X ","Y ","Z ","U","V","W","P"\n ZONE T="Floor", I=          3  J=          2  K=          2  F=POINT\n'
    rows = [(0.1 * i, 0.2 * j, 0.3 * k, i, j - 1 / 3, -1e-9 * k, i * j * k) for k in range(2) for j in range(2) for i in range(3)]
    source = tmp_path / "uvw_channel_      100.dat"
    source.write_text(header + "".join("".join(f"{v:27.17E}" for v in row) + "\n" for row in rows))
    foam.run([eagre, "channel", "convert", source, tmp_path / "uvw_100.nc"])
    with netCDF4.Dataset(tmp_path / "uvw_100.nc") as data:
        assert data["u"].dimensions == ("time", "z", "y", "x") and data.step == "100"
        np.testing.assert_array_equal(np.ravel(data["v"][0]), [row[4] for row in rows])
        np.testing.assert_array_equal(data["x"][:], [0, 0.1, 0.2])
    foam.run([eagre, "channel", "convert", tmp_path / "uvw_100.nc", tmp_path / "back.dat"])
    assert (tmp_path / "back.dat").read_text().startswith(header.split("\n")[0])
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "back.dat", skiprows=2), rows)


def test_frequencies_of_tpls_are_those_of_its_files(eagre, tmp_path):
    options = write_case(tmp_path / "case")
    options.write_text(OPTIONS.replace("uvw_dat_frequency 2", "uvw_dat_frequency 3"))
    foam.run([eagre, "channel", "run", "--tpls", options])
    names = {path.name for path in (tmp_path / "case" / "eagre").glob("*.dat")}
    assert names == {f"{name}_channel_{step}.dat" for name, step in (("phi", 0), ("uvw", 0), ("phi", 2), ("uvw", 3), ("phi", 4), ("uvw", 4))}


def test_a_run_of_tpls_files_writes_both_formats(eagre, tmp_path):
    options = write_case(tmp_path / "case")
    for name in "uvw":
        file = tmp_path / "case" / f"initial_{name}.dat"
        text = file.read_text().split("\n")
        # A flow that the inlet can hold: the same at all points.
        file.write_text("\n".join(text[:3] + [f"{1.0 if name == 'u' else 0.0:25.16E}"] * (len(text) - 4)) + "\n")
    foam.run([eagre, "channel", "run", "--tpls", options, "-n", "2"])
    out = tmp_path / "case" / "eagre"
    names = {p.name for p in out.iterdir()}
    assert {"fields_00000002.nc", "fields_00000004.nc", "phi_channel_4.dat", "uvw_channel_4.dat", "restart_00000004.nc", "series.txt"} <= names
    phi = np.loadtxt(out / "phi_channel_4.dat", skiprows=2)
    assert phi.shape == (12 * 8 * 8, 4) and phi[0, :3] == pytest.approx([1 / 16] * 3)
    with netCDF4.Dataset(out / "fields_00000004.nc") as data:
        np.testing.assert_allclose(np.ravel(data["phi"][0]), phi[:, 3], rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("method,more", [("lsm", ""), ("dim", "pe 256.0\nepn 0.0625\n")])
def test_initial_files_go_into_netcdf_and_back(eagre, tmp_path, method, more):
    """All that TPLS reads is written again as it was, but for the ghosts at inlet and outlet, which are ours to choose."""
    options = write_case(tmp_path / "case", method, more)
    if method == "dim":
        file = tmp_path / "case" / "initial_phi.dat"
        lines = file.read_text().split("\n")
        body = 0.5 + 0.5 * np.tanh(np.array(lines[3:-1], float) / (2 * np.sqrt(2) * 0.0625))
        file.write_text("\n".join(lines[:3] + [f"{v:25.16E}" for v in body]) + "\n")
    foam.run([eagre, "channel", "convert", options, tmp_path / "initial.nc"])
    foam.run([eagre, "channel", "convert", tmp_path / "initial.nc", tmp_path / "back"])
    for name in ("phi", "u", "v", "w", "pressure"):
        was, now = (tpls_files.read_array(tmp_path / d / f"initial_{name}.dat") for d in ("case", "back"))
        assert was.shape == now.shape
        n = was.shape[2]
        inner = np.s_[(0 if name == "u" else 1):13, (1 if name in ("phi", "pressure") else 0):(9 if name in ("phi", "pressure") else 8),
                      (1 if name in ("phi", "pressure") else 0):(n - 1 if name in ("phi", "pressure") else n)]
        np.testing.assert_allclose(now[inner], was[inner], rtol=1e-12, atol=1e-12)
    phi, viscosity = (tpls_files.read_array(tmp_path / "back" / f"initial_{name}.dat") for name in ("phi", "viscosity"))
    np.testing.assert_array_equal(phi[:, 0], phi[:, -2])
    assert viscosity.min() == pytest.approx(0.05) and viscosity.max() == pytest.approx(0.1)
    foam.run([eagre, "channel", "convert", tmp_path / "back" / "tpls_config.opt", tmp_path / "again.nc"])
    with netCDF4.Dataset(tmp_path / "initial.nc") as a, netCDF4.Dataset(tmp_path / "again.nc") as b:
        for name in ("phi", "u", "v", "w", "p"):
            np.testing.assert_allclose(b[name][0], a[name][0], rtol=1e-10, atol=1e-10)
        different = set(a.settings.split("\n")) ^ set(b.settings.split("\n"))
        # Of TPLS's two formats one is asked for.
        assert all(line.startswith(("file =", "format", "one_file", "single_precision", "deflate", "p_every", "p_interval")) for line in different), different
