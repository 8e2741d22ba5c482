// SPDX-License-Identifier: BSD-3-Clause
// The Python module eagre._core: a Driver as a Python object. What users see is python/eagre/simulation.py.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "comm/embedded.hpp"
#include "comm/library.hpp"
#include "mesh/layout.hpp"
#include "python/driver.hpp"

namespace nb = nanobind;

namespace eagre::python {
namespace {

std::unique_ptr<comm::Embedded> environment;  // once a simulation has been made
PyObject* simulationError = nullptr;

using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

std::vector<double> toValues(const Array& array) { return {array.data(), array.data() + array.size()}; }

/// A simulation, until it is closed; arrays that show its values keep it alive beyond that.
struct Core {
  std::shared_ptr<Driver> driver;
  nb::object functions, beforeStep;  ///< what the driver calls, by borrowed handles

  Core() = default;
  Core(const Core&) = delete;
  ~Core() { release(driver); }

  /// What a communicator belongs to cannot be freed once MPI has ended, as it may have when Python goes down.
  static void release(std::shared_ptr<Driver>& driver) {
    if (driver && !comm::Embedded::running()) new std::shared_ptr<Driver>(std::move(driver));
    driver.reset();
  }
  Driver& get() const {
    if (!driver) throw std::runtime_error("the simulation is closed");
    return *driver;
  }
};

/// What keeps the values of an array alive.
struct Owner {
  std::shared_ptr<FormerFields> former;
  std::shared_ptr<Driver> driver;
};

/// An array of the values themselves, not of a copy.
nb::object view(const Core& core, const Rows& rows, bool writable) {
  const nb::capsule owner(new Owner{core.get().present(), core.driver}, [](void* p) noexcept {
    auto* owner = static_cast<Owner*>(p);
    Core::release(owner->driver);
    delete owner;
  });
  const std::size_t shape[] = {rows.size, rows.components}, dimensions = rows.components == 1 ? 1 : 2;
  if (writable) return nb::cast(nb::ndarray<nb::numpy, double>(rows.data, dimensions, shape, owner));
  return nb::cast(nb::ndarray<nb::numpy, const double>(rows.data, dimensions, shape, owner));
}

template <class T>
nb::object copied(const std::vector<T>& values, std::size_t components) {
  auto* kept = new std::vector<T>(values);
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  using Number = std::conditional_t<std::is_same_v<T, Vec3>, double, T>;
  const std::size_t shape[] = {values.size() * sizeof(T) / sizeof(Number) / components, components};
  return nb::cast(nb::ndarray<nb::numpy, Number>(reinterpret_cast<Number*>(kept->data()), components == 1 ? 1 : 2, shape, owner));
}

std::vector<Vec3> toPoints(const Rows& points) {
  const auto* first = reinterpret_cast<const Vec3*>(points.data);
  return {first, first + points.size};
}

/// The values that a function in Python returns, or nothing for its None.
DriverFunctions::Values answer(const nb::object& result) {
  if (result.is_none()) return std::nullopt;
  return toValues(nb::cast<Array>(result));
}

void make(Core& core, std::optional<int> communicator, const nb::dict& words, nb::object functions, bool prepare, bool force) {
  if (!environment) environment = std::make_unique<comm::Embedded>();
  const auto word = [&](const char* key) { return words.contains(key) ? nb::cast<std::string>(words[key]) : std::string(); };
  DriverOptions options;
  options.run.caseDirectory = word("case");
  options.run.application = word("application");
  options.run.flavour = word("flavour");
  options.run.fastSolvers = word("solvers") != "as-written";
  options.run.dump = word("dump");
  options.run.from = word("start");
  options.run.parallel = {word("exchange"), word("reduction"), word("krylov")};
  options.prepare = prepare;
  options.force = force;
  DriverFunctions given;
  given.sources = nb::cast<std::vector<std::string>>(functions.attr("source_names")());
  core.functions = std::move(functions);
  given.initial = [f = nb::handle(core.functions)](const std::string& field, std::size_t components, Rows points) {
    const nb::gil_scoped_acquire lock;
    return answer(f.attr("initial")(field, components, copied(toPoints(points), 3)));
  };
  given.boundary = [f = nb::handle(core.functions)](const std::string& field, const std::string& patch, std::size_t components,
                                                    Rows points) {
    const nb::gil_scoped_acquire lock;
    return answer(f.attr("boundary_at_start")(field, patch, components, copied(toPoints(points), 3)));
  };
  const nb::gil_scoped_release unlocked;
  const auto world = communicator ? comm::fromFortran(*communicator) : comm::Communicator::world().split(0);
  core.driver = std::make_shared<Driver>(world, options, std::move(given));
}

bool step(const Core& core) {
  const auto driver = core.driver;  // not lost if a function closes the simulation
  core.get();
  const nb::gil_scoped_release unlocked;
  return driver->step();
}

void beforeStep(Core& core, nb::object f) {
  core.beforeStep = std::move(f);
  if (core.beforeStep.is_none()) return core.get().beforeEachStep({});
  core.get().beforeEachStep([f = nb::handle(core.beforeStep)](double time) {
    const nb::gil_scoped_acquire lock;
    f(time);
  });
}

void close(Core& core) {
  if (!core.driver) return;
  core.driver->close();
  core.beforeStep.reset();
  core.functions.reset();
  Core::release(core.driver);
}

nb::object gathered(const Core& core, const std::string& field) {
  const Rows rows = core.get().cells(field);
  const auto values =
      mesh::gatherAllCells(core.get().mesh(), {rows.data, rows.size * rows.components}, static_cast<int>(rows.components));
  return core.get().world().master() ? copied(values, rows.components) : nb::none();
}

std::tuple<double, double, double, double> courant(const Core& core) {
  const auto numbers = core.get().simulation().courant();
  return {numbers.mean, numbers.max, numbers.interfaceMean, numbers.interfaceMax};
}

std::vector<std::tuple<std::string, std::string, Label, GlobalLabel>> patches(const Core& core) {
  std::vector<std::tuple<std::string, std::string, Label, GlobalLabel>> list;
  for (const auto& patch : core.get().mesh().patches) list.emplace_back(patch.name, patch.type, patch.size, patch.globalSize);
  return list;
}

nb::object faceAreas(const Core& core, const std::string& name) {
  const auto& mesh = core.get().mesh();
  const auto& patch = core.get().patchNamed(name);
  std::vector<Vec3> areas;
  for (Label i = 0; i < patch.size; ++i) areas.push_back(mesh.Sf[mesh.nInteriorFaces() + patch.start + i]);
  return copied(areas, 3);
}

/// An array of the mesh, which never changes through it; of a mesh that is refined a copy.
template <class T>
nb::object ofMesh(const Core& core, const std::vector<T>& values, std::size_t components) {
  const auto n = static_cast<std::size_t>(core.get().mesh().nCells);
  if (core.get().simulation().refinesMesh())
    return copied(std::vector<T>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n)), components);
  return view(core, {const_cast<double*>(reinterpret_cast<const double*>(values.data())), n, components}, false);
}

