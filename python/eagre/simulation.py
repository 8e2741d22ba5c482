# SPDX-License-Identifier: BSD-3-Clause
"""A case that runs in this process and is driven from here, on any number of ranks (docs/python.md):

    with eagre.Simulation("damBreak") as sim:
        while sim.step():
            print(sim.time, sim["alpha.water"].cells.max())

All that changes a simulation is collective: each rank calls it, in the same order. Only values are read by a rank for itself.
"""
from __future__ import annotations

import atexit
import os
import pathlib
import sys
import warnings
import weakref
from typing import Any, Callable, Iterator, Mapping, Optional, TextIO, Union

import numpy as np

from eagre.simulation_fields import Field, Mesh, components, values_of
from eagre.simulation_view import Bar, LivePicture

try:
    from eagre import _core
except ImportError as _error:  # the package is of use without the compiled module
    _core = None
    _missing = _error

    class SimulationError(RuntimeError):
        """A case that cannot be set up, run or written."""
else:
    SimulationError = _core.SimulationError

Function = Callable[[np.ndarray, float], Any]
Log = Union[None, bool, str, os.PathLike, TextIO]

_live: weakref.WeakSet = weakref.WeakSet()


class SimulationWarning(UserWarning):
    """What the program writes into its log as a warning."""


@atexit.register
def _finish() -> None:
    """Before MPI ends, by this module or by mpi4py: what belongs to it is freed. A rank whose script has failed ends the others, which may
    wait for it."""
    if _core is not None and getattr(sys, "last_type", None) is not None:
        sys.stderr.flush()
        _core.leave_together()
    for simulation in list(_live):
        simulation.close()
    if _core is not None:
        _core.finish_mpi()


def _fortran_handle(comm: Any) -> Optional[int]:
    """The number that MPI's Fortran interface has for a communicator of mpi4py; None for None."""
    if comm is None:
        return None
    if not hasattr(comm, "py2f"):
        raise TypeError(f"comm must be a communicator of mpi4py, or None for all ranks, not {type(comm).__name__}")
    mpi = sys.modules.get("mpi4py.MPI")
    if mpi is not None and mpi.Get_library_version().rstrip("\0 \n") != _core.mpi_library().rstrip("\0 \n"):
        raise ImportError(f"mpi4py uses another MPI library ({mpi.Get_library_version().splitlines()[0]}) than Eagre "
                          f"({_core.mpi_library().splitlines()[0]}): docs/python.md says how they use the same one")
    if mpi is not None and comm == mpi.COMM_NULL:
        raise ValueError("comm is MPI.COMM_NULL: this rank is not one of the simulation's")
    return comm.py2f()


class _Functions:
    """The functions of a simulation. The module calls initial() and boundary_at_start() while it sets the case up."""

    def __init__(self, initial: Mapping, boundary: Mapping, sources: Mapping):
        for name, functions in (("initial", initial), ("boundary", boundary), ("sources", sources)):
            for key, function in functions.items():
                if name == "boundary" and not (isinstance(key, tuple) and len(key) == 2):
                    raise TypeError(f"boundary: a key is (patch, field), not {key!r}")
                if not callable(function):
                    raise TypeError(f"{name}: a function is needed for {key!r}, not {type(function).__name__}")
        self.initial_of, self.boundary_of, self.source_of = dict(initial), dict(boundary), dict(sources)
        self.met: set = set()
        self.time = 0.0

    def source_names(self) -> list:
        return list(self.source_of)

    def initial(self, field: str, components: int, points: np.ndarray):
        if field not in self.initial_of:
            return None
        self.met.add(field)
        return values_of(self.initial_of[field](points.reshape(-1, 3)), len(points), components, f"initial field {field}")

    def boundary_at_start(self, field: str, patch: str, components: int, points: np.ndarray):
        if (patch, field) not in self.boundary_of:
            return None
        self.met.add((patch, field))
        return self.boundary(field, patch, components, points, self.time)

    def boundary(self, field, patch, components, points, time):
        return values_of(self.boundary_of[patch, field](points, time), len(points), components, f"patch {patch} of field {field}")

    def require_all_met(self) -> None:
        unmet = [key for key in (*self.initial_of, *self.boundary_of) if key not in self.met]
        if unmet:
            raise ValueError(f"functions are given for {', '.join(map(str, unmet))}, which the solver does not read at the start "
                             "(boundary: keys are (patch, field))")


