// SPDX-License-Identifier: BSD-3-Clause
#include "run/refinement/mesh_refinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "case/poly_mesh_io.hpp"
#include "core/untrusted.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/foam/foam_field.hpp"
#include "output/on_master.hpp"
#include "run/refinement/refined_dump.hpp"
#include "solvers/flow_solver.hpp"
#include "solvers/other_solvers.hpp"

namespace eagre::run {

namespace {

/// v1912's, what libraries call theirs for two dimensions, and of the library multiDimAMR for both.
constexpr std::array<const char*, 5> typeNames{"dynamicRefineFvMesh", "dynamicRefine2DFvMesh", "dynamicRefineFvMesh2D",
                                               "dynamicMultiDimRefineFvMesh", "dynamicMultiDimRefineBalancedFvMesh"};
constexpr std::string_view startOfMultiDim = "dynamicMultiDim";

constexpr const char* inConstant = "constant/polyMesh";

Label positive(const config::Dictionary& d, const char* keyword, Label least) {
  const auto value = d.get<Label>(keyword);
  if (value < least) throw Error(d.at(keyword).place, fmt::format("{}: {} is less than {}", keyword, value, least));
  return value;
}

/// Where adaptCriteria of multiDimAMR has cells divided.
struct FieldBounds {
  std::string field;
  double lower = 0, upper = 0;
  Label nLayers = 0, most = 0;
  Place place;

