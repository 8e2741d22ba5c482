#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Compiles solvers of Debian's openfoam package anew from its source package, without the optimisation that makes the packaged ones wrong on
# slanted faces (docs/parity.md), and links them with the installed libraries. Usage: sound_openfoam.sh DIRECTORY [SOLVER...]; the programs
# are DIRECTORY/bin/SOLVER. One that is there already is not made again. They serve as the judge of tests; nothing of the sources is kept in the project.
set -euo pipefail
target=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- interFoam interPhaseChangeFoam interIsoFoam potentialFoam nonNewtonianIcoFoam porousSimpleFoam
declare -A folder=([interFoam]=multiphase/interFoam [interPhaseChangeFoam]=multiphase/interPhaseChangeFoam
  [interIsoFoam]=multiphase/interIsoFoam [potentialFoam]=basic/potentialFoam
  [nonNewtonianIcoFoam]=incompressible/nonNewtonianIcoFoam
  [porousSimpleFoam]=incompressible/simpleFoam/porousSimpleFoam)
wanted=()
for solver in "$@"; do
  [ -n "${folder[$solver]:-}" ] || { echo "sound_openfoam.sh: $solver is none of ${!folder[*]}" >&2; exit 2; }
  [ -x "$target/bin/$solver" ] || wanted+=("$solver")
done
[ ${#wanted[@]} -eq 0 ] && exit 0

# The source package, by lists of apt's own kept in the directory: the machine's settings stay as they are.
source=$(find "$target" -maxdepth 1 -type d -name 'openfoam-*' | head -1)
if [ -z "$source" ]; then
  mkdir -p "$target/apt/parts" "$target/apt/lists/partial"
  for list in /etc/apt/sources.list.d/*.sources; do
    [ -e "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$target/apt/parts/$(basename "$list")"
  done
  [ -s /etc/apt/sources.list ] && sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$target/apt/parts/machine.list"
  own=(-qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$target/apt/parts" -o Dir::State::Lists="$target/apt/lists")
  version=$(dpkg-query -W -f '${source:Version}' openfoam)
  (cd "$target" && apt-get "${own[@]}" update && apt-get "${own[@]}" source --download-only "openfoam=$version") >"$target/apt.log" 2>&1 ||
    { tail -5 "$target/apt.log" >&2; echo "sound_openfoam.sh: the source package of openfoam cannot be had" >&2; exit 3; }
  tar -xf "$target"/openfoam_*.orig.tar.* -C "$target"
  rm -rf "$target/apt" "$target"/openfoam_*
  source=$(find "$target" -maxdepth 1 -type d -name 'openfoam-*' | head -1)
fi

lnInclude() { [ -d "$1/lnInclude" ] || (cd "$source/wmake" && ./wmakeLnInclude -s "$1" >/dev/null 2>&1) || true; }
export LIB_SRC=$source/src
lnInclude "$LIB_SRC/OpenFOAM"
lnInclude "$LIB_SRC/OSspecific/POSIX"
compile() {
  local solver=$1 code=$source/applications/solvers/${folder[$1]}
  cd "$code"
  local options=() libraries=() word
  for word in $(sed -n '/^EXE_INC/,/^EXE_LIBS/p' Make/options | grep -o -e '-I[^ \\]*'); do
    word=${word//'$(LIB_SRC)'/$LIB_SRC}
    case $word in */lnInclude) lnInclude "$(cd "$(dirname "${word#-I}")" && pwd)" ;; esac
    options+=("$word")
  done
  for word in $(sed -n '/^EXE_LIBS/,$p' Make/options | grep -o -e '-l[^ \\]*'); do libraries+=("$word"); done
  mkdir -p "$target/bin"
  # __restrict__ in loops whose result is one of their operands is the fault.
  g++ -std=c++11 -pthread -DOPENFOAM=1912 -DWM_DP -DWM_LABEL_SIZE=32 -O3 -fPIC -w -DNoRepository -ftemplate-depth-100 -D__restrict__= \
    "${options[@]}" -I"$LIB_SRC/OpenFOAM/lnInclude" -I"$LIB_SRC/OSspecific/POSIX/lnInclude" -I. "$solver.C" \
    -L/usr/lib -L/usr/lib/openmpi-system -Wl,--add-needed -Wl,--no-as-needed "${libraries[@]}" -lOpenFOAM -ldl -lm -o "$target/bin/$solver.new"
  mv "$target/bin/$solver.new" "$target/bin/$solver"
}
for solver in "${wanted[@]}"; do
  echo "compiling OpenFOAM's $solver anew (two minutes)"
  compile "$solver"
done
