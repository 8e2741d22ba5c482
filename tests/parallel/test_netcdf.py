# SPDX-License-Identifier: BSD-3-Clause
"""NetCDF files that several ranks have written, in the eyes of other readers."""
import os

import netCDF4
import numpy as np
import pytest
import xarray

import foam

CELLS = {"x": 13, "y": 40, "z": 9}
STAGGERED = {"phi": "", "u": "x", "v": "y", "w": "z", "p": ""}


@pytest.fixture(scope="module", params=[(ranks, way) for ranks in (1, 4) for way in ("direct", "collective")], ids=lambda p: f"{p[0]}-{p[1]}")
def path(request, eagre, tmp_path_factory):
    """The file of the test of the writer itself, on so many ranks, each way."""
    ranks, way = request.param
    program = eagre.parent / "parallel_output_netcdf"
    if not program.exists():
        pytest.skip("the parallel tests are not built")
    path = tmp_path_factory.mktemp("netcdf") / "channel.nc"
    os.environ["EAGRE_NETCDF_KEEP"] = str(path)
    try:
        said = foam.run(["mpirun", "-n", ranks, program, f"--gtest_filter=*StaggeredFieldsOfAllRanks/{way}"]).stdout
    finally:
        del os.environ["EAGRE_NETCDF_KEEP"]
    if not path.exists():
        pytest.skip(said)
    return path


def expected(name):
    """As tests/parallel/output_netcdf.cpp has it."""
    n = {d: c + (d == STAGGERED[name]) for d, c in CELLS.items()}
    t, k, j, i = np.meshgrid(np.arange(2), *(np.arange(n[d], dtype=float) for d in "zyx"), indexing="ij")
    return np.sin(0.1 * i + t) * np.cos(0.2 * j) + 0.01 * k + ord(name[0])


def test_xarray_reads_values_and_coordinates(path):
    with xarray.open_dataset(path, decode_timedelta=False) as data:
        assert list(data["time"].values) == [0, 0.5]
        for name, direction in STAGGERED.items():
            assert data[name].dims == ("time", *(d + ("_face" if d == direction else "") for d in "zyx"))
            np.testing.assert_allclose(data[name].values, expected(name), rtol=1e-15, atol=1e-13)
        np.testing.assert_allclose(data["x"].values, (np.arange(13) + 0.5) / 13)
        np.testing.assert_allclose(data["z_face"].values, np.arange(10) / 9)
        assert float(data["p"].sel(x=0.5, y=0.5, z=0.5, method="nearest").isel(time=1)) == pytest.approx(expected("p")[1, 4, 20, 6], abs=0.2)


def test_attributes_of_cf(path):
    with netCDF4.Dataset(path) as data:
        assert data.data_model == "NETCDF4" and data.dimensions["time"].isunlimited()
        assert data.Conventions == "CF-1.8" and all(getattr(data, name) for name in ("title", "history", "source"))
        assert data["time"].standard_name == "time" and data["time"].units == "s" and data["time"].axis == "T"
        for name in STAGGERED:
            assert data[name].units and data[name].long_name
        for direction in "xyz":
            for axis in (direction, direction + "_face"):
                assert data[axis].axis == direction.upper() and data[axis].units == "m"
        assert data["u"].standard_name == "sea_water_x_velocity" and "standard_name" not in data["phi"].ncattrs()


def test_it_is_compressed_and_checked(path):
    with netCDF4.Dataset(path) as data:
        for name in STAGGERED:
            filters = data[name].filters()
            assert filters["zlib"] and filters["shuffle"] and filters["fletcher32"]
            assert data[name].chunking()[0] == 1
