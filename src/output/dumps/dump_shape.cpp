// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>
#include <string_view>

#include "output/dumps/dump_contents.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_surface.hpp"

namespace eagre::output {
namespace {

using hdf5::Item;
using hdf5::Type;

/// Compares the rows of data sets with what the dump itself says that it is of.
class ShapeCheck {
 public:
  ShapeCheck(const std::vector<Item>& items, const DumpHeader& header, const std::vector<DumpedPatch>& patches,
             const std::vector<DumpedField>& fields)
      : isPart_(header.bunch >= 0), patches_(patches), fields_(fields) {
    for (const Item& item : items) items_[item.path] = &item;
    for (const DumpedPatch& patch : patches) named_[patch.name] = &patch;
  }

  std::string run() {
    for (const DumpedField& field : fields_) {
      const Item* const values = find(field.valuesPath);
      if (!values || values->kind != Item::Kind::data)
        return fmt::format("{} is missing, the values of {}", field.valuesPath, field.name);
      // As many as of the first field of its kind.
      std::int64_t& rows = field.ofCells() ? cells_ : faces_;
      if (rows < 0) rows = values->info.shape.rows;
      for (const DumpedPatch& patch : patches_) {
        const std::string group = fmt::format("/eagre/patches/{}/{}", field.name, patch.name);
        if (const Item* item = find(group); !item || item->kind != Item::Kind::group) return group + " is missing";
      }
    }
    std::string problem = tooManyFaces();
    for (auto item = items_.begin(); item != items_.end() && problem.empty(); ++item) problem = problemOf(*item->second);
    return problem;
  }

 private:
  const Item* find(std::string_view path) const {
    const auto item = items_.find(path);
    return item == items_.end() ? nullptr : item->second;
  }

  /// Numbers of faces are taken at their word by who writes values for them.
  std::string tooManyFaces() const {
    constexpr std::int64_t mostOfACell = 1000, some = 1'000'000;
    for (const DumpedPatch& patch : patches_)
      if (patch.faces < 0 || (cells_ >= 0 && !isPart_ && (patch.faces - some) / mostOfACell > cells_))
        return fmt::format("patch '{}' has {} faces, and there are {} cells", patch.name, patch.faces, cells_);
    return {};
  }

  std::string problemOfPatch(std::string_view path, const hdf5::Shape& shape, bool ofPatch) const {
    const DumpedPatch* const patch = patchOf(path, ofPatch);
    if (!patch) return fmt::format("{} is of no patch", path);
    const bool someOnly = isPart_ || patch->type == "empty";
    if (someOnly ? shape.rows > patch->faces : shape.rows != patch->faces)
      return fmt::format("{} has {} rows, and patch '{}' {} faces", path, shape.rows, patch->name, patch->faces);
    return {};
  }

  static bool isOfCells(std::string_view path) {
    return path.starts_with("/VTKHDF/CellData/") || path.starts_with("/eagre/cells/") || path == upperFacesObject;
  }

  std::string problemOf(const Item& item) const {
    if (item.kind != Item::Kind::data || !item.problem.empty() || item.info.type == Type::text) return {};
    const std::string_view path = item.path;
    const hdf5::Shape& shape = item.info.shape;
    const auto differs = [&](std::int64_t wanted, const std::string& of) {
      return shape.rows == wanted ? "" : fmt::format("{} has {} rows, and {} {}", path, shape.rows, of, wanted);
    };
    if (shape.columns < 1 || shape.columns > 9) return fmt::format("{} has {} columns", path, shape.columns);
    if (isOfCells(path)) return cells_ < 0 ? "" : differs(cells_, "the mesh cells:");
    if (path.starts_with("/eagre/faces/")) return faces_ < 0 ? "" : differs(faces_, "the mesh internal faces:");
    const bool ofPatch = path.starts_with("/eagre/patches/");
    if (!ofPatch && !path.starts_with(std::string(surfaceGroup) + "/")) return {};
    return problemOfPatch(path, shape, ofPatch);
  }

  /// Of /eagre/patches/<field>/<patch>/<keyword>, or /eagre/surface/<field>/<patch>.
  const DumpedPatch* patchOf(std::string_view path, bool withKeyword) const {
    if (withKeyword) path = path.substr(0, path.rfind('/'));
    const auto found = named_.find(path.substr(path.rfind('/') + 1));
    return found == named_.end() ? nullptr : found->second;
  }

  bool isPart_;
  std::int64_t cells_ = -1, faces_ = -1;
  const std::vector<DumpedPatch>& patches_;
  const std::vector<DumpedField>& fields_;
  std::map<std::string, const Item*, std::less<>> items_;
  std::map<std::string_view, const DumpedPatch*> named_;
};

}  // namespace

std::string shapeProblem(const std::vector<Item>& items, const DumpHeader& header, const std::vector<DumpedPatch>& patches,
                         const std::vector<DumpedField>& fields) {
  return ShapeCheck(items, header, patches, fields).run();
}

}  // namespace eagre::output
