#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The checks that need no build, about a minute: who includes whom, bodies of loops, lines of the documentation, format, licence lines,
# length of files and functions, cppcheck.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 tools/check_rooms.py
python3 tools/check_loops.py
python3 tools/check_docs.py
.venv/bin/python tools/check_functions.py
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror
missing=$(git ls-files '*.cpp' '*.hpp' '*.py' '*.sh' 'Makefile' '*CMakeLists.txt' | xargs grep -L 'SPDX-License-Identifier' || true)
[ -z "$missing" ] || { echo "no SPDX line: $missing" >&2; exit 1; }
long=$(git ls-files "src/*.cpp" "src/*.hpp" | xargs wc -l | awk "\$2 != \"total\" && \$1 > 400 { print \$2 }")
[ -z "$long" ] || { echo "more than 400 lines: $long" >&2; exit 1; }
names=$(git grep -nE '^(TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\(' -- tests | grep -vE '\([A-Z][A-Za-z0-9]*, *(DISABLED_)?[A-Z][A-Za-z0-9]*[,)]' || true)
[ -z "$names" ] || { echo "names of tests are in CamelCase, as GoogleTest has them: $names" >&2; exit 1; }
python3 tools/cppcheck.py
