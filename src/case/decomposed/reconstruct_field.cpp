// SPDX-License-Identifier: BSD-3-Clause
#include "case/decomposed/reconstruct_field.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/field_file.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;

/// Number of components by the class's name; 0: none that is put together.
int componentsOf(const std::string& className) {
  for (const auto& [type, components] : {std::pair{"Scalar", 1}, {"Vector", 3}, {"SymmTensor", 6}, {"Tensor", 9}})
    for (const auto& [region, kind] : {std::pair{"vol", "Field"}, {"surface", "Field"}, {"vol", "Field::Internal"}})
      if (className == fmt::format("{}{}{}", region, type, kind)) return components;
  return 0;
}

/// The entry of one patch on one processor, and where its values go.
struct Part {
  const Dictionary* dict;
  const PatchPart* faces;
};

/// Whether the entry is a value for each face of a patch: "uniform v" or "nonuniform ..".
bool isFaceField(const Entry& entry) {
  return !entry.isDict() && entry.tokens.size() > 1 && entry.tokens[0].kind == Token::Kind::word &&
         (entry.tokens[0].text == "uniform" || entry.tokens[0].text == "nonuniform");
}

/// Numbers of each value; 0: it has no values that would say.
int componentsOf(const Entry& entry) {
  const auto& tokens = entry.tokens;
  if (tokens[1].list) return tokens[1].list->values.empty() ? 0 : tokens[1].list->components;
  const auto open = std::find_if(tokens.begin() + 1, tokens.end(), [](const Token& t) { return t.is('('); });
  if (tokens[0].text == "uniform")
    return open == tokens.end()
               ? 1
               : static_cast<int>(std::find_if(open, tokens.end(), [](const Token& t) { return t.is(')'); }) - open) - 1;
  return 0;
}

class PatchMerger {
 public:
  PatchMerger(const mesh::PolyPatch& patch, std::vector<Part> parts) : patch_(patch), parts_(std::move(parts)) {}

  /// The entry of the global patch.
  Dictionary merge() const {
    const auto isPatch = [](const Part& p) { return !p.faces->processor; };
    auto like = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return isPatch(p) && !p.faces->to.empty(); });
    if (like == parts_.end()) like = std::find_if(parts_.begin(), parts_.end(), isPatch);
    Dictionary whole = *like->dict;
    if (patch_.type != "empty") mergeEntries(whole, parts_);
    return whole;
  }

 private:
  void mergeEntries(Dictionary& whole, const std::vector<Part>& parts) const {
    for (const std::string& keyword : whole.toc()) {
      Entry entry = *whole.findExact(keyword);
      if (entry.isDict()) {
        std::vector<Part> inner;
        for (const Part& part : parts)
          if (const Dictionary* dict = part.dict->findDict(keyword)) inner.push_back({dict, part.faces});
        mergeEntries(*entry.dict, inner);
      } else if (isFaceField(entry)) {
        mergeValues(entry, parts);
      }
      whole.set(std::move(entry));
    }
  }

  void mergeValues(Entry& entry, const std::vector<Part>& parts) const {
    int components = 0;
    std::string type;
    for (const Part& part : parts)
      if (const Entry* own = part.dict->findExact(entry.keyword); own && isFaceField(*own) && components == 0)
        components = componentsOf(*own);
    if (components == 0) return;  // no faces anywhere
    auto list = std::make_shared<config::FieldList>();
    list->type = output::valueTypeName(components);
    list->components = components;
    const auto n = static_cast<std::size_t>(components);
    list->values.resize(static_cast<std::size_t>(patch_.size) * n);
    GlobalLabel filled = 0;
    for (const Part& part : parts) {
      if (part.faces->to.empty()) continue;
      const FieldValues values = readFieldValues(part.dict->at(entry.keyword), components, part.faces->size,
                                                 fmt::format("faces of patch '{}'", part.faces->name));
      for (std::size_t i = 0; i < part.faces->to.size(); ++i, ++filled) {
        const double* from = values.values.data() + (values.uniform ? 0 : static_cast<std::size_t>(part.faces->from[i]) * n);
        std::copy_n(from, n, list->values.data() + static_cast<std::size_t>(part.faces->to[i]) * n);
      }
    }
    if (filled != patch_.size)
      throw Error(entry.place, fmt::format("'{}' of patch '{}': the processors have values of {} of its {} faces", entry.keyword,
                                           patch_.name, filled, patch_.size));
    if (patch_.size == 0) return;
    Token kind, values;
    kind.text = "nonuniform";
    values.kind = Token::Kind::list;
    values.list = std::move(list);
    entry.tokens = {kind, values};
  }

  const mesh::PolyPatch& patch_;
  std::vector<Part> parts_;
};

class Reconstruction {
 public:
  Reconstruction(const Decomposition& decomposition, const std::vector<ProcessorText>& texts, const std::string& name)
      : all_(decomposition) {
    for (const ProcessorText& text : texts) dicts_.push_back(Dictionary::parse(text.text, text.name));
    readHeads(name);
  }

