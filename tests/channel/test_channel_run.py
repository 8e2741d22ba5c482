# SPDX-License-Identifier: BSD-3-Clause
"""`eagre channel init` and `run`: the files they write, restart, ranks, signals."""
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import netCDF4
import numpy as np
import pytest
import xarray

import foam
from eagre.channel import growth, read_series

TOML = """
[grid]
cells = [24, {ny}, 16]
length = [1.5, 0.75]
[fluid]
Re = 20
We = 10
density_ratio = 1.5
viscosity_ratio = 2
gravity = 1
[initial]
shape = "modes"
amplitude = 0.01
[time]
dt = 1e-3
steps = 8
[output]
fields_every = 4
restart_every = 4
"""


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "wave.toml"
    path.write_text(TOML.format(ny=8))
    return path


def run(eagre, settings, *arguments, directory="out", check=True):
    target = settings.parent / directory
    return target, foam.run([eagre, "channel", "run", settings, "--directory", target, *arguments], check=check)


def variables(path):
    with netCDF4.Dataset(path) as data:
        return {name: np.array(data[name][:]) for name in data.variables} | {"state": getattr(data, "state", "")}


def test_init_writes_fields_coordinates_settings_and_a_picture(eagre, settings):
    target = settings.parent / "first"
    foam.run([eagre, "channel", "init", settings, "--Re", "300", "--directory", target])
    with xarray.open_dataset(target / "initial.nc", decode_timedelta=False) as data:
        assert data["u"].dims == ("time", "z", "y", "x_face") and data["w"].dims == ("time", "z_face", "y", "x")
        assert "Re = 300.0\n" in data.attrs["settings"] and data.attrs["Conventions"] == "CF-1.8"
        phi, z = data["phi"].values[0], data["z"].values
        np.testing.assert_allclose(z, (np.arange(16) + 0.5) / 16, rtol=1e-15)
        # phi = z - height(x, y), whatever z.
        np.testing.assert_allclose(phi - z[:, None, None], (phi - z[:, None, None])[:1].repeat(16, 0), atol=1e-15)
    assert (target / "initial.png").stat().st_size > 10000


def test_a_run_starts_from_the_file_that_init_wrote(eagre, settings):
    target = settings.parent / "first"
    foam.run([eagre, "channel", "init", settings, "--no-picture", "--directory", target])
    own, _ = run(eagre, settings, "--steps", "2", directory="own")
    # With the seed of another surface, so that the file's is seen to be taken.
    text = settings.read_text().replace('shape = "modes"\namplitude = 0.01', f'shape = "file"\nfile = "{target}/initial.nc"')
    settings.write_text(text)
    read, _ = run(eagre, settings, "--steps", "2", directory="read")
    np.testing.assert_array_equal(variables(own / "restart_00000002.nc")["phi"], variables(read / "restart_00000002.nc")["phi"])


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_restart_is_the_uninterrupted_run_to_the_last_bit(eagre, settings, ranks):
    whole, _ = run(eagre, settings, "-n", ranks, directory="whole")
    parts, _ = run(eagre, settings, "-n", ranks, "--steps", "4", directory="parts")
    run(eagre, settings, "-n", ranks, "--from", "latest", directory="parts")
    expected, found = (variables(d / "restart_00000008.nc") for d in (whole, parts))
    assert expected.keys() == found.keys() and "u_explicit_2" in expected
    for name in expected:
        np.testing.assert_array_equal(expected[name], found[name], err_msg=name)
    assert (whole / "series.txt").read_text() == (parts / "series.txt").read_text()


def test_a_restart_file_goes_through_text_and_back_to_the_last_bit(eagre, settings):
    """NetCDF's own text form, with as many digits as a double has: what docs/channel.md says instead of a format of ours."""
    whole, _ = run(eagre, settings, directory="whole")
    parts, _ = run(eagre, settings, "--steps", "4", directory="parts")
    file = parts / "restart_00000004.nc"
    text = subprocess.run(["ncdump", "-p", "9,17", file], check=True, capture_output=True, text=True).stdout
    file.unlink()
    subprocess.run(["ncgen", "-k", "nc4", "-o", file, "-"], check=True, input=text, text=True)
    run(eagre, settings, "--from", file, directory="parts")
    found = variables(parts / "restart_00000008.nc")
    for name, values in variables(whole / "restart_00000008.nc").items():
        np.testing.assert_array_equal(values, found[name], err_msg=name)


