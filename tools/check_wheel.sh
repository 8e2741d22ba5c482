#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A wheel of what a build folder has compiled already (PYTHON_MODULE=ON), tried where no compiler is on the PATH: what pip makes of
# pyproject.toml, and that program, package, module and cases find each other where pip puts them. Libraries are this machine's (MPI, HDF5,
# NetCDF); the levels of x86-64 and what a bare system lacks are seen by `make wheel wheel-test` alone. Usage: check_wheel.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "$1") python=$PWD/.venv/bin/python
folder=$(mktemp -d) began=$SECONDS
trap 'rm -rf "$folder"' EXIT
part() { printf '%-52s %4d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }
compgen -G "python/eagre/_core*.so" >/dev/null || { echo "check_wheel.sh: there is no module: make PYTHON_MODULE=ON" >&2; exit 2; }
"$python" -c "import scikit_build_core, wheel" 2>/dev/null || "$python" -m pip install --quiet --disable-pip-version-check "scikit-build-core>=0.10,<2" "wheel<1"

cmake --install "$build" --prefix "$folder/prefix" >/dev/null
"$python" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -C wheel.cmake=false -w "$folder" .
"$python" -m wheel unpack --dest "$folder" "$folder"/eagre-*.whl >/dev/null
inside=$(echo "$folder"/eagre-*/)
version=$(basename "$inside")
mkdir -p "$inside/$version.data"
rm -r "$folder/prefix/share/eagre/python" "$folder/prefix/lib/eagre/openfoam"  # a wheel has the package elsewhere, and no links
mv "$folder/prefix" "$inside/$version.data/data"
cp python/eagre/_core*.so "$inside/eagre"
rm "$folder"/eagre-*.whl
"$python" -m wheel pack --dest-dir "$folder" "$inside" >/dev/null
part "wheel of $(basename "$build")"

there=$folder/there
"$python" -m venv "$there"
"$there/bin/pip" install --quiet --disable-pip-version-check --no-deps "$folder"/eagre-*.whl
"$python" -c 'import site; print(site.getsitepackages()[0])' >"$(echo "$there"/lib/python3.*/site-packages)/others.pth"  # numpy, matplotlib
mkdir "$folder/bin"  # Open MPI starts ranks by ssh, if there are other machines, and asks for it if there are none
for tool in mpirun ssh bash sh env; do ln -s "$(command -v $tool)" "$folder/bin"; done
part "venv and pip install"
alone() { (cd "$folder" && env -i PATH="$there/bin:$folder/bin" HOME="$HOME" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "$@"); }
alone eagre --version
alone eagre test
part "eagre test"
cp -r "$there/share/eagre/cases/cavity" "$folder"
alone python -c '
import eagre
with eagre.Simulation("cavity") as sim:
    sim.step()
    print(f"eagre.Simulation: time {sim.time:g}, of {eagre.__file__}")'
for file in man/man1/eagre.1 bash-completion/completions/eagre zsh/site-functions/_eagre; do test -s "$there/share/$file"; done
part "eagre.Simulation"
