# SPDX-License-Identifier: BSD-3-Clause
"""Channels that cannot be run: the message names the key, the place and what would be right; nothing is half written."""
import random
import time

import limits
import netCDF4
import numpy as np
import pytest

from test_bad_cases import BAD_CASE, DIVERGED, IO, USAGE, expect, run

GOOD = """[grid]
cells = [16, 1, 16]
length = [1.0, 0.0625]
[fluid]
Re = 20
[time]
dt = 1e-3
steps = 4
"""

CAP = "[initial]\nshape = 'cap'\ncentre = [0.5, 0, 0]\nradius = 0.2\n"
COX = "[contact_line]\nlaw = 'cox'\n"
STEAM = "[heat]\nsolve = true\n[evaporation]\nsolve = true\n"

# (name, text added to a good file, what the message must have)
BAD = [
    ("key", "[interface]\nmethode = 'level_set'\n", [r"wave.toml:10: unknown key in \[interface\] 'methode'; did you mean 'method'"]),
    ("section", "[initail]\nshpe = 'wave'\n", [r"wave.toml:10: unknown section 'initail'; did you mean 'initial'"]),
    ("elsewhere", "[output]\nWe = 3\n", [r"wave.toml:10: unknown key 'We' in \[output\]; it belongs into \[fluid\]"]),
    ("word", "[boundary]\nlower = 'noslip'\n", [r"wave.toml:10: unknown boundary.lower 'noslip'; did you mean 'no_slip'"]),
    ("type", "[interface]\nsmoothing = 'wide'\n", [r"wave.toml:10: interface.smoothing: a number is expected"]),
    ("unit", "[initial]\nheight = '5 mm'\n", [r"wave.toml:10: initial.height: a number is expected"]),
    ("range", "[solver]\npressure_tolerance = 2.0\n", [r"wave.toml:10: solver.pressure_tolerance: 2 is out of range: at least 1e-15, at most 0.1"]),
    ("twice", "[fluid]\nWe = 1\n", [r"wave.toml:9: no TOML"]),
    ("syntax", "[output\n", [r"wave.toml:9: no TOML"]),
    ("height", "[initial]\nheight = 1.2\n", [r"wave.toml:10: initial.height"]),
    ("noEffect", "[initial]\nradius = 0.1\n", [r"wave.toml:10: initial.radius: it has no effect unless initial.shape is drop, bubble or cap"]),
    ("noFiles", "[output]\nformat = 'none'\nrestart_every = 5\n", [r"wave.toml:11: output.restart_every: it has no effect unless output.format is netcdf, text or both"]),
    ("solver", "[solver]\npressure = 'fftw'\n", [r"wave.toml:10: unknown solver.pressure 'fftw'; did you mean 'fft'"]),
    ("writer", "[output]\nwriter = 'netcfd'\n", [r"wave.toml:10: unknown output.writer 'netcfd'; did you mean 'netcdf'"]),
    ("hints", "[output]\nhints = 'striping_factor 8, cb_nodes'\n", [r"wave.toml:10: output.hints: ' cb_nodes' is no hint, which is a key and a value"]),
    ("noPhi", "[interface]\nmethod = 'none'\n[output]\nphi_every = 2\n", [r"wave.toml:12: output.phi_every: it has no effect unless interface.method is level_set or phase_field"]),
    ("pInText", "[output]\nformat = 'text'\np_every = 2\n", [r"wave.toml:11: output.p_every: it has no effect unless output.format is netcdf or both"]),
    ("every", "[output]\nuvw_every = -2\n", [r"wave.toml:10: output.uvw_every: -2 is out of range: at least -1"]),
    ("noFile", "[initial]\nshape = 'file'\nfile = 'nowhere.nc'\n", [r"initial.file: there is no nowhere.nc; `eagre channel init` writes one"]),
    ("noHeat", "[heat]\nPr = 7\n", [r"wave.toml:10: heat.Pr: it has no effect unless heat.solve is true"]),
    ("heatKey", "[heat]\nsolve = true\nprandtl = 7\n", [r"wave.toml:11: unknown key in \[heat\] 'prandtl'"]),
    ("heatFlux", "[heat]\nsolve = true\nlower_flux = 1\n", [r"wave.toml:11: heat.lower_flux: it has no effect unless heat.lower is flux"]),
    ("noTension", "[heat]\nsolve = true\nMa = 10\n", [r"wave.toml:11: heat.Ma: there is no surface tension that could change with temperature; set fluid.We"]),
    ("heatText", "[heat]\nsolve = true\n[output]\nformat = 'text'\n", [r"wave.toml:12: output.format: text has no temperature"]),
    ("heatFile", "[heat]\nsolve = true\ninitial = 'file'\n", [r"wave.toml:11: heat.initial: file needs initial.shape = \"file\""]),
    ("steamAlone", "[evaporation]\nsolve = true\n", [r"wave.toml:10: evaporation.solve: it has no effect unless heat.solve is true"]),
    ("noSteam", "[evaporation]\nSte = 2\n", [r"wave.toml:10: evaporation.Ste: it has no effect unless evaporation.solve is true"]),
    ("steamField", STEAM + "[interface]\nmethod = 'phase_field'\n", [r"wave.toml:12: evaporation.solve: only a level set .* set interface.method = \"level_set\""]),
    ("steamInlet", STEAM + "[boundary]\nx = 'inlet_outlet'\n", [r"wave.toml:12: evaporation.solve: it is not there yet with an inlet and an outlet"]),
    ("open", "[boundary]\nupper = 'open'\n", [r"wave.toml:10: boundary.upper: nothing flows through an open plate unless evaporation.solve is true"]),
    ("touches", "[initial]\nshape = 'drop'\ncentre = [0.5, 0, 0.2]\nradius = 0.3\n", [r"wave.toml:12: initial.radius: a radius of 0.3 around z = 0.2 touches a plate"]),
    ("noLaw", "[contact_line]\nangle = [60, 90]\n", [r"wave.toml:10: contact_line.angle: it has no effect unless contact_line.law is constant or cox"]),
    ("lawOfPhaseField", "[interface]\nmethod = 'phase_field'\n" + COX, [r"wave.toml:12: contact_line.law: it has no effect unless interface.method is level_set"]),
    ("twoLaws", "[interface]\ncontact_line = 'angle'\n[contact_line]\nlaw = 'constant'\n", [r"wave.toml:10: interface.contact_line: it has no effect unless contact_line.law is none"]),
    ("lawOfSteam", STEAM + "[contact_line]\nlaw = 'constant'\n", [r"wave.toml:14: contact_line.law: it is not there yet with evaporation"]),
    ("slipOfSteam", STEAM + "[contact_line]\nslip_length = 0.1\n", [r"wave.toml:14: contact_line.slip_length: it is not there yet with evaporation"]),
    ("keptAngle", "[contact_line]\nlaw = 'constant'\nangle = [0, 90]\n", [r"wave.toml:11: contact_line.angle: an angle that is kept is at least 1 and at most 179 degrees"]),
    ("constantLength", "[contact_line]\nlaw = 'constant'\nmicroscopic_length = 1e-5\n", [r"wave.toml:11: contact_line.microscopic_length: it has no effect unless contact_line.law is cox"]),
    ("coxTension", COX, [r"wave.toml:10: contact_line.law: cox needs a surface tension; set fluid.We"]),
    ("coxSlip", COX + "[boundary]\nlower = 'free_slip'\nupper = 'free_slip'\npressure_gradient = 0\n", [r"wave.toml:10: contact_line.law: cox is of a fluid that a plate holds"]),
    ("slipOnNothing", "[contact_line]\nslip_length = 0.1\n[boundary]\nlower = 'free_slip'\nupper = 'free_slip'\npressure_gradient = 0\n",
     [r"wave.toml:10: contact_line.slip_length: it has no effect unless boundary.lower or boundary.upper is no_slip"]),
    ("coxHeat", COX + "[heat]\nsolve = true\nMa = 1\n", [r"wave.toml:10: contact_line.law: cox is not there yet with a surface tension that depends on temperature"]),
    ("coxResolved", COX + "microscopic_length = 0.05\n", [r"wave.toml:11: contact_line.microscopic_length: 0.05 is not below 0.03125, what the grid resolves"]),
    ("capAlone", CAP, [r"wave.toml:10: initial.shape: cap touches a plate, for which contact_line.law or interface.contact_line = \"angle\" is needed"]),
    ("capAbove", CAP.replace("0, 0", "0, 0.5"), [r"wave.toml:11: initial.centre: z = 0.5: a cap is on the lower plate, at 0"]),
    ("capHigh", CAP + "angle = 160\n", [r"wave.toml:12: initial.radius: a cap with this base and this angle is 1.13 high"]),
    ("capInlet", CAP + "[boundary]\nx = 'inlet_outlet'\n", [r"wave.toml:14: boundary.x: an inlet brings layers, which drop, bubble and cap are not"]),
    ("angleOfDrop", "[initial]\nangle = 60\n", [r"wave.toml:10: initial.angle: it has no effect unless initial.shape is cap"]),
]


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "wave.toml"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("name,text,patterns", BAD, ids=[b[0] for b in BAD])
def test_settings(name, text, patterns, good, eagre):
    good.write_text(GOOD + text)
    expect(run(eagre, "channel", "run", good, cwd=good.parent), BAD_CASE, *patterns)
    assert not (good.parent / "wave").exists()


