# SPDX-License-Identifier: BSD-3-Clause
"""What a run communicates, drawn from profile.json: time by phase of the step, and the shares of MPI functions, over numbers of
ranks. After figures 4, 5 and 16 of Lin et al., Water 10 (2018) 1461."""
import json
import pathlib

from matplotlib import colormaps
from matplotlib.figure import Figure

from eagre.case import CaseError

SMALLEST = 0.01  # functions with a smaller share of every run are drawn as one
OTHERS = "others"


class Profile:
    """One profile.json: times [s] of all profiled steps together, means over ranks."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        if self.path.is_dir():
            self.path = self.path / "profile.json"
        try:
            content = json.loads(self.path.read_text())
            communication = content["communication"]
            self.steps, self.ranks, self.methods = content["steps"], communication["ranks"], communication["methods"]
            phases = communication["phases"]
            self.phases = {p["name"]: p["seconds"]["mean"] for p in phases}
            self.functions, self.waiting, self.in_mpi = {}, {}, {}
            for phase in phases:
                self.in_mpi[phase["name"]] = sum(row["elapsed"]["mean"] for row in phase["functions"])
                for row in phase["functions"]:
                    name = row["name"]
                    self.functions[name] = self.functions.get(name, 0) + row["elapsed"]["mean"]
                    self.waiting[name] = self.waiting.get(name, 0) + row["waiting"]["mean"]
        except FileNotFoundError:
            raise CaseError(f"{self.path}: no such file; eagre run CASE --profile writes it") from None
        except (ValueError, KeyError, TypeError) as error:
            raise CaseError(f"{self.path}: not a profile of this program ({error!r})") from None

    @property
    def milliseconds(self):
        return 1e3 / max(self.steps, 1)


def names_of(profiles, values):
    """Keys in the order of the first profile, then what only others have."""
    return list(dict.fromkeys(name for profile in profiles for name in values(profile)))


def stack(ax, profiles, parts, colours):
    """Bars, one a profile; parts: (label, heights, hatched heights or None) from the bottom up."""
    places, bottom = range(len(profiles)), [0.0] * len(profiles)
    for (label, heights, hatched), colour in zip(parts, colours):
        ax.bar(places, heights, bottom=bottom, color=colour, label=label, width=0.7)
        if hatched:
            ax.bar(places, hatched, bottom=bottom, color="none", edgecolor="black", hatch="////", linewidth=0, width=0.7, alpha=0.45)
        bottom = [b + h for b, h in zip(bottom, heights)]
    ax.set_xticks(list(places), [str(p.ranks) for p in profiles])
    ax.set_xlabel("ranks")
    ax.margins(x=0.6 / len(profiles))
    return bottom


def draw_phases(ax, profiles):
    """Time of a step by phase; hatched: in MPI."""
    names = names_of(profiles, lambda p: p.phases)
    parts = [(name, [p.phases.get(name, 0) * p.milliseconds for p in profiles], [p.in_mpi.get(name, 0) * p.milliseconds for p in profiles])
             for name in names]
    stack(ax, profiles, parts, colormaps["Set2"].colors)
    ax.bar([0], [0], color="none", edgecolor="black", hatch="////", linewidth=0, alpha=0.45, label="of that in MPI")
    ax.set_ylabel("time of a step [ms]")


def draw_functions(ax, profiles):
    """Shares of MPI functions in the time of the step; hatched: waiting for others."""
    def share(profile, times, name):
        return 100 * times.get(name, 0) / sum(profile.phases.values())

    def large(name):
        return any(share(p, p.functions, name) >= 100 * SMALLEST for p in profiles)

    names = names_of(profiles, lambda p: p.functions)
    parts = [(name, [share(p, p.functions, name) for p in profiles], [share(p, p.waiting, name) for p in profiles])
             for name in names if large(name)]
    rest = [name for name in names if not large(name)]
    if rest:
        parts.append((OTHERS, [sum(share(p, p.functions, name) for name in rest) for p in profiles], None))
    tops = stack(ax, profiles, parts, colormaps["tab10"].colors)
    for place, top in enumerate(tops):
        ax.text(place, top + 1, f"{top:.0f} %", ha="center")
    ax.bar([0], [0], color="none", edgecolor="black", hatch="////", linewidth=0, alpha=0.45, label="of that waiting for others")
    ax.set_ylim(0, 108)
    ax.set_ylabel("share of the step's time [%]")


def draw(profiles):
    figure = Figure(figsize=(12, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    draw_phases(left, profiles)
    draw_functions(right, profiles)
    left.set_title("Phases of the step")
    right.set_title("MPI functions")
    for ax in (left, right):
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, fontsize=8, frameon=False)
    figure.suptitle("\n".join(names_of(profiles, lambda p: [p.methods])), fontsize=9)
    return figure


def plot(paths):
    """Draws the profiles of these cases or files; returns the picture's path: pictures/profile.png of the first case."""
    profiles = sorted((Profile(path) for path in paths), key=lambda p: p.ranks)
    target = Profile(paths[0]).path.resolve().parent / "pictures"
    target.mkdir(exist_ok=True)
    figure = draw(profiles)
    figure.savefig(target / "profile.png", dpi=110)
    return target / "profile.png"
