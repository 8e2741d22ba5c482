// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_baffles.hpp"

#include <fmt/format.h>

#include <set>

#include "case/field_code.hpp"
#include "case/mesh_sets.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

/// The fields of the start time; none if it has no directory yet.
std::vector<case_::RawField> readFields(const fs::path& directory) {
  std::set<std::string> names;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(directory, ec)) {
    const fs::path& file = entry.path();
    if (entry.is_regular_file(ec)) names.insert(file.extension() == ".gz" ? file.stem().string() : file.filename().string());
  }
  std::vector<case_::RawField> fields;
  for (const std::string& name : names) {
    if (name.empty() || name[0] == '.' || name.ends_with('~')) continue;
    std::string className;
    try {
      std::size_t offset = 0;
      className = config::parseHeader(config::readFileText(directory / name), name, offset).className;
    } catch (const Error&) { continue; }  // no field
    if (className.starts_with("surface") && className.ends_with("Field"))
      throw Error(
          Place{(directory / name).string(), 0},
          fmt::format(
              "'{}' has values on faces, which have other numbers when baffles have been made; remove the file (it is made "
              "anew), or say `noFields true` in createBafflesDict",
              name));
    static const std::set<std::string> known{"volScalarField", "volVectorField", "volSymmTensorField", "volTensorField"};
    if (known.contains(className)) fields.push_back(case_::readRawField(directory / name));
  }
  return fields;
}

/// The directory of the start time if there is one, else nothing.
std::string startTime(const fs::path& caseDirectory, const ControlDict& control, Log& log) {
  return output::findTimes(caseDirectory).empty() ? std::string() : startDirectory(caseDirectory, control, log);
}

}  // namespace

void createBaffles(Call& call) {
  call.parse({"-overwrite", "-noOverwrite", "-keepEntries"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    requireOverwrite(call, false);
    MeshCase meshCase(call);
    Problems ignored;  // createBaffles needs no fvSchemes
    const auto control = ControlDict::read(meshCase.dictionaries().controlDict(), false, ignored);
    const fs::path& directory = meshCase.dictionaries().directory();
    const config::Dictionary& dict = meshCase.requiredDictionary("createBafflesDict");
    call.log().line(fmt::format("Reading baffle criteria from {}\n", dict.name()));
    auto plan = case_::readCreateBafflesDict(dict, directory);
    plan.keepEntries = call.has("-keepEntries");
    if (plan.internalFacesOnly) call.log().line("Not converting faces on non-coupled patches.\n");

    const mesh::PolyMesh& before = meshCase.mesh();
    const std::string time = plan.fields ? startTime(directory, control, call.log()) : std::string();
    std::vector<case_::RawField> fields;
    if (!time.empty()) fields = readFields(directory / time);
    const mesh::PolyGeometry geometry = mesh::uncheckedGeometry(before);
    for (auto& field : fields) case_::runCodes(field, before, geometry);
    const mesh::PolyMesh after = case_::createBaffles(plan, before, geometry, call.log());
    Problems problems;
    for (auto& field : fields) problems.guard([&] { case_::addBaffleEntries(plan, before, after, field); });
    problems.throwIfAny("the fields do not fit the mesh with its baffles; nothing has been changed:");

    writeMesh(meshCase.dictionaries(), control, after);
    for (const auto& field : fields)
      case_::writeRawField(field, directory / time / field.name, time,
                           {control.binary, control.writePrecision, control.compressed});
    // Faces have other numbers now.
    case_::removeMeshSets(meshCase.polyMesh());
    call.log().line("Writing mesh to constant/polyMesh\n\nEnd\n");
  });
}

}  // namespace eagre::run::tools
