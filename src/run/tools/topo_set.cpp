// SPDX-License-Identifier: BSD-3-Clause
#include "case/topo_set.hpp"

#include <fmt/format.h>

#include "case/field_code.hpp"
#include "case/poly_mesh_io.hpp"
#include "case/set_scripts.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

/// Fields of the time that topoSet looks at, read when a source asks for them.
class Fields {
 public:
  Fields(Call& call, MeshCase& meshCase, const ControlDict& control, const mesh::PolyGeometry& geometry)
      : call_(call), case_(meshCase), control_(control), geometry_(geometry) {}
  const case_::RawField* operator()(const std::string& name) {
    const auto there = fields_.find(name);
    if (there != fields_.end()) return &there->second;
    const fs::path file = case_.dictionaries().directory() / time() / name;
    if (!fileExists(file)) return nullptr;
    case_::RawField field = case_::readRawField(file);
    case_::runCodes(field, case_.mesh(), geometry_);
    field.expand(static_cast<std::size_t>(case_.mesh().nCells()));
    return &fields_.emplace(name, std::move(field)).first->second;
  }

 private:
  std::string time() const {
    if (call_.has("-constant")) return "constant";
    std::string asked = call_.value("-time");
    const auto times = output::findTimes(case_.dictionaries().directory());
    if (asked.empty())
      return call_.has("-latestTime") && !times.empty() ? times.back().name
                                                        : startDirectory(case_.dictionaries().directory(), control_, call_.log());
    std::vector<std::string> names;
    for (const auto& t : times) {
      if (t.name == asked) return asked;
      names.push_back(t.name);
    }
    throw Error(call_.tool() + ": " + unknownWordMessage("time", asked, names), ExitCode::usage);
  }

  Call& call_;
  MeshCase& case_;
  const ControlDict& control_;
  const mesh::PolyGeometry& geometry_;
  std::map<std::string, case_::RawField> fields_;
};

/// Applies the actions that `read` makes of the case's dictionaries, and writes the sets and zones.
template <class Read>
void applyActions(Call& call, const Read& read) {
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    Problems ignored;  // these tools need no fvSchemes
    const auto control = ControlDict::read(meshCase.dictionaries().controlDict(), false, ignored);
    const auto actions = read(meshCase);
    mesh::PolyMesh mesh = meshCase.mesh();
    const auto geometry = mesh::uncheckedGeometry(mesh);
    Fields fields(call, meshCase, control, geometry);
    const case_::TopoSetInput input{geometry,
                                    [&](case_::SetKind kind, const std::string& name, const Place& asked) {
                                      return case_::readMeshSet(meshCase.polyMesh(), kind, name, mesh, asked);
                                    },
                                    [&](const std::string& name) { return fields(name); }, meshCase.dictionaries().directory(),
                                    !call.has("-noSync")};
    const auto result = case_::topoSet(actions, mesh, input, call.log());

    const case_::MeshFormat format{control.binary, control.compressed, control.writePrecision};
    for (const auto& [name, set] : result.sets) case_::writeMeshSet(meshCase.polyMesh(), set.kind, name, set.members, format);
    if (result.zonesChanged) case_::writeMeshZones(mesh, meshCase.polyMesh(), format);
    for (const std::string& name : result.removed) case_::removeMeshSet(meshCase.polyMesh(), name);
    call.log().line("\nEnd\n");
  });
}

/// The tool of one kind of set (cellSet: cellSetDict).
void oneSet(Call& call, case_::SetKind kind) {
  call.parse({"-constant", "-latestTime", "-noSync", "-noVTK"}, {"-dict", "-time"});
  applyActions(call, [&](MeshCase& meshCase) {
    const config::Dictionary& dict = meshCase.requiredDictionary(call.tool() + "Dict");
    call.log().line(fmt::format("Reading {}\n", dict.name()));
    return case_::readSetDictionary(dict, kind);
  });
}

}  // namespace

void topoSet(Call& call) {
  call.parse({"-constant", "-latestTime", "-noSync"}, {"-dict", "-time"});
  applyActions(call, [&](MeshCase& meshCase) {
    const config::Dictionary& dict = meshCase.requiredDictionary("topoSetDict");
    call.log().line(fmt::format("Reading {}\n", dict.name()));
    return case_::readTopoActions(dict);
  });
}

void cellSet(Call& call) { oneSet(call, case_::SetKind::cells); }
void faceSet(Call& call) { oneSet(call, case_::SetKind::faces); }
void pointSet(Call& call) { oneSet(call, case_::SetKind::points); }

void setSet(Call& call) {
  call.parse({"-constant", "-latestTime", "-noSync", "-noVTK"}, {"-batch", "-time"});
  const std::string batch = call.value("-batch");
  if (batch.empty()) throw Error("setSet: give the file of its lines by -batch; nothing is asked for here", ExitCode::usage);
  applyActions(call, [&](MeshCase& meshCase) {
    call.log().line(fmt::format("Reading {}\n", batch));
    return case_::readSetBatch(config::readFileText(meshCase.dictionaries().directory() / batch), batch);
  });
}

}  // namespace eagre::run::tools