@pytest.mark.parametrize("options,pattern", [
    ("--density_ratio 2", "the channel is closed, and vapour needs more room than its liquid; set one of boundary.lower and boundary.upper to"),
    ("--density_ratio 2 --lower open --upper open", "one plate alone can be open"),
    ("--density_ratio 2 --upper open --vapour lower", "evaporation.vapour: with density_ratio = 2 lower is the heavier fluid, which is the liquid"),
    ("--upper open", "boundary.upper: nothing flows through an open plate unless evaporation.solve is true and the densities differ"),
    ("--We 1 --Ma 1", "heat.Ma: it has no effect with evaporation"),
    ("--method none", "only a level set has an interface that evaporates")])
def test_evaporation(options, pattern, good, eagre):
    good.write_text(GOOD + STEAM)
    expect(run(eagre, "channel", "run", good, *options.split(), cwd=good.parent), BAD_CASE, pattern)


def test_all_problems_at_once(good, eagre):
    good.write_text(GOOD.replace("Re = 20", "Rey = 20").replace("1e-3", "-1e-3"))
    expect(run(eagre, "channel", "run", good, "--grid", "1,2", "--lower", "x"), BAD_CASE, r"wave.toml:5.*did you mean 'Re'", r"wave.toml:7: time.dt",
           r"--grid: grid.cells: 3 integers are expected, not 2", r"--lower: unknown boundary.lower 'x'")


