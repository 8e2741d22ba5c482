# SPDX-License-Identifier: BSD-3-Clause
"""A rank is killed at a random moment around a dump: every dump that is there is whole, and the run continues from the newest.
EAGRE_KILLS: how many runs (20; `make test-kill` makes 200)."""
import os
import random
import re
import shutil
import signal
import subprocess
import time

import pytest

import dumps
import foam
import own

KILLS = int(os.environ.get("EAGRE_KILLS", "20"))
RANKS = 4
CONTROL = "writeInterval 1; endTime 100; runTimeModifiable no;"


def kill_one(eagre, case, chance):
    """Starts a run, waits for a few dumps and a random part of the next, kills one rank; what the run said."""
    command = [str(eagre), "run", str(case), "-n", str(RANKS), "--dump", "hdf5", *dumps.SETTLED]
    with open(case / "log", "w") as log:
        run = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=foam.environment())
        wanted, began = chance.randint(1, 4), time.monotonic()
        while len(dumps.names(case)) < wanted:
            assert run.poll() is None and time.monotonic() < began + 120, (case / "log").read_text()[-2000:]
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.05))
        os.kill(chance.choice(own.ranks_of(case)), signal.SIGKILL)
        try:
            run.wait(timeout=60)
        finally:
            run.kill()
    assert run.returncode != 0
    return wanted


@pytest.fixture(scope="module")
def prepared(eagre, tmp_path_factory):
    """A case with its mesh made and its fields set."""
    case = dumps.dam_break(tmp_path_factory.mktemp("kill") / "damBreak", CONTROL)
    foam.run([eagre, "blockMesh", case])
    foam.run([eagre, "setFields", case])
    return case


@pytest.mark.parametrize("number", range(KILLS))
def test_the_newest_dump_is_whole(eagre, prepared, tmp_path, number):
    chance = random.Random(number)
    case = tmp_path / "damBreak"
    shutil.copytree(prepared, case)
    written = kill_one(eagre, case, chance)
    names = dumps.names(case)
    assert len(names) >= written
    code, text = dumps.tool(eagre, "info", case)
    assert code == 0, text
    assert re.search(rf"latest that is whole: {re.escape(names[-1])}$", text, re.M)
    end = float(names[-1]) + 0.001
    foam.append(case, "system/controlDict", f"startFrom latestTime; endTime {end:.10g};")
    log = dumps.run(eagre, case, ranks=chance.randint(1, RANKS))
    assert f"Continuing from the dump of time {names[-1]}" in log
    after = dumps.names(case)
    assert float(after[-1]) == pytest.approx(end) and len(after) == len(names) + 2
    assert not [p.name for p in (case / "dumps").iterdir() if "partial" in p.name], "what was half-written is gone"
    assert dumps.tool(eagre, "info", case)[0] == 0


def test_killed_while_a_boundary_is_set(eagre, tmp_path):
    """The entry is the old one or the new one, and the dump is whole."""
    case, chance = dumps.dam_break(tmp_path / "damBreak", "writeInterval 2; endTime 0.001;"), random.Random(2)
    dumps.run(eagre, case)
    [name] = dumps.names(case)

    def entry(*options):
        return [str(eagre), "boundary", str(case), "--time", name, "--field", "U", "--patch", "walls", *options]
    began = time.monotonic()
    foam.run(entry("--set", "type fixedValue; value uniform (0 0 0);"))
    whole, last, patience = time.monotonic() - began, 0, 1.0
    for i in range(1, KILLS + 1):
        tool = subprocess.Popen(entry("--set", f"type fixedValue; value uniform ({i} 0 0);"), stdout=subprocess.DEVNULL, env=foam.environment())
        time.sleep(chance.uniform(0.3, 1.1) * whole * patience)
        tool.kill()
        tool.wait()
        assert dumps.tool(eagre, "info", case / "dumps" / f"{name}.vtkhdf")[0] == 0
        shown = int(re.search(r"uniform \((\d+) 0 0\)", foam.run(entry("--show")).stdout)[1])
        assert shown in (last, i)
        patience = 1 if shown == i else 1.1 * patience  # the machine may be slower than it was
        last = shown
    assert last > 0