  ReconstructedField build() {
    const bool onFaces = whole_.className.starts_with("surface");
    whole_.values.resize(static_cast<std::size_t>(onFaces ? all_.mesh.nInternalFaces : all_.mesh.nCells) *
                         static_cast<std::size_t>(whole_.components));
    for (std::size_t p = 0; p < dicts_.size(); ++p) {
      const ProcessorMesh& processor = all_.processors[p];
      const auto n = onFaces ? static_cast<std::size_t>(processor.nInternalFaces()) : processor.cells.size();
      const FieldValues own = readFieldValues(dicts_[p].at(whole_.keyword), whole_.components, static_cast<std::int64_t>(n),
                                              fmt::format("{} of processor {}", onFaces ? "internal faces" : "cells", p));
      for (std::size_t i = 0; i < n; ++i) {
        const Label to = onFaces ? std::abs(processor.faces[i]) - 1 : processor.cells[i];
        put(own, i, to, onFaces && processor.faces[i] < 0 ? -1 : 1);
      }
      dicts_[p].remove(whole_.keyword);  // the values are held once only
      if (onFaces) putFacesBetweenProcessors(p);
    }
    if (dicts_.front().has("boundaryField")) mergeBoundary();
    return std::move(whole_);
  }

 private:
  void readHeads(const std::string& name) {
    const auto classOf = [](const Dictionary& dict) { return dict.subDict("FoamFile").get<std::string>("class"); };
    whole_.name = name;
    whole_.className = classOf(dicts_.front());
    whole_.components = componentsOf(whole_.className);
    const bool internal = whole_.className.ends_with("::Internal") && dicts_.front().has("value");
    whole_.keyword = internal ? "value" : "internalField";
    whole_.dimensions = dicts_.front().get<Dimensions>("dimensions");
    whole_.oriented = dicts_.front().has("oriented");
    for (const Dictionary& dict : dicts_) {
      if (classOf(dict) != whole_.className)
        throw Error(
            dict.subDict("FoamFile").at("class").place,
            fmt::format("the class is {}, but {} has the class {}", classOf(dict), dicts_.front().name(), whole_.className));
      if (dict.get<Dimensions>("dimensions") != whole_.dimensions)
        throw Error(dict.at("dimensions").place, fmt::format("the dimensions are not those of {}", dicts_.front().name()));
    }
  }

  void put(const FieldValues& from, std::size_t i, Label to, double sign) {
    const auto n = static_cast<std::size_t>(whole_.components);
    const double* value = from.values.data() + (from.uniform ? 0 : i * n);
    for (std::size_t k = 0; k < n; ++k) whole_.values[static_cast<std::size_t>(to) * n + k] = sign < 0 ? -value[k] : value[k];
  }

  const Dictionary& patchEntry(std::size_t p, const std::string& patch) const {
    const Dictionary& boundary = dicts_[p].subDict("boundaryField");
    const Entry* const entry = boundary.find(patch);
    if (!entry || !entry->isDict())
      throw Error(boundary.place(), fmt::format("boundaryField has no entry for patch '{}'", patch));
    return *entry->dict;
  }

  void putFacesBetweenProcessors(std::size_t p) {
    for (const PatchPart& part : all_.processors[p].parts) {
      if (!part.processor || part.patch >= 0 || part.to.empty()) continue;
      const FieldValues values = readFieldValues(patchEntry(p, part.name).at("value"), whole_.components, part.size,
                                                 fmt::format("faces of patch '{}'", part.name));
      for (std::size_t i = 0; i < part.to.size(); ++i) put(values, static_cast<std::size_t>(part.from[i]), part.to[i], 1);
    }
  }

  void mergeBoundary() {
    whole_.boundary.emplace("boundaryField");
    for (std::size_t b = 0; b < all_.mesh.patches.size(); ++b) {
      const mesh::PolyPatch& patch = all_.mesh.patches[b];
      std::vector<Part> parts;
      for (std::size_t p = 0; p < dicts_.size(); ++p)
        for (const PatchPart& part : all_.processors[p].parts)
          if (part.patch == static_cast<Label>(b)) parts.push_back({&patchEntry(p, part.name), &part});
      Dictionary& entry = whole_.boundary->setDict(patch.name);
      if (std::any_of(parts.begin(), parts.end(), [](const Part& part) { return !part.faces->processor; }))
        entry = PatchMerger(patch, std::move(parts)).merge();
      else
        entry.set("type", patch.type);
    }
  }

  const Decomposition& all_;
  std::vector<Dictionary> dicts_;
  ReconstructedField whole_;
};

}  // namespace

bool isFieldOfMesh(const std::string& className) { return componentsOf(className) > 0; }

ReconstructedField reconstructField(const Decomposition& decomposition, const std::vector<ProcessorText>& texts,
                                    const std::string& name) {
  return Reconstruction(decomposition, texts, name).build();
}

void writeWholeField(const ReconstructedField& field, output::FileSink& sink, const std::string& location,
                     const output::FieldFormat& format) {
  output::FieldFileWriter writer(sink, format);
  writer.header(field.className, location, field.name);
  writer.dimensions(field.dimensions, field.oriented);
  writer.list(field.keyword, field.values, field.components);
  writer.text("\n");
  if (field.boundary) {
    writer.beginBlock("boundaryField");
    writer.entries(*field.boundary);
    writer.endBlock();
  }
  writer.footer();
}

}  // namespace eagre::case_