@pytest.mark.parametrize("arguments,pattern", [
    (["run"], "a toml file, or --tpls"), (["run", "wave.toml", "--Rey", "3"], "unknown option '--Rey'; did you mean '--Re'"),
    (["run", "wave.toml", "--from", ""], "--from: its value is empty"), (["run", "wave.toml", "--Re", ""], "--Re: its value is empty"),
    (["walk"], ""), (["run", "wave.toml", "other.toml"], "one file is expected"),
    (["convert", "a.txt", "b.nc"], "One is a text file of TPLS .*or its options"), (["run", "wave.toml", "--from", "latest", "--overwrite"], "excludes")])
def test_command_lines(arguments, pattern, good, eagre):
    expect(run(eagre, "channel", *arguments, cwd=good.parent), USAGE, pattern)


def test_files_that_are_not_there_or_damaged(good, eagre):
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", "nowhere.toml", **here), BAD_CASE, "nowhere.toml: no such file")
    expect(run(eagre, "channel", "run", good, "--from", "latest", **here), BAD_CASE, "there is no restart file in wave")
    expect(run(eagre, "channel", "run", good, "--from", "x.nc", **here), IO, "cannot read x.nc: No such file")
    (good.parent / "broken.nc").write_bytes(b"\x89HDF\r\n\x1a\n" + b"x" * 500)
    expect(run(eagre, "channel", "run", good, "--from", "broken.nc", **here), IO, "cannot read broken.nc")