  explicit FieldBounds(const config::Dictionary& d)
      : field(d.get<std::string>("fieldName")),
        lower(d.get<double>("lowerBound")),
        upper(d.get<double>("upperBound")),
        nLayers(d.getOr<Label>("nLayer", 0)),
        most(d.getOr("maxCellLevel", std::numeric_limits<Label>::max())),
        place(d.at("fieldName").place) {
    if (d.getOr("negate", false)) throw Error(d.at("negate").place, "negate of adaptCriteria is not supported");
    if (d.getOr<Label>("minCellLevel", 0) > 0) throw Error(d.at("minCellLevel").place, "minCellLevel is not supported");
  }
  /// Whether all that the other one wants is wanted here, too.
  bool holds(const FieldBounds& other) const {
    return field == other.field && lower == other.lower && upper == other.upper && nLayers >= other.nLayers && most >= other.most;
  }
};

/// One criterion, or of several by `or` that which holds all others.
FieldBounds boundsOf(const config::Dictionary& d) {
  const auto require = [](const config::Dictionary& one) -> const config::Dictionary& {
    if (const auto type = one.get<std::string>("type"); type != "fieldBounds")
      throw Error(
          one.at("type").place,
          fmt::format("adaptCriteria '{}' is not supported; fieldBounds is, and composedAdaptCriteria with `or` of one field "
                      "within the same bounds",
                      type));
    return one;
  };
  if (d.get<std::string>("type") != "composedAdaptCriteria") return FieldBounds(require(d));
  const config::Entry& operation = d.at("operation");
  const config::Entry& list = d.at("criteria");
  std::vector<FieldBounds> all;
  auto in = list.reader();
  in.list([&] {
    in.word();
    all.emplace_back(require(in.dict("criteria")));
  });
  const auto holdsAll = [&](const FieldBounds& one) {
    return std::ranges::all_of(all, [&](const FieldBounds& other) { return one.holds(other); });
  };
  const auto found = std::ranges::find_if(all, holdsAll);
  if (operation.reader().word() != "or" || found == all.end())
    throw Error(
        list.place,
        "composedAdaptCriteria: not supported but for `or` of fieldBounds of one field within the same bounds, of which one "
        "has the most layers and levels");
  return *found;
}

}  // namespace

bool MeshRefinement::isAskedFor(const config::Dictionary* d) {
  return d != nullptr && std::ranges::count(typeNames, d->getOr("dynamicFvMesh", std::string())) > 0;
}

MeshRefinement::MeshRefinement(const config::Dictionary& dynamicMeshDict)
    : type_(dynamicMeshDict.get<std::string>("dynamicFvMesh")) {
  const std::string coefficients = type_ + "Coeffs";
  const config::Dictionary& d = dynamicMeshDict.findDict(coefficients) ? dynamicMeshDict.subDict(coefficients) : dynamicMeshDict;
  const bool multiDim = type_.starts_with(startOfMultiDim);
  // That library has entries beside the dictionary of coefficients, too.
  const auto in = [&](const char* keyword) -> const config::Dictionary& {
    return multiDim && !d.has(keyword) ? dynamicMeshDict : d;
  };
  interval_ = positive(in("refineInterval"), "refineInterval", 0);
  criteria_.nBufferLayers = positive(in("nBufferLayers"), "nBufferLayers", 0);
  criteria_.maxRefinement = positive(in("maxRefinement"), "maxRefinement", 1);
  criteria_.maxCells = positive(in("maxCells"), "maxCells", 1);
  dumpsLevel_ = in("dumpLevel").getOr("dumpLevel", false);
  for (const char* keyword : {"correctFluxes", "axis", "axisVal"}) in(keyword).has(keyword);  // each flux is one; patches tell
  if (multiDim) {
    for (const char* keyword : {"mapSurfaceFields", "enableBalancing", "allowableImbalance"}) in(keyword).has(keyword);
    readAdaptCriteria(in("adaptCriteria"));
    return;
  }
  field_ = d.get<std::string>("field");
  fieldPlace_ = d.at("field").place;
  criteria_.lowerRefineLevel = d.get<double>("lowerRefineLevel");
  criteria_.upperRefineLevel = d.get<double>("upperRefineLevel");
  criteria_.unrefineLevel = d.getOr("unrefineLevel", criteria_.unrefineLevel);
}

void MeshRefinement::readAdaptCriteria(const config::Dictionary& dynamicMeshDict) {
  const FieldBounds bounds = boundsOf(dynamicMeshDict.subDict("adaptCriteria"));
  field_ = bounds.field;
  fieldPlace_ = bounds.place;
  criteria_.byCells = true;
  criteria_.lowerRefineLevel = bounds.lower;
  criteria_.upperRefineLevel = bounds.upper;
  criteria_.nLayers = bounds.nLayers;
  criteria_.maxRefinement = std::min(criteria_.maxRefinement, bounds.most);
}

mesh::HexForest::Trees MeshRefinement::readState(const config::Dictionary& state, const fs::path& caseDirectory,
                                                 mesh::PolyMesh& mesh) {
  mesh::HexForest::Trees trees;
  base_ = state.get<std::string>("base");
  if (base_ != inConstant) mesh = case_::readPolyMesh(inside(caseDirectory, base_));
  auto in = state.at("trees").reader();
  in.list([&] {
    in.expect('(');
    const auto root = static_cast<Label>(in.integer());
    trees.emplace_back(root, in.word());
    in.expect(')');
  });
  return trees;
}

mesh::PolyMesh MeshRefinement::plant(mesh::PolyMesh mesh, const mesh::HexForest::Trees& trees, const fs::path& caseDirectory,
                                     Log& log) {
  case_::MeshLevels levels = case_::readMeshLevels(caseDirectory / base_);
  forest_ = std::make_unique<mesh::HexForest>(std::move(mesh), std::move(levels.cells), std::move(levels.points));
  checkDimensions(log);
  if (!trees.empty()) forest_->plant(trees);
  const auto n = forest_->mesh().nCells();
  Label fixed = 0;
  for (Label c = 0; c < n; ++c) fixed += !forest_->canDivide(c);
  if (fixed > 0) log.line(fmt::format("Refinement: {} of {} cells cannot be divided and stay as they are", fixed, n));
  return forest_->mesh();
}

mesh::PolyMesh MeshRefinement::start(mesh::PolyMesh mesh, const fs::path& caseDirectory, const std::string& time, Log& log) {
  base_ = inConstant;
  mesh::HexForest::Trees trees;
  const fs::path state = caseDirectory / time / "uniform" / stateName;
  if (fileExists(state)) {
    trees = readState(config::Dictionary::read(state), caseDirectory, mesh);
  } else if (fs::path own = fs::path(time) / "polyMesh"; fileExists(caseDirectory / own / "faces")) {
    base_ = own.string();
    mesh = case_::readPolyMesh(caseDirectory / own);
    log.warnOnce(fmt::format("{}: cells that are refined there already are not put together again", base_));
  }
  return plant(std::move(mesh), trees, caseDirectory, log);
}

mesh::PolyMesh MeshRefinement::startFromDump(mesh::PolyMesh mesh, const fs::path& caseDirectory, const fs::path& path, Log& log) {
  base_ = inConstant;
  mesh::HexForest::Trees trees;
  const output::DumpFile dump(path);
  const auto states = dump.state();
  if (const auto state = states.find(stateName); state != states.end()) {
    config::ReadOptions options;
    options.allowFileAccess = false;
    trees = readState(config::Dictionary::parse(state->second, path.string(), options), caseDirectory, mesh);
  }
  mesh::PolyMesh made = plant(std::move(mesh), trees, caseDirectory, log);
  if (dump.header().ownMesh && *dump.header().ownMesh != output::meshChecksum(made))
    throw Error(
        Place{path.string(), 0},
        fmt::format("{} is not the mesh that this dump was refined from, or this program refines it otherwise; eagre extract "
                    "makes a time directory of the dump, whose mesh a run takes as it is",
                    base_),
        ExitCode::badCase);
  return made;
}

void MeshRefinement::checkDimensions(Log& log) const {
  if (type_.starts_with(startOfMultiDim)) {
    log.line(fmt::format("{} of the library multiDimAMR: cells are divided {}, where adaptCriteria says so", type_,
                         forest_->isFlat() ? "into four, in the plane" : "into eight"));
    return;
  }
  const bool isGeneral = type_ == typeNames[0];
  if (!forest_->isFlat() && !isGeneral)
    throw Error(Place{"constant/dynamicMeshDict", 0},
                fmt::format("dynamicFvMesh '{}' is for a mesh of one cell between empty or wedge patches; {} is for others",
                            type_, typeNames[0]),
                ExitCode::badCase);
  if (forest_->isFlat() && isGeneral)
    log.warnOnce(
        "dynamicRefineFvMesh on a mesh with empty or wedge patches: cells are divided into four, in the plane; v1912 divides "
        "them into "
        "eight, and its gradients are then wrong in cells with one such face");
}

void MeshRefinement::takeGeometry(const mesh::PolyGeometry& geometry) {
  geometry_ = {};
  geometry_.faceAreas = geometry.faceAreas;
  geometry_.cellVolumes = geometry.cellVolumes;
}

GlobalLabel MeshRefinement::firstCellIn(GlobalLabel root) const {
  if (!forest_) return root;
  const auto roots = forest_->roots();  // ascending
  const auto at = std::ranges::lower_bound(roots, root);
  return at != roots.end() && *at == root ? at - roots.begin() : -1;
}

std::optional<mesh::MeshChange> MeshRefinement::change(std::span<const double> values, std::span<const Vec3> places, Log& log) {
  const auto choice = mesh::chooseRefinement(*forest_, values, criteria_);
  const auto nBefore = static_cast<std::size_t>(forest_->mesh().nCells());
  const auto nMore = static_cast<std::size_t>(forest_->nParts()) - 1;
  const std::size_t nBetween = nBefore + nMore * choice.divide.size();
  if (choice.looked) log.line(fmt::format("Selected {} cells for refinement out of {}.", choice.divide.size(), nBefore));
  if (!choice.divide.empty()) log.line(fmt::format("Refined from {} to {} cells.", nBefore, nBetween));
  log.line(fmt::format("Selected {} split points out of a possible {}.", choice.unite.size(),
                       choice.nFamilies + choice.divide.size()));
  if (!choice.unite.empty())
    log.line(fmt::format("Unrefined from {} to {} cells.", nBetween, nBetween - nMore * choice.unite.size()));
  if (choice.divide.empty() && choice.unite.empty()) return std::nullopt;
  return forest_->change(choice.divide, choice.unite, places);
}

std::string MeshRefinement::state() const {
  if (!forest_) return {};
  config::FoamHeader header;
  header.className = "dictionary";
  header.location = "uniform";
  header.object = stateName;
  std::string text = config::headerText(header) + fmt::format("\nbase            \"{}\";\n\ntrees\n(\n", base_);
  for (const auto& [root, bits] : forest_->trees()) text += fmt::format("    ({} \"{}\")\n", root, bits);
  return text + ");\n";
}

void MeshRefinement::requireField(const fv::Registry& fields) const {
  if (fields.scalar(field_)) return;
  std::vector<std::string> names;
  for (const auto& field : fields.scalars()) names.push_back(field.first);
  throw Error(fieldPlace_, unknownWordMessage("scalar field", field_, names), ExitCode::badCase);
}

/// cellLevel, as v1912 writes it: 0 on patches.
void MeshRefinement::writeLevelField(const output::TimeDirectory& directory, const ControlDict& control) const {
  config::Dictionary patches;
  for (const auto& patch : forest_->mesh().patches) {
    const bool plain = patch.type == "patch" || patch.type == "wall";
    config::Entry entry;
    entry.keyword = patch.name;
    entry.dict = std::make_shared<config::Dictionary>(
        config::Dictionary::parse(fmt::format("type {};{}", plain ? "calculated" : patch.type,
                                              patch.type == "empty" || mesh::isCoupled(patch) ? "" : " value uniform 0;"),
                                  "cellLevel"));
    patches.set(std::move(entry));
  }
  case_::RawField field;
  field.name = "cellLevel";
  field.className = "volScalarField";
  field.internal.uniform = false;
  field.internal.values.assign(forest_->cellLevels().begin(), forest_->cellLevels().end());
  config::Entry entry;
  entry.keyword = "boundaryField";
  entry.dict = std::make_shared<config::Dictionary>(std::move(patches));
  field.dict.set(std::move(entry));
  case_::writeRawField(field, directory.partial() / "cellLevel", directory.name(),
                       {control.binary, control.writePrecision, control.compressed});
}

case_::MeshLevels MeshRefinement::levels() const {
  case_::MeshLevels levels;
  levels.cells = forest_->cellLevels();
  levels.points = forest_->pointLevels();
  for (std::size_t c = 0; c < levels.cells.size(); ++c)
    levels.level0Edge = std::max(levels.level0Edge, std::cbrt(geometry_.cellVolumes[c]) * std::exp2(levels.cells[c]));
  // OpenFOAM's history is of eight.
  auto history =
      forest_->isFlat() ? mesh::HexForest::History{{}, std::vector<Label>(levels.cells.size(), -1)} : forest_->history();
  for (const auto& [parent, first] : history.entries) {
    levels.history.push_back({parent, {}});
    for (Label i = 0; first >= 0 && i < 8; ++i) levels.history.back().second.push_back(first + i);
  }
  levels.historyOfCells = std::move(history.ofCells);
  return levels;
}

void MeshRefinement::write(output::TimeDirectory& directory, const ControlDict& control, const comm::Communicator& world,
                           bool moves) const {
  output::onMaster(world, [&] {
    const case_::MeshLevels all = levels();
    case_::writePolyMesh(forest_->mesh(), directory.partial() / "polyMesh",
                         {control.binary, control.compressed, std::max(control.writePrecision, 10)}, &all);
    if (dumpsLevel_) writeLevelField(directory, control);
  });
  if (moves)
    output::writePoints(directory, "points0", forest_ ? forest_->mesh().points : std::vector<Vec3>(),
                        {control.binary, std::max(control.writePrecision, 10), control.compressed});
}

void MeshRefinement::dump(output::DumpWriter& dump, const mesh::Mesh& mesh) const {
  std::vector<Vec3> places;
  std::vector<double> values;
  if (mesh.motion) places = mesh::gatherPoints(mesh);
  output::OwnMeshToWrite own;
  if (forest_) {
    own = {&forest_->mesh(), &geometry_, places, extrasOf(levels())};
    values.assign(forest_->cellLevels().begin(), forest_->cellLevels().end());
  }
  dump.mesh(forest_ ? &own : nullptr);
  if (!dumpsLevel_) return;
  fv::VolScalarField field("cellLevel", dimless, mesh);
  const auto cells = mesh::scatterCells(mesh, values, 1);
  std::ranges::copy(cells, field.cells().begin());
  field.updateGhosts();
  dump.field(field);
}

std::unique_ptr<MeshRefinement> checkRefinement(CaseDictionaries& dictionaries, Problems& problems) {
  std::unique_ptr<MeshRefinement> refinement;
  const auto application = dictionaries.controlDict().getOr("application", std::string());
  if (!solvers::isSolver(application) || !solvers::readsMotion(application)) return refinement;
  const auto* dict = dictionaries.optional("constant/dynamicMeshDict");
  if (!MeshRefinement::isAskedFor(dict)) return refinement;
  problems.guard([&] { refinement = std::make_unique<MeshRefinement>(*dict); });
  if (!solvers::followsRefinement(application))
    problems.add(
        dict->at("dynamicFvMesh").place,
        fmt::format("dynamicFvMesh '{}': {} cannot refine its mesh during the run (interFoam, interIsoFoam and pimpleFoam can); "
                    "staticFvMesh, or --set constant/dynamicMeshDict:dynamicFvMesh=staticFvMesh, keeps the mesh of the start",
                    dict->get<std::string>("dynamicFvMesh"), application));
  return refinement;
}

}  // namespace eagre::run
