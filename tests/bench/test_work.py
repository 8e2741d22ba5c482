# SPDX-License-Identifier: BSD-3-Clause
"""What a step costs, in numbers that no neighbour on the machine disturbs: the iterations of all named loops and the bytes that they move, of
three small cases on meshes of three kinds. A regression test: work.json has the numbers of our own program, and none of them may grow by
more than 3 % unnoticed. (Instructions would be the better count. The processors that run this have no counters to read, and valgrind does
not know their instructions.) After a change that is to cost more, or less: EAGRE_RECORD_WORK=1 writes work.json anew.
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

import foam

BENCH = pathlib.Path(__file__).resolve().parent.parent.parent / "bench"
sys.path.append(str(BENCH))  # for what its cases import
specification = importlib.util.spec_from_file_location("bench_cases", BENCH / "cases.py")  # tests/parity has a module `cases`, too
cases = sys.modules["bench_cases"] = importlib.util.module_from_spec(specification)
specification.loader.exec_module(cases)

RECORD = pathlib.Path(__file__).with_name("work.json")
STEPS, MOST = 4, 1.03
SMALL = {"damBreak": cases.Case("damBreak4", "", 0, cases.dam_break(1, 1), ()),
         "ball": cases.Case("ball32", "", 0, cases.ball(16), (), mesh=cases.SNAPPY),
         "tetrahedra": cases.CASES["tetrahedraSST"]}


@pytest.mark.parametrize("name", SMALL)
def test_steps_cost_no_more_than_they_did(eagre, tmp_path, name):
    case = SMALL[name].make(tmp_path / "case")
    deltaT = 1e-3
    foam.append(case, "system/controlDict", f"adjustTimeStep no; deltaT {deltaT}; endTime {STEPS * deltaT};")
    SMALL[name].tools(case, 1)
    subprocess.run([eagre, "run", case, "--profile"], check=True, capture_output=True)
    profile = json.loads((case / "profile.json").read_text())
    assert profile["steps"] == STEPS - 1, "the first is not counted"
    work = {"iterations": sum(loop["iterations"] for loop in profile["loops"]), "bytes": sum(loop["bytes"] for loop in profile["loops"])}
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if os.environ.get("EAGRE_RECORD_WORK"):
        recorded[name] = work
        RECORD.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n")
    for what, count in work.items():
        assert count <= MOST * recorded[name][what], f"{name}: {what} of {STEPS - 1} steps were {recorded[name][what]:.4g}, are {count:.4g}"