def test_a_grid_that_is_not_that_of_the_file(good, eagre):
    here = dict(cwd=good.parent)
    assert run(eagre, "channel", "run", good, **here).returncode == 0
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--grid", "32,1,16", **here), BAD_CASE, r"'u' has 16 x 1 x 16 points, but grid.cells = \[32, 1, 16\]")
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--length", "2,0.0625", **here), BAD_CASE, "is it of another length")
    expect(run(eagre, "channel", "run", good, "--from", "wave/fields_00000004.nc", **here), BAD_CASE, "wave/fields_00000004.nc")
    expect(run(eagre, "channel", "run", good, **here), BAD_CASE, "holds restart files of a run before, the last one restart_00000004.nc", "--overwrite")
    assert run(eagre, "channel", "run", good, "--overwrite", "--steps", "2", **here).returncode == 0
    assert sorted(f.name for f in (good.parent / "wave").glob("*_0*.nc")) == ["fields_00000000.nc", "fields_00000002.nc", "restart_00000002.nc"]


def test_aggregators_with_which_openmpi_would_hang(good, eagre, monkeypatch):
    monkeypatch.delenv("OMPI_MCA_fcoll", raising=False)
    monkeypatch.delenv("OMPI_MCA_io", raising=False)
    arguments = ["channel", "run", good, "--hints", "cb_nodes 1", "--writer", "netcdf"]
    expect(run(eagre, *arguments, "-n", "2", cwd=good.parent), BAD_CASE, "--hints: output.hints: with output.writer = \"netcdf\" OpenMPI's default may wait without end",
           "OMPI_MCA_fcoll=two_phase")
    assert run(eagre, *arguments, cwd=good.parent).returncode == 0


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_collective_file_without_room_on_the_disk_is_an_error_before_it_is_written(good, eagre, ranks):
    """A rank that met a full disk within HDF5 would leave the others waiting."""
    result = run(eagre, "channel", "run", good, "--writer", "netcdf", "-n", ranks, "--single_precision", "false", "--grid", "128,64,64", "--length", "1,0.5", cwd=good.parent,
                 preexec_fn=limits.file_size(1 << 24))  # MPI itself needs some
    expect(result, IO, "fields_00000000.nc.partial: File too large")
    assert not list((good.parent / "wave").glob("*fields*"))


def test_more_ranks_than_cells(good, eagre):
    expect(run(eagre, "channel", "run", good, "-n", "3", "--grid", "4,1,4", "--length", "1,0.25"), BAD_CASE, "3")
    expect(run(eagre, "channel", "run", good, "-n", "3", "--decomposition", "2,1,1"), BAD_CASE, "3")


def test_a_run_that_blows_up_keeps_its_last_restart(good, eagre):
    """Heavy over light fluid, the step right for the start: what falls is soon too fast for it."""
    text = GOOD.replace("steps = 4", "end = 10").replace("1e-3", "0.03").replace("Re = 20", "Re = 2000")
    good.write_text(text + "[initial]\nshape = 'wave'\namplitude = 0.05\nvelocity = 'rest'\n[output]\nrestart_every = 2\n")
    unstable = ["--density_ratio", "0.1", "--gravity", "20", "--pressure_gradient", "0"]
    result = run(eagre, "channel", "run", good, *unstable, cwd=good.parent)
    expect(result, DIVERGED, "blown up: ", r"the last restart file is wave/restart_0*\d+\.nc")
    latest = sorted((good.parent / "wave").glob("restart_*.nc"))[-1]
    assert latest.name in result.stderr
    step = int(latest.stem[-8:])
    assert run(eagre, "channel", "run", good, "--from", latest, *unstable, "--dt", "1e-5", "--steps", step + 1, cwd=good.parent).returncode == 0


