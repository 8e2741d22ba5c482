# SPDX-License-Identifier: BSD-3-Clause
"""Files of system that are edited while a run goes on: what is used at once, what is not, and a file half saved."""
import subprocess
import time

import own

PATIENCE = 120  # s


def wait_for(log, text):
    end = time.monotonic() + PATIENCE
    while text not in log.read_text():
        assert time.monotonic() < end, f"no '{text}' in:\n{log.read_text()[-2000:]}"
        time.sleep(0.05)


def test_edits_are_used_or_named(eagre, tmp_path):
    case = own.dam_break(tmp_path / "case", cells=0.5, control="endTime 1000; writeInterval 500; runTimeModifiable yes;")
    solution, schemes, log = case / "system" / "fvSolution", case / "system" / "fvSchemes", tmp_path / "log"
    whole = solution.read_text()
    with open(log, "w") as out, subprocess.Popen([eagre, "run", "-n", "2", case], stdout=out, stderr=subprocess.STDOUT) as run:
        try:
            wait_for(log, "ExecutionTime")
            solution.write_text(whole + "solvers { p_rgh { maxIter 4000; } p_rghFinal { solver PCQ; } }")
            wait_for(log, "system/fvSolution was changed but is not used: ")
            solution.write_text(whole + "solvers { p_rgh { maxIter 4000; } } relaxationFactors { equations { U 0.9; } } PIMPLE { nCorrectors 1; }")
            wait_for(log, "Re-reading system/fvSolution: relaxationFactors, solvers.p_rgh.maxIter\n")
            wait_for(log, "system/fvSolution was changed: a run reads these entries only when it starts: PIMPLE.nCorrectors. ")
            schemes.write_text(schemes.read_text() + "\n")
            wait_for(log, "system/fvSchemes was changed: a run reads it only when it starts")
        finally:
            run.terminate()
        assert run.wait(PATIENCE) == 6
    assert "PCQ" in log.read_text()
