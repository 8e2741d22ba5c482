# SPDX-License-Identifier: BSD-3-Clause
"""eagre estimate: what it says beside the run itself. No time is asserted: machines are shared."""
import json
import signal
import subprocess
import time

import pytest

import own
from eagre import Case, CaseError
from eagre.watch.log import Log


def files(directory):
    return {path.relative_to(directory): path.stat().st_mtime_ns for path in directory.rglob("*") if path.is_file()}


def steps_of(log):
    read = Log()
    read.feed(log.read_bytes() + b"\n")
    return read.steps


# The copies that an adjusted time step is foreseen from come to their end within 12 times these seconds on a busy machine, too.
@pytest.mark.parametrize("control, seconds, tolerance", [
    ("endTime 0.4; writeInterval 0.1;", 2, 0.25),
    ("adjustTimeStep no; deltaT 0.0005; endTime 0.2; writeControl timeStep; writeInterval 50; purgeWrite 3;", 0.01, 0)])
def test_steps_and_disk_are_those_of_the_run(tmp_path, control, seconds, tolerance):
    directory = own.dam_break(tmp_path / "damBreak", tight=False, control=control)
    before = files(directory)
    case = Case(directory)
    found = case.estimate(ranks=(1, 2), seconds=seconds)
    assert files(directory) == before
    case.run()
    assert found.steps == pytest.approx(steps_of(directory / "log.eagre"), rel=tolerance)
    new = [path for path in directory.rglob("*") if path.is_file() and path.relative_to(directory) not in before and path.name != "log.eagre"]
    assert found.disk == pytest.approx(sum(path.stat().st_size for path in new), rel=0.25)
    assert found.kept == sum(time > 0 for time in case.times)
    assert [row["ranks"] for row in found.rows] == [1, 2] and all(row["total"] >= found.steps * row["step"] > 0 for row in found.rows)
    assert 10e6 < found.rows[0]["memory"] < found.rows[1]["memory"] < 1e9
    assert found.warnings == []


def test_a_time_step_that_cannot_be_foreseen_is_noted(tmp_path):
    directory = own.dam_break(tmp_path / "damBreak", cells=0.5, tight=False, control="startFrom latestTime; endTime 0.4;")
    case = Case(directory)
    case.run(set={"system/controlDict:endTime": 0.1})
    found = case.estimate(seconds=0.01)
    assert found.steps > 5 and "deltaT is adjusted and has been taken" in found.warnings[0]


def test_mistakes_are_named(eagre, tmp_path):
    with pytest.raises(CaseError, match="is this a case directory"):
        Case(tmp_path).estimate()
    directory = own.dam_break(tmp_path / "damBreak", cells=0.5, tight=False, control="endTime 0.4; application interFom;")
    done = subprocess.run([eagre, "estimate", directory], capture_output=True, text=True, timeout=60)
    assert done.returncode == 3 and "interFom" in done.stderr and done.stdout == ""
    done = subprocess.run([eagre, "estimate", directory, "-n", "0"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "at least 1" in done.stderr


def test_as_json_and_nothing_is_left_of_an_estimate_that_was_stopped(eagre, tmp_path):
    directory = own.dam_break(tmp_path / "damBreak", cells=0.5, tight=False, control="endTime 0.05;")
    here = {"TMPDIR": str(tmp_path / "scratch"), "PATH": "/usr/bin:/bin"}
    (tmp_path / "scratch").mkdir()
    done = subprocess.run([eagre, "estimate", directory, "--json", "--seconds", "0.01"], capture_output=True, text=True, timeout=60, env=here)
    assert json.loads(done.stdout)["rows"][0]["ranks"] == 1, done.stderr
    assert list((tmp_path / "scratch").iterdir()) == []
    stopped = subprocess.Popen([eagre, "estimate", directory, "--seconds", "900", "--set", "system/controlDict:endTime=1000"], env=here)
    while not list((tmp_path / "scratch").rglob("0")):
        time.sleep(0.05)
    stopped.send_signal(signal.SIGTERM)
    assert stopped.wait(timeout=30) == 143
    assert list((tmp_path / "scratch").iterdir()) == []