@pytest.mark.parametrize("text,limit", [
    ("--viscosity_ratio=10 --Re=1 --dt=2e-3", r"the jump of viscosity, of which a part is explicit, needs at most 0.000122; 0 chooses a step"),
    ("--viscosity_ratio=0.1 --Re=1 --dt=2e-3", r"the jump of viscosity, of which a part is explicit, needs at most 0.00122"),
    ("--density_ratio=2 --gravity=1e4 --dt=5e-3", "the shortest capillary waves and gravity waves of the grid need at most 0.00382"),
    ("--We=10 --pressure_gradient=-0.1 --dt=0.05", "the shortest capillary waves and gravity waves of the grid need at most 0.0196"),
    ("--dt=0.05", r"the flow of speed 2.5 crosses 2 cells in a step; at most 0.0179")])
def test_steps_that_are_unstable_from_the_start(text, limit, good, eagre):
    expect(run(eagre, "channel", "run", good, *text.split(), cwd=good.parent), BAD_CASE, r"time.dt: \S+ is unstable: " + limit)
    assert not (good.parent / "wave").exists()
    dt = limit.split("at most ")[1].split(";")[0]  # what is named is stable
    stable = [word for word in text.split() if "dt" not in word] + ["--dt", dt, "--steps", "200", "--shape", "wave"]
    assert run(eagre, "channel", "run", good, *stable, cwd=good.parent).returncode == 0


def test_a_step_that_the_velocity_of_a_file_does_not_bear(good, eagre):
    here = dict(cwd=good.parent)
    assert run(eagre, "channel", "init", good, "--no-picture", "--pressure_gradient", "-50", "--dt", "1e-4", **here).returncode == 0
    result = run(eagre, "channel", "run", good, "--shape", "file", "--file", "wave/initial.nc", "--dt", "1e-2", "--velocity", "rest", **here)
    expect(result, BAD_CASE, r"time.dt: 0.01 is unstable: the Courant number of the initial velocity is \d+.* and may be 0.72; at most 0.000\d+")
    assert not list((good.parent / "wave").glob("*_0*"))


def test_a_directory_that_cannot_be_made_is_said(good, eagre):
    (good.parent / "wave").write_text("a file, not a directory")
    result = run(eagre, "channel", "run", good, cwd=good.parent)
    expect(result, IO, r"cannot create directories: Not a directory \[wave\]")


@pytest.fixture
def tpls(tmp_path):
    from pathlib import Path
    import sys
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "channel"))
    from test_channel_tpls import write_case
    return write_case(tmp_path / "case")


