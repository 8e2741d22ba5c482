// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/point_displacement.hpp"

#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"

namespace eagre::run {

namespace {

constexpr const char* fieldName = "pointDisplacement";

/// Its file; empty if there is none.
fs::path findFile(const fs::path& caseDirectory, const std::string& start) {
  std::vector<fs::path> directories{caseDirectory / start};
  for (const auto& time : output::findTimes(caseDirectory)) directories.push_back(caseDirectory / time.name);
  directories.push_back(caseDirectory / "0.orig");
  for (const fs::path& directory : directories)
    if (fileExists(directory / fieldName)) return directory / fieldName;
  return {};
}

}  // namespace

std::optional<config::Dictionary> readPointDisplacement(const comm::Communicator& world, const CaseDictionaries& dictionaries,
                                                        const std::string& start, const std::vector<mesh::PolyPatch>& patches) {
  std::string text, name;
  output::onMaster(world, [&] {
    const fs::path file = findFile(dictionaries.directory(), start);
    if (file.empty()) return;
    case_::RawField field;
    field.name = fieldName;
    field.dict = config::Dictionary::read(file, dictionaries.readOptions());
    field.place = {name = file.string(), 0};
    Problems problems;
    std::vector<config::Dictionary> conditions = case_::resolvePatches(field, patches, problems);
    problems.throwIfAny(name);
    config::Dictionary entries;
    for (std::size_t i = 0; i < patches.size(); ++i) {
      if (patches[i].type == "empty" || patches[i].type.starts_with("cyclic")) continue;
      // Only a fixed value is asked for: that of a body may be long.
      if (conditions[i].getOr("type", "") != "fixedValue") conditions[i].remove("value");
      entries.setDict(patches[i].name).merge(conditions[i]);
    }
    text = entries.toString();
  });
  world.broadcast(text);
  world.broadcast(name);
  if (name.empty()) return std::nullopt;
  return config::Dictionary::parse(text, name + ".boundaryField");
}

}  // namespace eagre::run
