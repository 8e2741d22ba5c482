# SPDX-License-Identifier: BSD-3-Clause
"""The simulated network fitted to what a reduction cost on the first seed's machine.

Of damBreak on 768 ranks in OpenFOAM as it was, PCG took 20.8 % of the time and MPI_Allreduce, which PCG calls, 16.5 % (figures 4 and 5
of the paper and their numbers in its conference version). So 0.79 of PCG was MPI_Allreduce, with what ranks wait in it. By its data
sheet the network makes less of it. What is missing is put on one thing at a time: messages that take longer, or interruptions of
the cores. What each of them then says of other cases and ranks is a prediction."""
import json
import os

import cluster

RANKS = 768
PCG, ALLREDUCE = 0.208, 0.165  #: shares of the time
TARGET = ALLREDUCE / PCG
CLOSE = 0.005  #: of the share: as near as its three digits
FIRST = {"slow": 6, "noise": 50e-6, "ticks": 30e-6}  #: values to begin with
NOTHING = {"slow": 1, "noise": 0, "ticks": 0}  #: by the data sheet
MOST_TRIES = 8


def share(result):
    """Of the pressure solver's time, that in MPI_Allreduce; means over ranks."""
    solver = result["phases"]["pressure solver"]
    return solver["functions"]["MPI_Allreduce"]["elapsed"] / solver["seconds"]


def fit(network, start, run, tell):
    """The value that makes share() the target, and all tries: the secant method on MPI_Allreduce over the rest of PCG, which is nearly
    linear in the value. start: the share by the data sheet. run: network -> result. Error: no such value after MOST_TRIES."""
    tries = [{"value": NOTHING[network.name], "share": start}]
    value = FIRST[network.name]
    while len(tries) <= MOST_TRIES:
        found = share(run(network.fitted(value)))
        tell(f"{network.title}: {value:.4g} makes MPI_Allreduce {found:.3f} of PCG, wanted {TARGET:.3f}")
        tries.append({"value": value, "share": found})
        if abs(found - TARGET) < CLOSE:
            return {"value": value, "tries": tries}
        (a, at_a), (b, at_b) = ((t["value"], t["share"] / (1 - t["share"])) for t in tries[-2:])
        value = max(b + (TARGET / (1 - TARGET) - at_b) * (b - a) / (at_b - at_a), value / 3)
    raise RuntimeError(f"{network.title}: not fitted after {MOST_TRIES} tries: {tries}")


def fit_all(names, run, tell):
    """Fits networks by name and keeps what came out in cluster.FITS, after each; what was there before is of another program."""
    start = share(run(cluster.SHEET))
    tell(f"{cluster.SHEET.title}: MPI_Allreduce is {start:.3f} of PCG")
    fits = {"sheet": {"value": 1, "tries": [{"value": 1, "share": start}]}}
    for name in names:
        fits[name] = fit(cluster.CANDIDATES[name], start, run, tell)
        keep(fits)


def keep(fits):
    """Writes cluster.FITS whole, or not at all."""
    aside = cluster.FITS.with_suffix(".part")
    aside.write_text(json.dumps(fits, indent=1) + "\n")
    os.replace(aside, cluster.FITS)


def table():
    """Markdown: what was fitted, and how far off it was before. Empty if nothing was."""
    if not cluster.FITS.exists():
        return ""
    rows = ["| network | fitted | MPI_Allreduce, share of PCG | tries |", "|---|---|---|---|"]
    for name, found in json.loads(cluster.FITS.read_text()).items():
        network = cluster.networks()[name]
        value = (f"{1e6 * found['value']:.3g} us each" if network.noise_rate else
                 f"latencies and overheads {found['value']:.3g} times as long" if name != "sheet" else "")
        last = found["tries"][-1]
        rows.append(f"| {network.title} | {value} | {last['share']:.3f} | {len(found['tries'])} |")
    rows.append(f"| the seed | | {TARGET:.3f} | |")
    return "\n".join(rows) + "\n"