def test_tpls_files(tpls, eagre):
    directory = tpls.parent
    tpls.write_text(tpls.read_text().replace("levelset 10", "levelsets 10").replace("num_timesteps 4", "num_timesteps four"))
    expect(run(eagre, "channel", "run", "--tpls", tpls), BAD_CASE, r"tpls_config.opt:8: unknown key 'levelsets'; did you mean 'levelset'",
           r"tpls_config.opt:15: num_timesteps: a number is expected, not 'four'")
    tpls.write_text(tpls.read_text().replace("levelsets", "levelset").replace("four", "4"))
    phi = directory / "initial_phi.dat"
    text = phi.read_text()
    config = directory / "initial_config.dat"
    config.write_text(config.read_text().replace("maxl 13", "maxl 17"))
    expect(run(eagre, "channel", "init", "--tpls", tpls), BAD_CASE, r"initial_phi.dat:3: indices 0 to 17, 0 to 9, 0 to 9 are expected for maxl, maxm, maxn = 17, 9, 9")
    config.write_text(config.read_text().replace("maxl 17", "maxl 13"))
    phi.write_text(text[:len(text) // 2])
    expect(run(eagre, "channel", "init", "--tpls", tpls), BAD_CASE, r"initial_phi.dat:\d+: the file ends too early")
    phi.write_text(text.replace("E-01", "X", 1))
    expect(run(eagre, "channel", "init", "--tpls", tpls), BAD_CASE, r"initial_phi.dat:4: a number is expected")
    phi.unlink()
    expect(run(eagre, "channel", "init", "--tpls", tpls), BAD_CASE, "initial_phi.dat: no such file")
    (directory / "initial_config.dat").unlink()
    expect(run(eagre, "channel", "init", "--tpls", tpls), BAD_CASE, "initial_config.dat: no such file")


@pytest.mark.parametrize("value,said", [("nan", "nan is no value"), ("inf", "inf is no value"), ("1e300", r"'{0}' is 1e\+300 at point \(\d+, \d+, \d+\)")])
@pytest.mark.parametrize("name,field", [("initial_phi.dat", "phi"), ("initial_u.dat", "u"), ("initial_pressure.dat", "p")])
def test_values_of_tpls_files_that_are_none(tpls, eagre, name, field, value, said):
    file = tpls.parent / name
    lines = file.read_text().splitlines()
    lines[3 + 13 * 10 * 4 + 14 * 4 + 5] = value
    file.write_text("\n".join(lines) + "\n")
    for ranks in (1, 2):
        expect(run(eagre, "channel", "run", "--tpls", tpls, "-n", ranks), BAD_CASE, f"{name}.*{said.format(field)}")
    assert not list((tpls.parent / "eagre").glob("*"))


def test_an_index_of_tpls_that_is_none(tpls, eagre):
    phi = tpls.parent / "initial_phi.dat"
    lines = phi.read_text().splitlines()
    lines[2] = "0 1e300 0 9 0 9"
    phi.write_text("\n".join(lines) + "\n")
    expect(run(eagre, "channel", "run", "--tpls", tpls), BAD_CASE, r"initial_phi.dat:3: an index is expected, not 1e\+300")


def rewrite(file, change):
    """A NetCDF file as another program would write it, after change(values of variables, attributes)."""
    with netCDF4.Dataset(file) as data:
        variables = {name: (v.dtype, v.dimensions, np.array(v[:])) for name, v in data.variables.items()}
        sizes = {name: None if d.isunlimited() else len(d) for name, d in data.dimensions.items()}
        attributes = {name: data.getncattr(name) for name in data.ncattrs()}
    change({name: values for name, (_, _, values) in variables.items()}, attributes)
    with netCDF4.Dataset(file, "w") as data:
        for name, size in sizes.items():
            data.createDimension(name, size)
        for name, (kind, dimensions, values) in variables.items():
            data.createVariable(name, kind, dimensions)[:] = values
        data.setncatts(attributes)


@pytest.mark.parametrize("value,said", [(np.nan, "nan"), (-np.inf, "-inf"), (1e300, r"1e\+300.*is possible"), (-2e4, "-20000.*at most .* is possible")])
@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("kind", ["initial", "restart"])
def test_values_of_phi_that_are_none(good, eagre, kind, ranks, value, said):
    """The interface would go on as if nothing were wrong."""
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run" if kind == "restart" else "init", good, *([] if kind == "restart" else ["--no-picture"]), **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc" if kind == "restart" else "wave/initial.nc")
    rewrite(file, lambda values, _: np.put(values["phi"], np.ravel_multi_index((0, 7, 0, 11), values["phi"].shape), value))
    options = ["--from", "latest", "--steps", "8"] if kind == "restart" else ["--shape", "file", "--file", file]
    expect(run(eagre, "channel", "run", good, *options, "-n", ranks, **here), BAD_CASE, rf"{file.name}: 'phi' is {said}", r"at point \(11, 0, 7\), counted from 0")


@pytest.mark.parametrize("method,field,value", [("level_set", "u", np.nan), ("level_set", "p", 1e300), ("level_set", "w_explicit_1", np.inf), ("phase_field", "C", 1e4)])
def test_values_of_other_fields_that_are_none(good, eagre, method, field, value):
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", good, "--method", method, **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc")
    rewrite(file, lambda values, _: np.put(values[field], np.ravel_multi_index((0, 3, 0, 2), values[field].shape), value))
    expect(run(eagre, "channel", "run", good, "--method", method, "--from", "latest", "--steps", "8", **here), BAD_CASE, rf"'{field}' is .* at point \(2, 0, 3\)")


def flipped(text, chance):
    """With one bit of one letter changed, but not to the end of a text in C."""
    while True:
        at, bit = chance.randrange(len(text)), 1 << chance.randrange(7)
        if ord(text[at]) != bit:
            return text[:at] + chr(ord(text[at]) ^ bit) + text[at + 1:]


