# SPDX-License-Identifier: BSD-3-Clause
"""The reader of logs that the page is made of: on logs of OpenFOAM's solvers and of Eagre, cut anywhere, at the cost of what is new."""
import random
import re

import foam
import own
import pytest
from eagre.watch.control_dict import ControlDict, ControlDictError
from eagre.watch.log import Follower, Log
from eagre.watch.run import Run
from eagre.watch.steps import Steps

STEPS = 6


def example(target, relative):
    case = foam.copy_example(relative, target)
    text = (case / "system" / "controlDict").read_text()
    step = float(re.search(r"^deltaT\s+([^;]+);", text, re.M)[1])
    if "Contraction" in relative:
        foam.refine(case, 0.4)
    foam.append(case, "system/controlDict", f"deltaT {step}; endTime {STEPS * step:.10g}; writeControl timeStep; writeInterval 1000; functions {{}}")
    foam.openfoam("blockMesh", case)
    return case


def log_of(kind, tmp_path, eagre):
    """The log of a few steps as text."""
    if kind == "eagre":
        case = own.dam_break(tmp_path / "case", cells=0.5, tight=False, control="endTime 0.02;")
        return foam.run([eagre, "run", case]).stdout
    relative = {"interFoam": "multiphase/interFoam/laminar/damBreak/damBreak", "icoFoam": "incompressible/icoFoam/cavity/cavity",
                "pimpleFoam": "incompressible/pimpleFoam/laminar/planarContraction"}[kind]
    case = example(tmp_path / "case", relative)
    if kind == "interFoam":
        foam.openfoam("setFields", case)
    return foam.openfoam(kind, case).stdout


def last_number(text, words, behind):
    """The number behind `behind` in the last line that has `words`: another reading than the page's."""
    line = [line for line in text.splitlines() if words in line][-1]
    return float(re.split(r"[\s,]", line.split(behind)[1].strip())[0])


@pytest.mark.parametrize("kind", ["interFoam", "icoFoam", "pimpleFoam", "eagre"])
def test_numbers_are_those_of_the_log(kind, tmp_path, eagre):
    text = log_of(kind, tmp_path, eagre)
    steps = []
    log = Log(steps.append)
    data, place = text.encode(), 0
    while place < len(data):
        piece = random.Random(place).randint(1, 200)
        log.feed(data[place:place + piece])
        place += piece
    assert log.state == "ended" and log.steps == len(steps) == len(re.findall(r"^Time = \d", text, re.M)) >= 3
    last = log.last
    assert last["time"] == float(re.findall(r"^Time = (\S+)", text, re.M)[-1])
    assert last["courant"] == float(re.findall(r"^Courant Number mean: \S+ max: (\S+)", text, re.M)[-1])
    assert last["execution"] == last_number(text, "ExecutionTime = ", "ExecutionTime = ")
    assert last["cumulative"] == last_number(text, "time step continuity errors", "cumulative = ")
    step = text[text.rindex("Time = " + re.findall(r"^Time = (\S+)", text, re.M)[-1]):]
    pressure = "p_rgh" if "Solving for p_rgh" in step else "p"
    lines = [line for line in step.splitlines() if f"Solving for {pressure}," in line]
    assert last[f"residual:{pressure}"] == last_number(lines[0], "Solving", "Initial residual = ")
    assert last[f"final:{pressure}"] == last_number(lines[-1], "Solving", "Final residual = ")
    assert last[f"iterations:{pressure}"] == sum(int(line.rpartition(" ")[2]) for line in lines)
    assert ("phase:alpha.water" in last) == (kind in ("interFoam", "eagre"))
    if "phase:alpha.water" in last:
        assert last["phase:alpha.water"] == last_number(text, "Phase-1 volume fraction", "fraction = ")
        assert last["deltaT"] == last_number(text, "deltaT = ", "deltaT = ")
        assert last["interfaceCourant"] == last_number(text, "Interface Courant", "max: ")


