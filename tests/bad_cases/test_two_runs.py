# SPDX-License-Identifier: BSD-3-Clause
"""Two processes that write into one case, or into the directory of one channel: the second is refused and told of the first;
a process that was killed stops nobody."""
import os
import re
import signal
import socket
import subprocess

import pytest

import dumps
from test_bad_cases import BAD_CASE, expect, make_case, replace, run
from test_bad_channels import GOOD
from test_preparation import case, program, script  # noqa: F401: case is a fixture

LOCK = ".eagre.lock"


class Running:
    """A process that goes on until it is killed, from its first time step on."""

    def __init__(self, *command, first="Time = |Step ", **options):
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
        for line in self.process.stdout:
            if re.match(first, line):
                break

    def __enter__(self):
        return self.process

    def __exit__(self, *unused):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)


def endless(directory, name="cavity"):
    case = make_case(directory, name)
    replace(case, "system/controlDict", "endTime         ", "endTime         1e6; //")
    return case


def holder(case):
    return dict(line.split(" ", 1) for line in (case / LOCK).read_text().splitlines())


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_second_run_is_refused_and_told_of_the_first(eagre, tmp_path, ranks):
    case = endless(tmp_path)
    with Running(eagre, "run", case, "-n", ranks) as first:
        process = holder(case)["process"]
        if ranks == 1:
            assert os.stat(f"/proc/{process}") and holder(case)["command"].endswith(f"eagre run {case}")
        for other in (["-n", ranks], []):
            expect(run(eagre, "run", case, *other), BAD_CASE,
                   f"another process is writing into this directory: process {process} on {socket.gethostname()} since 20.*eagre run.*--force")
        assert first.poll() is None, "the first goes on"
    assert first.returncode == 6 and not (case / LOCK).exists()


def test_nothing_writes_beside_a_run_and_everything_reads(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "endTime 1e6; writeInterval 1;")
    with Running(eagre, "run", case, "--dump", "hdf5", first="Time = 0.0[3-9]"):
        time = dumps.names(case)[0]
        boundary = ["boundary", case, "--time", time, "--field", "U", "--patch", "movingWall"]
        for command in (["run", case], ["run", case, "--fresh"], ["clean", case], ["pack", case], ["blockMesh", case],
                        ["purge", case, "--keep-last", "1"], [*boundary, "--set", "type noSlip;"],
                        ["extract", case, "--time", time, "--replace"]):
            expect(run(eagre, *command), BAD_CASE, "another process is writing into this directory")
        expect(run(eagre.parent / "icoFoam", "-case", case), BAD_CASE, "another process is writing")
        for command in (["check", case], ["checkMesh", case], ["clean", case, "--dry-run"], ["purge", case, "--keep-last", "1", "--dry-run"],
                        boundary, ["extract", case, "--time", time]):
            expect(run(eagre, *command), 0)
        expect(run(eagre, "info", case), 0)


def test_force_goes_on_beside_it(eagre, tmp_path):
    case = endless(tmp_path)
    with Running(eagre, "run", case):
        process = holder(case)["process"]
        result = run(eagre, "blockMesh", case, "--force")
        expect(result, 0)
        assert re.search(f"Warning : .*process {process} on .*may be lost or mixed", result.stdout)
        assert holder(case)["process"] == process, "the first still holds it"


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_killed_run_stops_nobody(eagre, tmp_path, ranks):
    case = endless(tmp_path)
    running = Running(eagre, "run", case, "-n", ranks)
    os.kill(int(holder(case)["process"]), signal.SIGKILL)
    running.process.communicate(timeout=60)
    assert (case / LOCK).exists()
    result = run(eagre, "blockMesh", case)
    expect(result, 0)
    assert "Warning" not in result.stdout and not (case / LOCK).exists()


def test_a_file_that_another_host_has_left(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    (case / LOCK).write_text("# x\nprocess 7\nhost elsewhere\nbegan 5\nsince 2026-01-01 00:00:00\ncommand eagre run cavity\n")
    result = run(eagre, "blockMesh", case)
    expect(result, 0)
    assert "left by process 7 on elsewhere since 2026-01-01 00:00:00: eagre run cavity" in result.stdout


def test_what_a_run_starts_may_write(eagre, case, tmp_path):
    """A program of the recipe that calls Eagre's tools; what is not started by it may not."""
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\nrunApplication $(getApplication)\n")
    (case / "system/snappyHexMeshDict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object snappyHexMeshDict; }\n")
    path = program(tmp_path / "bin", "snappyHexMesh", f"'{eagre}' setFields . && env -u EAGRE_CASE_LOCKS '{eagre}' setFields . ; test $? = {BAD_CASE}")
    result = run(eagre, "run", case, env=path)
    log = (case / "log.snappyHexMesh").read_text()
    expect(result, 0)
    assert "Setting field values" in log and "another process is writing into this directory" in log


def test_two_runs_of_a_channel(eagre, tmp_path):
    settings = tmp_path / "wave.toml"
    settings.write_text(GOOD.replace("steps = 4", "steps = 0\nend = 1e6"))
    with Running(eagre, "channel", "run", settings, cwd=tmp_path):
        for command in (["run", settings, "--overwrite"], ["init", settings, "--no-picture"]):
            expect(run(eagre, "channel", *command, cwd=tmp_path), BAD_CASE, "wave: another process is writing into this directory: process \\d+ on .*channel run")
        result = run(eagre, "channel", "init", settings, "--no-picture", "--force", cwd=tmp_path)
        expect(result, 0)
        assert "may be lost or mixed" in result.stdout
    assert not (tmp_path / "wave" / LOCK).exists()


def test_a_directory_that_cannot_be_locked(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    (case / LOCK).symlink_to(tmp_path / "elsewhere")
    result = run(eagre, "blockMesh", case)
    expect(result, 0)
    assert "nothing keeps a second run out" in result.stdout and not (tmp_path / "elsewhere").exists()
