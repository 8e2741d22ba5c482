# SPDX-License-Identifier: BSD-3-Clause
"""Good cases that attacks begin with: made once, copied for each attack. In each lie files of the user's ("mine...") that no command may touch."""
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FUNCTIONS = """functions
{
    points { type probes; libs (sampling); fields (p U); probeLocations ((0.05 0.05 0.005)); }
    lines { type sets; libs (sampling); writeControl writeTime; fields (p); interpolationScheme cell; setFormat raw;
            sets ( line { type uniform; axis x; start (0.01 0.05 0.005); end (0.09 0.05 0.005); nPoints 3; } ); }
    vorticity { type Q; libs (fieldFunctionObjects); writeControl writeTime; result Qs; }
    mean { type fieldAverage; libs (fieldFunctionObjects); writeControl writeTime; fields ( U { mean on; prime2Mean on; base time; } ); }
}
"""
CHANNEL = """[grid]
cells = [8, 1, 8]
length = [1.0, 0.125]
[fluid]
Re = 10
We = 10
viscosity_ratio = 2
[initial]
shape = "wave"
amplitude = 0.01
[time]
dt = 2e-4
steps = 6
[output]
fields_every = 3
restart_every = 3
"""
TPLS_FLOW = "maxl 9\nmaxm 5\nmaxn 9\nre 10.0\ndpdl -1.0\nmu_plus 1.0\nmu_minus 2.0\nheight 0.5\nscap 0.1\nsmooth_width 0.1875\ndt 0.002\nidm lsm\n"
TPLS_RUN = ("num_procs_x 1\nnum_procs_y 1\nlevelset 5\nphi_dat_frequency 2\nuvw_dat_frequency 2\n"
            "backup_frequency 2\nbackup_text_format T\nbackup_hdf5_format T\n"
            "num_timesteps 4\n")


def append(case, file, text):
    with open(case / file, "a") as stream:
        stream.write("\n" + text + "\n")


def plant(case):
    """What is the user's own, also where Eagre writes."""
    for name in ("mine.txt", "dumps/mine.txt", "postProcessing/mine.txt", "pictures/mine.png", "constant/mine", "system/mine"):
        path = case / name
        if path.parent.is_dir() or path.parent.name in ("dumps", "postProcessing", "pictures"):
            path.parent.mkdir(exist_ok=True)
            path.write_text("the user's own: " + name)


class Bases:
    def __init__(self, directory, eagre, environment):
        self.directory, self.eagre, self.environment = directory, eagre, environment
        directory.mkdir(parents=True)
        cavity = self._copy("cavity", "cavity")
        append(cavity, "system/controlDict", "writeInterval 2; endTime 0.02;\n" + FUNCTIONS)
        meshed = self._derive("cavity", "meshed")
        self._eagre("blockMesh", meshed)
        (meshed / "constant/polyMesh/madeFrom").unlink()
        (meshed / "0.orig").rename(meshed / "0")
        binary = self._derive("cavity", "binary")
        append(binary, "system/controlDict", "writeFormat binary; startFrom latestTime;")
        self._eagre("run", binary)
        append(binary, "system/controlDict", "endTime 0.03;")
        dumped = self._derive("cavity", "dumped")
        append(dumped, "system/controlDict", "dump { restart { writeControl timeStep; writeInterval 1; keep 2; } } startFrom latestTime;")
        self._eagre("run", dumped, "--dump", "hdf5")
        append(dumped, "system/controlDict", "endTime 0.03;")
        dam = self._copy("damBreak", "dam")
        for file, pattern in (("system/blockMeshDict", r"\((46|8|38) (16|84) 1\)"),):
            text = (dam / file).read_text()
            (dam / file).write_text(re.sub(pattern, lambda m: f"({int(m[1]) // 4} {int(m[2]) // 4} 1)", text))
        append(dam, "system/controlDict", "#remove functions\nadjustTimeStep no; deltaT 0.001; endTime 0.004; writeControl timeStep; writeInterval 2;")
        channel = directory / "channel"
        channel.mkdir()
        (channel / "wave.toml").write_text(CHANNEL)
        self._eagre("channel", "init", "wave.toml", "--no-picture", cwd=channel)
        self._eagre("channel", "run", "wave.toml", cwd=channel)
        tpls = directory / "tpls"
        tpls.mkdir()
        (tpls / "tpls_config.opt").write_text(TPLS_RUN)
        (tpls / "initial_config.dat").write_text(TPLS_FLOW)
        last = {"phi": (9, 5, 9), "u": (9, 5, 7), "v": (9, 5, 7), "w": (9, 5, 8), "pressure": (9, 5, 9)}
        for name, (l, m, n) in last.items():
            values = [(k - 0.5) / 8 - 0.5 if name == "phi" else 0.1 for k in range(n + 1) for _ in range((l + 1) * (m + 1))]
            head = f" DATA\n DIMENSIONS: Lmin Lmax Mmin Mmax Nmin Nmax\n0 {l} 0 {m} 0 {n}\n"
            (tpls / f"initial_{name}.dat").write_text(head + "".join(f"{v:.8E}\n" for v in values))
        for case in (cavity, meshed, binary, dumped, dam, channel, tpls):
            plant(case)
        outside = self._derive("meshed", "outside")
        shutil.copytree(dumped / "dumps", outside / "dumps", dirs_exist_ok=True)
        (outside / "secret").write_text("FoamFile { version 2.0; format ascii; class dictionary; object secret; }\nsecret 42;\n")

    def _copy(self, name, to):
        return pathlib.Path(shutil.copytree(ROOT / "cases" / name, self.directory / to))

    def _derive(self, name, to):
        return pathlib.Path(shutil.copytree(self.directory / name, self.directory / to))

    def _eagre(self, *words, cwd=None):
        done = subprocess.run([self.eagre, *map(str, words)], cwd=cwd, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}: {done.stdout[-1000:]}{done.stderr}")

    def give(self, scene, name):
        """Puts a copy of a base into a scene, and the one beside it."""
        scene.tell(f"from {name}, as {scene.case.name!r}")
        scene.base = name
        shutil.copytree(self.directory / name, scene.case, symlinks=True)
        if not scene.outside.exists():
            shutil.copytree(self.directory / "outside", scene.outside)


#: What a run may replace of a case that Eagre has run before.
RESULTS = ("[0-9]*/U", "[0-9]*/p", "[0-9]*/phi", "[0-9]*/Qs", "[0-9]*/*Mean", "[0-9]*/uniform*", "[1-9]*", "0.0*", "dumps/*.vtkhdf", "dumps/*.series",
        "dumps/*.xdmf",
           "dumps/.*", "postProcessing/[pvlm]o*", "postProcessing/li*", "postProcessing/vo*", "postProcessing/me*", "log.*", "0/*")
MESH = ("constant/polyMesh", "constant/polyMesh/*")
#: What is Eagre's, as `eagre clean` has it (docs/dumps.md): pictures and postProcessing with all that is in them.
CLEANED = MESH + ("0", "0.*", "postProcessing*", "pictures*", "dumps*", "profile.json")
HIDDEN = (".eagre.lock", "*/.*.part*", ".*.part*", ".0.partial*")
REPLACED_BY_RUN = {"cavity": HIDDEN, "meshed": HIDDEN, "dam": HIDDEN, "binary": RESULTS + MESH + HIDDEN, "dumped": RESULTS + MESH + HIDDEN}