HEAD = "Build  : v\nExec   : icoFoam\nPID    : 1\n\nStarting time loop\n\n"
STEP = ("Time = {}\n\nCourant Number mean: 0.1 max: 0.2\nDICPCG:  Solving for p, Initial residual = 0.5, Final residual = 1e-7, No Iterations 3\n"
        "ExecutionTime = {} s  ClockTime = {} s\n\n")


def test_a_growing_log_is_read_once(tmp_path):
    path, fed = tmp_path / "log.icoFoam", []

    class Counting(Log):
        def feed(self, data):
            fed.append(len(data))
            super().feed(data)

    follower = Follower(path, Counting)
    assert not follower.read(), "there is no file yet"
    path.write_text(HEAD)
    for i in range(1, 50):
        with open(path, "a") as file:
            file.write(STEP.format(i, i, i))
        follower.read()
    assert sum(fed) == path.stat().st_size and follower.log.steps == 49
    path.write_text(HEAD + STEP.format(1, 1, 1))
    follower.read()
    assert follower.log.steps == 1, "a log that was begun anew"


def test_what_ends_a_run_badly_is_said():
    log = Log()
    log.feed((HEAD + STEP.format(1, 1, 1)).encode() + b"\xff\xfe\x00 garbage\nTime = \nExecutionTime = x\n" + b"z" * 100_000)
    log.feed(b"\n--> FOAM FATAL ERROR: \nMaximum number of iterations exceeded\n")
    assert log.state == "failed" and "Maximum number of iterations exceeded" in log.messages and log.steps == 1
    log.feed((HEAD + STEP.format(1, 1, 1) + "End\n").encode())
    assert log.state == "ended" and log.steps == 1, "another run in the same file"


def test_a_long_run_has_as_many_rows_as_a_screen():
    steps = Steps(most=100)
    for i in range(10_000):
        steps.add({"time": i})
    first = steps.after(-1, 0)
    assert 50 <= first["rows"] <= 100 and first["columns"]["time"][0] == 0 and first["last"] > 9_800
    assert steps.after(first["last"], first["generation"])["rows"] == 0
    steps.add({"time": 10_000, "late": 1})
    later = steps.after(first["last"], first["generation"])
    assert later["rows"] <= 1 and not later["whole"]


CONTROL = """FoamFile { version 2.0; object controlDict; }
// endTime 7;  /* endTime 8; */
application interFoam; end 3; endTime $end; "x" 1;
adjustTimeStep yes; maxCo 0.5; maxAlphaCo 1; functions { f { endTime 9; code #{ endTime 10; #}; } }
#include "other"
deltaT 0.1; runTimeModifiable yes;
"""


def test_control_dict_is_read_and_changed_in_place(tmp_path):
    (tmp_path / "system").mkdir()
    path = tmp_path / "system" / "controlDict"
    path.write_text(CONTROL)
    control = ControlDict(tmp_path)
    assert control.number("endTime") == 3 and control.number("deltaT") == 0.1 and control.values()["application"] == "interFoam"
    assert control.set("endTime", "5.5") == "$end"
    assert path.read_text() == CONTROL.replace("endTime $end", "endTime 5.5") and control.number("endTime") == 5.5
    with pytest.raises(ControlDictError, match="no entry 'stopAt'"):
        control.set("stopAt", "writeNow")
    path.write_text(CONTROL.replace("runTimeModifiable yes", "runTimeModifiable no"))
    with pytest.raises(ControlDictError, match="runTimeModifiable"):
        control.set("endTime", "6")


def test_what_limits_the_step(tmp_path):
    (tmp_path / "system").mkdir()
    (tmp_path / "system" / "controlDict").write_text(CONTROL)
    head = HEAD + "Courant Number mean: 0.1 max: {}\nInterface Courant Number mean: 0 max: {}\ndeltaT = 0.1\nTime = 0.1\nExecutionTime = 1 s\n"
    for courant, interface, limit in ((0.49, 0.5, "maxCo 0.5"), (0.2, 0.97, "maxAlphaCo 1"), (0.1, 0.1, "growing, or fitted to the next write time")):
        (tmp_path / "log.interFoam").write_text(head.format(courant, interface))
        run = Run(tmp_path)
        run.read()
        assert run.limit() == limit
