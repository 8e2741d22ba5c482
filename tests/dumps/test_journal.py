# SPDX-License-Identifier: BSD-3-Clause
"""The journal that `eagre boundary --set` leaves if the machine dies: who reads the dump reads it with the changes and changes nothing,
who writes makes them first, and one that is of another dump is never applied."""
import shutil

import pytest

import dumps
import foam

IO = 5
CHOSEN = ["--field", "U", "--patch", "movingWall"]


@pytest.fixture(scope="module", params=["", "dump { filter none; }", "dump { bunch 1; }"], ids=["deflate", "no filter", "bunches"])
def dumped(eagre, tmp_path_factory, request):
    case = dumps.cavity(tmp_path_factory.mktemp("journal") / "cavity", f"writeInterval 2; endTime 0.02; {request.param}")
    dumps.run(eagre, case, ranks=2)
    return case


@pytest.fixture
def interrupted(eagre, dumped, tmp_path):
    """A case with an unfinished change of its dump 0.01: the dump before and after it, and the journal."""
    case = tmp_path / "cavity"
    shutil.copytree(dumped, case)
    dump, journal = case / "dumps" / "0.01.vtkhdf", case / "dumps" / ".0.01.vtkhdf.changes"
    before = dump.read_bytes()
    foam.run([eagre, "boundary", case, "--time", "0.01", *CHOSEN, "--set", "type fixedValue; value uniform (7 0 0);"])
    after = dump.read_bytes()
    dump.write_bytes(before)
    journal.write_bytes(dumps.journal(before, after))
    return case, dump, journal, before, after


def shown(eagre, case, time="0.01"):
    return dumps.tool(eagre, "boundary", case, "--time", time, *CHOSEN)[1]


def test_who_reads_sees_the_changes_and_makes_none(eagre, interrupted):
    case, dump, journal, before, _ = interrupted
    left = journal.read_bytes()
    for tool in (["info", case], ["info", dump], ["extract", case, "--time", "0.01"], ["purge", case, "--keep-last", "1", "--dry-run"]):
        assert dumps.tool(eagre, *tool)[0] == 0
    assert "uniform (7 0 0)" in shown(eagre, case)
    assert foam.read_field(case / "0.01" / "U")[1]["movingWall"][0].tolist() == [7, 0, 0]
    assert (dump.read_bytes(), journal.read_bytes()) == (before, left)


def test_a_torn_change_is_read_and_finished(eagre, interrupted):
    case, dump, journal, before, after = interrupted
    torn = bytearray(before.ljust(len(after), b"\0"))
    changed = [i for i in range(len(after)) if torn[i] != after[i]]
    for i in changed[:len(changed) // 2]:
        torn[i] = after[i]
    dump.write_bytes(torn)
    assert dumps.tool(eagre, "info", dump)[0] == 0 and "uniform (7 0 0)" in shown(eagre, case)
    code, text = dumps.tool(eagre, "boundary", case, "--time", "0.01", "--field", "p", "--patch", "movingWall", "--set", "type zeroGradient;")
    assert code == 0, text
    assert not journal.exists() and "uniform (7 0 0)" in shown(eagre, case)
    assert dumps.tool(eagre, "info", dump)[0] == 0


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_run_continues_from_the_changed_dump(eagre, interrupted, ranks):
    case, dump, journal, before, _ = interrupted
    foam.append(case, "system/controlDict", "endTime 0.015; writeInterval 1;")
    log = dumps.run(eagre, case, "--from", "dumps/0.01.vtkhdf", ranks=ranks)
    assert "not taken" not in log
    assert "uniform (7 0 0)" in shown(eagre, case, "0.015")
    assert dump.read_bytes() == before and journal.exists()


def test_a_journal_of_another_dump_is_never_applied(eagre, interrupted):
    """A stale one, after a copy."""
    case, dump, journal, _, _ = interrupted
    shutil.copy(case / "dumps" / "0.02.vtkhdf", dump)
    good, left = dump.read_bytes(), journal.read_bytes()
    code, text = dumps.tool(eagre, "info", dump)
    assert code == 0 and "it is of another file; it is not applied" in text, text
    code, text = dumps.tool(eagre, "boundary", case, "--time", "0.01", *CHOSEN, "--set", "type noSlip;")
    assert code == IO and ".0.01.vtkhdf.changes: it is of another file" in text
    assert (dump.read_bytes(), journal.read_bytes()) == (good, left)
    journal.unlink()
    assert dumps.tool(eagre, "boundary", case, "--time", "0.01", *CHOSEN, "--set", "type noSlip;")[0] == 0


def test_a_damaged_journal_is_never_applied(eagre, interrupted):
    case, dump, journal, before, _ = interrupted
    left = bytearray(journal.read_bytes())
    left[len(left) // 2] ^= 1
    journal.write_bytes(left)
    code, text = dumps.tool(eagre, "info", dump)
    assert code == 0 and "do not agree with its checksum" in text
    assert dumps.tool(eagre, "boundary", case, "--time", "0.01", *CHOSEN, "--set", "type noSlip;")[0] == IO
    assert dump.read_bytes() == before


def test_the_journal_goes_with_its_dump(eagre, interrupted):
    case, _, journal, _, _ = interrupted
    assert dumps.tool(eagre, "purge", case, "--keep-last", "1")[0] == 0
    assert dumps.names(case) == ["0.02"] and not journal.exists()
