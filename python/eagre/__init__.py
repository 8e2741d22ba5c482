# SPDX-License-Identifier: BSD-3-Clause
"""Cases from Python (Case), solvers driven from Python (Simulation), plots and tools around the eagre program."""
import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for editors, which do not see what __getattr__ finds
    from eagre.case import Case as Case, CaseError as CaseError
    from eagre.dictionary import DictionaryError as DictionaryError
    from eagre.records import program as program
    from eagre.simulation import Simulation as Simulation, SimulationError as SimulationError, SimulationWarning as SimulationWarning

_MODULES = {"Case": "case", "CaseError": "case", "DictionaryError": "dictionary", "Simulation": "simulation",
            "SimulationError": "simulation", "SimulationWarning": "simulation", "program": "records"}


def __getattr__(name):
    """What needs NumPy, and the compiled module, is imported when it is asked for."""
    if name in _MODULES:
        return getattr(importlib.import_module(f"eagre.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'eagre' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_MODULES])
