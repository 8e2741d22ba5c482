#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Static checks: those of the text, clang-tidy on what a reader of the method sees, cppcheck on the rest.
set -euo pipefail
build=${1:-build}
cd "$(dirname "$0")/.."
tools/check_text.sh
cppcheck --quiet --error-exitcode=1 --enable=warning,portability --inline-suppr --suppress=internalAstError \
  --suppress=syntaxError --suppress=objectIndex \
  --suppress=duplInheritedMember:src/fv/terms_kernels.hpp --std=c++20 --language=c++ -Isrc -j "$(nproc)" src
git ls-files 'src/solvers/*.cpp' 'src/comm/*.cpp' | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$build"
echo "lint: clean"
