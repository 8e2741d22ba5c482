#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# clang-tidy on what a reader of the method sees; needs the compile commands of a build directory.
set -euo pipefail
build=${1:-build}
cd "$(dirname "$0")/.."
# GCC's precompiled headers mean nothing to Clang: its commands are the compiler's without them.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed -E 's# -(Winvalid-pch|fpch-preprocess)\b##g; s# -include [^ ]*cmake_pch\.hxx##g' "$build/compile_commands.json" >"$commands/compile_commands.json"
git ls-files 'src/solvers/*.cpp' 'src/comm/*.cpp' | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$commands"
echo "clang-tidy: clean"
