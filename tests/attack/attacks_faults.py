# SPDX-License-Identifier: BSD-3-Clause
"""Faults around good cases: limits, full disks, signals, killed ranks, two runs at once, closed streams. Afterwards what is written is whole,
and the same command succeeds without the fault."""
import os
import signal
import subprocess
import time

from bases import CLEANED, HIDDEN, MESH, REPLACED_BY_RUN, RESULTS, append

#: base, command, whether it may simply be repeated
COMMANDS = [("cavity", ["check"]), ("cavity", ["run"]), ("cavity", ["run"]), ("cavity", ["run", "--dump", "hdf5"]), ("cavity", ["run", "--dump", "both"]),
        ("dam", ["run"]), ("dam", ["run", "--dump", "hdf5"]),
            ("binary", ["run"]), ("dumped", ["run", "--dump", "hdf5"]), ("dumped", ["info"]), ("dumped", ["extract", "--time", "0.02"]), ("dumped", ["pack"]),
            ("cavity", ["blockMesh"]),
            ("dumped", ["boundary", "--time", "0.02", "--field", "U", "--patch", "movingWall", "--set", "type fixedValue; value uniform (2 0 0);"]),
            ("dumped", ["purge", "--keep-last", "1"]), ("binary", ["clean"]), ("channel", ["channel", "run", "wave.toml", "--from", "latest"]),
            ("channel", ["channel", "run", "wave.toml", "--overwrite"]), ("channel", ["channel", "init", "wave.toml", "--no-picture"]), ("channel",
            ["channel", "convert", "wave/fields_00000003.nc", "out.dat"]),
            ("tpls", ["channel", "run", "--tpls", "tpls_config.opt", "--overwrite"]), ("tpls", ["channel", "convert", "tpls_config.opt", "out.nc"])]


def replaces(base, command):
    if command[0] == "channel":
        return ("wave/*", "out*", "eagre*") + HIDDEN
    if command[0] in ("check", "info"):
        return HIDDEN
    if command[0] in ("boundary", "purge"):
        return ("dumps/*.vtkhdf", "dumps/*.series", "dumps/*.xdmf", "dumps/.*") + HIDDEN
    if command[0] == "clean":
        return RESULTS + CLEANED + HIDDEN
    if command[0] in ("run", "extract", "pack") and base in ("binary", "dumped"):
        # A run continues from the latest time: that and those before it stay.
        return tuple(p for p in RESULTS if not p.startswith(("[", "0", "dumps/*"))) + ("0.03*", "dumps/0.03*", "dumps/0.02?*", "dumps/restart*",
                "dumps/*.series", "dumps/*.xdmf", "dumps/mesh*") + HIDDEN
    return REPLACED_BY_RUN[base]


def words(command):
    """The command on the case that is the working directory."""
    return command if command[0] == "channel" else [command[0], ".", *command[1:]]


def repeat(scene, base, command):
    """What a fault has left is no hindrance, and what is there is whole."""
    if "--from" in command and "latest" in command and not list(scene.case.glob("wave/restart*.nc")):
        return
    again = ["extract", "--time", "0.02", "--replace"] if command[0] == "extract" else command
    made = ("0.02*",) * (command[0] == "extract") + (RESULTS + MESH) * (base in ("cavity", "dam"))  # by the first
    result = scene.run(*words(again), replaces=replaces(base, command) + made)
    if result.code != 0:
        scene.fail(f"after the fault `{' '.join(command)}` ends with {result.code}: {result.stderr[:500]}")
    if list(scene.case.glob("dumps/*.vtkhdf")) and command[0] not in ("clean", "pack"):
        result = scene.run("info", ".", replaces=HIDDEN)
        if result.code != 0:
            scene.fail(f"a dump is not whole: {result.stdout[-500:]}{result.stderr[-500:]}")


def limits(scene, bases, chance):
    """Limits on the size of files, on open files, memory and stack."""
    base, command = chance.choice(COMMANDS)
    bases.give(scene, base)
    name = chance.choice(["FSIZE", "FSIZE", "FSIZE", "NOFILE", "NOFILE", "AS", "STACK", "UMASK"])
    value = {"FSIZE": lambda: chance.choice([0, 1, 100, 511, 512, 1000, 4096, 8192, 16384, 32768, 100000, chance.randint(1, 60000)]),
            "NOFILE": lambda: chance.randint(16, 40),
             "AS": lambda: chance.choice([60, 80, 100, 150, 200, 300, 400]) << 20, "STACK": lambda: chance.choice([160, 256, 512]) << 10,
             "UMASK": lambda: chance.choice([0o777, 0o000, 0o277])}[name]()
    scene.run(*words(command), limits={name: value}, replaces=replaces(base, command))
    if name == "UMASK" and value & 0o400 and os.geteuid() != 0:
        return  # what it has made cannot be read
    repeat(scene, base, command)


