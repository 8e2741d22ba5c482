# SPDX-License-Identifier: BSD-3-Clause
"""What stepping from Python costs beside the steps: PYTHONPATH=python .venv/bin/python tests/python/overhead.py CASE [STEPS]. The table of
docs/python.md."""
import sys
import time

import eagre


def per_call(f, n):
    """Seconds of a call, the least of five series."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n):
            f()
        best = min(best, (time.perf_counter() - start) / n)
    return best


def main():
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with eagre.Simulation(sys.argv[1], log="/dev/null") as sim:
        sim.step()
        start, cells = time.perf_counter(), len(sim.mesh.volumes)
        for _ in range(steps):
            sim.step()
        step = (time.perf_counter() - start) / steps
        sim.end_time = sim.time
        sim.step()
        call = per_call(sim.step, 1000)  # all that a step has around it, with no step to be made
        look = per_call(lambda: (sim.time, sim.delta_t, sim["U"].cells, sim.residuals), 1000)
        log = per_call(lambda: [line.startswith("--> EAGRE Warning : ") for line in ("Time = 0.01\n" * 60).splitlines()], 1000)
        print(f"{cells} cells: a step {1e3 * step:.1f} ms, the call around it {1e6 * call:.1f} us, its log {1e6 * log:.1f} us, "
              f"time, fields and residuals {1e6 * look:.1f} us: {100 * (call + log + look) / step:.3f} %")


if __name__ == "__main__":
    main()
