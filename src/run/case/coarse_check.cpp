// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/coarse_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "case/block_mesh.hpp"
#include "case/decomposed/processor_files.hpp"
#include "output/dumps/dump_list.hpp"
#include "run/case/case_setup.hpp"

namespace eagre::run {
namespace {

constexpr std::int64_t most = 2'000'000;

/// "31,000,000"
std::string grouped(std::int64_t n) {
  std::string digits = std::to_string(n);
  for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

/// "uniform <first value>" in place of a list; nothing for other entries.
std::string uniformText(const config::Entry& entry, int components) {
  if (entry.isDict() || entry.reader().atEnd() || entry.reader().peek().text != "nonuniform") return {};
  const case_::FieldValues values = case_::readFieldValues(entry, components, -1, {});
  if (values.values.empty()) return components == 1 ? "uniform 0" : "uniform (0 0 0)";
  if (components == 1) return fmt::format("uniform {:.17g}", values.values[0]);
  return fmt::format("uniform ({:.17g})", fmt::join(values.values.begin(), values.values.begin() + components, " "));
}

}  // namespace

std::int64_t cellsNotMade(CaseDictionaries& dictionaries) {
  const fs::path& directory = dictionaries.directory();
  if (fileExists(directory / "constant/polyMesh/faces") || fs::exists(output::dumpMeshPath(directory)) ||
      case_::ProcessorFiles::find(directory))
    return 0;
  Problems said;  // where the mesh is made
  std::int64_t n = 0;
  said.guard([&] {
    const auto* dict = dictionaries.optional("system/blockMeshDict");
    if (!dict) dict = dictionaries.optional("constant/polyMesh/blockMeshDict");
    if (!dict) return;
    const auto size = case_::blockMeshSize(*dict, dictionaries.directory());
    if (size.canBeCoarse && size.nCells > most && size.nCells <= std::numeric_limits<Label>::max()) n = size.nCells;
  });
  return n;
}

std::int64_t cellsNotMade(const fs::path& caseDirectory) {
  Problems said;
  std::int64_t n = 0;
  said.guard([&] {
    CaseDictionaries dictionaries(caseDirectory, said);
    n = cellsNotMade(dictionaries);
  });
  return n;
}

void makeUniform(case_::RawField& field, std::int64_t nCells) {
  const auto components = static_cast<std::size_t>(field.components);
  if (!field.internal.uniform) {
    const std::size_t n = field.internal.values.size() / components;
    if (n != static_cast<std::size_t>(nCells))
      throw Error(field.valuesPlace, fmt::format("the list has {} values, but there are {} cells", n, nCells));
    field.internal.values.resize(components);
    field.internal.uniform = true;
  }
  config::Dictionary& patches = field.dict.setDict("boundaryField");
  for (const auto& patch : patches.entries()) {
    if (!patch.isDict()) continue;
    std::vector<std::pair<std::string, std::string>> uniform;
    for (const auto& entry : patch.dict->entries())
      for (const int n : {field.components, 1, 3}) try {
          if (std::string text = uniformText(entry, n); !text.empty()) uniform.emplace_back(entry.keyword, std::move(text));
          break;
        } catch (const Error&) {}  // a list of another type than the field's
    for (const auto& [keyword, text] : uniform) patch.dict->set(keyword, text);
  }
}

std::string notLookedAt(std::int64_t nCells) {
  return fmt::format(
      "{} cells: the mesh was not made; its quality, the lengths of lists on patches and what tools do on it were not looked at. "
      "--mesh full looks at it",
      grouped(nCells));
}

}  // namespace eagre::run
