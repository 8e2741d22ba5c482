// SPDX-License-Identifier: BSD-3-Clause
#include "linear/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include "core/one_of.hpp"
#include "linear/petsc_solver.hpp"
#include "linear/s_step_cg.hpp"
#include "linear/words.hpp"

namespace eagre::linear {

namespace {

using Words = std::vector<std::string>;

const WordTable<>& coupledSolvers() {
  static const WordTable<> table{{"PBiCCCG", "component by component by PBiCG (symmetric: PCG), to the least of the tolerances"},
                                 {"PBiCICG", "the same"}};
  return table;
}
const WordTable<>& agglomerators() {
  static const WordTable<> table{{"faceAreaPair", "pairs of cells by the areas of their faces, found once"},
                                 {"algebraicPair", "pairs of cells by the coefficients of the matrix"}};
  return table;
}

/// The sub-dictionary of that name; nullptr if there is none or the entry is a value.
const config::Dictionary* subDictionary(const config::Dictionary& dict, const char* keyword) {
  const config::Entry* entry = dict.find(keyword);
  return entry && entry->isDict() ? entry->dict.get() : nullptr;
}

/// Reads one entry of fvSolution, keeping every problem.
class Reader {
 public:
  Reader(const std::string& fieldName, bool symmetric, Problems& problems)
      : fieldName_(fieldName), symmetric_(symmetric), problems_(problems) {}

  Settings settings(const config::Dictionary& dict) {
    if (isCoupled(dict)) return coupled(dict);
    Settings s;
    s.solver = choose(dict, "solver", solverTable());
    problems_.guard([&] { s.controls = SolverControls::read(dict); });
    if (const auto* solver = solverTable().find(s.solver); solver && solver->preconditioned) readPreconditioner(dict, s);
    if (s.solver == "SStepPCG") {
      number(dict, "nSteps", s.nSteps);
      if (s.nSteps < 2 || s.nSteps > SStepCg::mostSteps) bad(dict, "nSteps", fmt::format("must be 2 to {}", SStepCg::mostSteps));
    }
    if (s.solver == "OFRePiPePCG")
      problems_.guard([&] {
        static const Words blocks{"length", "ranks"};
        if (dict.has("testBlocks")) s.testBlocks = dict.getChoice("testBlocks", blocks);
      });
    if (s.solver == "PETSc") readPetsc(dict, s);
    if (s.solver == "smoothSolver") {
      s.smoother = choose(dict, "smoother", smootherTable());
      number(dict, "nSweeps", s.nSweeps);
      if (s.nSweeps == 0) bad(dict, "nSweeps", "must not be 0");
    }
    if (s.solver == "GAMG") s.multigrid = multigrid(dict);
    return s;
  }

 private:
  bool isCoupled(const config::Dictionary& dict) {
    static const Words types{"segregated", "coupled"};
    bool coupled = false;
    problems_.guard([&] { coupled = dict.has("type") && dict.getChoice("type", types) == "coupled"; });
    return coupled;
  }

  /// `type coupled`: one solver for all components of a vector, with a tolerance each. The components do not depend on each
  /// other, so that they are solved one after another, each to the smallest of the tolerances.
  Settings coupled(const config::Dictionary& dict) {
    static const Words preconditioners{"none", "diagonal", "DILU"};
    Settings s;
    s.componentByComponent = true;
    s.solver = symmetric_ ? "PCG" : "PBiCG";
    problems_.guard([&] { dict.getChoice("solver", coupledSolvers().names()); });
    problems_.guard([&] { s.preconditioner = dict.getChoice("preconditioner", preconditioners); });
    if (symmetric_ && s.preconditioner == "DILU") s.preconditioner = "DIC";
    smallestOf(dict, "tolerance", s.controls.tolerance);
    smallestOf(dict, "relTol", s.controls.relTol);
    number(dict, "minIter", s.controls.minIter);
    number(dict, "maxIter", s.controls.maxIter);
    return s;
  }

  void smallestOf(const config::Dictionary& dict, const char* keyword, double& value) {
    if (!dict.has(keyword)) return;
    problems_.guard([&] {
      const Vec3 each = dict.get<Vec3>(keyword);
      value = std::min({each.x, each.y, each.z});
    });
  }

  /// The word of "kind word;" or "kind { kind word; ... }", or "" if there is a problem with it.
  template <class Maker>
  std::string choose(const config::Dictionary& dict, const char* kind, const WordTable<Maker>& table) {
    std::string word;
    problems_.guard([&] {
      const config::Dictionary* inner = subDictionary(dict, kind);
      const config::Dictionary& scope = inner ? *inner : dict;
      const std::string given = scope.get<std::string>(kind);
      const Maker* known = table.find(given);
      if (!known || !fits(known->fits, symmetric_)) refuse(scope.at(kind).place, kind, given, known, table);
      word = given;
    });
    return word;
  }

