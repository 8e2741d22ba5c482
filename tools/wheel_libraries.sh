#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Compiles HDF5 and NetCDF from Debian's source packages for the wheel: parallel, by the MPI of a prefix, static, so that nothing of them is
# seen by other libraries of a Python process (h5py, netCDF4), and without what Debian's have beside (curl, OpenSSL). What is there already is
# not made again. Usage: wheel_libraries.sh DIRECTORY MPI_PREFIX; pkg-config finds them in DIRECTORY/lib/pkgconfig.
set -euo pipefail
target=$(mkdir -p "$1" && cd "$1" && pwd)
mpi=$(cd "$2" && pwd)
[ -e "$target/lib/pkgconfig/hdf5-mpi.pc" ] && exit 0

# The source packages, by lists of apt's own kept in the directory: the machine's settings stay as they are.
sources=$target/sources
mkdir -p "$sources/apt/parts" "$sources/apt/lists/partial"
for list in /etc/apt/sources.list.d/*.sources; do
  [ -e "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$sources/apt/parts/$(basename "$list")"
done
[ -s /etc/apt/sources.list ] && sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$sources/apt/parts/machine.list"
own=(-qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$sources/apt/parts" -o Dir::State::Lists="$sources/apt/lists"
  -o APT::Sandbox::User=root)
(cd "$sources" && apt-get "${own[@]}" update && apt-get "${own[@]}" source --download-only hdf5 netcdf) >"$target/apt.log" 2>&1 ||
  { tail -5 "$target/apt.log" >&2; echo "wheel_libraries.sh: the source packages of hdf5 and netcdf cannot be had" >&2; exit 3; }
for archive in "$sources"/*.orig.tar.*; do tar -xf "$archive" -C "$sources"; done

launcher=$(command -v ccache || true)
common=(-G Ninja ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"} -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-w -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF
  -DCMAKE_INSTALL_PREFIX="$target" -DCMAKE_INSTALL_LIBDIR=lib -DMPI_C_COMPILER="$mpi/bin/mpicc" -DMPI_HOME="$mpi")
make_one() {
  local name=$1 from=$2
  shift 2
  echo "compiling $name for the wheel"
  mkdir -p "$sources/build-$name"
  # Configured in the build folder itself: HDF5's checks read what they write into the working directory.
  (cd "$sources/build-$name" && cmake "$from" "${common[@]}" "$@" && cmake --build . -j "${JOBS:-$(nproc)}" && cmake --install .) >"$target/$name.log" 2>&1 || { tail -20 "$target/$name.log" >&2; exit 1; }
}
make_one hdf5 "$(echo "$sources"/hdf5-*/)" -DHDF5_ENABLE_PARALLEL=ON -DHDF5_ENABLE_Z_LIB_SUPPORT=ON -DHDF5_ENABLE_SZIP_SUPPORT=OFF \
  -DHDF5_BUILD_TOOLS=OFF -DHDF5_BUILD_EXAMPLES=OFF -DHDF5_BUILD_CPP_LIB=OFF -DHDF5_BUILD_FORTRAN=OFF
make_one netcdf "$(echo "$sources"/netcdf-c-*/)" -DCMAKE_C_COMPILER="$mpi/bin/mpicc" -DHDF5_ROOT="$target" -DHDF5_DIR="$target/share/cmake/hdf5" \
  -DCMAKE_PREFIX_PATH="$target" -DENABLE_PARALLEL4=ON -DENABLE_DAP=OFF -DENABLE_BYTERANGE=OFF -DENABLE_NCZARR=OFF -DENABLE_TESTS=OFF \
  -DENABLE_EXAMPLES=OFF -DBUILD_UTILITIES=OFF -DENABLE_PLUGINS=OFF -DENABLE_LIBXML2=OFF
mkdir -p "$target/lib/pkgconfig"
cat >"$target/lib/pkgconfig/hdf5-mpi.pc" <<END
Name: hdf5-mpi
Description: static parallel HDF5 of the wheel
Version: 1.10.8
Cflags: -I$target/include
Libs: -L$target/lib -lhdf5_hl -lhdf5 -lz -ldl -lm
END