/// Of a rank whose script has failed: the others may wait for it in a message.
void leaveTogether() {
  if (!environment || !comm::Embedded::running()) return;
  const auto world = comm::Communicator::world();
  if (world.parallel() && !world.allArrive(2.0)) world.abort(static_cast<int>(ExitCode::failure));
}

// Functions that a simulation calls may hold the simulation: Python's collector finds such cycles here.
int traverse(PyObject* self, visitproc visit, void* arg) {
#if PY_VERSION_HEX >= 0x03090000
  Py_VISIT(Py_TYPE(self));
#endif
  if (!nb::inst_ready(self)) return 0;
  const Core* core = nb::inst_ptr<Core>(self);
  Py_VISIT(core->functions.ptr());
  Py_VISIT(core->beforeStep.ptr());
  return 0;
}
int clear(PyObject* self) {
  close(*nb::inst_ptr<Core>(self));
  return 0;
}
PyType_Slot slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)}, {Py_tp_clear, reinterpret_cast<void*>(clear)}, {0, nullptr}};

void translate(const std::exception_ptr& p, void*) {
  static constexpr const char* kinds[] = {"success", "failure", "usage", "badCase", "diverged", "io", "stopped"};
  try {
    std::rethrow_exception(p);
  } catch (const Error& e) {
    if (e.code() == ExitCode::usage) return PyErr_SetString(PyExc_ValueError, e.what());
    const nb::object error = nb::handle(simulationError)(e.what());
    error.attr("kind") = kinds[static_cast<int>(e.code())];
    PyErr_SetObject(simulationError, error.ptr());
  }
}

void defineFields(nb::class_<Core>& core) {
  core.def(
          "cells",
          [](const Core& c, const std::string& f, bool w) {
            if (w) c.get().requireEditable(f);
            return view(c, c.get().cells(f), w);
          },
          nb::arg("field"), nb::arg("writable") = false)
      .def("patch", [](const Core& c, const std::string& f, const std::string& p) { return view(c, c.get().patch(f, p), false); })
      .def("faces", [](const Core& c, const std::string& f) { return view(c, c.get().faces(f), false); })
      .def(
          "changed", [](const Core& c, const std::string& f) { c.get().changed(f); }, nb::call_guard<nb::gil_scoped_release>())
      .def("gathered", &gathered)
      .def("cell_fields", [](const Core& c) { return c.get().cellFields(); })
      .def("dimensions", [](const Core& c, const std::string& f) { return c.get().dimensions(f); })
      .def("condition", [](const Core& c, const std::string& f, const std::string& p) { return c.get().conditionType(f, p); })
      .def("assign",
           [](const Core& c, const std::string& f, const std::string& p, const Array& a) { c.get().assign(f, p, toValues(a)); })
      .def("set_source", [](const Core& c, const std::string& f, const Array& a) { c.get().setSource(f, toValues(a)); });
}

