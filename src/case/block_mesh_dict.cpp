// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_dict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/block_mesh_projection.hpp"
#include "case/block_mesh_scale.hpp"
#include "case/block_mesh_tokens.hpp"
#include "case/words.hpp"

namespace eagre::case_ {

namespace {

using Kind = BlockEdge::Kind;
const WordTable<Kind> edgeTable{
    {"BSpline", "B-spline through the points that follow", Kind::bSpline},
    {"arc", "arc of a circle through a point, about an origin, or of an angle and an axis", Kind::arc},
    {"bezier", "Bezier curve of the control points that follow", Kind::bezier},
    {"line", "straight", Kind::line},
    {"project", "the points of a surface of `geometry` nearest to the straight line", Kind::projection},
    {"polyLine", "straight pieces between the points that follow", Kind::polyLine},
    {"spline", "Catmull-Rom spline through the points that follow", Kind::spline}};
const WordTable<> gradingTable{{"simpleGrading", "one expansion ratio for each direction"},
                               {"edgeGrading", "one expansion ratio for each of the 12 edges"},
                               {"grading", "1, 3 or 12 ratios, as many as follow"}};

/// Reads one blockMeshDict into a BlockMeshDict, section by section. Semantic problems are gathered, a section whose
/// syntax is broken is one problem.
class Reader {
 public:
  Reader(const Dictionary& dict, Log& log, const std::filesystem::path& caseDirectory)
      : dict_(dict),
        log_(log),
        vertexNames_(readNames(dict, "namedVertices")),
        blockNames_(readNames(dict, "namedBlocks")),
        projection_(dict, caseDirectory) {}

  BlockMeshDict read() {
    out_.place = dict_.place();
    problems_.guard([&] { readSettings(); });
    const bool haveVertices = problems_.guard([&] { readVertices(); });
    if (haveVertices) {
      problems_.guard([&] { readEdges(); });
      problems_.guard([&] { readProjectedFaces(); });
      if (problems_.guard([&] { readBlocks(); })) problems_.guard([&] { readPatches(); });
    }
    problems_.guard([&] { readMergePatchPairs(); });
    problems_.throwIfAny("the block mesh cannot be made");
    return std::move(out_);
  }

 private:
  /// Two examples of OpenFOAM's lack the semicolon behind a list; what follows up to the next one is lost there too.
  void expectEnd(TokenReader& in) {
    if (in.atEnd()) return;
    log_.warnOnce(
        fmt::format("{}: the list has ended, but '{}' follows; is a ';' missing? Everything up to the next ';' is ignored, as "
                    "OpenFOAM does",
                    toString(in.place()), in.peek().text));
  }

  void readSettings() {
    out_.verbose = dict_.getOr<bool>("verbose", true);
    out_.checkFaceCorrespondence = dict_.getOr<bool>("checkFaceCorrespondence", true);
    // Both ways of merging points give the same mesh here; the entry is only checked.
    dict_.getOr<bool>("fastMerge", false);
    out_.scale = readBlockMeshScale(dict_);
    std::string name = "defaultFaces", type = "empty";
    if (const Dictionary* sub = dict_.findDict("defaultPatch")) {
      name = sub->getOr("name", name);
      type = sub->getOr("type", type);
    }
    out_.defaultPatch = makePatch(name, {{"type", type}}, out_.place);
  }

  void readVertices() {
    TokenReader in = dict_.at("vertices").reader();
    readList(in, [&] { out_.vertices.push_back(readVertex(in)); });
    expectEnd(in);
  }

  Vec3 readVertex(TokenReader& in) {
    if (in.peek().is('(')) return in.vector();
    static const std::vector<std::string> kinds = {"name", "point", "project"};
    const std::string kind = in.word();
    if (kind == "project") return projection_.vertex(in);
    if (kind == "name") {
      vertexNames_[in.word()] = static_cast<Label>(out_.vertices.size());
      return readVertex(in);
    }
    if (kind != "point") in.fail(unknownWordMessage("kind of vertex", kind, kinds));
    return in.vector();
  }

