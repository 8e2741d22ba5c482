#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# unit_tests.sh BUILD ROOM...: the unit tests of these rooms in a build that is slow because it watches what it does, a process for each room,
# as many at a time as there are processors. A test that fails is told with what it printed.
set -uo pipefail
export build=$1
shift
# Left out: tests of orders, accuracies and numbers of iterations on fine grids, half a minute each. Their loops run in other tests, too.
long="FloatMultigrid.GoesThroughADensityRatioOfAThousand:FloatMultigrid.IterationsDoNotGrowWithTheGrid"
long+=":MultigridPcg.LeavesWhatItIsNotMadeForToDic:MultigridPcg.DoesShortSolvesAsTheCaseWouldWithDic:Multigrid.CyclesHardlyGrow*"
long+=":Multigrid.PreconditionsThroughJumps:SingleReduction.AttainsTheAccuracyOfPcg:SingleReduction.TakesTheIterationsOfPcgToTheSameAnswer"
long+=":PipelinedCg.StopsAboveWhatPpcgAttains:SStep.TakesTheIterationsOfPcgInBlocks:CellCut.SphereIsClosedAndOfSecondOrder"
long+=":MulesAdvection.TheBandGivesWhatAllFacesGive:PhaseField.EquilibriumProfileIsOfSecondOrder"
long+=":PhaseField.TheInterfaceMeetsAPlateAtTheContactAngle:CahnHilliard.EnergyFallsAndMassStaysForAnyStep"
long+=":PhaseField.ADropLosesNothingToTheFluids"
export GTEST_FILTER="-$long" GTEST_BRIEF=1
room() {
  "$build/bin/test_$1" >"$build/test_$1.log" 2>&1 && return
  echo "unit tests of $1 failed:"
  grep -a -B40 "FAILED\|ERROR: \|runtime error" "$build/test_$1.log" | tail -200
  return 1
}
export -f room
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'room {}'
