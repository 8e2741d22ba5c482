# SPDX-License-Identifier: BSD-3-Clause
"""What goes wrong around a run is said, and what it has computed is kept: full disks, limits, signals, directories that were
renamed or copied by halves."""
import os
import re
import resource
import signal
import subprocess
import time

import pytest

import disks
import foam
import mistakes
from test_bad_cases import BAD_CASE, IO, USAGE, expect, make_case, replace, run
from test_preparation import case  # noqa: F401: a fixture

STOPPED = 6
FUNCTIONS = {
    "probes": "at { type probes; libs (sampling); fields (p); probeLocations ((0.05 0.05 0.005)); }",
    "residuals": "at { type residuals; libs (utilityFunctionObjects); fields (p U); }",
    "forces": "at { type forces; libs (forces); patches (movingWall); rho rhoInf; rhoInf 1; CofR (0 0 0); }",
    "volFieldValue": "at { type volFieldValue; libs (fieldFunctionObjects); regionType all; operation volAverage; fields (p); writeFields no; }",
}


def functions(case, text, control=""):
    with open(case / "system/controlDict", "a") as file:
        file.write(f"\nfunctions {{ {text} }}\n{control}\n")


def fill(disk, left):
    """Leaves so many bytes of a small disk."""
    stat = os.statvfs(disk)
    (disk / "filler").write_bytes(b"x" * max(0, stat.f_bavail * stat.f_frsize - left))


@pytest.mark.mounts
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_table_on_a_full_disk(eagre, tmp_path, name):
    with disks.small(tmp_path / "disk", "1m") as disk:
        case = make_case(disk, "cavity")
        functions(case, FUNCTIONS[name], "writeInterval 1000000; deltaT 1e-5; endTime 0.03;")
        assert run(eagre, "blockMesh", case).returncode == 0
        fill(disk, 16384)
        expect(run(eagre, "run", case), IO, r"cannot write .*postProcessing/at/0/.*[Nn]o space left")


@pytest.mark.mounts
def test_sampled_lines_on_a_full_disk(eagre, tmp_path):
    with disks.small(tmp_path / "disk", "1m") as disk:
        case = make_case(disk, "cavity")
        functions(case, """at { type sets; libs (sampling); fields (p U); interpolationScheme cell; setFormat raw; writeInterval 1;
            sets ( line { type uniform; axis y; start (0.05 0 0.005); end (0.05 0.1 0.005); nPoints 500; } ); }""",
                  "writeInterval 1000000; deltaT 1e-5; endTime 0.03;")
        assert run(eagre, "blockMesh", case).returncode == 0
        fill(disk, 120000)
        expect(run(eagre, "run", case), IO, r"cannot write .*postProcessing/at/.*[Nn]o space left")
        files = sorted(case.glob("postProcessing/at/*/*"), key=lambda file: float(file.parent.name))
        assert len({len(file.read_text().splitlines()) for file in files}) == 1, "each is whole"
        assert not list(case.glob("postProcessing/at/*/.*"))


def test_a_limit_on_the_size_of_files(eagre, tmp_path):
    """SIGXFSZ would end the run without a word."""
    case = make_case(tmp_path, "cavity")
    functions(case, FUNCTIONS["probes"], "writeInterval 1000000; deltaT 1e-5; endTime 0.03;")
    assert run(eagre, "blockMesh", case).returncode == 0
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    with open(os.devnull, "w") as log:
        result = subprocess.run([str(eagre), "run", str(case)], stdout=log, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    assert result.returncode == IO and re.search("cannot write .*postProcessing/at/0/p: File too large", result.stderr), result


@pytest.mark.parametrize("bytes_", [512, 2000, 8192, 16384, 24000])
@pytest.mark.parametrize("command", [["pack"], ["run", "--dump", "hdf5"]])
def test_a_limit_on_the_size_of_dumps(eagre, tmp_path, command, bytes_):
    """HDF5 crashed at the end of the program over a file that it could not close."""
    case = make_case(tmp_path, "cavity")
    shorten(case, control="dump { restart { writeControl timeStep; writeInterval 1; keep 2; } }")
    assert run(eagre, "blockMesh", case).returncode == 0
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))
    name, *options = command
    expect(run(eagre, name, case, *options, preexec_fn=limit), IO, "File too large|disk full")
    assert not list(case.glob("dumps/*")) or command[0] == "run"
    expect(run(eagre, name, case, *options), 0)


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
def test_a_log_on_a_full_disk(eagre, tmp_path, options):
    case = make_case(tmp_path, "cavity")
    with open("/dev/full", "w") as full:
        result = subprocess.run([str(eagre), "run", str(case), *options], stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == IO and "the log could not be written to its end: No space left" in result.stderr
    assert (case / "0.5/U").exists()


def test_a_log_that_is_read_no_more_says_so(eagre, tmp_path):
    """The reason is that of the write, and not of whatever came after it."""
    case = make_case(tmp_path, "cavity")
    assert run(eagre, "blockMesh", case).returncode == 0
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([str(eagre), "checkMesh", str(case)], stdout=writing, stderr=subprocess.PIPE, text=True, preexec_fn=ignore_pipe)
    os.close(writing)
    assert result.returncode == IO and "the log could not be written to its end: Broken pipe" in result.stderr, result


def ignore_pipe():
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
def test_an_error_that_cannot_be_told(eagre, tmp_path, options):
    """eagre run CASE >log 2>&1 on a full disk: the exit code is that of the error, and no signal ends it."""
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "icoFoam", "icoFaom")
    with open("/dev/full", "w") as full:
        assert subprocess.run([str(eagre), "run", str(case), *options], stdout=full, stderr=full).returncode == BAD_CASE
        assert subprocess.run([str(eagre.parent / "icoFoam"), "-nonsense"], stdout=full, stderr=full).returncode == USAGE