def test_a_restart_with_steps_by_courant_number_is_exact_too(eagre, settings):
    settings.write_text(settings.read_text().replace("dt = 1e-3", "cfl = 0.2"))
    whole, _ = run(eagre, settings, directory="whole")
    parts, _ = run(eagre, settings, "--steps", "4", directory="parts")
    run(eagre, settings, "--from", parts / "restart_00000004.nc", directory="parts")
    for name, values in variables(whole / "restart_00000008.nc").items():
        np.testing.assert_array_equal(values, variables(parts / "restart_00000008.nc")[name], err_msg=name)


def test_the_answer_does_not_depend_on_the_ranks(eagre, settings):
    one, _ = run(eagre, settings, "--pressure_tolerance", "1e-10", "--momentum_tolerance", "1e-12", directory="one")
    expected = variables(one / "restart_00000008.nc")
    for ranks, lattice in ((4, "1,2,2"), (5, "0,0,0")):
        several, _ = run(eagre, settings, "-n", ranks, "--decomposition", lattice, "--pressure_tolerance", "1e-10",
                         "--momentum_tolerance", "1e-12", directory=f"on{ranks}")
        found = variables(several / "restart_00000008.nc")
        for name in ("u", "v", "w", "phi"):
            np.testing.assert_allclose(found[name], expected[name], rtol=0, atol=1e-9, err_msg=f"{name} on {ranks}")


def test_a_restart_goes_on_other_ranks(eagre, settings):
    parts, _ = run(eagre, settings, "-n", "3", "--steps", "4", directory="parts")
    whole, _ = run(eagre, settings, "-n", "3", directory="whole")
    run(eagre, settings, "--from", "latest", directory="parts")
    for name in ("u", "w", "phi"):
        np.testing.assert_allclose(variables(parts / "restart_00000008.nc")[name], variables(whole / "restart_00000008.nc")[name],
                                   rtol=0, atol=1e-6, err_msg=name)


def test_fields_series_and_restarts_come_at_their_own_frequencies(eagre, settings):
    target, _ = run(eagre, settings, "--fields_every", "3", "--restart_every", "2", "--series_every", "4")
    names = {p.name for p in target.iterdir()}
    assert names == {"fields_00000000.nc", "fields_00000003.nc", "fields_00000006.nc", "fields_00000008.nc",
                     "restart_00000006.nc", "restart_00000008.nc", "series.txt"}
    assert list(read_series(target / "series.txt")["step"]) == [0, 4, 8]
    with netCDF4.Dataset(target / "fields_00000006.nc") as data:
        assert data["u"].dimensions == ("time", "z", "y", "x") and data["u"].dtype == np.float32 and float(data["time"][0]) == pytest.approx(6e-3)


def test_series_and_restarts_come_at_intervals_of_time_too(eagre, settings):
    target, _ = run(eagre, settings, "--fields_every", "0", "--restart_every", "0", "--restart_interval", "0.005", "--series_every", "0", "--series_interval", "0.003")
    assert {p.name for p in target.glob("restart_*")} == {"restart_00000005.nc", "restart_00000008.nc"}
    assert list(read_series(target / "series.txt")["step"]) == [0, 3, 6]


def names_of(path):
    with netCDF4.Dataset(path) as data:
        return set(data.variables) - set("xyz") - {"time"}


