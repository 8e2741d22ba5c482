// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/one_of.hpp"
#include "fv/equation/equation_impl.hpp"
#include "fv/equation/overlap_solver.hpp"
#include "fv/equation/relaxation.hpp"
#include "fv/equation/turned_coupling.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/fields/jump_condition.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/fallback_solver.hpp"
#include "linear/float_sweeps.hpp"
#include "linear/make_solver.hpp"

namespace eagre::fv {

template <class T>
constexpr const char* componentNames[] = {""};
template <>
constexpr const char* componentNames<Vec3>[] = {"x", "y", "z"};
template <>
constexpr const char* componentNames<SymmTensor>[] = {"xx", "xy", "xz", "yy", "yz", "zz"};

template <class T>
void Equation<T>::Impl::follow(const Context& context) {
  if (version == context.solutionVersion) return;
  version = context.solutionVersion;
  solvers.clear();
  relaxation = {};
}

/// The solver of an fvSolution entry, made at its first use, with that entry's controls.
template <class T>
linear::Solver* Equation<T>::Impl::solver(const std::string& name, const Equation& equation) {
  follow(*equation.context_);
  const bool symmetric = equation.matrix_.symmetric();
  auto slot = std::find_if(solvers.begin(), solvers.end(),
                           [&](const SolverSlot& s) { return s.symmetric == symmetric && s.name == name; });
  if (slot == solvers.end()) slot = solvers.insert(solvers.end(), makeSlot(name, equation));
  if (slot->solver) slot->solver->setControls(slot->settings.controls);
  return slot->solver.get();
}

template <class T>
typename Equation<T>::Impl::SolverSlot Equation<T>::Impl::makeSlot(const std::string& name, const Equation& equation) const {
  SolverSlot slot{name, equation.matrix_.symmetric(), {}, nullptr};
  const config::Dictionary& controls = equation.context_->fvSolution.subDict("solvers").subDict(name);
  if (controls.getOr<int>("maxIter", 1) == 0) return slot;
  const std::string field = equation.psi_->name();
  Problems problems;
  slot.settings = linear::readSettings(field, slot.symmetric, controls, problems);
  problems.throwIfAny("cannot make the solver of " + field);
  if (slot.settings.componentByComponent)
    equation.context_->log.warnOnce(fmt::format(
        "solvers.{}: type coupled: the components of {} are solved one after another, to the smallest of the tolerances", name,
        field));
  const linear::Settings named = slot.settings;
  if (equation.context_->fastSolvers) slot.settings = linear::fasterMethod(named, slot.symmetric);
  slot.settings.krylov = equation.context_->krylov;
  for (const SolverSlot& other : solvers)
    if (other.solver && other.symmetric == slot.symmetric && sameMethod(other.settings, slot.settings))
      slot.solver = other.solver;
  if (slot.solver) return slot;
  const mesh::Mesh& mesh = equation.psi_->mesh();
  const auto makeMethod = [&mesh, field, symmetric = slot.symmetric](const linear::Settings& settings,
                                                                     const linear::LduAddressing& addressing,
                                                                     const linear::FaceGeometry& geometry) {
    std::vector<double> weights;
    if (settings.multigrid) {
      std::vector<Vec3> Sf;
      for (Label f = 0; f < mesh.nInternalFaces; ++f) Sf.push_back(mesh.Sf[f]);
      weights = linear::faceAreaPairWeights(Sf);
    }
    return linear::makeSolver(field, symmetric, settings, addressing, weights, geometry);
  };
  const auto make = [makeMethod, field, named, fast = slot.settings](
                        const linear::LduAddressing& addressing,
                        const linear::FaceGeometry& geometry) -> std::unique_ptr<linear::Solver> {
    auto solver = makeMethod(fast, addressing, geometry);
    const auto behind = linear::methodBehind(named, fast);
    if (!behind) return solver;
    return std::make_unique<linear::FallbackSolver>(
        field, std::move(solver), fast.controls,
        [makeMethod, behind, addressing, geometry] { return makeMethod(*behind, addressing, geometry); }, fast.krylov);
  };
  if (mesh.overlaps)
    slot.solver = std::make_shared<OverlapSolver>(mesh, equation.addressing_, make);
  else
    slot.solver =
        make(equation.addressing_, {std::span(mesh.magSf).first(static_cast<std::size_t>(mesh.nInteriorFaces())), mesh.C});
  return slot;
}

template <class T>
std::vector<linear::SolverPerformance> Equation<T>::solve(const std::string& solverName, std::span<const T> extraSource) {
  if (!extraSource.empty() && extraSource.size() != source_.size())
    throw Error("the extra source of the equation of " + psi_->name() + " does not have one value per cell");
  linear::Solver* solver = impl_->diagonal ? nullptr : impl_->solver(solverName, *this);
  if (!impl_->diagonal && solver == nullptr) return {};
  setTotalSource(extraSource);
  std::optional<linear::VectorPerformance> together;
  if (solver) together = solveTogether(*solver);
  if (!together) {
    impl_->totalDiag = context_->workspace.take(matrix_.diag.size());
    kernel::parallelFor({"total diagonal", 16}, psi_->mesh().nCells,
                        [from = matrix_.diag.data(), to = impl_->totalDiag.data()](Label c) { to[c] = from[c]; });
  }
  const auto solveFor = [&](int component) {
    if (together) return (*together)[static_cast<std::size_t>(component)];
    setTotalDiagonal(component);
    return impl_->diagonal ? solveDiagonal(component) : solveComponent(component, *solver);
  };
  std::vector<linear::SolverPerformance> performances;
  for (int component = 0; component < nComponents<T>; ++component) {
    if (!isSolved<T>(psi_->mesh(), component)) continue;
    auto performance = solveFor(component);
    performance.fieldName = psi_->name();
    performance.fieldName += componentNames<T>[component];
    context_->log.line(performance.logLine(context_->log.precision()));
    context_->registry.recordResidual(performance.fieldName, performance.initialResidual);
    if (isOneOf(performance.reason, {"iteration limit", "indefinite operator", "rounding errors", "diverged"}))
      context_->log.warnOnce(performance.solverName + " for " + performance.fieldName +
                             " did not converge: " + performance.reason);
    if (!performance.fallback.empty())
      context_->log.warnOnce(performance.solverName + " for " + performance.fieldName + ": " + performance.fallback);
    performances.push_back(std::move(performance));
  }
  FieldSolve solve;
  for (const auto& p : performances)
    solve.push_back({p.fieldName, p.solverName, p.initialResidual, p.finalResidual, p.iterations, p.converged});
  context_->registry.recordSolve(psi_->name(), std::move(solve));
  context_->workspace.give(impl_->totalDiag);
  context_->workspace.give(impl_->totalSource);
  psi_->correctBoundaryConditions();
  return performances;
}

template <class T>
void Equation<T>::setUpSolver(const std::string& solverName) {
  if (auto* solver = impl_->solver(solverName, *this)) solver->setUp();
}

template <class T>
void Equation<T>::setTotalSource(std::span<const T> extraSource) {
  auto& total = impl_->totalSource;
  total = context_->workspace.take<T>(source_.size());
  const mesh::Mesh& mesh = psi_->mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  const T *source = source_.data(), *extra = extraSource.data(), *boundary = boundaryCoeffs_.data();
  T* out = total.data();
  if (extraSource.empty())
    kernel::parallelFor({"total source", 16 * nComponents<T>}, mesh.nCells, [=](Label c) { out[c] = source[c]; });
  else
    kernel::parallelFor({"total source", 24 * nComponents<T>}, mesh.nCells, [=](Label c) { out[c] = source[c] + extra[c]; });
  kernel::sequentialFor("boundary source", 0, mesh.nBoundaryFaces, [=](Label b) { out[owner[b]] += boundary[b]; });
  if constexpr (std::is_same_v<T, double>)
    eachJump(*psi_, [&](const JumpCondition& jump) { jump.addToSource(matrix_.coupled, total); });
}

/// Diagonal of one component. Components differ in cells at the boundary only.
template <class T>
void Equation<T>::setTotalDiagonal(int i) {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  const double* diag = matrix_.diag.data();
  const T* internal = internalCoeffs_.data();
  double* out = impl_->totalDiag.data();
  kernel::sequentialFor("reset boundary diagonal", 0, mesh.nBoundaryFaces, [=](Label b) { out[owner[b]] = diag[owner[b]]; });
  kernel::sequentialFor("boundary diagonal", 0, mesh.nBoundaryFaces,
                        [=](Label b) { out[owner[b]] += component(internal[b], i); });
}

/// All components at once, if the solver can; not behind patches that are turned against each other, which tie the components,
/// nor where rows follow a pattern, whose sweeps have nothing to guess (pitzDaily, with two components: 4 % longer steps).
template <class T>
std::optional<linear::VectorPerformance> Equation<T>::solveTogether(linear::Solver& solver) {
  if constexpr (!std::is_same_v<T, Vec3>) {
    return {};
  } else {
    const mesh::Mesh& mesh = psi_->mesh();
    if (!impl_->together) {
      const bool may = mesh.halo->turns().empty() && linear::bestOrder(addressing_) == linear::SweepOrder::strands;
      impl_->together = !mesh.communicator().any(!may);
    }
    if (!*impl_->together) return {};
    auto diag = context_->workspace.take<Vec3>(matrix_.diag.size());
    kernel::parallelFor({"total diagonals", 32}, mesh.nCells, [from = matrix_.diag.data(), to = diag.data()](Label c) {
      to[c] = {from[c], from[c], from[c]};
    });
    kernel::sequentialFor("boundary diagonal", 0, mesh.nBoundaryFaces,
                          [owner = mesh.owner.data() + mesh.nInteriorFaces(), internal = internalCoeffs_.data(),
                           to = diag.data()](Label b) { to[owner[b]] += internal[b]; });
    const auto solved = [&](int i) { return isSolved<Vec3>(mesh, i); };
    return solver.solveTogether({matrix_, diag, psi_->cells(), impl_->totalSource, {solved(0), solved(1), solved(2)}});
  }
}

template <class T>
linear::SolverPerformance Equation<T>::solveComponent(int i, linear::Solver& solver) {
  // The solver sees the matrix with the total diagonal; the equation keeps its own.
  struct Swap {
    kernel::Array<double>&a, &b;
    Swap(kernel::Array<double>& a_, kernel::Array<double>& b_) : a(a_), b(b_) { a.swap(b); }
    ~Swap() { a.swap(b); }
  } swap(matrix_.diag, impl_->totalDiag);
  if constexpr (std::is_same_v<T, double>) {
    return solver.solve(matrix_, psi_->cells(), impl_->totalSource);
  } else {
    const Label nAll = psi_->mesh().nAllCells(), nCells = psi_->mesh().nCells;
    auto values = context_->workspace.take<double>(static_cast<std::size_t>(nAll));
    auto source = context_->workspace.take<double>(static_cast<std::size_t>(nCells));
    T* psi = psi_->cells().data();
    const T* total = impl_->totalSource.data();
    double *x = values.data(), *b = source.data();
    kernel::parallelFor("component of psi", nAll, [=](Label c) { x[c] = psi[c][i]; });
    kernel::parallelFor("component of source", nCells, [=](Label c) { b[c] = total[c][i]; });
    std::optional<TurnedCoupling> turned;
    if constexpr (std::is_same_v<T, Vec3>) turned.emplace(matrix_, *psi_, i, source);
    ++matrix_.version;  // the components' diagonals differ at the boundary
    auto performance = solver.solve(matrix_, values, source);
    kernel::parallelFor("psi of component", nCells, [=](Label c) { psi[c][i] = x[c]; });
    return performance;
  }
}

/// An equation without faces needs no solver (OpenFOAM's diagonalSolver).
template <class T>
linear::SolverPerformance Equation<T>::solveDiagonal(int i) {
  T* psi = psi_->cells().data();
  const T* total = impl_->totalSource.data();
  const double* diag = impl_->totalDiag.data();
  kernel::parallelFor("diagonal solve", psi_->mesh().nCells,
                      [=](Label c) { component(psi[c], i) = component(total[c], i) / diag[c]; });
  linear::SolverPerformance performance;
  performance.solverName = "diagonal";
  performance.converged = true;
  return performance;
}

/// What the faces of cyclic and overlapping patches have given to the diagonal of a cell.
template <class T>
double Equation<T>::cyclicDiag(Label cell) const {
  const mesh::Mesh& mesh = psi_->mesh();
  double sum = 0;
  for (const auto& range : mesh.coupled) {
    if (range.patchName.empty()) continue;
    for (Label i = range.start; i < range.start + range.size; ++i)
      if (mesh.owner[mesh.nInternalFaces + i] == cell) sum += coupledDiag_[i];
  }
  return sum;
}

/// The diagonal of the cell, or its part, is added once more, once an assembly; what was added goes to the source times the
/// value.
template <class T>
void Equation<T>::setReference(Label cell, double value, bool withCyclic) {
  if (cell < 0) return;
  if (cell != referenceCell_) {
    double& diag = matrix_.diag[static_cast<std::size_t>(cell)];
    referenceCell_ = cell;
    referenceDiag_ = withCyclic ? diag : diag - cyclicDiag(cell);
    diag += referenceDiag_;
    ++matrix_.version;
  }
  source_[static_cast<std::size_t>(cell)] += referenceDiag_ * uniformValue<T>(value);
}

/// The same for what marked ghosts give to this rank's rows; a cyclic patch is left, whose values OpenFOAM reads as they are.
template <class T>
void Equation<T>::setValuesAcrossCuts(std::span<const char> marked) {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label first = mesh.nInternalFaces;
  const T* psi = psi_->cells().data();
  for (const mesh::CoupledRange& cut : mesh.coupled) {
    if (!cut.patchName.empty()) continue;
    for (Label i = cut.start; i < cut.start + cut.size; ++i) {
      const Label P = mesh.owner[first + i], N = mesh.neighbour[first + i];
      if (marked[N] && !marked[P]) source_[P] -= std::exchange(matrix_.coupled[i], 0.0) * psi[N];
    }
  }
}

/// Takes from the diagonal of marked cells what faces of cyclic and overlapping patches have given to it: OpenFOAM keeps that
/// apart and drops it with the coupling, so that it is not in 1/A either. What is taken is zero from then on, for another
/// setValues() of the same assembly.
static void dropCyclicDiag(const mesh::Mesh& mesh, std::span<const char> marked, std::span<double> coupledDiag,
                           std::span<double> diag) {
  for (const mesh::CoupledRange& range : mesh.coupled) {
    if (range.patchName.empty()) continue;
    for (Label i = range.start; i < range.start + range.size; ++i) {
      const auto P = static_cast<std::size_t>(mesh.owner[mesh.nInternalFaces + i]);
      if (marked[P]) diag[P] -= std::exchange(coupledDiag[static_cast<std::size_t>(i)], 0.0);
    }
  }
}

template <class T>
void Equation<T>::setValues(std::span<const char> marked) {
  ++matrix_.version;
  const mesh::Mesh& mesh = psi_->mesh();
  dropCyclicDiag(mesh, marked, coupledDiag_, matrix_.diag);
  const Label *owner = mesh.owner.data(), first = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const T* psi = psi_->cells().data();
  double *upper = matrix_.upper.data(), *lower = matrix_.symmetric() ? upper : matrix_.lower.data();
  T* source = source_.data();
  eachCell({"set values: cells", bytesOfCellFaces(mesh) + 1 + facesPerCell(mesh)}, mesh,
           [=, diag = matrix_.diag.data()](Label c, const auto& around) {
             if (marked[c]) {
               source[c] = diag[c] * psi[c];
               return;
             }
             const auto elsewhere = [](auto&&...) {};
             around([&](Label f, Label N) { source[c] -= marked[N] ? lower[f] * psi[N] : T{}; },
                    [&](Label f, Label N) { source[c] -= marked[N] ? upper[f] * psi[N] : T{}; }, elsewhere, elsewhere);
           });
  eachInternalFace({"set values: faces", 2}, mesh, [=](Label f, Label P, Label N) {
    if (marked[P] || marked[N]) upper[f] = lower[f] = 0;
  });
  if (marked.size() > static_cast<std::size_t>(mesh.nCells)) setValuesAcrossCuts(marked);
  // Else the other side's row goes on to read the value from its ghost.
  kernel::parallelFor("set values: coupled", mesh.nCoupledFaces, [=, coupled = matrix_.coupled.data()](Label i) {
    if (marked[owner[first + i]]) coupled[i] = 0;
  });
  kernel::parallelFor("set values: boundary", mesh.nBoundaryFaces,
                      [=, internal = internalCoeffs_.data(), boundary = boundaryCoeffs_.data()](Label b) {
                        if (marked[owner[nInterior + b]]) internal[b] = boundary[b] = T{};
                      });
}

template <class T>
void Equation<T>::relax(bool finalIteration) {
  impl_->follow(*context_);
  auto& factor = impl_->relaxation[finalIteration];
  if (!factor) factor = equationRelaxation(context_->fvSolution, psi_->name() + (finalIteration ? "Final" : "")).value_or(0);
  relax(*factor);
}

template <class T>
void Equation<T>::relax(double factor) {
  if (factor <= 0) return;
  ++matrix_.version;
  const mesh::Mesh& mesh = psi_->mesh();
  const Label nInternal = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const T *internal = internalCoeffs_.data(), *psi = psi_->cells().data();
  double* diag = matrix_.diag.data();
  T* source = source_.data();
  const double bytes = bytesOfCellFaces(mesh) + 16 + 24 * nComponents<T> + (matrix_.symmetric() ? 8 : 16) * facesPerCell(mesh);
  eachCell({"relax", bytes}, mesh, [=](Label c, const auto& around) {
    // The largest boundary coefficient makes the diagonal dominate; the smallest is what is taken off again.
    double sumOff = 0, sumLargest = 0, sumSmallest = 0;
    around([&](Label f, Label) { sumOff += std::abs(lower[f]); }, [&](Label f, Label) { sumOff += std::abs(upper[f]); },
           [&](Label f, Label) { sumOff += std::abs(coupled[f - nInternal]); },
           [&](Label f) {
             const T& coeffs = internal[f - nInterior];
             double largest = 0, smallest = component(coeffs, 0);
             for (int i = 0; i < nComponents<T>; ++i) {
               largest = std::max(largest, std::abs(component(coeffs, i)));
               smallest = std::min(smallest, component(coeffs, i));
             }
             sumLargest += largest;
             sumSmallest += smallest;
           });
    const double relaxed = std::max(std::abs(diag[c] + sumLargest), sumOff) / factor - sumSmallest;
    source[c] += (relaxed - diag[c]) * psi[c];
    diag[c] = relaxed;
  });
}

#define EAGRE_INSTANTIATE(T)                                                                                  \
  template std::vector<linear::SolverPerformance> Equation<T>::solve(const std::string&, std::span<const T>); \
  template void Equation<T>::setUpSolver(const std::string&);                                                 \
  template void Equation<T>::setReference(Label, double, bool);                                               \
  template void Equation<T>::setValues(std::span<const char>);                                                \
  template void Equation<T>::relax(bool);                                                                     \
  template void Equation<T>::relax(double);
EAGRE_INSTANTIATE(double)
EAGRE_INSTANTIATE(Vec3)
EAGRE_INSTANTIATE(SymmTensor)
#undef EAGRE_INSTANTIATE

}  // namespace eagre::fv
