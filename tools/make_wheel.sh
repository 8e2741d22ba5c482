#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the wheel in build-wheel/dist: a library for each of EAGRE_LEVELS (default v2;v3;v4), HDF5 and NetCDF within, for the MPI of PyPI's
# package mpich, and all that is MPICH's ABI; eagre.Simulation is for the version of Python that runs this. What was compiled before is taken
# again. EAGRE_LEVELS=native: for this machine alone, of which ccache has nearly all that `make PYTHON_MODULE=ON BATCHES=OFF` has compiled. Usage: make_wheel.sh
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build-wheel
libraries=$folder/libraries
tools/install_packages.sh build python python-module wheel
mkdir -p "$folder"
[ -x "$folder/venv/bin/auditwheel" ] || {
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check -r packaging/requirements-wheel.txt
}
tools/wheel_libraries.sh "$libraries" "$folder/venv"

# The licences of what is within.
mkdir -p "$folder/licences"
for package in libfmt9 libdeflate0 libisal2 libgomp1; do cp "/usr/share/doc/$package/copyright" "$folder/licences/$package.txt"; done
cp "$libraries"/sources/hdf5-*/COPYING "$folder/licences/hdf5.txt"
cp "$libraries"/sources/netcdf-c-*/COPYRIGHT "$folder/licences/netcdf.txt"
cp /usr/share/doc/libcli11-dev/copyright "$folder/licences/cli11.txt"
cp /usr/share/doc/libtomlplusplus-dev/copyright "$folder/licences/tomlplusplus.txt"

export EAGRE_LEVELS=${EAGRE_LEVELS-v2;v3;v4} EAGRE_PYTHON=ON
program=build-wheel/program
if [ "$EAGRE_LEVELS" = native ]; then
  export EAGRE_BATCHES=OFF
  program=build-native  # as deep as build: paths are part of what ccache compares
fi
export PKG_CONFIG_PATH=$libraries/lib/pkgconfig CMAKE_GENERATOR=Ninja
export CMAKE_ARGS="${CMAKE_ARGS:-} -DMPI_CXX_COMPILER=$folder/venv/bin/mpicxx -DNETCDF_INCLUDE_DIR=$libraries/include -DEAGRE_LICENCES=$folder/licences \
  -DNETCDF_LIBRARY=$libraries/lib/libnetcdf.a;$libraries/lib/libhdf5_hl.a;$libraries/lib/libhdf5.a;z;dl;m"
export CMAKE_BUILD_PARALLEL_LEVEL=${JOBS:-$(nproc)}
rm -rf "$folder/raw" "$folder/dist"
PATH=$folder/venv/bin:$PATH "$folder/venv/bin/python" -m pip wheel --disable-pip-version-check --no-build-isolation --no-deps \
  -C build-dir="$program" -w "$folder/raw" . \
  >"$folder/pip.log" 2>&1 || { tail -30 "$folder/pip.log" >&2; exit 1; }
# auditwheel finds out how old a system may be, sees that nothing is needed that is neither there nor within, and names the wheel so.
PATH=$folder/venv/bin:$PATH "$folder/venv/bin/auditwheel" repair --exclude 'libmpi.so.*' --exclude libeagre.so -w "$folder/dist" "$folder"/raw/eagre-*.whl
ls -l "$folder"/dist
