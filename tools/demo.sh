#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs cases/damBreak in demo/damBreak and draws it. Usage: demo.sh BUILD_DIRECTORY
set -euo pipefail
cd "$(dirname "$0")/.."
eagre=$1/bin/eagre
rm -rf demo && mkdir demo && cp -r cases/damBreak demo/damBreak
echo "eagre run demo/damBreak -n 2     (log: demo/log.damBreak)"
"$eagre" run demo/damBreak -n 2 >demo/log.damBreak || { tail -20 demo/log.damBreak; exit 1; }
grep -E '^ExecutionTime' demo/log.damBreak | tail -1
"$eagre" plot demo/damBreak --movie
echo
echo "picture:       demo/damBreak/pictures/damBreak_0.3.png   (and one for every dump; animation: demo/damBreak/pictures/damBreak.gif)"
echo "for ParaView:  demo/damBreak/damBreak.foam"