  bool checkVertex(Label v, const Place& place, std::string_view what) {
    if (v >= 0 && v < static_cast<Label>(out_.vertices.size())) return true;
    problems_.add(place, fmt::format("vertex {} of this {} does not exist: there are vertices 0 to {}", v, what,
                                     static_cast<Label>(out_.vertices.size()) - 1));
    return false;
  }

  /// Where it starts and ends; nothing, and a problem, if a vertex does not exist.
  EdgeEnds endsOf(const BlockEdge& edge) {
    const bool startExists = checkVertex(edge.start, edge.place, "edge"), endExists = checkVertex(edge.end, edge.place, "edge");
    if (!startExists || !endExists) return std::nullopt;
    return std::array{out_.vertices[static_cast<std::size_t>(edge.start)], out_.vertices[static_cast<std::size_t>(edge.end)]};
  }

  void readEdges() {
    if (!dict_.has("edges")) return;
    TokenReader in = dict_.at("edges").reader();
    readList(in, [&] {
      BlockEdge edge;
      const std::string kind = in.word();
      edge.place = in.place();
      if (kind == "projectCurve") in.fail("projectCurve is not supported; make this mesh with OpenFOAM's blockMesh");
      const Kind* known = edgeTable.find(kind);
      if (!known) throw Error(in.place(), unknownWordMessage("kind of edge", kind, edgeTable.names()));
      edge.kind = *known;
      edge.start = readLabel(in, vertexNames_);
      edge.end = readLabel(in, vertexNames_);
      const auto ends = endsOf(edge);
      if (edge.kind == BlockEdge::Kind::arc)
        edge.points = {in.peek().kind == config::Token::Kind::number ? middleOfArc(in, ends)
                       : in.peek().text == "origin"                  ? middleAboutOrigin(in, ends)
                                                                     : in.vector()};
      else if (edge.kind == BlockEdge::Kind::projection)
        edge.nearest = projection_.surfaces(in, ends ? mag((*ends)[1] - (*ends)[0]) : 0);
      else if (edge.kind != BlockEdge::Kind::line)
        edge.points = readPoints(in);
      // Two end tangents of an older syntax, without effect in v1912.
      const bool spline = edge.kind == BlockEdge::Kind::spline || edge.kind == BlockEdge::Kind::bSpline;
      if (spline && in.peek().is('(')) in.vector(), in.vector();
      if (ends) out_.edges.push_back(std::move(edge));
    });
    expectEnd(in);
  }

  /// `project (0 4 7 3) sphere`
  void readProjectedFaces() {
    if (!dict_.has("faces")) return;
    TokenReader in = dict_.at("faces").reader();
    static const std::vector<std::string> kinds = {"project"};
    readList(in, [&] {
      if (const std::string kind = in.word(); kind != kinds[0]) in.fail(unknownWordMessage("kind of face", kind, kinds));
      const std::vector<Label> labels = readLabels(in, vertexNames_);
      BlockFace face{{}, projection_.named(in, in.word()).nearest};
      if (labels.size() != face.vertices.size()) in.fail("a face needs 4 vertices");
      for (const Label v : labels)
        if (!checkVertex(v, in.place(), "face")) return;
      std::ranges::copy(labels, face.vertices.begin());
      std::ranges::sort(face.vertices);
      out_.faces.push_back(std::move(face));
    });
    expectEnd(in);
  }

  void readBlocks() {
    TokenReader in = dict_.at("blocks").reader();
    readList(in, [&] {
      if (in.peek().text == "name") {
        in.next();
        blockNames_[in.word()] = static_cast<Label>(out_.blocks.size());
      }
      out_.blocks.push_back(readBlock(in));
    });
    expectEnd(in);
    if (out_.blocks.empty()) in.fail("there are no blocks");
  }