@pytest.mark.parametrize("kind", ["soft", "external"])
@pytest.mark.parametrize("ranks", [1, 2])
def test_a_link_in_a_restart(good, eagre, kind, ranks):
    """A name that leads elsewhere, as into a file of another user, is refused before it is followed."""
    hdf5 = pytest.importorskip("hdf5", reason="the tool that makes hostile files")
    if not hdf5.available:
        pytest.skip("netCDF4 of this Python has no HDF5 library beside it")
    here = {"cwd": good.parent}
    expect(run(eagre, "channel", "run", good, "--restart_every", "2", **here), 0)
    *_, file = sorted(good.parent.glob("wave/restart_*.nc"))
    with hdf5.File(file) as changed:
        changed.move("phi", "moved")
        if kind == "soft":
            changed.soft_link("phi", "/moved")
        else:
            changed.external_link("phi", str(good.parent / "wave" / "restart_00000002.nc"), "/phi")
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--steps", "8", "-n", str(ranks), **here), IO, f"{file.name}: phi is a link")


@pytest.mark.parametrize("attribute", ["state", "settings", "step", "checksum"])
def test_a_flipped_bit_in_the_texts_of_a_restart(good, eagre, attribute):
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", good, **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc")
    whole, chance = file.read_bytes(), random.Random(1)
    for _ in range(6):
        file.write_bytes(whole)
        rewrite(file, lambda _, attributes: attributes.update({attribute: flipped(attributes[attribute], chance)}))
        expect(run(eagre, "channel", "run", good, "--from", "latest", "--steps", "8", **here), IO, f"{file.name}: damaged: the checksum of step, settings and state")


@pytest.mark.parametrize("old,new", [("time ", "time x"), ("time 0x", "time 0y"), ("\ndt 0x", "\ndt nan #"), ("steps ", "steps\n")])
def test_the_state_of_a_restart_without_a_checksum(good, eagre, old, new):
    """As they were written first: each line is a name and a finite number."""
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", good, **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc")
    rewrite(file, lambda _, attributes: attributes.pop("checksum"))
    expect(run(eagre, "channel", "run", good, "--from", file, "--steps", "5", "--directory", "other", **here), 0)

    def change(_, attributes):
        assert old in attributes["state"], attributes["state"]
        attributes["state"] = attributes["state"].replace(old, new, 1)
    rewrite(file, change)
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--steps", "8", **here), BAD_CASE, f"{file.name}: '.*' in its state is no name and number")


def test_a_million_unknown_keys(good, eagre):
    with open(good, "a") as file:
        file.writelines(f"key_{i} = {i}\n" for i in range(1000000))
    began = time.monotonic()
    result = run(eagre, "channel", "run", good, cwd=good.parent)
    expect(result, BAD_CASE, r"wave.toml:9: unknown key in \[time\] 'key_0'", "999900 more keys are unknown")
    assert time.monotonic() < began + 30 and len(result.stderr.splitlines()) < 120


@pytest.mark.parametrize("entry,said", [("[s{0}]\nxx = 1\n", "unknown section 's0'"), ("d{0} = 1979-05-27\n", "a number, a text, true or false"),
                                        ("e{0} = [[1], 2]\n", "a number, a text")])
def test_a_hundred_thousand_values_of_no_kind(good, eagre, entry, said):
    with open(good, "a") as file:
        file.writelines(entry.format(i) for i in range(100000))
    began = time.monotonic()
    result = run(eagre, "channel", "run", good, cwd=good.parent)
    expect(result, BAD_CASE, said, "more")
    assert time.monotonic() < began + 20 and len(result.stderr.splitlines()) < 1100


