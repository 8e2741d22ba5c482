# SPDX-License-Identifier: BSD-3-Clause
"""`eagre run` on a terminal: one line, and the log in the case; elsewhere everything goes to the output."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios

import own
import pytest


def on_terminal(command, columns=120, interrupt=None):
    """Runs a command on a terminal of its own. interrupt: Ctrl-C is pressed when this text has come. Returns exit code and output."""
    pid, terminal = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # which a job in the background ignores
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        os.execv(str(command[0]), [str(word) for word in command])
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the end of a terminal on Linux
            break
        if not piece:
            break
        shown += piece
        if interrupt and interrupt in shown:
            os.write(terminal, b"\x03")
            interrupt = None
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors="replace")


@pytest.fixture
def case(tmp_path):
    return own.dam_break(tmp_path / "case", cells=0.5, tight=False, control="endTime 0.1;")


@pytest.mark.parametrize("ranks", [1, 2])
def test_one_line_and_the_log_in_the_case(case, eagre, ranks):
    (case / "log.interFoam").symlink_to(case / "victim")
    code, shown = on_terminal([eagre, "run", case, *(["-n", ranks] if ranks > 1 else [])])
    log = (case / "log.interFoam").read_text()
    assert code == 0 and not (case / "log.interFoam").is_symlink() and not (case / "victim").exists()
    assert log.startswith("Eagre ") and f"nProcs : {ranks}" in log and "Starting time loop" in log and log.endswith("End\n\n")
    # The log's lines are not printed; while a case is set up the one line may show where in the log it is.
    assert not [line for line in re.split(r"[\r\n]+", shown) if line.startswith(("Starting time loop", "Courant Number")) or re.match(r"\w+:  Solving for", line)]
    lines = [line for piece in shown.split("\n") for line in piece.split("\r") if line.startswith("[#")]
    last = re.findall(r"^Courant Number mean: \S+ max: (\S+)", log, re.M)[-1]
    assert lines and all(len(line) < 120 for line in lines)
    assert re.match(r"\[#+\]  100\.0 %  0 s left  dt [\d.e-]+  Co [\d.]+  p_rgh \d\.\de-\d\d (steady|rising|falling)  alpha\.water 0\.\d+", lines[-1])
    assert f"Co {float(last):.2g} " in lines[-1]
    steps = len(re.findall(r"^Time = ", log, re.M))
    assert f"End: t = 0.1 s after {steps} steps" in shown and "drift" in shown and f"Log: {case}/log.interFoam" in shown


def test_a_second_run_keeps_the_first_log_and_a_refused_one_touches_none(case, eagre):
    for _ in range(2):
        assert on_terminal([eagre, "run", case, "--fresh"])[0] == 0
    assert (case / "log.interFoam.old").read_text().endswith("End\n\n")
    text = (case / "log.interFoam").read_text()
    with subprocess.Popen([eagre, "run", own.dam_break(case.parent / "long", tight=False, control="endTime 1000;")], stdout=subprocess.PIPE) as first:
        while not first.stdout.readline().startswith(b"Time = "):
            pass
        (case.parent / "long" / "log.interFoam").write_text("the first one's")
        code, shown = on_terminal([eagre, "run", case.parent / "long"])
        first.kill()
    assert code == 3 and "another process is writing" in shown and (case.parent / "long" / "log.interFoam").read_text() == "the first one's"
    assert (case / "log.interFoam").read_text() == text


def test_errors_come_to_the_terminal(case, eagre):
    (case / "0" / "U").write_text("nonsense")
    code, shown = on_terminal([eagre, "run", case])
    assert code == 3 and "eagre: error: " in shown and "0/U" in shown


def test_control_c_writes_and_stops(case, eagre):
    own.replace(case, "system/controlDict", "endTime 0.1;", "endTime 1000;")
    code, shown = on_terminal([eagre, "run", case, "--dump", "hdf5", "--threads", "2", "--solvers", "as-written"], interrupt=b" Co ")
    assert code != 0 and "Signal received: writing after this step, then stopping" in shown and "Stopped: t = " in shown
    log = (case / "log.interFoam").read_text()
    assert "Stopped by a signal; everything is written. To continue from time " in log
    assert f": eagre run {case} --threads 2 --dump hdf5 --solvers as-written --from latest" in log


def test_the_log_is_printed_where_it_is_wanted(case, eagre, bin_directory):
    for command in ([eagre, "run", case, "--log"], [bin_directory / "interFoam", "-case", case]):
        code, shown = on_terminal(command)
        assert code == 0 and "Starting time loop" in shown and not (case / "log.interFoam").exists()
    piped = subprocess.run([eagre, "run", case, "--fresh"], capture_output=True, text=True)
    assert piped.returncode == 0 and piped.stdout.endswith("End\n\n") and not (case / "log.interFoam").exists()


def test_the_page_beside_a_run(case, eagre):
    pytest.importorskip("tornado")
    own.replace(case, "system/controlDict", "endTime 0.1;", "endTime 1000;")
    code, shown = on_terminal([eagre, "run", case, "--watch"], interrupt=b"#token=")
    assert code != 0 and re.search(r"http://127\.0\.0\.1:\d+/#token=", shown) and "Stopped: " in shown