  template <class Maker>
  [[noreturn]] void refuse(const Place& place, const char* kind, const std::string& word, bool known,
                           const WordTable<Maker>& table) const {
    const Words valid = table.namesWhere([&](const Maker& maker) { return fits(maker.fits, symmetric_); });
    const char* prefix = symmetric_ ? "" : "a";
    if (known)
      throw Error(place, fmt::format("the matrix of {} is {}symmetric and {} '{}' is not for such a matrix; valid: {}",
                                     fieldName_, prefix, kind, word, fmt::join(valid, ", ")));
    throw Error(place, unknownWordMessage(fmt::format("{}symmetric matrix {}", prefix, kind), word, valid));
  }

  void bad(const config::Dictionary& dict, const char* keyword, const std::string& message) {
    const config::Entry* entry = dict.find(keyword);
    problems_.add(entry ? entry->place : dict.place(), fmt::format("{} of {} {}", keyword, fieldName_, message));
  }

  template <class T>
  void number(const config::Dictionary& dict, const char* keyword, T& value) {
    problems_.guard([&] { value = dict.getOr<T>(keyword, value); });
  }

  void notNegative(const config::Dictionary& dict, const char* keyword, int& value) {
    constexpr int most = 10'000;
    number(dict, keyword, value);
    if (value < 0) bad(dict, keyword, "must not be negative");
    if (value > most) bad(dict, keyword, fmt::format("must be at most {}", most));
  }

  void readPetsc(const config::Dictionary& dict, Settings& s) {
    problems_.guard([&] { s.options = dict.get<std::string>("options"); });
    if (!petscIsBuiltIn())
      bad(dict, "solver", "cannot be PETSc: this program is built without it (Debian's petsc-dev, then make build PETSC=ON)");
  }

  void readPreconditioner(const config::Dictionary& dict, Settings& s) {
    s.preconditioner =
        s.solver == "auto" && !dict.has("preconditioner") ? "DIC" : choose(dict, "preconditioner", preconditionerTable());
    if (s.preconditioner == "multigrid" && s.solver == "PBiCG")
      bad(dict, "preconditioner", "cannot be multigrid: PBiCG needs a preconditioner with a transpose; PBiCGStab does not");
    if (s.preconditioner != "GAMG") return;
    if (s.solver == "PBiCG")
      bad(dict, "preconditioner", "cannot be GAMG: PBiCG needs a preconditioner with a transpose; PBiCGStab does not");
    if (const config::Dictionary* inner = subDictionary(dict, "preconditioner"))
      s.multigrid = multigrid(*inner);
    else
      bad(dict, "preconditioner", "GAMG needs its controls: preconditioner { preconditioner GAMG; smoother GaussSeidel; ... }");
  }

  std::shared_ptr<const MultigridSettings> multigrid(const config::Dictionary& dict) {
    auto m = std::make_shared<MultigridSettings>();
    m->smoother = choose(dict, "smoother", smootherTable());
    problems_.guard([&] {
      if (dict.has("agglomerator")) m->agglomerator = dict.getChoice("agglomerator", agglomerators().names());
    });
    if (dict.has("processorAgglomerator"))
      bad(dict, "processorAgglomerator", "is not supported: the coarsest level is solved on all ranks; remove it");
    number(dict, "nCellsInCoarsestLevel", m->nCellsInCoarsestLevel);
    number(dict, "mergeLevels", m->mergeLevels);
    if (m->mergeLevels < 1) bad(dict, "mergeLevels", "must be at least 1");
    notNegative(dict, "nPreSweeps", m->nPreSweeps);
    number(dict, "preSweepsLevelMultiplier", m->preSweepsLevelMultiplier);
    notNegative(dict, "maxPreSweeps", m->maxPreSweeps);
    notNegative(dict, "nPostSweeps", m->nPostSweeps);
    number(dict, "postSweepsLevelMultiplier", m->postSweepsLevelMultiplier);
    notNegative(dict, "maxPostSweeps", m->maxPostSweeps);
    notNegative(dict, "nFinestSweeps", m->nFinestSweeps);
    notNegative(dict, "nVcycles", m->nVcycles);
    m->scaleCorrection = symmetric_;
    number(dict, "cacheAgglomeration", m->cacheAgglomeration);
    number(dict, "interpolateCorrection", m->interpolateCorrection);
    number(dict, "scaleCorrection", m->scaleCorrection);
    number(dict, "directSolveCoarsest", m->directSolveCoarsest);
    m->coarsest = coarsest(dict);
    return m;
  }