  BlockDefinition readBlock(TokenReader& in) {
    BlockDefinition block;
    static const std::vector<std::string> shapes = {"hex"};
    const std::string shape = in.word();
    block.place = in.place();
    if (shape != "hex") in.fail(unknownWordMessage("shape of block", shape, shapes));
    const std::vector<Label> labels = readLabels(in, vertexNames_);
    if (labels.size() < 8) in.fail(fmt::format("a hex needs 8 vertices, not {}", labels.size()));
    if (labels.size() > 8)
      log_.warnOnce(fmt::format("{}: a hex has 8 vertices, not {}; the first 8 are used, as OpenFOAM does", toString(in.place()),
                                labels.size()));
    for (std::size_t i = 0; i < 8; ++i) {
      checkVertex(labels[i], block.place, "block");
      block.vertices[i] = labels[i];
    }
    if (in.peek().kind == config::Token::Kind::word) block.zone = in.word();
    const bool parentheses = in.accept('(');
    for (Label& n : block.cells) {
      const std::int64_t value = in.integer();
      if (value < 1 || value > 1'000'000'000) in.fail(fmt::format("{} is no number of cells", value));
      n = static_cast<Label>(value);
    }
    if (parentheses) in.expect(')');
    readGradings(in, block.grading);
    return block;
  }

  void readGradings(TokenReader& in, std::array<Grading, 12>& grading) {
    if (in.peek().kind == config::Token::Kind::word) {
      const std::string kind = in.word();
      if (!gradingTable.contains(kind))  // OpenFOAM takes any word here
        log_.warnOnce(fmt::format("{}: {}; the numbers behind it count", toString(in.place()),
                                  unknownWordMessage("kind of grading", kind, gradingTable.names())));
    }
    std::vector<Grading> given;
    readList(in, [&] { given.push_back(readGrading(in)); });
    if (given.size() != 1 && given.size() != 3 && given.size() != 12)
      in.fail(fmt::format("1, 3 (simpleGrading) or 12 (edgeGrading) gradings are needed, not {}", given.size()));
    for (std::size_t e = 0; e < 12; ++e) grading[e] = given[e * given.size() / 12];
  }

  Grading readGrading(TokenReader& in) {
    const auto checked = [&in](double value) {
      if (!(value > 0)) in.fail(fmt::format("{} cannot be a part or a ratio of a grading", value));
      return value;
    };
    // "((fraction cells ratio) ...)", with or without a count, or one ratio.
    const config::Token first = in.peek();
    if (first.kind == config::Token::Kind::number) {
      const double ratio = in.number();
      if (ratio == 0) checked(ratio);
      return {{1, 1, ratio < 0 ? -1 / ratio : ratio}};
    }
    Grading grading;
    GradingSection sum{0, 0, 0};
    readList(in, [&] {
      if (in.peek().kind == config::Token::Kind::number) {
        grading.push_back({1, 1, checked(in.number())});
      } else {
        in.expect('(');
        const double length = checked(in.number()), cells = checked(in.number()), ratio = checked(in.number());
        grading.push_back({length, cells, ratio});
        in.expect(')');
      }
      sum.length += grading.back().length;
      sum.cells += grading.back().cells;
    });
    if (grading.empty()) in.fail("a grading needs at least one section");
    for (GradingSection& section : grading) {
      section.length /= sum.length;
      section.cells /= sum.cells;
    }
    return grading;
  }

  void readPatches() {
    const bool old = dict_.has("patches");
    if (!old && dict_.at("boundary").isDict())
      throw Error(dict_.at("boundary").place, "boundary: the patches are a list, ( .. ), not a dictionary, { .. }");
    TokenReader in = dict_.at(old ? "patches" : "boundary").reader();
    Names names = vertexNames_;
    names.insert(blockNames_.begin(), blockNames_.end());
    readList(in, [&] {
      PatchDefinition patch = old ? readOldPatch(in, names) : readPatch(in, names);
      for (const PatchDefinition& other : out_.patches)
        if (other.patch.name == patch.patch.name)
          problems_.add(patch.place, fmt::format("patch '{}' is there twice", patch.patch.name));
      checkFaces(patch);
      out_.patches.push_back(std::move(patch));
    });
    for (const PatchDefinition& each : out_.patches)
      if (const std::string& other = each.patch.neighbourPatch;
          !other.empty() &&
          std::none_of(out_.patches.begin(), out_.patches.end(), [&](const auto& p) { return p.patch.name == other; }))
        problems_.add(each.place, fmt::format("patch '{}': neighbourPatch '{}', which does not exist", each.patch.name, other));
    expectEnd(in);
  }

  std::vector<PatchFace> readFaces(TokenReader& in, const Names& names) {
    std::vector<PatchFace> faces;
    readList(in, [&] {
      PatchFace face;
      face.place = in.place();
      face.labels = readLabels(in, names);
      faces.push_back(std::move(face));
    });
    return faces;
  }

  /// "type name ((0 1 2 3) ...)"
  PatchDefinition readOldPatch(TokenReader& in, const Names& names) {
    PatchDefinition patch;
    const std::string type = in.word(), name = in.word();
    patch.place = in.place();
    if (type == "cyclic")
      in.fail(
          fmt::format("cyclic patch '{}': the section `patches` knows only the cyclic patches of before OpenFOAM 2; "
                      "use `boundary` and a neighbourPatch",
                      name));
    patch.patch = makePatch(name, {{"type", type}}, patch.place);
    patch.faces = readFaces(in, names);
    return patch;
  }

  /// "name { type wall; faces ((0 1 2 3) ...); other entries }"
  PatchDefinition readPatch(TokenReader& in, const Names& names) {
    PatchDefinition patch;
    while (in.accept(';')) {}  // as in "} ; next {"
    const std::string name = in.word();
    patch.place = in.place();
    TextEntries entries;
    bool haveFaces = false;
    in.expect('{');
    while (!in.accept('}')) {
      if (in.accept(';')) continue;
      const std::string keyword = in.word();
      if (keyword == "faces") {
        patch.faces = readFaces(in, names);
        // OpenFOAM reads on to the next ';', and loses the patch that it stands in.
        if (!in.accept(';')) in.fail(fmt::format("patch '{}': a ';' is missing behind its faces", name));
        haveFaces = true;
      } else {
        entries.emplace_back(keyword, readEntryText(in));
      }
    }
    nameMappedPatch(entries, dict_, patch.place);
    nameTransform(entries, out_.scale, patch.place);
    patch.patch = makePatch(name, entries, patch.place);
    if (!haveFaces) throw Error(patch.place, fmt::format("patch '{}' has no entry 'faces'", name));
    return patch;
  }

  void checkFaces(PatchDefinition& patch) {
    std::vector<PatchFace> good;
    for (PatchFace& face : patch.faces) {
      const std::string what = fmt::format("face of patch '{}'", patch.patch.name);
      bool ok = true;
      if (face.labels.size() == 2) {
        const Label block = face.labels[0], side = face.labels[1], nBlocks = static_cast<Label>(out_.blocks.size());
        ok = block >= 0 && block < nBlocks && side >= 0 && side < 6;
        if (!ok)
          problems_.add(face.place,
                        fmt::format("({} {}): a {} that is given by two numbers is a block (0 to {}) and its side (0 to 5)",
                                    block, side, what, nBlocks - 1));
      } else if (face.labels.size() == 4) {
        for (const Label v : face.labels) ok = checkVertex(v, face.place, what) && ok;
      } else {
        problems_.add(face.place, fmt::format("a {} needs 4 vertices, or a block and its side; {} numbers are there", what,
                                              face.labels.size()));
        ok = false;
      }
      if (ok) good.push_back(std::move(face));
    }
    patch.faces = std::move(good);
  }

  void readMergePatchPairs() {
    if (!dict_.has("mergePatchPairs")) return;
    TokenReader in = dict_.at("mergePatchPairs").reader();
    readList(in, [&] {
      in.expect('(');
      std::string master = in.word(), slave = in.word();
      in.expect(')');
      out_.mergePatchPairs.emplace_back(std::move(master), std::move(slave));
    });
    expectEnd(in);
  }

  const Dictionary& dict_;
  Log& log_;
  Names vertexNames_, blockNames_;
  BlockProjection projection_;
  BlockMeshDict out_;
  Problems problems_;
};

}  // namespace

std::vector<Word> blockEdgeWords() { return edgeTable.words(); }
std::vector<Word> gradingWords() { return gradingTable.words(); }

BlockMeshDict readBlockMeshDict(const Dictionary& dict, Log& log, const std::filesystem::path& caseDirectory) {
  return Reader(dict, log, caseDirectory).read();
}

}  // namespace eagre::case_
