#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# checked_loops.sh BUILD PYTHON ROOM...: unit tests of these rooms and three cases in the checked build, each loop in a random order of
# iterations; prints the loops whose iterations meet, each once, and their number, which is to be 0. The cases run in two orders, and the
# fields have to be the same bits.
set -uo pipefail
build=$1 python=$2
shift 2
# Left out: tests of orders, accuracies and numbers of iterations on fine grids, half a minute each. Their loops run in other tests, too.
too_long="FloatMultigrid.GoesThroughADensityRatioOfAThousand:FloatMultigrid.IterationsDoNotGrowWithTheGrid"
too_long+=":MultigridPcg.LeavesWhatItIsNotMadeForToDic:MultigridPcg.DoesShortSolvesAsTheCaseWouldWithDic:Multigrid.CyclesHardlyGrow*"
too_long+=":Multigrid.PreconditionsThroughJumps:SingleReduction.AttainsTheAccuracyOfPcg:SingleReduction.TakesTheIterationsOfPcgToTheSameAnswer"
too_long+=":PipelinedCg.StopsAboveWhatPpcgAttains:SStep.TakesTheIterationsOfPcgInBlocks:CellCut.SphereIsClosedAndOfSecondOrder"
too_long+=":MulesAdvection.TheBandGivesWhatAllFacesGive:PhaseField.EquilibriumProfileIsOfSecondOrder"
too_long+=":PhaseField.TheInterfaceMeetsAPlateAtTheContactAngle:CahnHilliard.EnergyFallsAndMassStaysForAnyStep"
export EAGRE_FINDINGS="$PWD/$build/findings"
rm -f "$EAGRE_FINDINGS"
failed=0
for room in "$@"; do
  "$build/bin/test_$room" --gtest_brief=1 --gtest_filter="-$too_long" >"$build/test_$room.log" 2>&1 || {
    failed=1
    grep -a "FAILED" "$build/test_$room.log" | sort -u
  }
done
printf '#!/bin/sh\nEAGRE_LOOP_ORDER=2 exec "%s/bin/eagre" "$@"\n' "$PWD/$build" >"$build/other_order" && chmod +x "$build/other_order"
"$python" tests/parity/compare_bits.py --before "$build/other_order" --after "$build/bin/eagre" \
  --cases damBreak elbow damBreakKEpsilon --steps 2 || failed=1
touch "$EAGRE_FINDINGS"
sort -u -t'"' -k2,2 "$EAGRE_FINDINGS"
echo "checked loops: iterations meet in $(cut -d'"' -f2 "$EAGRE_FINDINGS" | sort -u | wc -l) loops"
[ ! -s "$EAGRE_FINDINGS" ] && exit $failed
exit 1