  std::shared_ptr<const Settings> coarsest(const config::Dictionary& dict) {
    if (const config::Dictionary* inner = subDictionary(dict, "coarsestLevelCorr"))
      return std::make_shared<const Settings>(settings(*inner));
    auto s = std::make_shared<Settings>();
    s->solver = symmetric_ ? "PCG" : "PBiCGStab";
    s->preconditioner = symmetric_ ? "DIC" : "DILU";
    number(dict, "tolerance", s->controls.tolerance);
    number(dict, "relTol", s->controls.relTol);
    return s;
  }

  const std::string& fieldName_;
  bool symmetric_;
  Problems& problems_;
};

bool sameMethod(const MultigridSettings& a, const MultigridSettings& b) {
  const auto words = [](const MultigridSettings& m) { return std::tie(m.smoother, m.agglomerator); };
  const auto numbers = [](const MultigridSettings& m) {
    return std::tie(m.nCellsInCoarsestLevel, m.mergeLevels, m.nPreSweeps, m.preSweepsLevelMultiplier, m.maxPreSweeps,
                    m.nPostSweeps, m.postSweepsLevelMultiplier, m.maxPostSweeps, m.nFinestSweeps, m.nVcycles);
  };
  const auto switches = [](const MultigridSettings& m) {
    return std::tie(m.cacheAgglomeration, m.interpolateCorrection, m.scaleCorrection, m.directSolveCoarsest);
  };
  const auto controls = [](const MultigridSettings& m) {
    const SolverControls& c = m.coarsest->controls;
    return std::tie(c.tolerance, c.relTol, c.minIter, c.maxIter);
  };
  return words(a) == words(b) && numbers(a) == numbers(b) && switches(a) == switches(b) && controls(a) == controls(b) &&
         sameMethod(*a.coarsest, *b.coarsest);
}

}  // namespace

std::vector<Word> coupledSolverWords() { return coupledSolvers().words(); }
std::vector<Word> agglomeratorWords() { return agglomerators().words(); }

bool hidesCommunication(const std::string& solver) {
  const SolverMaker* known = solverTable().find(solver);
  return known && known->hidesCommunication;
}

bool sameMethod(const Settings& a, const Settings& b) {
  const auto words = [](const Settings& s) {
    return std::tie(s.solver, s.preconditioner, s.firstPreconditioner, s.options, s.smoother, s.nSweeps, s.nSteps, s.testBlocks);
  };
  if (words(a) != words(b)) return false;
  return !a.multigrid && !b.multigrid ? true : a.multigrid && b.multigrid && sameMethod(*a.multigrid, *b.multigrid);
}

namespace {
/// maxIter in V-cycles: PCG's preconditioner GAMG makes several in each iteration.
int limitInVcycles(const Settings& settings) {
  const int each = settings.multigrid && settings.solver != "GAMG" ? std::max(1, settings.multigrid->nVcycles) : 1;
  return static_cast<int>(
      std::min<std::int64_t>(std::int64_t{settings.controls.maxIter} * each, std::numeric_limits<int>::max()));
}
}  // namespace

Settings fasterMethod(const Settings& settings, bool symmetric) {
  if (settings.solver == "PETSc") return settings;
  Settings fast = settings;
  if (symmetric && settings.solver != "diagonal" && !hidesCommunication(settings.solver)) {
    const bool named = settings.solver == "PCG" && settings.preconditioner == "multigrid";
    fast = {};
    fast.solver = named ? "PCG" : "auto";
    fast.preconditioner = "multigrid";
    if ((settings.solver == "PCG" || settings.solver == "auto") &&
        isOneOf(settings.preconditioner, {"DIC", "FDIC", "distributedDIC"}))
      fast.firstPreconditioner = "DIC";
    fast.controls = settings.controls;
    fast.controls.maxIter = limitInVcycles(settings);
  } else if ((settings.solver == "smoothSolver" && settings.nSweeps > 0) || settings.solver.starts_with("PBiCG")) {
    fast.solver = "fastAsymmetric";
  }
  return fast;
}

std::optional<Settings> methodBehind(const Settings& named, const Settings& used) {
  if (hidesCommunication(named.solver)) {
    Settings pcg = named;
    pcg.solver = "PCG";
    return pcg;
  }
  if (sameMethod(named, used)) return std::nullopt;
  return named;
}

SolverControls SolverControls::read(const config::Dictionary& dict) {
  SolverControls c;
  c.tolerance = dict.getOr("tolerance", c.tolerance);
  c.relTol = dict.getOr("relTol", c.relTol);
  c.minIter = dict.getOr("minIter", c.minIter);
  c.maxIter = dict.getOr("maxIter", c.maxIter);
  if (c.maxIter < 0)
    dict.warn(dict.at("maxIter").place,
              fmt::format("maxIter is {}: as in OpenFOAM, a solve ends with its first iteration", c.maxIter));
  return c;
}

Settings readSettings(const std::string& fieldName, bool symmetric, const config::Dictionary& dict, Problems& problems) {
  return Reader(fieldName, symmetric, problems).settings(dict);
}

}  // namespace eagre::linear