SIGNALS = ["HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "PIPE", "ALRM", "CHLD", "CONT", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "KILL",
        "KILL", "KILL", "KILL", "STOP"]


def signals(scene, bases, chance):
    """A signal at any moment of any command."""
    base, command = chance.choice(COMMANDS)
    bases.give(scene, base)
    running = scene.start(*words(command), replaces=replaces(base, command))
    time.sleep(chance.uniform(0, 0.25))
    for name in chance.choices(SIGNALS, k=chance.choice([1, 1, 2])):
        running.send(getattr(signal, "SIG" + name))
        if name == "STOP":
            time.sleep(0.1)
            running.send(signal.SIGCONT)
    running.finish()
    repeat(scene, base, command)


LONG = "endTime 1e6; writeInterval 1; deltaT 0.001; purgeWrite 3; dump { restart { writeControl timeStep; writeInterval 2; keep 2; } }"


def killed_ranks(scene, bases, chance):
    """One of two ranks, or the program that has started them, dies while they write."""
    bases.give(scene, "cavity")
    append(scene.case, "system/controlDict", LONG)
    form = chance.choice(["foam", "hdf5", "both"])
    running = scene.start("run", ".", "-n", "2", "--dump", form)
    until = time.monotonic() + 20
    while time.monotonic() < until and running.process.poll() is None and not (list(scene.case.glob("0.0*")) or list(scene.case.glob("dumps/0*.vtkhdf"))):
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.1))
    ranks = running.ranks()
    running.send(signal.SIGKILL, chance.choice(ranks) if ranks and chance.random() < 0.7 else None)
    running.finish()
    append(scene.case, "system/controlDict", "startFrom latestTime; endTime 100;")
    times = [float(p.stem) for p in [*scene.case.glob("0.*"), *scene.case.glob("dumps/0*.vtkhdf")] if p.stem.replace(".", "").isdigit()]
    append(scene.case, "system/controlDict", f"endTime {max(times, default=0) + 0.002:.6g};")
    result = scene.run("run", ".", "--dump", form, replaces=RESULTS + MESH + HIDDEN)
    if result.code != 0:
        scene.fail(f"it does not continue from what was written: {result.stderr[:500]}")
    if form != "foam" and scene.run("info", ".", replaces=HIDDEN).code != 0:
        scene.fail("a dump is not whole")


def two_at_once(scene, bases, chance):
    """Two commands that write into one case at the same time: one of them says that it will not, or they follow one another."""
    base = chance.choice(["cavity", "binary", "dumped", "channel"])
    bases.give(scene, base)
    chosen = [chance.choice([c for b, c in COMMANDS if b == base]) for _ in range(2)]
    allowed = tuple(p for c in chosen for p in replaces(base, c))
    first = scene.start(*words(chosen[0]), replaces=allowed)
    time.sleep(chance.choice([0, 0, 0.02, 0.1]))
    second = scene.start(*words(chosen[1]), replaces=allowed)
    # What the first was just writing, and its directory for temporary files, may be gone.
    second.case_before, second.outside_before = first.case_before, first.outside_before
    first.finish()
    second.finish()
    for command in chosen:
        if command[0] == "run":
            return repeat(scene, base, command)


def streams(scene, bases, chance):
    """Nothing to write to, no directory for temporary files, no home, odd languages."""
    base, command = chance.choice(COMMANDS)
    bases.give(scene, base)
    full, nothing = open("/dev/full", "w"), open(os.devnull, "r")
    reading, writing = os.pipe()
    os.close(reading)
    options = chance.choice([{"stdout": full}, {"stdout": full, "stderr": full}, {"stdout": writing}, {"stdout": writing, "stderr": writing},
            {"stdin": nothing},
                             {"stdin": subprocess.PIPE}, {"environment": {"TMPDIR": "/nowhere"}}, {"environment": {"HOME": None, "TMPDIR": None}},
                             {"environment": {"PATH": ""}},
                             {"environment": {"LC_ALL": "xx_YY.UTF-99", "LANG": "C"}}, {"environment": {"COLUMNS": "-1", "TERM": "x" * 1000}},
                             {"environment": {"WM_PROJECT_DIR": "../../outside"}},
                             {"environment": {"EAGRE_CASE_LOCKS": "../../evil"}}, {"environment": {"FOAM_USER_LIBBIN": "x" * 100000}},
                             {"environment": {"OMP_NUM_THREADS": "-1"}}])
    scene.tell(str({k: v for k, v in options.items()}))
    running = scene.start(*words(command), replaces=replaces(base, command), **options)
    if writing in options.values():
        running.sent.add(signal.SIGPIPE)
    running.finish()
    for file in (full, nothing):
        file.close()
    os.close(writing)
    repeat(scene, base, command)


ATTACKS = {limits: 12, signals: 14, killed_ranks: 3, two_at_once: 5, streams: 5}
