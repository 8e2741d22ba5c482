# SPDX-License-Identifier: BSD-3-Clause
"""Plots and tools around the eagre program, and its solvers driven from Python (Simulation)."""

_OF_SIMULATION = ("Simulation", "SimulationError", "SimulationWarning")


def __getattr__(name):
    """What needs NumPy, and the compiled module, is imported when it is asked for."""
    if name in _OF_SIMULATION:
        from eagre import simulation
        return getattr(simulation, name)
    raise AttributeError(f"module 'eagre' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_OF_SIMULATION])
