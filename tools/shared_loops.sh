#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# shared_loops.sh BUILD PYTHON "CASE..." ROOM...: unit tests of these rooms with three threads and the cases with two, in the build for the
# sanitizer of threads; prints the races that it finds, of which there are to be none. The fields of the cases have to be the bits of
# one thread.
set -uo pipefail
build=$1 python=$2 cases=$3
shift 3
races="$PWD/$build/races"
rm -f "$races".*
# What libraries that are not compiled for the sanitizer do among themselves (MPI) is not looked at. Threads that wait are to sleep:
# there are more of them than cores.
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 log_path=$races exitcode=66" OMP_WAIT_POLICY=passive
failed=0
for room in "$@"; do
  EAGRE_TEST_THREADS=3 "$build/bin/test_$room" --gtest_brief=1 >"$build/test_$room.log" 2>&1 || {
    failed=1
    grep -a "FAILED" "$build/test_$room.log" | sort -u
  }
done
if [ -n "$cases" ]; then
  printf '#!/bin/sh\nexec "%s/bin/eagre" "$@" --threads 2\n' "$PWD/$build" >"$build/two_threads" && chmod +x "$build/two_threads"
  # shellcheck disable=SC2086 # several words
  "$python" tests/parity/compare_bits.py --before "$build/bin/eagre" --after "$build/two_threads" --cases $cases --steps 2 --ranks 1 || failed=1
fi
cat "$races".* 2>/dev/null | grep -a "^SUMMARY" | sort | uniq -c
echo "sanitizer of threads: $(cat "$races".* 2>/dev/null | grep -ac '^WARNING: ThreadSanitizer') races"
[ -z "$(ls "$races".* 2>/dev/null)" ] && exit $failed
exit 1
