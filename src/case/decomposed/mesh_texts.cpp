// SPDX-License-Identifier: BSD-3-Clause
#include "case/decomposed/mesh_texts.hpp"

#include <fmt/format.h>

#include "case/poly_mesh_io.hpp"

namespace eagre::case_ {

namespace {

const std::filesystem::path folder = "constant/polyMesh";

/// Calls f(reader) for the list of each processor.
template <class F>
auto eachList(std::vector<ProcessorText> texts, F&& f) {
  std::vector<decltype(f(std::declval<config::ListFileReader&>()))> lists;
  for (ProcessorText& text : texts) {
    config::ListFileReader reader(std::move(text.text), text.name);
    lists.push_back(f(reader));
    reader.expectEnd();
  }
  return lists;
}

}  // namespace

MeshTexts::MeshTexts(const ProcessorFiles& files) : files_(files) { files.checkComplete(); }

std::vector<ProcessorText> MeshTexts::read(const std::string& name) const {
  if (name.ends_with("ProcAddressing") && !files_.has(folder / name))
    throw Error(
        Place{files_.first(folder / name).string(), 0},
        fmt::format("no such file: without the addressing that decomposePar writes, nothing says where the cells of the "
                    "processor directories ({}) are in the global mesh; decompose the case again, or remove the directories",
                    files_.description()),
        ExitCode::badCase);
  return files_.read(folder / name);
}

std::vector<std::vector<Label>> MeshTexts::labels(const std::string& name) const {
  return eachList(read(name), [](config::ListFileReader& in) { return in.readLabelList(); });
}

std::vector<std::vector<Vec3>> MeshTexts::points() const {
  return eachList(read("points"), [](config::ListFileReader& in) { return in.readVectorList(); });
}

std::vector<config::CompactLists> MeshTexts::faces() const {
  return eachList(read("faces"), [](config::ListFileReader& in) { return in.readFaceList(); });
}

std::vector<std::vector<mesh::PolyPatch>> MeshTexts::boundaries() const {
  std::vector<std::vector<mesh::PolyPatch>> all;
  for (ProcessorText& text : read("boundary")) all.push_back(parseBoundary(std::move(text.text), text.name));
  return all;
}

std::vector<std::vector<mesh::Zone>> MeshTexts::zones(const std::string& kind, const std::vector<Label>& n) const {
  std::vector<std::vector<mesh::Zone>> all;
  if (!files_.has(folder / (kind + "Zones"))) return all;
  for (ProcessorText& text : read(kind + "Zones"))
    all.push_back(parseZones(std::move(text.text), text.name, kind, n[all.size()]));
  return all;
}

}  // namespace eagre::case_