def test_conversion_of_what_is_no_such_file(tmp_path, eagre):
    (tmp_path / "a.dat").write_text("1 2 3\n")
    expect(run(eagre, "channel", "convert", tmp_path / "a.dat", tmp_path / "a.nc"), BAD_CASE, "a.dat:1|a.dat:2", "VARIABLES")
    (tmp_path / "b.dat").write_text(' VARIABLES="X ","Y ","Z ","Phi"\n ZONE T="Floor", I=  2 J= 1 K= 1 F=POINT\n 0 0 0 1\n')
    expect(run(eagre, "channel", "convert", tmp_path / "b.dat", tmp_path / "b.nc"), BAD_CASE, "b.dat:4: the file ends too early")
    assert not list(tmp_path.glob("*.nc")) and not list(tmp_path.glob(".*"))


def test_an_initial_condition_that_tpls_has_not(good, eagre):
    assert run(eagre, "channel", "init", good, "--no-picture", "--density_ratio", "2", "--gravity", "1", cwd=good.parent).returncode == 0
    expect(run(eagre, "channel", "convert", "wave/initial.nc", "tpls", cwd=good.parent), BAD_CASE, "fluid.density_ratio: TPLS has 1", "fluid.gravity: TPLS has none",
           "boundary.x: TPLS has inlet_outlet")
    assert not (good.parent / "tpls").exists()


def test_an_axis_of_another_length(good, eagre):
    """What it holds is less than its reader takes from it."""
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", good, **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc")
    with netCDF4.Dataset(file) as data:
        sizes = {n: len(d) for n, d in data.dimensions.items()}
        variables = {n: (v.dtype, v.dimensions, v[:]) for n, v in data.variables.items()}
        attributes = {n: data.getncattr(n) for n in data.ncattrs()}
    with netCDF4.Dataset(file, "w") as data:
        for n, size in sizes.items():
            data.createDimension(n, size)
        for n, (kind, dimensions, values) in variables.items():
            data.createVariable(n, kind, ("time",) if n == "x" else dimensions)[:] = np.ravel(values)[0] if n == "x" else values
        data.setncatts(attributes)
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--steps", "8", **here), BAD_CASE,
           rf"{file.name}: '\w+' has 16 points along x, but its axis has 1")


def test_a_text_file_of_more_points_than_it_can_hold(eagre, tmp_path):
    (tmp_path / "a.dat").write_text(' VARIABLES="X ","Y ","Z ","phi"\n ZONE T="Floor", I=2 J=1 K=2000000000 F=POINT\n0 0 0 1\n')
    limit = limits.memory(4 << 30)
    expect(run(eagre, "channel", "convert", tmp_path / "a.dat", tmp_path / "a.nc", preexec_fn=limit), BAD_CASE,
           "a.dat:3: the file is too short for 2000000000 points along K")


def test_a_heap_whose_end_a_reader_does_not_find(good, eagre):
    """HDF5 1.10 walks on without end over free space of no size; the fuzzer met it."""
    damage_heap(good, eagre, lambda heap, first, free: (free + 8, bytes(8)))


@pytest.mark.parametrize("where", ["heap", "object", "free"])
def test_a_heap_that_ends_outside_itself(good, eagre, where):
    """HDF5 1.10 copies as many bytes as an object of a heap says, wherever they lie; the fuzzer met it."""
    damage_heap(good, eagre, lambda heap, first, free: (dict(heap=heap, object=first, free=free)[where] + 8 + 2, b"\x01"))


def damage_heap(good, eagre, change):
    """Writes the bytes that `change` says into the heap of a restart file: (heap, first object, free space) -> (place, bytes)."""
    here = dict(cwd=good.parent)
    expect(run(eagre, "channel", "run", good, **here), 0)
    [file] = good.parent.glob("wave/restart_*.nc")
    data = bytearray(file.read_bytes())
    heap = data.index(b"GCOL\1\0\0\0")
    free = heap + 16
    while int.from_bytes(data[free:free + 2], "little"):
        free += 16 + (int.from_bytes(data[free + 8:free + 16], "little") + 7) // 8 * 8
    at, new = change(heap, heap + 16, free)
    data[at:at + len(new)] = new
    file.write_bytes(data)
    expect(run(eagre, "channel", "run", good, "--from", "latest", "--steps", "8", **here), IO,
           f"damaged: the global heap at byte {heap} or an object in it has no sound size")