def test_phi_velocity_and_pressure_have_frequencies_of_their_own(eagre, settings):
    """Of what has none it is that of all fields; the last step has everything."""
    target, _ = run(eagre, settings, "--phi_every", "2", "--p_every", "3")
    found = {int(path.stem[-8:]): names_of(path) for path in target.glob("fields_*.nc")}
    velocity, all_fields = {"u", "v", "w"}, {"phi", "u", "v", "w", "p"}
    assert found == {0: all_fields, 2: {"phi"}, 3: {"p"}, 4: {"phi"} | velocity, 6: {"phi", "p"}, 8: all_fields}
    foam.run([eagre, "plot", target])
    assert (target / "pictures" / "fields_00000002.png").exists()


def test_uvw_of_one_file_a_variable_at_their_own_frequency(eagre, settings):
    target, _ = run(eagre, settings, "--uvw_every", "0", "--one_file", "false")
    assert {p.name for p in target.glob("*_00000004.nc")} == {"phi_00000004.nc", "p_00000004.nc", "restart_00000004.nc"}
    assert {p.name for p in target.glob("*_00000008.nc")} == {f"{v}_00000008.nc" for v in ("phi", "u", "v", "w", "p", "restart")}


def test_text_has_the_pressure_with_the_velocities(eagre, settings):
    target, _ = run(eagre, settings, "--format", "both", "--fields_every", "0", "--phi_every", "4", "--uvw_every", "5")
    assert {p.name for p in target.glob("*.dat")} == {f"{name}_channel_{step}.dat" for name, step in
                                                      (("phi", 0), ("uvw", 0), ("phi", 4), ("uvw", 5), ("phi", 8), ("uvw", 8))}
    assert np.loadtxt(target / "uvw_channel_5.dat", skiprows=2).shape[1] == 7
    assert names_of(target / "fields_00000005.nc") == {"u", "v", "w"}


def test_fields_by_time(eagre, settings):
    """The first step at or beyond each multiple; dt is 1e-3, and 3e-3 is met in spite of rounding."""
    target, _ = run(eagre, settings, "--fields_every", "0", "--fields_interval", "3e-3", "--phi_interval", "2.5e-3", "--p_interval", "0")
    found = {int(path.stem[-8:]): names_of(path) for path in target.glob("fields_*.nc")}
    velocity, all_fields = {"u", "v", "w"}, {"phi", "u", "v", "w", "p"}
    assert found == {0: all_fields, 3: {"phi"} | velocity, 5: {"phi"}, 6: velocity, 8: all_fields}


def test_velocities_of_fields_are_means_of_faces(eagre, settings):
    target, _ = run(eagre, settings, "-n", "2", "--single_precision", "false")
    staggered, centred = (variables(target / f"{name}_00000008.nc") for name in ("restart", "fields"))
    u, w = staggered["u"], staggered["w"]
    np.testing.assert_allclose(centred["u"], 0.5 * (u + np.roll(u, -1, 3)), rtol=0, atol=1e-14)
    np.testing.assert_allclose(centred["w"], 0.5 * (w[:, :-1] + w[:, 1:]), rtol=0, atol=1e-14)


def test_one_file_a_variable_and_text(eagre, settings):
    target, _ = run(eagre, settings, "--one_file", "false", "--format", "both", "--fields_every", "0", "-n", "2", "--single_precision", "false")
    names = {p.name for p in target.glob("*_00000008.nc")}
    assert names == {f"{v}_00000008.nc" for v in ("phi", "u", "v", "w", "p", "restart")}
    text = np.loadtxt(target / "uvw_channel_8.dat", skiprows=2)
    assert text.shape == (24 * 8 * 16, 7)
    for column, name in ((3, "u"), (4, "v"), (5, "w"), (6, "p")):
        np.testing.assert_array_equal(text[:, column], variables(target / f"{name}_00000008.nc")[name].ravel())
    np.testing.assert_array_equal(np.loadtxt(target / "phi_channel_8.dat", skiprows=2)[:, 3], variables(target / "phi_00000008.nc")["phi"].ravel())