def last_time(case):
    return max((p.name for p in case.glob("[0-9]*") if p.is_dir() and not p.name.startswith("0.orig")), key=float)


@pytest.mark.parametrize("sent,options", [(signal.SIGHUP, []), (signal.SIGXCPU, []), (signal.SIGPIPE, []), (signal.SIGHUP, ["-n", "2"]),
                                          (signal.SIGXCPU, ["-n", "2"])])
def test_signals_that_end_a_process_write_and_stop(eagre, tmp_path, sent, options):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "endTime         ", "endTime         1e6; //")
    replace(case, "system/controlDict", "writeInterval   20", "writeInterval   100000000")
    process = subprocess.Popen([str(eagre), "run", str(case), *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               preexec_fn=lambda: signal.signal(sent, signal.SIG_DFL))  # the tests may have been started by nohup
    for line in process.stdout:
        if line.startswith("ExecutionTime"):
            break
    process.send_signal(sent)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == STOPPED and "Stopped by a signal; everything is written" in output, output[-500:]
    assert (case / last_time(case) / "uniform/restart").exists()


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
def test_a_log_that_is_read_no_more(eagre, tmp_path, options):
    """eagre run | head: the state is written; nothing can be said of it any more."""
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "endTime         ", "endTime         1e6; //")
    replace(case, "system/controlDict", "writeInterval   20", "writeInterval   100000000")
    process = subprocess.Popen([str(eagre), "run", str(case), *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while not process.stdout.readline().startswith(b"ExecutionTime"):
        pass
    process.stdout.close()
    assert process.wait(timeout=60) == STOPPED
    assert float(last_time(case)) > 0 and (case / last_time(case) / "uniform/restart").exists()


def test_the_limit_of_processor_time(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "endTime         ", "endTime         1e6; //")
    replace(case, "system/controlDict", "writeInterval   20", "writeInterval   100000000")
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (2, 30))
    expect(run(eagre, "run", case, preexec_fn=limit), STOPPED)
    assert (case / last_time(case) / "uniform/restart").exists()


def test_nohup_is_heeded(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "deltaT          0.005", "deltaT          0.0001")
    process = subprocess.Popen(["nohup", str(eagre), "run", str(case)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        if line.startswith("ExecutionTime"):
            break
    process.send_signal(signal.SIGHUP)
    assert "\nEnd\n" in process.communicate(timeout=60)[0] and process.returncode == 0


def shorten(case, end="0.02", control=""):
    with open(case / "system/controlDict", "a") as file:
        file.write(f"\nendTime {end}; writeInterval 2; {control}\n")


@pytest.mark.parametrize("form", ["foam", "hdf5"])
def test_a_renamed_time_is_that_of_its_name(eagre, tmp_path, form):
    """As OpenFOAM: a warning, and the run starts at the name."""
    case = make_case(tmp_path, "cavity")
    shorten(case)
    expect(run(eagre, "run", case, "--dump", form), 0)
    if form == "foam":
        (case / "0").rename(case / "0.old")
        (case / "0.02").rename(case / "0")
        (case / "0.01").rename(case / "1")
    else:
        (case / "dumps/0.02.vtkhdf").rename(case / "dumps/0.vtkhdf")
    result = run(eagre, "run", case, "--dump", form, "--from", "0" if form == "foam" else "dumps/0.vtkhdf")
    expect(result, 0)
    assert re.search(r"Warning : .*of time 0.02, but it stands under the name 0: as in OpenFOAM the run starts at time 0", result.stdout)
    assert re.findall("^Time = (.*)", result.stdout, re.M) == ["0.005", "0.01", "0.015", "0.02"]
    written = {p.name.removesuffix(".vtkhdf") for p in (case if form == "foam" else case / "dumps").glob("0.0*")}
    assert written >= {"0.01", "0.02"}, "intervals of writing are counted from the name on"


def test_a_time_written_with_few_digits_is_not_renamed(eagre, tmp_path):
    """0.0166667 stands for 1/60 in its name alone; controlDict may by now ask for more digits."""
    case = make_case(tmp_path, "cavity")
    shorten(case, "0.01666666666666666", "deltaT 0.0041666666666666;")
    expect(run(eagre, "run", case), 0)
    with open(case / "system/controlDict", "a") as file:
        file.write("\nendTime 0.03; timePrecision 12; startFrom latestTime;\n")
    result = run(eagre, "run", case)
    expect(result, 0)
    assert "stands under the name" not in result.stdout
    assert re.findall("^Time = (.*)", result.stdout, re.M)[0] == "0.0208333333333"


def test_a_time_that_openfoam_has_written_under_another_name(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    shorten(case)
    (case / "0/uniform").mkdir()
    (case / "0/uniform/time").write_text(
        'FoamFile { version 2.0; format ascii; class dictionary; location "0.3/uniform"; object time; }\n'
        'value 0.3; name "0.3"; index 60; deltaT 0.005; deltaT0 0.005;\n')
    result = run(eagre, "run", case)
    expect(result, 0)
    assert "of time 0.3, but it stands under the name 0" in result.stdout and "\nTime = 0.005\n" in result.stdout


@pytest.mark.parametrize("how", ["run", "recipe"])
def test_initial_fields_are_there_whole_or_not_at_all(eagre, case, how):
    """A copy of 0.orig that fails half way leaves no 0 from which the next run would start."""
    (case / "0").rename(case / "0.orig")
    (case / "0.orig/zzz").symlink_to("nowhere")
    if how == "recipe":
        (case / "Allrun").write_text("#!/bin/sh\ncp -r 0.orig 0\nblockMesh\nsetFields\ninterFoam\n")
    expect(run(eagre, "run", case), IO, "cannot copy .*0.orig.* to .*0: ")
    assert not (case / "0").exists() and not (case / ".0.partial").exists()
    (case / "0.orig/zzz").unlink()
    expect(run(eagre, "run", case), 0)
    assert {p.name for p in (case / "0").iterdir()} >= {p.name for p in (case / "0.orig").iterdir()}


def test_fields_are_set_together_or_not_at_all(eagre, case):
    """One set and the other not would be taken for fields that are set."""
    (case / "system/setFieldsDict").write_text("""FoamFile { version 2.0; format ascii; class dictionary; object setFieldsDict; }
        defaultFieldValues ( volScalarFieldValue alpha.water 0 volVectorFieldValue U (0 0 0) );
        regions ( boxToCell { box (0 0 -1) (0.1461 0.292 1); fieldValues ( volScalarFieldValue alpha.water 1 volVectorFieldValue U (0.1 0 0) ); } );""")
    expect(run(eagre, "blockMesh", case), 0)
    before = {p.name: p.read_bytes() for p in (case / "0").iterdir()}
    wanted = max((p.stat().st_size for p in (case / "0").iterdir()))
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))  # more than alpha.water needs, less than U
    assert wanted < 8192
    result = run(eagre, "setFields", case, preexec_fn=limit)
    expect(result, IO, "cannot write .*U.*: File too large")
    assert {p.name: p.read_bytes() for p in (case / "0").iterdir()} == before
    expect(run(eagre, "setFields", case), 0)
    assert all(b"nonuniform" in (case / "0" / name).read_bytes() for name in ("alpha.water", "U"))


def test_initial_fields_whose_copying_was_killed(eagre, case):
    (case / "0").rename(case / "0.orig")
    expect(run(eagre, "blockMesh", case), 0)
    for name in ("a", "b", "z"):
        with open(case / "0.orig" / name, "wb") as file:
            file.write(os.urandom(1 << 20) * 150)
    process = subprocess.Popen([str(eagre), "run", str(case)], stdout=subprocess.DEVNULL)
    while not (case / ".0.partial").exists() and not (case / "0").exists():
        assert process.poll() is None
    process.kill()
    process.wait()
    whole = {p.name: p.stat().st_size for p in (case / "0.orig").iterdir()}
    if (case / "0").exists():
        assert {p.name: p.stat().st_size for p in (case / "0").iterdir() if p.is_file()} == whole
    for name in ("a", "b", "z"):
        (case / "0.orig" / name).unlink()
    expect(run(eagre, "run", case), 0)
    assert not (case / ".0.partial").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_check_that_is_ended_leaves_nothing(eagre, tmp_path, number):
    """The directory below TMPDIR is removed whatever ends the check."""
    case, below = mistakes.copy_case("damBreak", tmp_path / "case"), tmp_path / "tmp"
    (case / "0").rename(case / "0.orig")  # which the check copies
    below.mkdir()
    check = subprocess.Popen([eagre, "check", case], env={**foam.environment(), "TMPDIR": str(below)}, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    while not any(os.scandir(below)):
        assert check.poll() is None
    check.send_signal(number)
    assert check.wait() == -number
    until = time.monotonic() + 10
    while any(below.iterdir()):
        assert time.monotonic() < until
        time.sleep(0.01)
