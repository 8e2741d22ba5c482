# SPDX-License-Identifier: BSD-3-Clause
"""Dumps for restarts, on a schedule of their own beside what is written for looking at."""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import time as clock

import numpy as np
import pytest

import dumps
import foam
import own

VARIANT = 'solvers { "alpha.water.*" { tolerance 1e-15; } }'


def for_restart(case):
    return sorted(p.stem for p in (case / "dumps").glob("restart.*.vtkhdf") if re.fullmatch(r"restart\.\d+", p.stem))


def times_of(eagre, case):
    """Time of each, as eagre info says."""
    text = dumps.tool(eagre, "info", case)[1]
    return {name: float(time) for name, time in re.findall(r"(restart\.\d+) .* time (\S+),", text)}


@pytest.mark.parametrize("control", ["timeStep; writeInterval 3", "adjustableRunTime; writeInterval 0.0015", "runTime; writeInterval 0.0015"])
def test_they_take_turns(eagre, tmp_path, control):
    """Ten steps of 0.0005 s; written at 0.0015, 0.003, 0.0045; two are kept, and nothing else is there in HDF5."""
    case = dumps.dam_break(tmp_path / "damBreak", f"endTime 0.005; writeInterval 10; dump {{ restart {{ writeControl {control}; }} }}")
    dumps.run(eagre, case, ranks=2, dump="foam")
    assert foam.times(case) == ["0", "0.005"] and dumps.names(case) == []
    assert times_of(eagre, case) == pytest.approx({"restart.0": 0.0045, "restart.1": 0.003})
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.008;")
    dumps.run(eagre, case, ranks=2, dump="foam")
    assert times_of(eagre, case) == pytest.approx({"restart.0": 0.0075, "restart.1": 0.006}), "the oldest goes first in the next run, too"


def test_another_interval_is_counted_from_the_restart(eagre, tmp_path):
    case = dumps.dam_break(tmp_path / "damBreak", "endTime 0.005; writeInterval 10; "
                           "dump { restart { writeControl adjustableRunTime; writeInterval 0.001; } }")
    dumps.run(eagre, case, dump="foam")
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.0095; dump { restart { writeInterval 0.002; } }")
    dumps.run(eagre, case, dump="foam")
    assert times_of(eagre, case) == pytest.approx({"restart.0": 0.009, "restart.1": 0.007})


@pytest.mark.parametrize("bunch", [1, 2])
def test_of_more_than_are_kept_the_oldest_go(eagre, tmp_path, bunch):
    """Three that a run before has left; latestTime must not find one that is later than all of this run. Nothing goes before a new one
    is there."""
    case = dumps.dam_break(tmp_path / "damBreak", f"endTime 0.004; writeInterval 100; dump {{ bunch {bunch}; "
                           "restart { writeControl timeStep; writeInterval 2; keep 3; } }")
    dumps.run(eagre, case, ranks=2, dump="foam")
    assert times_of(eagre, case) == pytest.approx({"restart.0": 0.004, "restart.1": 0.002, "restart.2": 0.003})
    foam.append(case, "system/controlDict", "endTime 0.0005; startFrom startTime; startTime 0; dump { restart { keep 2; } }")
    dumps.run(eagre, case, ranks=2, dump="foam")
    assert for_restart(case) == ["restart.0", "restart.1", "restart.2"], "this run has written none"
    foam.append(case, "system/controlDict", "endTime 0.001;")
    assert "Removed restart.2: keep is 2" in dumps.run(eagre, case, ranks=2, dump="foam")
    assert times_of(eagre, case) == pytest.approx({"restart.0": 0.004, "restart.1": 0.001}), "the last two that were written"
    foam.append(case, "system/controlDict", "endTime 0.002; dump { restart { keep 1; } }")
    dumps.run(eagre, case, ranks=2, dump="foam")
    assert list(times_of(eagre, case).values()) == pytest.approx([0.002])
    assert len(list((case / "dumps").glob("*restart*"))) == (1 if bunch == 2 else 3), "nor anything of their bunches"
    foam.append(case, "system/controlDict", "endTime 0.0025; startFrom latestTime;")
    assert "Continuing from the dump of time 0.002" in dumps.run(eagre, case, dump="foam")