def test_the_series_measures_what_the_fields_are(eagre, settings):
    settings.write_text(settings.read_text().replace('shape = "modes"', 'shape = "wave"\nmode = [2, 0]\nphase = 30'))
    target, _ = run(eagre, settings, "--single_precision", "false")
    series, fields = read_series(target / "series.txt"), variables(target / "fields_00000008.nc")
    assert series["amplitude"][0] == pytest.approx(0.01, rel=1e-3)
    assert series["phase"][0] == pytest.approx(np.pi / 6, abs=1e-3)
    assert series["height_mean"][0] == pytest.approx(0.5, abs=1e-6)
    assert series["flow_rate"][-1] == pytest.approx(fields["u"].mean(), rel=1e-12)
    volume = 1.5 * 0.75
    assert series["volume_lower"][-1] + series["volume_upper"][-1] == pytest.approx(volume, rel=1e-12)
    assert series["volume_lower"][-1] == pytest.approx(series["volume_lower"][0], rel=1e-9)
    phi, width = fields["phi"][0], 1.5 * 0.09375
    t = np.clip(phi / width, -1, 1)
    share = 0.5 * (1 + t + np.sin(np.pi * t) / np.pi)
    density, cell = 1.5 * (1 - share) + share, volume / phi.size
    assert series["volume_upper"][-1] == pytest.approx(share.sum() * cell, rel=1e-12)
    assert series["potential_energy"][-1] == pytest.approx((density * fields["z"][:, None, None]).sum() * cell, rel=1e-12)
    squares = sum(fields[name][0] ** 2 for name in "uvw")
    assert series["kinetic_energy"][-1] == pytest.approx((0.5 * density * squares).sum() * cell, rel=1e-12)
    # The surface is nearly flat: its area is that of the channel. In equilibrium both plates hold the pressure.
    assert series["surface_energy"][0] == pytest.approx(volume / 10, rel=0.02)
    assert series["shear_lower"][0] - series["shear_upper"][0] == pytest.approx(1, rel=0.02)


