// SPDX-License-Identifier: BSD-3-Clause
#include "python/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "core/tell.hpp"
#include "fv/conditions/basic.hpp"
#include "fv/fields/patch_faces.hpp"
#include "kernel/heap.hpp"
#include "run/set_up_case.hpp"

namespace eagre::python {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(message, ExitCode::usage); }

/// One simulation of a process is at work at a time, from whichever thread: they share loops' threads and MPI.
class Turn {
 public:
  Turn() {
    if (holder_ == std::this_thread::get_id()) refuse("a function that is called in a step may not call the simulation");
    mutex_.lock();
    holder_ = std::this_thread::get_id();
  }
  ~Turn() {
    holder_ = std::thread::id();
    mutex_.unlock();
  }
  Turn(const Turn&) = delete;

 private:
  static inline std::mutex mutex_;
  static inline std::atomic<std::thread::id> holder_;
};

/// f() on each rank; what it throws on any is thrown on all. Collective.
template <class F>
void agreed(const comm::Communicator& world, F&& f) {
  std::exception_ptr mine;
  try {
    f();
  } catch (...) { mine = std::current_exception(); }
  if (!world.any(mine != nullptr)) return;
  if (mine) std::rethrow_exception(mine);
  throw Error("a function has failed on another rank");
}

template <class T>
Rows rows(std::vector<T>& values, std::size_t first, std::size_t size) {
  return {reinterpret_cast<double*>(values.data() + first), size, static_cast<std::size_t>(nComponents<T>)};
}

/// use(the field of cells of that name)
template <class Use>
auto withField(const fv::Registry& registry, const std::string& name, Use&& use) {
  if (auto* field = registry.scalar(name)) return use(*field);
  if (auto* field = registry.vector(name)) return use(*field);
  std::vector<std::string> names;
  for (const auto& entry : registry.scalars()) names.push_back(entry.first);
  for (const auto& entry : registry.vectors()) names.push_back(entry.first);
  refuse(unknownWordMessage("field", name, names));
}

template <class T>
fv::BoundaryCondition<T>& conditionOn(const fv::VolField<T>& field, const mesh::Patch& patch) {
  for (const auto& condition : field.conditions())
    if (&condition->patch() == &patch) return *condition;
  refuse(fmt::format("field {} has no condition on patch {}", field.name(), patch.name));
}

template <class T>
void requireSize(const std::string& what, const std::vector<double>& values, std::size_t rows) {
  if (values.size() != rows * nComponents<T>)
    refuse(fmt::format("{}: {} numbers for {} rows of {}", what, values.size(), rows, nComponents<T>));
}

template <class T>
std::span<const T> asRows(const std::vector<double>& values) {
  return {reinterpret_cast<const T*>(values.data()), values.size() / nComponents<T>};
}

template <class T>
void assignTo(fv::VolField<T>& field, const mesh::Patch& patch, const std::vector<double>& values) {
  auto& condition = conditionOn(field, patch);
  requireSize<T>(fmt::format("patch {} of field {}", patch.name, field.name()), values, static_cast<std::size_t>(patch.size));
  if (auto* value = dynamic_cast<fv::conditions::FixedValue<T>*>(&condition); value && condition.type() == "fixedValue")
    value->assign(asRows<T>(values));
  else if (auto* gradient = dynamic_cast<fv::conditions::FixedGradient<T>*>(&condition);
           gradient && condition.type() == "fixedGradient")
    gradient->assign(asRows<T>(values));
  else
    refuse(condition.label(field.name()) +
           " takes no values from a function: make it fixedValue (for values) or fixedGradient (for "
           "normal gradients) in the case");
}

}  // namespace

// ---- LogText ----------------------------------------------------------------------------------------------------
LogText::LogText() {
  cookie_io_functions_t functions{};
  functions.write = [](void* text, const char* data, std::size_t size) -> ssize_t {
    static_cast<std::string*>(text)->append(data, size);
    return static_cast<ssize_t>(size);
  };
  stream_ = fopencookie(&text_, "w", functions);
  if (!stream_) throw Error("the log cannot be opened", ExitCode::io);
}
LogText::~LogText() { std::fclose(stream_); }

std::string LogText::take() {
  std::fflush(stream_);
  return std::exchange(text_, {});
}

// ---- Driver -----------------------------------------------------------------------------------------------------
/// As `eagre` does it (cli/main.cpp).
template <class F>
void Driver::together(F&& f) {
  const Turn turn;
  std::string message;
  try {
    return f();
  } catch (const std::exception& e) {
    // What Python has thrown must not be asked for its text without the interpreter's lock, and is on all ranks.
    message = dynamic_cast<const Error*>(&e) ? e.what() : "unexpected";
    if (world_.parallel() && !world_.allArrive(2.0)) {
      tell(stderr, fmt::format("eagre: error on rank {}: {}\n", world_.rank(), message));
      world_.abort(static_cast<int>(ExitCode::failure));
    }
    throw;
  }
}