def test_a_run_continues_from_the_latest_of_all(eagre, tmp_path):
    control = ("writeControl timeStep; writeInterval 6; endTime 0.005; startFrom latestTime; dump { precision float32; "
               "restart { writeControl timeStep; writeInterval 4; keep 3; } }")
    case = dumps.dam_break(tmp_path / "damBreak", control)
    dumps.run(eagre, case, ranks=2)
    assert dumps.names(case) == ["0.003"] and for_restart(case) == ["restart.0", "restart.1"]
    series = (case / "dumps" / "damBreak.vtkhdf.series").read_text()
    assert re.findall(r'"name": "([^"]+)"', series) == ["0.003.vtkhdf"]
    foam.append(case, "system/controlDict", "endTime 0.0055;")
    assert "Continuing from the dump of time 0.004: restart.1" in dumps.run(eagre, case, ranks=3)
    log = dumps.run(eagre, case, "--from", "0.002")
    assert "Continuing from the dump of time 0.002: restart.0" in log
    # Of 32 bits: not taken where another is.
    for name in ("restart.1", "restart.2"):
        os.remove(case / "dumps" / f"{name}.vtkhdf")
    foam.append(case, "system/controlDict", "endTime 0.0025;")
    log = dumps.run(eagre, case)
    assert "precision float32" in log and "Continuing from the dump of time 0.002: restart.0" in log
    # As a file, under whatever time.
    for start in (case / "dumps" / "restart.0.vtkhdf", "dumps/restart.0.vtkhdf", "restart.0"):
        assert "Continuing from the dump of time 0.002: restart.0" in dumps.run(eagre, case, "--from", start)
    code, text = dumps.tool(eagre, "run", case, "--from", "dumps/restart.7.vtkhdf")
    assert code == 3 and "nothing to start from in dumps/restart.7.vtkhdf; there are: " in text and "dumps/restart.0.vtkhdf" in text


@pytest.mark.parametrize("ranks, bunch", [(1, 1), (3, 3), (4, 3)])
def test_restart_is_bit_for_bit(eagre, tmp_path, ranks, bunch):
    """Adjustable steps that meet the times of both schedules; the run is stopped and goes on from a dump for restarts."""
    control = ("endTime 0.04; writeControl adjustable; writeInterval 0.01; startFrom latestTime; "
               f"dump {{ bunch {bunch}; restart {{ writeControl adjustableRunTime; writeInterval 0.007; }} }}")
    whole = own.dam_break(tmp_path / "whole", cells=0.5, tight=False, control=control)
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    dumps.run(eagre, whole, ranks=ranks, dump="foam")
    foam.append(stopped, "system/controlDict", "endTime 0.023;")
    dumps.run(eagre, stopped, ranks=ranks, dump="foam")
    assert times_of(eagre, stopped) == pytest.approx({"restart.0": 0.021, "restart.1": 0.014})
    foam.append(stopped, "system/controlDict", "endTime 0.04;")
    assert "Continuing from the dump of time 0.021: restart.0" in dumps.run(eagre, stopped, ranks=ranks, dump="foam")
    assert foam.times(stopped) == foam.times(whole)
    time = foam.times(whole)[-1]
    for name, values in own.fields_of(whole, time).items():
        assert np.array_equal(values, own.fields_of(stopped, time)[name]), name
    assert times_of(eagre, stopped) == times_of(eagre, whole)


def test_other_ranks(eagre, tmp_path):
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.01; writeControl timeStep; writeInterval 20;"
    whole = own.dam_break(tmp_path / "whole", cells=0.5, control=control)
    foam.append(whole, "system/fvSolution", VARIANT)
    start = tmp_path / "start"
    shutil.copytree(whole, start)
    foam.run([eagre, "run", whole])
    foam.append(start, "system/controlDict", "endTime 0.006; startFrom latestTime; dump { restart { writeInterval 10; } }")
    foam.run([eagre, "run", start, "-n", 3])
    assert for_restart(start) == ["restart.0"]
    foam.append(start, "system/controlDict", "endTime 0.01;")
    for ranks in (1, 2, 5):
        case = tmp_path / f"on{ranks}"
        shutil.copytree(start, case)
        assert "restart.0" in foam.run([eagre, "run", case, "-n", ranks]).stdout
        for name, values in own.fields_of(case, "0.01").items():
            assert foam.relative_l2(values, own.fields_of(whole, "0.01")[name]) <= 1e-9, (name, ranks)