class Simulation:
    """An OpenFOAM case, set up at its start time, with the settings of its controlDict; `eagre run` as an object.

    case        directory of the case
    comm        mpi4py's communicator of the ranks that run it; None: all ranks of the process's MPI, or the only one
    initial     {field: f(points)}: cells at the start time instead of the file's, at points [n, 3] in m
    boundary    {(patch, field): f(points, time)}: values, or normal gradients, on the patch of a fixedValue, or fixedGradient,
                condition, at the start and in each step; points [n, 3] of its faces in m, time in s. See boundary()
    sources     {field: f(points, time)}: an explicit source of the field's equation in each step, at the cells' centres; of U the
                acceleration in m/s^2, of others the right-hand side per volume. Where the solver reads fvOptions
    log         where the program's log goes: None: nowhere; True: sys.stdout; a path; an object with write(). On rank 0. Warnings are
                warned of as SimulationWarning wherever it goes
    application, flavour, solvers ("fast", "as-written"), dump ("foam", "hdf5", "both"), start (time to start from), exchange,
    reduction, krylov: as the options of `eagre run` (start: --from)
    prepare     make the mesh and set the fields as the recipe of the case says; False: the case is taken as it is
    force       go on if another process works in the case

    A function returns an array [n], or [n, 3] of a vector, or one value for all points; it is called on each rank for its points,
    with none, too. One that raises, or returns another shape, ends the run on all ranks with its traceback, after the time that
    the step before has reached is written.

    Errors: SimulationError (kind: "badCase", "diverged", "io", ...) with the program's message; ValueError, TypeError for arguments.
    """

    def __init__(self, case: Union[str, os.PathLike], comm: Any = None, *, initial: Mapping[str, Callable] = {},
                 boundary: Mapping[tuple, Function] = {}, sources: Mapping[str, Function] = {}, log: Log = None, application: str = "",
                 flavour: str = "", solvers: str = "fast", dump: str = "", start: str = "", exchange: str = "", reduction: str = "",
                 krylov: str = "", prepare: bool = True, force: bool = False):
        if _core is None:
            raise ImportError("the compiled module of Eagre is not there for this Python, which a Simulation needs: `make python` in the "
                              f"sources builds it (docs/python.md; {_missing})")
        for word, given, valid in (("solvers", solvers, ("fast", "as-written")), ("dump", dump, ("", "foam", "hdf5", "both"))):
            if given not in valid:
                raise ValueError(f"{word}: {given!r} is not one of {', '.join(map(repr, valid))}")
        self.case = pathlib.Path(os.fsdecode(case)).resolve()
        if any(other.case == self.case and not other._core.closed for other in _live):
            raise ValueError(f"case: {case} is that of another simulation of this process, which is to be closed first")
        words = {"case": os.fsdecode(case), "application": application, "flavour": flavour, "solvers": solvers, "dump": dump,
                 "start": str(start), "exchange": exchange, "reduction": reduction, "krylov": krylov}
        self._functions = _Functions(initial, boundary, sources)
        self._core = _core.Core()
        if isinstance(log, (str, os.PathLike)) and not pathlib.Path(log).resolve().parent.is_dir():
            raise ValueError(f"log: {os.fspath(log)} lies in no directory that is there")
        self._log_to, self._closes_log = log, False
        self._points: dict = {}  # centres of the faces of patches
        self._points_of = -1  # version of the mesh's geometry
        try:
            self._core.make(_fortran_handle(comm), words, self._functions, prepare, force)
            self._functions.require_all_met()
            self._watch()
        except BaseException:
            self._pass_log_on()
            self.close()
            raise
        _live.add(self)
        self._pass_log_on()

    def __repr__(self) -> str:
        return f"Simulation({str(self.case)!r}, {'closed' if self._core.closed else f't = {self.time_name} s'})"

    # ---- life
    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind, error, trace) -> None:
        self.close()

    def close(self) -> None:
        """Gives the case free; nothing is written. Arrays of fields stay valid."""
        if self._core.closed:
            return
        self._pass_log_on()
        self._core.close()
        if self._closes_log:
            self._log_to.close()

    def step(self) -> bool:
        """One time step, with what controlDict says beside it: times are written, function objects called. False at the end of the run.
        Other threads of Python run meanwhile. Ctrl-C takes effect after the step. Collective."""
        try:
            return self._core.step()
        finally:
            self._pass_log_on()

    def run(self, progress: bool = False, picture: str = "", every: int = 10) -> Simulation:
        """All steps that are left; see steps(). Collective."""
        for _ in self.steps(progress, picture, every):
            pass
        return self

    def steps(self, progress: bool = False, picture: str = "", every: int = 10) -> Iterator[Simulation]:
        """`for sim in sim.steps(): ...`: after each step. progress: shows how far the run is, in a terminal or a notebook. picture: a field
        that a notebook shows beside it, drawn anew each `every` steps; see plot()."""
        views: list = [Bar(self)] if progress and self.rank == 0 else []
        if picture:
            views.append(LivePicture(self, picture, every))
        while self.step():
            for view in views:
                view.show()
            yield self
        for view in views:
            view.end()

    def plot(self, field: str = "", axes: Any = None, **options: Any) -> Any:
        """A field as it is now (without a name: the phase fraction, or U); see Field.picture(). Returns the axes of matplotlib."""
        fields = self.fields
        return self[field or next((name for name in fields if name.startswith("alpha.")), "U")].picture(axes, **options)

    def write(self) -> None:
        """Writes the present time into the case, as a time that it can be continued from. Not before the first step. Collective."""
        try:
            self._core.write()
        finally:
            self._pass_log_on()

    def stop(self) -> None:
        """The next step is the last one, and is written. Collective."""
        self._core.stop()

    # ---- state
    @property
    def time(self) -> float:
        """[s] that has been reached."""
        return self._core.time

    @property
    def time_name(self) -> str:
        """The name of its directory."""
        return self._core.time_name

    @property
    def delta_t(self) -> float:
        """[s] of the last step. May be set where controlDict has not adjustTimeStep."""
        return self._core.delta_t

    @delta_t.setter
    def delta_t(self, seconds: float) -> None:
        self._core.set_delta_t(seconds)

    @property
    def end_time(self) -> float:
        """[s]; may be set at any time, also to go on after the end. An edited controlDict sets it anew."""
        return self._core.end_time

    @end_time.setter
    def end_time(self, seconds: float) -> None:
        self._core.set_end_time(seconds)

    @property
    def index(self) -> int:
        """Steps since the very first start, over restarts."""
        return self._core.index

    @property
    def running(self) -> bool:
        """Whether there is a step left to be made."""
        return self._core.running

    @property
    def rank(self) -> int:
        return self._core.rank

    @property
    def size(self) -> int:
        """Number of ranks."""
        return self._core.size

    @property
    def residuals(self) -> dict[str, float]:
        """Initial residual of the first solve for each field, or component (Ux), in the last step."""
        return self._core.residuals()

    def courant(self) -> dict[str, float]:
        """Courant numbers of the present flux and delta_t: mean, max; interface_mean and interface_max of two-phase solvers, else 0.
        Collective."""
        return dict(zip(("mean", "max", "interface_mean", "interface_max"), self._core.courant()))

    @property
    def mesh(self) -> Mesh:
        self._core.rank  # an error if it is closed
        return Mesh(self._core)

    @property
    def fields(self) -> list[str]:
        """Names of the fields of cells."""
        return self._core.cell_fields()

    def __getitem__(self, name: str) -> Field:
        """The field of cells of that name. Errors: KeyError with the nearest name."""
        try:
            self._core.dimensions(name)
        except ValueError as error:
            raise KeyError(str(error)) from None
        return Field(self._core, name)

    def flux(self, name: str = "phi") -> np.ndarray:
        """A flux through this rank's faces, [internal | coupled | boundary], positive out of the face's owner; no copy, read only."""
        return self._core.faces(name)

    # ---- changes
    def boundary(self, patch: str, field: str) -> Callable[[Function], Function]:
        """`@sim.boundary("inlet", "U")` before a function of points [n, 3] in m and time in s: from the next step on it gives the values of
        a fixedValue condition, or the normal gradients of fixedGradient, at the time at the end of the step. Where the flux of the
        start depends on it, give it as Simulation(..., boundary={("inlet", "U"): f}). Collective."""
        self._require_values(patch, field)

        def register(function: Function) -> Function:
            if not callable(function):
                raise TypeError(f"a function is needed, not {type(function).__name__}")
            self._functions.boundary_of[patch, field] = function
            self._watch()
            return function
        return register

    def set_boundary(self, patch: str, field: str, value: Any) -> None:
        """Values, or normal gradients, of such a condition from the next step on: one, or an array for the faces of this rank."""
        size, components = self._require_values(patch, field)
        self._core.assign(field, patch, values_of(value, size, components, f"patch {patch} of field {field}"))
        self._functions.boundary_of.pop((patch, field), None)

    def set_relaxation(self, name: str, factor: float, *, field: bool = False) -> None:
        """A factor of relaxationFactors in fvSolution from the next step on: of an equation, or of the field p or p_rgh itself. "UFinal"
        is that of the last outer corrector, which the only one is, too. Collective."""
        self._core.set_relaxation(name, factor, not field)

    def _require_values(self, patch: str, field: str) -> tuple:
        """Size and components of a patch whose condition takes values."""
        condition = self[field].condition(patch)
        if condition not in ("fixedValue", "fixedGradient"):
            raise ValueError(f"boundary condition {condition} on patch {patch} of field {field} takes no values: make it fixedValue (for "
                             "values) or fixedGradient (for normal gradients) in the case")
        values = self._core.patch(field, patch)
        return len(values), components(values)

    def _watch(self) -> None:
        """Has the functions called at the beginning of each step, if there are any."""
        if self._functions.boundary_of or self._functions.source_of:
            self_of = weakref.ref(self)  # which holds the module's object, and that this function
            self._core.before_step(lambda time: self_of()._evaluate(time))

    def _evaluate(self, time: float) -> None:
        core, functions = self._core, self._functions
        if self._points_of != core.geometry_version:  # of a mesh that moves
            self._points, self._points_of = {}, core.geometry_version
        for patch, field in functions.boundary_of:
            if patch not in self._points:
                self._points[patch] = core.face_centres(patch)
            core.assign(field, patch, functions.boundary(field, patch, components(core.patch(field, patch)), self._points[patch], time))
        for field, function in functions.source_of.items():
            values = core.cells(field)
            core.set_source(field, values_of(function(core.centres(), time), len(values), components(values), f"source of {field}"))

    # ---- log
    def _pass_log_on(self) -> None:
        if self._core.closed:
            return
        text = self._core.take_log()
        if not text:
            return
        start = "--> EAGRE Warning : "
        for line in text.splitlines():
            if line.startswith(start):
                warnings.warn(line[len(start):], SimulationWarning, stacklevel=3)
        if self._log_to is None or self._log_to is False:
            return
        if isinstance(self._log_to, (str, os.PathLike)):
            self._log_to, self._closes_log = open(self._log_to, "w"), True
        (sys.stdout if self._log_to is True else self._log_to).write(text)