Driver::Driver(const comm::Communicator& world, const DriverOptions& options, DriverFunctions functions)
    : world_(world), log_(world.master() ? Log(text_.stream()) : Log::silent()) {
  kernel::mapLargeArrays();
  together([&] { setUp(options, functions); });
}

Driver::~Driver() = default;

void Driver::setUp(const DriverOptions& options, DriverFunctions& functions) {
  const auto& run = options.run;
  lock_.emplace(world_, run.caseDirectory, run::CaseLock::Options{.force = options.force}, log_);
  if (options.prepare) {
    run::PreparationOptions preparation = run.preparation;
    preparation.flavour = run.flavour;
    preparation.requireSolver = [&] { run::requireSolver(run); };
    run::prepareCase(world_, run.caseDirectory, run.application, preparation, log_);
  } else {
    run::requireSolver(run);
  }
  if (!functions.sources.empty()) sources_ = std::make_shared<physics::GivenSources>();
  simulation_ = std::make_unique<run::Simulation>(world_, run, log_, run::Additions{hooks(functions), sources_});
  for (const std::string& name : functions.sources)
    withField(simulation_->fields(), name, [&]<class T>(const fv::VolField<T>&) {
      if constexpr (nComponents<T> == 1)
        sources_->scalars[name];
      else
        sources_->vectors[name];
    });
  sizeSources();
  if (simulation_->refinesMesh()) followMeshChanges();
}

void Driver::sizeSources() {
  if (!sources_) return;
  const auto n = static_cast<std::size_t>(mesh().nCells);
  for (auto& [name, values] : sources_->scalars) values.resize(n);
  for (auto& [name, values] : sources_->vectors) values.resize(n);
}

/// Functions of points are called again in a step that changes the mesh: what they have said before is of the old one.
void Driver::followMeshChanges() {
  simulation_->aroundMeshChanges([this] { keepForViews(); },
                                 [this](double time) {
                                   sizeSources();
                                   if (beforeEachStep_) agreed(world_, [&] { beforeEachStep_(time); });
                                 });
}

/// Arrays that Python still has show the last values on the mesh that goes.
void Driver::keepForViews() {
  if (present_.use_count() == 1) return;
  const auto keep = [](auto& values, auto& kept) { kept.push_back(std::exchange(values, std::vector(values))); };
  const fv::Registry& fields = simulation_->fields();
  for (const auto& [name, field] : fields.scalars()) {
    keep(field->cells(), present_->scalars);
    keep(field->boundary(), present_->scalars);
  }
  for (const auto& [name, field] : fields.vectors()) {
    keep(field->cells(), present_->vectors);
    keep(field->boundary(), present_->vectors);
  }
  for (const std::string& name : shownFluxes_)
    if (auto* flux = fields.surfaceScalar(name)) keep(flux->faces(), present_->scalars);
  shownFluxes_.clear();
  present_ = std::make_shared<FormerFields>();
}

run::FieldHooks Driver::hooks(DriverFunctions& functions) {
  const auto see = [this, &functions]<class T>(fv::VolField<T>& field) {
    const mesh::Mesh& mesh = field.mesh();
    const auto set = [&](auto&& give, const std::vector<Vec3>& points, std::size_t size, auto&& use) {
      DriverFunctions::Values values;
      agreed(world_, [&] {
        values = give(Rows{const_cast<double*>(reinterpret_cast<const double*>(points.data())), size, 3});
        if (values) use(*values);
      });
      return values.has_value();
    };
    constexpr std::size_t components = nComponents<T>;
    bool isSet = false;
    if (functions.initial)
      isSet = set([&](Rows points) { return functions.initial(field.name(), components, points); }, mesh.C,
                  static_cast<std::size_t>(mesh.nCells),
                  [&](const std::vector<double>& values) {
                    requireSize<T>("field " + field.name(), values, static_cast<std::size_t>(mesh.nCells));
                    std::ranges::copy(asRows<T>(values), field.cells().begin());
                  });
    if (functions.boundary)
      for (const mesh::Patch& patch : mesh.patches)
        isSet |= set([&](Rows points) { return functions.boundary(field.name(), patch.name, components, points); },
                     faceCentres(mesh, patch), static_cast<std::size_t>(patch.size),
                     [&](const std::vector<double>& values) { assignTo(field, patch, values); });
    if (!isSet) return;
    field.updateGhosts();
    field.initialiseBoundary();
  };
  return {.scalar = see, .vector = see};
}

bool Driver::step() {
  if (failed_) return false;
  bool more = false;
  together([&] {
    try {
      more = simulation_->step();
      if (!more && !finished_) simulation_->toEnd();
    } catch (...) {
      failed_ = true;
      if (evaluating_ && simulation_->hasStepped()) writeBeforeTheEnd();
      throw;
    }
    if (more && sources_) requireSources();
  });
  finished_ = !more;
  return more;
}

/// A function has failed, and nothing has changed since the last step: what that has reached is kept.
void Driver::writeBeforeTheEnd() {
  try {
    simulation_->write();
  } catch (const Error& e) { log_.warnOnce(fmt::format("time {} could not be written: {}", simulation_->timeName(), e.what())); }
}