void defineMesh(nb::class_<Core>& core) {
  core.def("patches", &patches)
      .def("face_centres",
           [](const Core& c, const std::string& p) { return copied(faceCentres(c.get().mesh(), c.get().patchNamed(p)), 3); })
      .def("face_areas", &faceAreas)
      .def("centres", [](const Core& c) { return ofMesh(c, c.get().mesh().C, 3); })
      .def("volumes", [](const Core& c) { return ofMesh(c, c.get().mesh().V, 1); })
      .def("global_cells", [](const Core& c) { return copied(c.get().mesh().cellGlobal, 1); })
      .def_prop_ro("n_cells_global", [](const Core& c) { return c.get().mesh().nCellsGlobal; })
      .def_prop_ro("topology_version", [](const Core& c) { return c.get().mesh().topologyVersion; })
      .def_prop_ro("geometry_version", [](const Core& c) { return c.get().mesh().geometryVersion; })
      .def_prop_ro("empty_direction", [](const Core& c) {
        const auto& d = c.get().mesh().geometricD;
        return d[0] < 0 ? 0 : d[1] < 0 ? 1 : d[2] < 0 ? 2 : -1;
      });
}

void defineTime(nb::class_<Core>& core) {
  core.def("step", &step)
      .def("before_step", &beforeStep, nb::arg("function").none())
      .def(
          "write", [](const Core& c) { c.get().write(); }, nb::call_guard<nb::gil_scoped_release>())
      .def("stop", [](const Core& c) { c.get().simulation().stop(); })
      .def("close", &close)
      .def("take_log", [](const Core& c) { return c.get().takeLog(); })
      .def("courant", &courant, nb::call_guard<nb::gil_scoped_release>())
      .def("residuals", [](const Core& c) { return c.get().simulation().fields().residuals(); })
      .def("set_end_time", [](const Core& c, double t) { c.get().simulation().setEndTime(t); })
      .def("set_delta_t", [](const Core& c, double t) { c.get().simulation().setDeltaT(t); })
      .def("set_relaxation", [](const Core& c, const std::string& name, double factor,
                                bool equation) { c.get().simulation().setRelaxation(name, factor, equation); })
      .def_prop_ro("closed", [](const Core& c) { return !c.driver; })
      .def_prop_ro("time", [](const Core& c) { return c.get().simulation().time(); })
      .def_prop_ro("time_name", [](const Core& c) { return c.get().simulation().timeName(); })
      .def_prop_ro("end_time", [](const Core& c) { return c.get().simulation().endTime(); })
      .def_prop_ro("delta_t", [](const Core& c) { return c.get().simulation().deltaT(); })
      .def_prop_ro("index", [](const Core& c) { return c.get().simulation().index(); })
      .def_prop_ro("running", [](const Core& c) { return c.get().simulation().running(); })
      .def_prop_ro("rank", [](const Core& c) { return c.get().world().rank(); })
      .def_prop_ro("size", [](const Core& c) { return c.get().world().size(); });
}

}  // namespace
}  // namespace eagre::python

NB_MODULE(_core, module) {
  using namespace eagre::python;
  nb::set_leak_warnings(false);  // arrays that live to the end of Python keep their simulation
  module.doc() = "Eagre's solvers as a Python module; use eagre.Simulation";
  simulationError = PyErr_NewExceptionWithDoc(
      "eagre.SimulationError", "A case that cannot be set up, run or written; `kind` says which.", PyExc_RuntimeError, nullptr);
  module.attr("SimulationError") = nb::handle(simulationError);
  nb::register_exception_translator(translate);
  module.def("leave_together", &leaveTogether, "Ends all ranks unless they all call this within two seconds.");
  module.def(
      "finish_mpi", [] { environment.reset(); }, "Ends MPI if this module has started it.");
  module.def("mpi_library", &eagre::comm::mpiDescription, "Name and version of the MPI library that this module uses.");
  nb::class_<Core> core(module, "Core", nb::type_slots(slots));
  core.def(nb::init<>());
  core.def("make", &make, nb::arg("communicator").none(), nb::arg("words"), nb::arg("functions"), nb::arg("prepare"),
           nb::arg("force"));
  defineFields(core);
  defineMesh(core);
  defineTime(core);
}
