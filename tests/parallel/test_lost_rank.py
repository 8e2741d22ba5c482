# SPDX-License-Identifier: BSD-3-Clause
"""A rank that dies takes the run with it: a message, a failure code, no hang, and the last dump whole."""
import os
import re
import signal
import subprocess
import time

import own
import pytest

LIMIT = 30  # seconds until the run must have ended


@pytest.mark.parametrize("ranks", [2, 4])
@pytest.mark.parametrize("victim", [0, -1])
def test_a_killed_rank_ends_the_run(eagre, tmp_path, ranks, victim):
    case = own.dam_break(tmp_path / "case", cells=0.5, tight=False, control="writeControl timeStep; writeInterval 2; endTime 100;")
    run = subprocess.Popen([str(eagre), "run", str(case), "-n", str(ranks)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seen = ""
    for line in run.stdout:
        seen += line
        if seen.count("ExecutionTime") == 5:
            break
    processes = own.ranks_of(case)
    assert len(processes) == ranks
    os.kill(processes[victim], signal.SIGKILL)
    try:
        output, errors = run.communicate(timeout=LIMIT)
    finally:
        run.kill()
    assert run.returncode != 0
    assert re.search(r"signal 9|[Kk]illed", output + errors), "it says what happened"
    end = time.monotonic() + LIMIT
    while own.ranks_of(case) and time.monotonic() < end:
        time.sleep(0.05)
    assert not own.ranks_of(case), "nobody is left behind"
    for field in ("U", "p_rgh", "alpha.water"):
        assert b"boundaryField" in next(iter(sorted(case.glob("0.*/" + field)))).read_bytes(), "a dump is whole"