def test_extract_and_boundary_take_their_names(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1; writeFormat ascii; "
                        "dump { restart { writeControl timeStep; writeInterval 20; } }")
    dumps.run(eagre, case, ranks=2, dump="foam")
    shutil.move(case / "0.1", tmp_path / "written")
    foam.run([eagre, "extract", case, "--time", "restart.0"])
    dumps.same_directories(tmp_path / "written", case / "0.1")
    assert "fixedValue" in dumps.tool(eagre, "boundary", case, "--time", "restart.0", "--field", "U", "--patch", "movingWall")[1]
    assert dumps.tool(eagre, "purge", case, "--keep-last", "1")[0] == 0 and for_restart(case) == ["restart.0"]


def test_by_the_clock(eagre, tmp_path):
    """On three ranks, whose clocks differ: all write together, more than once, and the run ends."""
    case = dumps.dam_break(tmp_path / "damBreak", "endTime 0.03; writeControl timeStep; writeInterval 1000; "
                           "dump { restart { writeControl clockTime; writeInterval 0.01; keep 1; } }")
    log = foam.run([eagre, "run", case, "-n", 3], timeout=300).stdout
    assert log.count("Dump for a restart: restart.0") > 1 and for_restart(case) == ["restart.0"]
    assert dumps.tool(eagre, "info", case)[0] == 0


def test_a_signal_writes_one(eagre, tmp_path):
    case = dumps.dam_break(tmp_path / "damBreak", "endTime 100; writeControl timeStep; writeInterval 100000; runTimeModifiable no; "
                           "dump { restart { writeControl timeStep; writeInterval 100000; } }")
    with open(case / "log", "w") as log:
        run = subprocess.Popen([eagre, "run", case, "-n", "2"], stdout=log, stderr=subprocess.STDOUT, env=foam.environment())
        end = clock.monotonic() + 120
        while run.poll() is None and clock.monotonic() < end and "Time = 0.0005" not in (case / "log").read_text():
            clock.sleep(0.05)
        for rank in own.ranks_of(case):
            with contextlib.suppress(ProcessLookupError):  # one has told the others
                os.kill(rank, signal.SIGTERM)
        run.wait(timeout=120)
    assert "Stopped by a signal" in (case / "log").read_text() and for_restart(case) == ["restart.0"]


@pytest.mark.parametrize("number", range(3))
def test_killed_between_two_the_other_is_there(eagre, tmp_path, number):
    """SIGKILL of a rank while one is being written over an older one: the other is whole, and the run goes on from the newest."""
    case = dumps.dam_break(tmp_path / "damBreak", "endTime 100; writeControl timeStep; writeInterval 100000; runTimeModifiable no; "
                           "startFrom latestTime; dump { bunch 2; restart { writeControl timeStep; writeInterval 1; } }")
    with open(case / "log", "w") as log:
        run = subprocess.Popen([eagre, "run", case, "-n", "3"], stdout=log, stderr=subprocess.STDOUT, env=foam.environment())
        end = clock.monotonic() + 120
        while run.poll() is None and clock.monotonic() < end:
            if len(for_restart(case)) == 2 and list((case / "dumps").glob(".restart.0*.partial")):
                break
        os.kill(own.ranks_of(case)[number], signal.SIGKILL)
        run.wait(timeout=60)
    assert run.returncode != 0
    assert for_restart(case) == ["restart.0", "restart.1"]
    code, text = dumps.tool(eagre, "info", case)
    assert code == 0, text
    times = times_of(eagre, case)
    newest = max(times, key=times.get)
    foam.append(case, "system/controlDict", f"endTime {times[newest] + 0.001:.10g};")
    assert f": {newest}" in dumps.run(eagre, case, ranks=2, dump="foam")
    assert dumps.tool(eagre, "info", case)[0] == 0 and not list((case / "dumps").glob(".*partial*"))


@pytest.mark.parametrize("entry, message", [("writeControl clokTime; writeInterval 1;", "did you mean 'clockTime'"),
                                            ("writeControl clockTime;", "writeInterval"), ("writeInterval 5; keep 0;", "keep must be 1"),
                                            ("writeInterval 5; kepe 3;", "did you mean 'keep'")])
def test_wrong_words_are_errors(eagre, tmp_path, entry, message):
    case = dumps.cavity(tmp_path / "cavity", f"dump {{ restart {{ {entry} }} }}")
    code, text = dumps.tool(eagre, "run", case)
    assert code == 3 and message in text and "controlDict" in text
