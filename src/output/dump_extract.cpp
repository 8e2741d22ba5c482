// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_extract.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/communicator.hpp"
#include "output/time_directory.hpp"

namespace eagre::output {
namespace {

/// The value that all cells or faces share, or nothing.
std::vector<double> commonValue(const DumpFile& dump, const DumpedField& field, int components) {
  std::vector<double> first;
  bool common = true;
  dump.read(field, [&](std::span<const double> piece) {
    if (first.empty() && !piece.empty()) first.assign(piece.begin(), piece.begin() + components);
    common = common && isUniform(piece, components) && std::equal(first.begin(), first.end(), piece.begin());
  });
  return common ? first : std::vector<double>{};
}

void writeInternal(FieldFileWriter& writer, const DumpFile& dump, const DumpedField& field) {
  const auto [count, components] = dump.shape(field);
  const std::vector<double> common = commonValue(dump, field, components);
  if (!common.empty()) return writer.uniform("internalField", common);
  writer.beginList("internalField", count, components);
  dump.read(field, [&](std::span<const double> piece) { writer.values(piece); });
  writer.endList();
}

void writePatch(FieldFileWriter& writer, const PatchEntry& entry) {
  for (std::size_t start = 0; start < entry.text.size();) {
    const std::size_t end = std::min(entry.text.find('\n', start), entry.text.size());
    const std::string line = entry.text.substr(start, end - start);
    start = end + 1;
    const auto list = std::find_if(entry.lists.begin(), entry.lists.end(),
                                   [&](const auto& named) { return line == fmt::format("        {};", named.first); });
    if (list == entry.lists.end())
      writer.text(line + "\n");
    else
      writer.list(list->first, list->second.values, list->second.components);
  }
}

}  // namespace

void extractDump(const DumpFile& dump, const std::filesystem::path& caseDirectory, const std::string& timeName,
                 const FieldFormat& format, bool replace) {
  if (!replace && std::filesystem::exists(caseDirectory / timeName))
    throw Error(fmt::format("{} is there already; --replace puts the dump in its place", (caseDirectory / timeName).string()),
                ExitCode::io);
  TimeDirectory directory(comm::Communicator::self(), caseDirectory, timeName);
  for (const DumpedField& field : dump.fields())
    directory.write(field.name, format.compressed, [&](FileSink& sink) {
      FieldFileWriter writer(sink, format);
      writeFieldFile(
          writer, {field.className, timeName, field.name, field.dimensions, field.oriented},
          [&] { writeInternal(writer, dump, field); },
          [&] {
            for (const DumpedPatch& patch : dump.patches()) {
              writer.beginBlock(patch.name);
              writePatch(writer, dump.patchEntry(field.name, patch.name));
              writer.endBlock();
            }
          });
    });
  for (const auto& [name, text] : dump.state())
    directory.write("uniform/" + name, false, [&](FileSink& sink) { sink.write(text); });
  directory.commit();
}

}  // namespace eagre::output
