#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# clang-tidy on what a reader of the method sees; needs the compile commands of a build directory.
set -euo pipefail
build=${1:-build}
cd "$(dirname "$0")/.."
git ls-files 'src/solvers/*.cpp' 'src/comm/*.cpp' | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$build"
echo "clang-tidy: clean"