/// A source that no equation takes would be left out in silence.
void Driver::requireSources() {
  const auto check = [&](const auto& sources) {
    for (const auto& [name, values] : sources)
      if (!sources_->used.contains(name)) {
        failed_ = true;
        refuse(fmt::format("a source is given for {}, and no equation of that name takes sources in this solver", name));
      }
  };
  check(sources_->vectors);
  check(sources_->scalars);
}

void Driver::beforeEachStep(std::function<void(double)> f) {
  beforeEachStep_ = std::move(f);
  if (!beforeEachStep_) return simulation_->beforeEachStep({});
  simulation_->beforeEachStep([this](double time) {
    evaluating_ = true;
    agreed(world_, [&] { beforeEachStep_(time); });
    evaluating_ = false;
  });
}

void Driver::write() {
  together([&] {
    if (!simulation_->hasStepped())
      refuse(fmt::format("time {} is what the run has started from, and is not overwritten: make a step first",
                         simulation_->timeName()));
    simulation_->write();
  });
}

void Driver::close() {
  failed_ = true;
  lock_.reset();
}

std::string Driver::takeLog() {
  log_.flush();
  return text_.take();
}

Rows Driver::cells(const std::string& name) const {
  return withField(simulation_->fields(), name,
                   [&](auto& field) { return rows(field.cells(), 0, static_cast<std::size_t>(mesh().nCells)); });
}

Rows Driver::patch(const std::string& name, const std::string& patchName) const {
  const mesh::Patch& patch = patchNamed(patchName);
  return withField(simulation_->fields(), name, [&](auto& field) {
    return rows(field.boundary(), static_cast<std::size_t>(patch.start), static_cast<std::size_t>(patch.size));
  });
}

Rows Driver::faces(const std::string& name) const {
  auto* flux = simulation_->fields().surfaceScalar(name);
  if (!flux) refuse(fmt::format("there is no flux '{}'", name));
  shownFluxes_.insert(name);
  return rows(flux->faces(), 0, flux->faces().size());
}

std::vector<std::string> Driver::cellFields() const {
  std::vector<std::string> names;
  for (const auto& entry : simulation_->fields().scalars()) names.push_back(entry.first);
  for (const auto& entry : simulation_->fields().vectors()) names.push_back(entry.first);
  std::ranges::sort(names);
  return names;
}

std::string Driver::dimensions(const std::string& name) const {
  return withField(simulation_->fields(), name, [](const auto& field) { return toString(field.dimensions()); });
}

std::string Driver::conditionType(const std::string& name, const std::string& patchName) const {
  const mesh::Patch& patch = patchNamed(patchName);
  return withField(simulation_->fields(), name, [&](const auto& field) { return conditionOn(field, patch).type(); });
}

const mesh::Patch& Driver::patchNamed(const std::string& name) const {
  if (const mesh::Patch* patch = mesh().findPatch(name)) return *patch;
  std::vector<std::string> names;
  for (const mesh::Patch& patch : mesh().patches) names.push_back(patch.name);
  refuse(unknownWordMessage("patch", name, names));
}

std::vector<Vec3> faceCentres(const mesh::Mesh& mesh, const mesh::Patch& patch) {
  const fv::PatchFaces faces(mesh, patch);
  std::vector<Vec3> centres;
  for (Label i = 0; i < faces.size(); ++i) centres.push_back(faces.Cf(i));
  return centres;
}

void Driver::requireEditable(const std::string& name) const {
  withField(simulation_->fields(), name, [](const auto&) {});
  static const std::vector<std::string> editable{"U", "k", "epsilon", "omega", "nuTilda"};
  if (std::ranges::find(editable, name) != editable.end()) return;
  refuse(fmt::format("field {} cannot be changed while the case runs: {}", name,
                     name.starts_with("alpha") ? "density, viscosity and mass fluxes are derived from it; give it as `initial`"
                                               : "the solver makes it anew from others"));
}

void Driver::changed(const std::string& name) {
  requireEditable(name);
  together([&] { withField(simulation_->fields(), name, [](auto& field) { field.correctBoundaryConditions(); }); });
}

void Driver::assign(const std::string& name, const std::string& patchName, const std::vector<double>& values) {
  const mesh::Patch& patch = patchNamed(patchName);
  withField(simulation_->fields(), name, [&](auto& field) { assignTo(field, patch, values); });
}

void Driver::setSource(const std::string& name, const std::vector<double>& values) {
  const auto set = [&](auto& sources) {
    const auto found = sources.find(name);
    if (found == sources.end()) return false;
    using T = std::decay_t<decltype(found->second.front())>;
    requireSize<T>("source of " + name, values, found->second.size());
    std::ranges::copy(asRows<T>(values), found->second.begin());
    return true;
  };
  if (!sources_ || (!set(sources_->vectors) && !set(sources_->scalars)))
    refuse(fmt::format("field {} has no source: name it when the simulation is made", name));
}

}  // namespace eagre::python
