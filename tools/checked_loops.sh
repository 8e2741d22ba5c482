#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# checked_loops.sh BUILD PYTHON ROOM...: unit tests of these rooms and three cases in the checked build, each loop in a random order of
# iterations; prints the loops whose iterations meet, each once, and their number, which is to be 0. The cases run in two orders, and the
# fields have to be the same bits.
set -uo pipefail
build=$1 python=$2
shift 2
export EAGRE_FINDINGS="$PWD/$build/findings"
rm -f "$EAGRE_FINDINGS"
failed=0
tools/unit_tests.sh "$build" "$@" || failed=1
printf '#!/bin/sh\nEAGRE_LOOP_ORDER=2 exec "%s/bin/eagre" "$@"\n' "$PWD/$build" >"$build/other_order" && chmod +x "$build/other_order"
"$python" tests/parity/compare_bits.py --before "$build/other_order" --after "$build/bin/eagre" \
  --cases damBreak elbow damBreakKEpsilon --steps 2 || failed=1
touch "$EAGRE_FINDINGS"
sort -u -t'"' -k2,2 "$EAGRE_FINDINGS"
echo "checked loops: iterations meet in $(cut -d'"' -f2 "$EAGRE_FINDINGS" | sort -u | wc -l) loops"
[ ! -s "$EAGRE_FINDINGS" ] && exit $failed
exit 1