def test_a_signal_writes_and_stops_and_the_run_goes_on(eagre, settings):
    target = settings.parent / "out"
    command = [str(eagre), "channel", "run", str(settings), "--directory", str(target), "--steps", "100000", "--end", "1000",
               "--restart_every", "0", "--fields_every", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("Step 5 "):
            process.send_signal(signal.SIGTERM)
            break
    rest = process.stdout.read()
    assert process.wait(timeout=60) == 6 and "Stopped by a signal; everything is written" in rest
    restart = sorted(target.glob("restart_*.nc"))
    assert len(restart) == 1
    step = int(re.search(r"(\d+)\.nc", restart[0].name)[1])
    result = foam.run([eagre, "channel", "run", settings, "--directory", target, "--from", "latest", "--steps", step + 2, "--end", "1000"])
    assert f"step {step}," in result.stdout and "End" in result.stdout


def test_what_has_changed_since_the_restart_is_said(eagre, settings):
    target, _ = run(eagre, settings, "--steps", "4")
    _, result = run(eagre, settings, "--from", "latest", "--Re", "30")
    assert "Changed     fluid.Re: 20.0 -> 30.0" in result.stdout


def test_a_killed_run_leaves_whole_restart_files(eagre, settings):
    target = settings.parent / "out"
    command = [str(eagre), "channel", "run", str(settings), "--directory", str(target), "--steps", "100000", "--end", "1000",
               "--restart_every", "1", "--fields_every", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not any(int(p.stem[-8:]) >= 4 for p in target.glob("restart_*.nc")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    for file in target.glob("restart_*.nc"):
        assert np.isfinite(variables(file)["u"]).all()
    latest = max(int(p.stem[-8:]) for p in target.glob("restart_*.nc"))
    assert "End" in foam.run([eagre, "channel", "run", settings, "--directory", target, "--from", "latest", "--steps", latest + 1, "--end", "1000"]).stdout


def built_in(eagre, settings, solver):
    """Whether the program has a solver of the pressure; where the build was told to have it (.ci/run), it must."""
    refused = foam.run([eagre, "channel", "run", settings, "--pressure", solver, "--steps", "0", "--end", "-1"], check=False).stdout
    missing = "is built without" in refused
    assert not (missing and os.environ.get({"fft": "FFTW", "petsc": "PETSC"}[solver]) == "ON")
    return not missing


@pytest.mark.parametrize("solver, options", [("fft", []), ("petsc", []), ("petsc", ["--petsc_options=-ksp_type cg -pc_type gamg"])])
def test_other_solvers_of_the_pressure_find_what_multigrid_does(eagre, settings, solver, options):
    if not built_in(eagre, settings, solver):
        pytest.skip(f"built without {solver}")
    tolerances = ["--pressure_tolerance", "1e-10", "--momentum_tolerance", "1e-12", "--density_ratio", "1"]
    expected, _ = run(eagre, settings, *tolerances, directory="multigrid")
    found, result = run(eagre, settings, *tolerances, "--pressure", solver, *options, "-n", "2", directory=solver)
    for name in ("u", "v", "w", "phi"):
        np.testing.assert_allclose(variables(found / "restart_00000008.nc")[name], variables(expected / "restart_00000008.nc")[name], rtol=0, atol=1e-9,
                                   err_msg=name)
    # And goes on bit for bit.
    parts, _ = run(eagre, settings, *tolerances, "--pressure", solver, *options, "-n", "2", "--steps", "4", directory="parts")
    run(eagre, settings, *tolerances, "--pressure", solver, *options, "-n", "2", "--from", "latest", directory="parts")
    for name, values in variables(found / "restart_00000008.nc").items():
        np.testing.assert_array_equal(variables(parts / "restart_00000008.nc")[name], values, err_msg=name)


def test_options_that_petsc_does_not_use_are_named(eagre, settings):
    if not built_in(eagre, settings, "petsc"):
        pytest.skip("built without petsc")
    _, refused = run(eagre, settings, "--pressure", "petsc", "--petsc_options=-ksp_type cg -pc_type jacobi -pc_gamg_threshold 0.02", check=False)
    assert refused.returncode == 3 and "it has not used -pc_gamg_threshold" in refused.stdout


def test_pictures_of_a_run(eagre, settings):
    target, _ = run(eagre, settings)
    foam.run([eagre, "plot", target])
    pictures = {p.name for p in (target / "pictures").iterdir()}
    assert pictures == {"fields_00000000.png", "fields_00000004.png", "fields_00000008.png", "series.png"}


def test_a_picture_of_one_time_on_a_plane_and_an_animation(eagre, settings):
    target, _ = run(eagre, settings)
    pictures = target / "pictures"
    result = foam.run([eagre, "plot", target, "--time", "0.004", "--normal", "x", "--position", "0.3"])
    assert [p.name for p in pictures.iterdir()] == ["fields_00000004.png"] and "1 file, " in result.stdout
    across = (pictures / "fields_00000004.png").read_bytes()
    foam.run([eagre, "plot", target, "--time", "0.004"])
    assert (pictures / "fields_00000004.png").read_bytes() != across
    foam.run([eagre, "plot", target, "--movie"])
    assert (pictures / "out.gif").read_bytes()[:3] == b"GIF" and len(list(pictures.iterdir())) == 5
    for arguments, expected in (([target, "--time", "0.1"], "no fields at t = 0.1; there are: 0, 0.004, 0.008"),
                                ([target, "--normal", "x", "--position", "2"], "--position 2: the channel reaches from 0 to 1.5 along x"),
                                ([target / "fields_00000004.nc", "--movie"], "--movie is for the directory of a channel"),
                                ([target / "fields_00000004.nc", "--time", "1"], "--time is for the directory of a channel")):
        refused = foam.run([eagre, "plot", *arguments], check=False)
        assert refused.returncode == 3 and expected in refused.stdout


def test_a_plane_along_the_one_cell_of_a_two_dimensional_run_is_refused(eagre, tmp_path):
    settings = tmp_path / "flat.toml"
    settings.write_text(TOML.format(ny=1))
    target, _ = run(eagre, settings, "--steps", "1")
    refused = foam.run([eagre, "plot", target, "--normal", "z"], check=False)
    assert refused.returncode == 3 and "one cell along y: it can be cut by --normal y alone" in refused.stdout


def test_the_growth_rate_is_that_of_the_straight_part_of_the_logarithm():
    """A wave that decays, then grows at 16.1 with speed 22, then saturates; a standing wave, whose logarithm is straight nowhere."""
    t = np.linspace(0, 0.8, 1001)
    amplitude = 1e-4 * np.exp(-11.5 * t) + 1e-6 * np.exp(16.1 * t)
    series = {"time": t, "amplitude": amplitude / (1 + amplitude / 0.3), "phase_speed": np.where(t < 0.2, 19.0, 22.0), "overturned": 0 * t}
    fit = growth(series)
    assert fit.growth == pytest.approx(16.1, rel=0.02) and fit.speed == pytest.approx(22, rel=1e-6) and 0.2 < fit.times[0] < 0.4
    assert growth(series | {"overturned": (t > 0.1).astype(float)}).times[-1] <= 0.1
    assert growth(series | {"amplitude": 1e-3 * np.abs(np.cos(40 * t)) + 1e-9}) is None


def test_of_an_overturned_interface_the_highest_and_the_lowest_point_are_told(eagre, settings):
    """phi = 0 at z = 0.3 everywhere, and at 0.5 and 0.8, too, in a third of the columns."""
    first = settings.parent / "first"
    foam.run([eagre, "channel", "init", settings, "--no-picture", "--directory", first])
    with netCDF4.Dataset(first / "initial.nc") as data, netCDF4.Dataset(first / "folded.nc", "w") as copy:
        for name, dimension in data.dimensions.items():
            copy.createDimension(name, None if dimension.isunlimited() else len(dimension))
        for name, variable in data.variables.items():
            copy.createVariable(name, "f8", variable.dimensions)[:] = variable[:]
        z = np.array(data["z"][:])[:, None, None]
        folded = np.minimum(z - 0.3, np.maximum(0.5 - z, z - 0.8))
        copy["phi"][0] = np.where(np.arange(24) < 8, folded, z - 0.3)
    settings.write_text(settings.read_text().replace('shape = "modes"\namplitude = 0.01', f'shape = "file"\nfile = "{first}/folded.nc"'))
    target, _ = run(eagre, settings, "--steps", "1", "-n", "2")
    series = {name: values[0] for name, values in read_series(target / "series.txt").items()}
    assert series["overturned"] == pytest.approx(1 / 3)
    # The distance that is made of phi moves corners of the interface by a part of a cell, 0.06.
    assert (series["height_min"], series["height_max"]) == (pytest.approx(0.3, abs=0.01), pytest.approx(0.8, abs=0.01))
    assert series["height_mean"] == pytest.approx((2 * 0.3 + 0.8) / 3, abs=0.01)


def test_two_dimensional_runs(eagre, tmp_path):
    settings = tmp_path / "flat.toml"
    settings.write_text(TOML.format(ny=1).replace('"modes"\namplitude = 0.01', '"flat"'))
    target, _ = run(eagre, settings)
    assert variables(target / "fields_00000008.nc")["u"].shape == (1, 16, 1, 24)
    assert pathlib.Path(target / "series.txt").exists()


def test_a_run_to_be_timed_leaves_a_profile_and_no_fields(eagre, settings):
    settings.write_text(TOML.format(ny=8).split("[output]")[0])
    target, result = run(eagre, settings, "--format", "none", "--profile", "-n", "2")
    assert sorted(path.name for path in target.iterdir()) == ["profile.json", "series.txt"]
    profile = json.loads((target / "profile.json").read_text())
    phases = {phase["name"]: phase for phase in profile["communication"]["phases"]}
    assert profile["steps"] == 7
    assert phases["momentum"]["iterations"] >= 3 * 7
    assert phases["pressure"]["iterations"] == sum(int(n) for n in re.findall(r"pressure (\d+) iterations", result.stdout)[1:])
    assert phases["interface"]["exchanges"] > 0


@pytest.mark.parametrize("cahn,said", [("0.09", True), ("0.1", False), ("0", False)])
def test_an_interface_thinner_than_a_cell_is_noted(eagre, settings, cahn, said):
    out = foam.run([eagre, "channel", "init", settings, "--no-picture", "--directory", settings.parent / "thin", "--method", "phase_field",
                    "--cahn", cahn]).stdout
    assert ("less than the largest grid spacing, 0.09375: the interface sticks to the grid" in out) == said


HEAT = """
[heat]
solve = true
conductivity_ratio = 3
heat_capacity_ratio = 2
upper = "flux"
Ma = 20
"""

EVAPORATION = """
[evaporation]
solve = true
saturation_temperature = 0.7
"""


@pytest.fixture
def heated(settings):
    settings.write_text(settings.read_text() + HEAT)
    return settings


def test_a_temperature_is_in_files_series_and_pictures_and_goes_on_bit_for_bit(eagre, heated):
    whole, _ = run(eagre, heated, "-n", "2", "--T_every", "2", "--single_precision", "false", directory="whole")
    parts, _ = run(eagre, heated, "-n", "2", "--steps", "4", directory="parts")
    run(eagre, heated, "-n", "2", "--from", "latest", directory="parts")
    for name, values in variables(whole / "restart_00000008.nc").items():
        np.testing.assert_array_equal(variables(parts / "restart_00000008.nc")[name], values, err_msg=name)
    assert {int(p.stem[-8:]) for p in whole.glob("fields_*.nc") if "T" in variables(p)} == {0, 2, 4, 6, 8}
    T, series = variables(whole / "fields_00000008.nc")["T"], read_series(whole / "series.txt")
    assert series["T_mean"][-1] == pytest.approx(T.mean(), rel=1e-12) and series["T_max"][-1] == pytest.approx(T.max(), rel=1e-12)
    assert series["heat_upper"][-1] == 0 and series["heat_lower"][0] == pytest.approx(3, rel=1e-9)
    foam.run([eagre, "plot", whole])
    assert (whole / "pictures" / "fields_00000008.png").exists()
    foam.run([eagre, "plot", whole, "--field", "T", "--time", "latest"])


def test_a_temperature_starts_from_a_file(eagre, heated):
    first = heated.parent / "first"
    foam.run([eagre, "channel", "init", heated, "--initial_heat", "uniform", "--initial_temperature", "0.25,0", "--directory", first])
    target, _ = run(eagre, heated, "--shape", "file", "--file", first / "initial.nc", "--initial_heat", "file", "--steps", "1")
    assert (variables(target / "fields_00000000.nc")["T"] == 0.25).all()
    foam.run([eagre, "channel", "init", heated, "--heat", "false", "--directory", first])
    _, refused = run(eagre, heated, "--shape", "file", "--file", first / "initial.nc", "--initial_heat", "file", check=False, directory="other")
    assert refused.returncode == 3 and "no field 'T'" in refused.stdout


def test_evaporation_is_in_files_series_and_pictures_and_goes_on_bit_for_bit(eagre, settings):
    settings.write_text(settings.read_text() + HEAT.replace("Ma = 20\n", "") + EVAPORATION)
    options = ("-n", "2", "--lower", "open", "--density_ratio", "2")
    whole, _ = run(eagre, settings, *options, directory="whole")
    parts, _ = run(eagre, settings, *options, "--steps", "4", directory="parts")
    run(eagre, settings, *options, "--from", "latest", directory="parts")
    for name, values in variables(whole / "restart_00000008.nc").items():
        np.testing.assert_array_equal(variables(parts / "restart_00000008.nc")[name], values, err_msg=name)
    assert np.abs(variables(whole / "fields_00000008.nc")["m"]).max() > 0 and np.isfinite(read_series(whole / "series.txt")["evaporated"]).all()
    foam.run([eagre, "plot", whole, "--field", "m", "--time", "latest"])


def test_without_heat_nothing_of_it_is_written(eagre, settings):
    target, _ = run(eagre, settings)
    assert "T" not in variables(target / "restart_00000008.nc") and "heat_lower" not in read_series(target / "series.txt")
