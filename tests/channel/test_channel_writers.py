# SPDX-License-Identifier: BSD-3-Clause
"""`output.writer` of a channel: files written by each rank for itself and through NetCDF's collective calls are the same."""
import itertools

import netCDF4
import pytest

import foam

# Several chunks along x and z, which four ranks share; an inlet makes more faces than cells.
TOML = """
[grid]
cells = [40, 8, 36]
length = [1.0, 0.25]
[fluid]
Re = 20
We = 10
viscosity_ratio = 2
[boundary]
x = "inlet_outlet"
[initial]
shape = "modes"
amplitude = 0.01
[time]
dt = 1e-3
steps = 4
[output]
fields_every = 2
restart_every = 2
"""
WRITERS = "direct", "netcdf"


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "wave.toml"
    path.write_text(TOML)
    return path


def run(eagre, settings, directory, *arguments):
    target = settings.parent / directory
    return target, foam.run([eagre, "channel", "run", settings, "--directory", target, *arguments])


def attributes(of):
    return {name: of.getncattr(name) for name in of.ncattrs()}


def content(path, *unlike):
    """All that NetCDF tells of a file; without the lines of the settings that begin with one of these words."""
    with netCDF4.Dataset(path) as data:
        data.set_auto_maskandscale(False)
        whole = attributes(data)
        whole["settings"] = "\n".join(line for line in whole["settings"].split("\n") if not line.startswith(unlike))
        whole.pop("checksum", None)  # of the settings, too
        found = {"attributes": whole, "model": data.data_model,
                 "dimensions": [(d.name, d.size, d.isunlimited()) for d in data.dimensions.values()]}
        for name, variable in data.variables.items():
            found[name] = (variable.dimensions, variable.dtype.str, attributes(variable), variable.chunking(), variable.filters(),
                           variable.endian(), variable[:].tobytes())
        return found


def expect_same(one, other, *unlike):
    names = sorted(p.name for p in one.glob("*.nc"))
    assert names and names == sorted(p.name for p in other.glob("*.nc"))
    for name in names:
        a, b = content(one / name, *unlike), content(other / name, *unlike)
        assert a.keys() == b.keys(), name
        for key in a:
            assert a[key] == b[key], (name, key)


@pytest.mark.parametrize("ranks", [1, 2, 4])
@pytest.mark.parametrize("more", [(), ("--deflate", "0", "--single_precision", "false"), ("--one_file", "false", "--method", "phase_field")])
def test_both_writers_make_the_same_files(eagre, settings, ranks, more):
    direct, netcdf = (run(eagre, settings, writer, "--writer", writer, "-n", ranks, *more)[0] for writer in WRITERS)
    expect_same(direct, netcdf, "writer", "directory")
    with netCDF4.Dataset(netcdf / "restart_00000004.nc") as data:
        assert 'writer = "netcdf"' in data.settings
        assert data["u"].shape == (1, 36, 8, 41) and data["u"].chunking() == [1, 18, 8, 21] and data["u"].filters()["fletcher32"]


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_a_run_goes_on_from_the_restart_file_of_either_writer(eagre, settings, ranks):
    whole, _ = run(eagre, settings, "whole", "-n", ranks)
    expected = content(whole / "restart_00000004.nc", "writer", "directory")
    for before, after in itertools.product(WRITERS, WRITERS):
        parts, _ = run(eagre, settings, f"{before}-{after}", "-n", ranks, "--steps", "2", "--writer", before)
        _, said = run(eagre, settings, parts.name, "-n", ranks, "--from", "latest", "--writer", after)
        assert (f'output.writer: "{before}" -> "{after}"' in said.stdout) == (before != after)
        assert content(parts / "restart_00000004.nc", "writer", "directory") == expected


def test_an_initial_file_of_either_writer_is_read(eagre, settings):
    for writer in WRITERS:
        foam.run([eagre, "channel", "init", settings, "--no-picture", "--writer", writer, "-n", "2", "--directory", settings.parent / writer])
    expect_same(settings.parent / "direct", settings.parent / "netcdf", "writer", "directory")


@pytest.mark.parametrize("writer", WRITERS)
def test_hints_of_mpi_io_change_no_file(eagre, settings, writer, monkeypatch):
    """cb_nodes makes ranks meet in each write, whichever way; OpenMPI's default hangs with it below NetCDF."""
    monkeypatch.setenv("OMPI_MCA_fcoll", "two_phase")
    plain, _ = run(eagre, settings, "plain", "--writer", writer, "-n", "3")
    hinted, _ = run(eagre, settings, "hinted", "--writer", writer, "-n", "3", "--hints", "cb_nodes 2, striping_factor 4")
    expect_same(plain, hinted, "hints", "directory")
