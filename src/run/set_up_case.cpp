// SPDX-License-Identifier: BSD-3-Clause
#include "run/set_up_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "case/poly_mesh_io.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/fields/jump_condition.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/time/ddt.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/wall_wave.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/on_master.hpp"
#include "physics/waves/superposed_patch.hpp"
#include "run/case/coarse_check.hpp"
#include "run/case/decomposed.hpp"
#include "run/case/field_functions.hpp"
#include "run/case/made.hpp"
#include "run/dumps/pack.hpp"
#include "run/functions/mesh_extras.hpp"
#include "run/parallel_choices.hpp"
#include "solvers/other_solvers.hpp"

namespace eagre::run {

namespace {

/// Whether Eagre has the solver, and what of the case rules it out before there is a mesh.
/// Returns what moves the mesh.
std::unique_ptr<physics::MeshMotion> checkSolver(CaseDictionaries& dictionaries, const RunOptions& options, Problems& problems) {
  std::unique_ptr<physics::MeshMotion> motion;
  const auto application = dictionaries.controlDict().getOr("application", std::string());
  if (application.empty()) return motion;
  const auto* named = dictionaries.controlDict().find("application");
  if (options.application.empty() && named && !solvers::isSolver(application))
    problems.add(named->place, solvers::unknownApplication(application));
  else
    problems.guard([&] {
      motion = solvers::makeMeshMotion(application, dictionaries.optional("constant/dynamicMeshDict"), dictionaries.directory());
    });
  return motion;
}

Samplings samplingsOf(CaseDictionaries& dictionaries, bool meshMoves, bool refined) {
  Samplings samplings(dictionaries);
  if (refined) samplings.leaveOut("its points in the mesh are found once, and the mesh is refined during the run");
  if (meshMoves && !samplings.empty()) samplings.moveWithMesh();
  return samplings;
}

/// Whether the mesh is the one that `eagre pack` has made: not that of a case whose cells change.
bool takesPacked(const fs::path& directory, bool refined, Log& log) { return !refined && takesPackedMesh(directory, log); }

/// Whether fvOptions has a waveForcing, which takes means over cells.
bool forcesWaves(CaseDictionaries& dictionaries) {
  for (const char* name : {"constant/fvOptions", "system/fvOptions"}) {
    const auto* options = dictionaries.optional(name);
    for (const auto& entry : options ? options->entries() : std::vector<config::Entry>())
      if (entry.isDict() && entry.dict->getOr<std::string>("type", "") == "waveForcing") return true;
  }
  return false;
}

/// Gives a mesh its points where it needs them, which overlapping patches do, and lets it move. whole: on rank 0. Collective.
void takePoints(const mesh::PolyMesh* whole, bool needed, const physics::MeshMotion* motion, bool correctWalls,
                mesh::Mesh& mesh) {
  if (needed || mesh.overlaps) mesh::keepPoints(whole, mesh);
  if (mesh.overlaps) mesh::placeFromPoints(mesh);
  if (motion) mesh::allowMotion(whole, mesh, motion->isRigid(), correctWalls);
}

/// Dumps that there are not of a mesh that moves or is refined: files of bunches know one mesh, that of the mesh file.
void checkDumps(const DumpControls& dumps, const RunOptions& options, bool moves, bool refines, Problems& problems) {
  const Place place{options.dump.empty() ? "system/controlDict" : "--dump", 0};
  if ((moves || refines) && dumps.any() && dumps.settings.bunch > 0)
    problems.add(place,
                 fmt::format("dump: dumps in several files (bunch) of a mesh that {} are not supported; leave bunch out: all "
                             "ranks write one",
                             refines ? "is refined during the run" : "moves"));
}

/// Whether dumps refer to a mesh file, and do not hold their mesh themselves.
bool needsMeshFile(const DumpControls& dumps, const MeshRefinement* refinement) { return dumps.any() && !refinement; }

}  // namespace

void requireSolver(const RunOptions& options, bool hasDictionaries) {
  Problems ofDictionaries, problems;
  std::optional<CaseDictionaries> dictionaries;
  const bool read = ofDictionaries.guard([&] {
    dictionaries.emplace(options.caseDirectory, ofDictionaries, options.flavour, options.application, options.settings);
  });
  if (hasDictionaries) ofDictionaries.throwIfAny(options.caseDirectory.string());
  if (!read) return;
  const bool moves = checkSolver(*dictionaries, options, problems) != nullptr;
  const bool refines = checkRefinement(*dictionaries, problems) != nullptr;
  checkDumps(readDump(dictionaries->controlDict(), options.dump, problems), options, moves, refines, problems);
  problems.throwIfAny(options.caseDirectory.string());
}

SetUpCase::SetUpCase(const comm::Communicator& world, const RunOptions& options, Log& log, KeptMesh kept)
    : world(world),
      options(options),
      log(log),
      dictionaries(options.caseDirectory, problems, options.flavour, options.application, options.settings) {
  application = dictionaries.controlDict().getOr("application", "");
  if (application.empty()) problems.add(Place{"system/controlDict", 0}, "no 'application'; name the solver, e.g. interFoam");
  control = ControlDict::read(dictionaries.controlDict(), solvers::isTwoPhase(application), problems);
  dumps = readDump(dictionaries.controlDict(), options.dump, problems);
  if (!options.from.empty()) problems.guard([&] { control.startAt(fromInCase(options.caseDirectory, options.from)); });
  parallel = readParallel(dictionaries.controlDict(), options.parallel, problems);
  setUp(std::move(kept));
}

KeptMesh SetUpCase::keepMesh() {
  if (motion || refinement || timesHaveMeshes) return {};
  return {std::move(mesh), meshChecksum, std::move(samplings)};
}

/// The global mesh of a case that is not packed, on rank 0.
WholeMesh SetUpCase::wholeMesh() {
  // The mesh that is read back must be that of the dumps, to the last digit: binary.
  ControlDict meshFormat = control;
  if (dumps.any()) meshFormat.binary = true, meshFormat.compressed = false;
  if (options.checkOnly && !options.preparation.fullMesh) nCellsNotMade = cellsNotMade(dictionaries);
  WholeMesh whole = loadOrMakeMesh(dictionaries, meshFormat, !options.checkOnly, log, nCellsNotMade > 0 ? cellsOfCoarseMesh : 0);
  completeGeometry(whole);
  return whole;
}

/// Distances to walls, if the case needs them. On rank 0.
void SetUpCase::completeGeometry(WholeMesh& whole) {
  if (const auto y = wallDistanceOf(dictionaries); y != physics::WallDistance::none)
    mesh::addWallDistances(whole.mesh, whole.geometry, y == physics::WallDistance::corrected);
}

/// Sets fields, and makes those that are functions, if the start needs it. On rank 0.
void SetUpCase::prepareFields(WholeMesh& whole, bool packed) {
  const fs::path directory = dictionaries.directory();
  const bool setsFields = !options.preparation.fieldsAsIs && start.dump.empty() &&
                          std::strtod(start.name.c_str(), nullptr) == 0 && fieldsNeedSetting(dictionaries, start.name);
  const auto functions =
      options.checkOnly || !start.dump.empty() ? std::vector<std::string>{} : fieldsOfFunctions(directory, start.name);
  if (!setsFields && start.dump.empty()) requireCurrentFields(directory, start.name);
  if ((setsFields || !functions.empty()) && packed) whole = meshToSetFields(dictionaries, control, log);
  if (!functions.empty()) applyFieldFunctions(dictionaries, control, whole, functions, start.name, log);
  if (!setsFields) return;
  const auto set = [&] { return applySetFields(dictionaries, control, whole, start.name, !options.checkOnly, log); };
  if (!options.checkOnly)
    set();
  else if (world.parallel())
    fieldsOfCheck = set();
  else  // what is wrong with other fields is named, too
    problems.guard([&] { fieldsOfCheck = set(); });
}

/// Whether something of the case takes the points of the mesh during the run.
bool SetUpCase::needsPoints() {
  return motion || fv::gradientsNeedPoints(dictionaries.fvSchemes()) ||
         solvers::needsPoints(application, dictionaries.fvSolution(), dictionaries.optional("constant/transportProperties")) ||
         (solvers::isTwoPhase(application) && forcesWaves(dictionaries));
}

/// The mesh of this rank, of the packed mesh or of the global one, which is on rank 0 then; it can move if the case says so.
std::unique_ptr<mesh::Mesh> SetUpCase::dealtMesh(WholeMesh whole, bool packed) {
  std::optional<mesh::PolyMesh> forPoints;
  const auto overlap = [](const auto& patches) { return std::ranges::any_of(patches, mesh::isOverlapping); };
  const auto readForPoints = [&] {
    forPoints = packed ? case_::readPolyMesh(dictionaries.directory() / "constant" / "polyMesh") : whole.mesh;
  };
  const bool pointsNeeded = needsPoints();
  output::onMaster(world, [&] {
    if (pointsNeeded || (!packed && overlap(whole.mesh.patches))) readForPoints();
    if (motion) motion->takeGlobalMesh(*forPoints);
  });
  const auto y = wallDistanceOf(dictionaries);
  if (packed && y == physics::WallDistance::uncorrected)
    throw Error("wallDist: a packed mesh has corrected distances to walls; correctWalls must be yes", ExitCode::badCase);
  auto slab =
      packed ? output::readPackedMesh(world, output::dumpMeshPath(dictionaries.directory()), y != physics::WallDistance::none)
             : mesh::slabOnMaster(world, std::move(whole.mesh), std::move(whole.geometry));
  if (packed && overlap(slab.facts.patches) && !pointsNeeded) output::onMaster(world, readForPoints);
  const auto part =
      mesh::partition(world, slab.geometry.cellCentres, slab.cellStarts[static_cast<std::size_t>(world.rank())], world.size());
  auto dealt = mesh::distribute(world, std::move(slab), part);
  const mesh::PolyMesh* points = forPoints ? &*forPoints : nullptr;
  takePoints(points, pointsNeeded, motion.get(), y != physics::WallDistance::uncorrected, *dealt);
  return dealt;
}

/// Another mesh in the place of the one that is there, which everything refers to.
void SetUpCase::replaceMesh(WholeMesh whole) { *mesh = std::move(*dealtMesh(std::move(whole), false)); }

/// Rank 0 finds the start, sets fields and, if the case is not packed, has the mesh as one slab; the ranks deal out their slabs.
/// Nothing whole stays.
void SetUpCase::prepareMesh() {
  const fs::path directory = dictionaries.directory();
  WholeMesh whole;
  if (options.functionObjects) samplings = samplingsOf(dictionaries, motion != nullptr, refinement && !isPost());
  problems.throwIfAny(dictionaries.directory().string());
  MeshExtras extras(dictionaries, samplings);
  bool packed = false;
  const bool writesDumps = dumps.any() && !options.checkOnly,
             writesMeshFile = !options.checkOnly && needsMeshFile(dumps, refinement.get());
  output::onMaster(world, [&] {
    packed = takesPacked(directory, refinement != nullptr, log);
    if (!packed) whole = wholeMesh();
    if (packed)
      meshChecksum = output::findPackedMesh(output::dumpMeshPath(directory))->checksum;
    else if (writesDumps || hasDumps(directory))
      meshChecksum = output::meshChecksum(whole.mesh);
  });
  nCellsNotMade = world.sum(nCellsNotMade);
  start = findStart(world, directory, control, {meshChecksum, refinement != nullptr}, log);
  output::onMaster(world, [&] {
    if (writesMeshFile && !packed) output::writeMeshFile(directory, whole.mesh, meshChecksum, dumps.settings, log);
    if (start.decomposed) takeDecomposedTime();
    takeMeshOfTime(whole, packed);
    prepareFields(whole, packed);
    if (packed)
      whole = {};
    else
      extras.take(whole.mesh, whole.geometry);
  });
  world.broadcast(start.directory);
  packed = world.any(packed);
  timesHaveMeshes = world.any(timesHaveMeshes);
  meshIsOfTime = world.any(meshIsOfTime);
  meshChecksum = static_cast<std::uint32_t>(world.sum(std::int64_t{meshChecksum}));

  mesh = dealtMesh(std::move(whole), packed);
  if (packed) output::onMaster(world, [&] { extras.read(directory, static_cast<Label>(mesh->nCellsGlobal)); });
  extras.deal(world, *mesh);
  if (packed) log.line("Mesh read in slabs from dumps/mesh.vtkhdf");
  log.line(fmt::format("Mesh: {} cells, {} faces, {} patches on {} rank{}\n", mesh->nCellsGlobal, mesh->nFacesGlobal,
                       mesh->globalPatches.size(), world.size(), world.size() > 1 ? "s" : ""));
}

/// The mesh that a time before this one has read.
void SetUpCase::takeMesh(KeptMesh kept) {
  mesh = std::move(kept.mesh), meshChecksum = kept.checksum, samplings = std::move(kept.samplings);
  start = findStart(world, dictionaries.directory(), control, {meshChecksum, false}, log);
  output::onMaster(world, [&] {
    if (start.decomposed) takeDecomposedTime();
    WholeMesh whole;
    prepareFields(whole, true);
  });
  world.broadcast(start.directory);
}

/// Puts the time that only processor directories have together, in the case or, for a check, beside it. On rank 0.
void SetUpCase::takeDecomposedTime() {
  const fs::path directory = dictionaries.directory();
  const auto decomposition = readCaseDecomposition(directory, control, false, log);
  log.line(fmt::format("Only {} have the time {}: its fields {} put together{}", decomposition.files.description(), start.name,
                       options.checkOnly ? "would be" : "are",
                       options.checkOnly ? " and written to " + (directory / start.name).string() : ""));
  fs::path into = directory;
  if (options.checkOnly) {
    temporary = std::make_unique<TemporaryDirectory>();
    into = temporary->path();
    start.directory = (into / start.name).string();
  }
  reconstructTime(decomposition, start.name, into, {{control.binary, control.writePrecision, control.compressed}}, log);
}

void SetUpCase::setUp(KeptMesh kept) {
  motion = checkSolver(dictionaries, options, problems);
  refinement = checkRefinement(dictionaries, problems);
  checkDumps(dumps, options, motion != nullptr, refinement != nullptr, problems);
  dictionaries.reportReadings(log);
  problems.throwIfAny(dictionaries.directory().string());
  log.setPrecision(control.writePrecision);
  world.choose(parallel.methods);
  if (kept.mesh) {
    takeMesh(std::move(kept));
  } else {
    for (const config::GivenEntry& setting : dictionaries.settings()) log.line("Set by the command line: " + setting.text());
    log.line("Create time\n");
    prepareMesh();
  }
  if (!start.dump.empty()) {
    log.line(fmt::format("Continuing from the dump of time {}{}\n", start.name,
                         start.dump == start.name ? "" : fmt::format(": {}", start.dump)));
    dump = std::make_unique<output::DumpReader>(output::dumpPath(dictionaries.directory(), start.dump), *mesh);
    restart = readRestartState(*dump, start.name, control, log);
  } else {
    restart = readRestartState(dictionaries.directory() / start.directory, dictionaries.readOptions(), control, log);
  }
  warnOfEndTime();
  warnOfOtherSettings();
  if (options.tables.empty() && !options.checkOnly) reportLaterTimes();
  krylov = settleChoices(world, parallel, restart.parallel.get(), log);
  timeState.value = restart.value;
  timeState.deltaT = control.deltaT;
  timeState.index = timeState.startIndex = restart.index;
  context.reset(new fv::Context{*mesh, dictionaries.fvSchemes(), dictionaries.fvSolution(), timeState, registry, log,
                                dictionaries.directory()});
  makeSource(dump.get());
  source->standsFor(nCellsNotMade);
  source->takes(std::move(fieldsOfCheck));
  placeMesh();
  if (motion) motion->readFields(source->motionInputs(*context), problems);
  solvers::checkCase(application, *source, *context, problems);
  dictionaries.reportReadings(log);
  context->fastSolvers = options.fastSolvers && !solvers::keepsLinearSolvers(application);
  context->krylov = krylov;
  if (options.functionObjects)
    functionObjects = makeFunctionObjects(dictionaries.controlDict(), *context, dictionaries.directory(),
                                          options.tables.empty() ? start.name : options.tables, samplings, board);
  if (refinement && !isPost()) leaveOutWhatKeepsCells();
  problems.throwIfAny(dictionaries.directory().string());
}

void SetUpCase::makeSource(output::FieldStore* store) {
  source = std::make_unique<DirectorySource>(
      dictionaries, *context, start.directory, store, restart.ours,
      case_::StrangerPatches(dictionaries.directory(), application, options.preparation.meshAsIs), problems);
  source->moves(motion.get());
  if (!refinement) return;
  source->refines([this](GlobalLabel cell) {
    output::onMaster(world, [&] { cell = refinement->firstCellIn(cell); });
    world.broadcast(std::as_writable_bytes(std::span(&cell, 1)));
    return cell;
  });
}

/// In constant/polyMesh. Collective.
GlobalLabel SetUpCase::nPointsOfStart() const {
  GlobalLabel n = mesh->points->nPointsGlobal;
  if (refinement) output::onMaster(world, [&] { n = refinement->nPointsOfStart(); });
  world.broadcast(std::as_writable_bytes(std::span(&n, 1)));
  return n;
}

/// Hands the mesh to what moves it, with what that needs of the start time.
void SetUpCase::startMotion() {
  motion->start(*mesh, {.state = motion->stateName() ? source->state(motion->stateName()) : nullptr,
                        .pointField = source->motionInputs(*context).pointField,
                        .nPoints = nPointsOfStart()});
}

/// What keeps places in the mesh that it has found once.
void SetUpCase::checkMovingMesh() {
  const auto check = [&](const auto& fields) {
    for (const auto& [name, field] : fields)
      for (const auto& condition : field->conditions())
        for (const char* kind : {"mapped", "coded", "expr"})
          if (condition->type().starts_with(kind))
            problems.add(fmt::format("{}: not supported on a mesh that moves", condition->label(name)));
  };
  check(registry.scalars());
  check(registry.vectors());
  check(registry.symmTensors());
  for (const auto& [patch, waves] : context->waves)
    if (!dynamic_cast<const physics::waves::SuperposedPatch*>(waves.get()) && !motion->standsStill(*mesh->findPatch(patch)))
      problems.add(fmt::format("constant/waveProperties: waves on a patch that moves ('{}') are not supported", patch));
}

void SetUpCase::requireWhatConditionsNeed() {
  if (motion) checkMovingMesh();
  if (refinement) {
    problems.guard([&] { refinement->requireField(registry); });
    for (const auto& [name, field] : registry.scalars())
      if (fv::hasJump(*field))
        problems.add(
            fmt::format("{}: a jump across cyclic patches is not supported on a mesh that is refined during the run", name));
  }
  fv::checkWhatConditionsNeed(*context, problems);
  problems.throwIfAny(dictionaries.directory().string());
}

}  // namespace eagre::run
