// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "case/poly_mesh_io.hpp"
#include "config/dictionary.hpp"
#include "output/foam/number_text.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

using mesh::PolyMesh;
using mesh::PolyPatch;
using mesh::Zone;

/// A file, plain or gzipped, behind a buffer. close() says whether all of it has been written.
class OutFile {
 public:
  OutFile(fs::path path, bool compressed) : path_(std::move(path)) {
    if (compressed)
      zipped_.reset(gzopen(path_.c_str(), "wb1"));
    else
      plain_.reset(std::fopen(path_.c_str(), "wb"));
    if (!zipped_ && !plain_) fail("cannot be opened for writing");
  }
  void text(std::string_view s) {
    if (s.size() > bufferSize) {
      flush();
      return write(s.data(), s.size());
    }
    std::memcpy(room(s.size()), s.data(), s.size());
    used_ += s.size();
  }
  template <class... Args>
  void format(fmt::format_string<Args...> f, Args&&... args) {
    text(fmt::format(f, std::forward<Args>(args)...));
  }
  void character(char c) {
    *room(1) = c;
    ++used_;
  }
  void label(Label value) {
    constexpr std::size_t longest = 11;
    char* const to = room(longest);
    used_ += static_cast<std::size_t>(std::to_chars(to, to + longest, value).ptr - to);
  }
  void number(double value, output::NumberText& numbers) {
    char* const to = room(numbers.room());
    used_ += static_cast<std::size_t>(numbers.write(value, to) - to);
  }
  template <class T>
  void raw(std::span<const T> values) {
    flush();
    write(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  void close() {
    flush();
    bool ok = true;
    if (plain_) ok = std::fflush(plain_.get()) == 0 && std::fclose(plain_.release()) == 0;
    if (zipped_) ok = gzclose(zipped_.release()) == Z_OK;
    if (!ok) fail("cannot be written: is the disk full?");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(Place{path_.string(), 0}, what, ExitCode::io); }
  /// Where the next n characters go, n <= bufferSize.
  char* room(std::size_t n) {
    if (used_ + n > bufferSize) flush();
    return buffer_.data() + used_;
  }
  void flush() {
    write(buffer_.data(), used_);
    used_ = 0;
  }
  void write(const char* data, std::size_t size) {
    while (size > 0) {
      const std::size_t part = std::min<std::size_t>(size, 1u << 30);  // gzwrite counts with 32 bits
      const bool ok = plain_ ? std::fwrite(data, 1, part, plain_.get()) == part
                             : gzwrite(zipped_.get(), data, static_cast<unsigned>(part)) == static_cast<int>(part);
      if (!ok) fail("cannot be written: is the disk full?");
      data += part;
      size -= part;
    }
  }

  static constexpr std::size_t bufferSize = 1 << 20;
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
    void operator()(gzFile_s* f) const { gzclose(f); }
  };
  fs::path path_;
  std::unique_ptr<std::FILE, Close> plain_;
  std::unique_ptr<gzFile_s, Close> zipped_;
  std::vector<char> buffer_ = std::vector<char>(bufferSize);
  std::size_t used_ = 0;
};

constexpr const char* footer = "// ************************************************************************* //\n";

/// OpenFOAM's layout of a list of labels.
void writeLabels(OutFile& out, std::span<const Label> labels, bool binary) {
  const bool uniform = labels.size() > 1 && std::all_of(labels.begin(), labels.end(), [&](Label l) { return l == labels[0]; });
  if (binary) {
    out.format("\n{}\n", labels.size());
    if (labels.empty()) return;
    out.text("(");
    out.raw(labels);
    out.text(")");
  } else if (uniform) {
    out.format("{}{{{}}}", labels.size(), labels[0]);
  } else if (labels.size() <= 10) {
    out.format("{}({})", labels.size(), fmt::join(labels, " "));
  } else {
    out.format("\n{}\n(\n", labels.size());
    for (const Label l : labels) {
      out.label(l);
      out.character('\n');
    }
    out.text(")\n");
  }
}

void writePoints(OutFile& out, const PolyMesh& mesh, const MeshFormat& format) {
  out.format("\n{}\n(", mesh.points.size());
  if (format.binary) {
    out.raw(std::span<const Vec3>(mesh.points));
    out.text(")");
    return;
  }
  out.text("\n");
  output::NumberText numbers(format.precision);
  for (const Vec3& point : mesh.points)
    for (int d = 0; d < 3; ++d) {
      out.character(d == 0 ? '(' : ' ');
      out.number(point[d], numbers);
      if (d == 2) out.text(")\n");
    }
  out.text(")\n");
}

void writeFaces(OutFile& out, const PolyMesh& mesh, const MeshFormat& format) {
  if (format.binary) {
    writeLabels(out, mesh.faceOffsets, true);
    writeLabels(out, mesh.facePoints, true);
    return;
  }
  out.format("\n{}\n(\n", mesh.nFaces());
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Label start = mesh.faceOffsets[f], end = mesh.faceOffsets[f + 1];
    out.label(end - start);
    for (Label i = start; i < end; ++i) {
      out.character(i == start ? '(' : ' ');
      out.label(mesh.facePoints[i]);
    }
    out.text(")\n");
  }
  out.text(")\n");
}

void writeEntry(OutFile& out, std::string_view keyword, std::string_view value) {
  // A sub-dictionary stands in its braces and takes no semicolon.
  out.format("        {:<15} {}{}\n", keyword, value, value.starts_with('{') ? "" : ";");
}

void writePatch(OutFile& out, const PolyPatch& patch) {
  const auto isPhysicalType = [](const auto& entry) { return entry.first == "physicalType"; };
  out.format("    {}\n    {{\n", patch.name);
  const auto isPeriodic = [](const auto& entry) { return entry.first == "periodicPatch"; };
  writeEntry(out, "type", std::ranges::any_of(patch.otherEntries, isPeriodic) ? "cyclicPeriodicAMI" : patch.type);
  for (const auto& entry : patch.otherEntries)
    if (isPhysicalType(entry)) writeEntry(out, entry.first, entry.second);
  if (!patch.inGroups.empty())
    writeEntry(out, "inGroups", fmt::format("{}({})", patch.inGroups.size(), fmt::join(patch.inGroups, " ")));
  writeEntry(out, "nFaces", fmt::to_string(patch.size));
  writeEntry(out, "startFace", fmt::to_string(patch.start));
  bool neighbourDue = !patch.neighbourPatch.empty();
  for (const auto& entry : patch.otherEntries) {
    if (isPhysicalType(entry)) continue;
    writeEntry(out, entry.first, entry.second);
    if (entry.first == "transform" && std::exchange(neighbourDue, false)) writeEntry(out, "neighbourPatch", patch.neighbourPatch);
  }
  if (neighbourDue) writeEntry(out, "neighbourPatch", patch.neighbourPatch);
  out.text("    }\n");
}

void writeBoundary(OutFile& out, const PolyMesh& mesh) {
  out.format("{}\n(\n", mesh.patches.size());
  for (const PolyPatch& patch : mesh.patches) writePatch(out, patch);
  out.text(")\n");
}

void writeFlips(OutFile& out, const Zone& zone, bool binary) {
  if (zone.flip.empty()) {
    out.text(binary ? "flipMap         0;\n" : "flipMap         0();\n");
  } else if (binary) {
    out.format("flipMap         List<bool> \n{}\n(", zone.flip.size());
    out.raw(std::span<const char>(zone.flip));
    out.text(");\n");
  } else {
    out.format("flipMap         List<bool> {}({});\n", zone.flip.size(),
               fmt::join(std::vector<int>(zone.flip.begin(), zone.flip.end()), " "));
  }
}

/// kind: cell, face or point
void writeZones(OutFile& out, const std::vector<Zone>& zones, std::string_view kind, bool binary) {
  out.format("{}\n(", zones.size());
  for (const Zone& zone : zones) {
    out.format("\n{}\n{{\n    type {}Zone;\n{:<15} ", zone.name, kind, fmt::format("{}Labels", kind));
    if (zone.members.empty()) {
      out.text(binary ? "0" : "0()");
    } else {
      out.text("List<label> ");
      writeLabels(out, zone.members, binary);
    }
    out.text(";\n");
    if (kind == "face") writeFlips(out, zone, binary);
    out.text("}\n");
  }
  out.text(")\n");
}

/// Writes the files of a mesh aside and puts them in place together.
class MeshWriter {
 public:
  MeshWriter(fs::path dir, const MeshFormat& format) : dir_(std::move(dir)), format_(format) {}
  ~MeshWriter() {
    std::error_code ignored;
    for (const auto& [aside, name] : written_) fs::remove(aside, ignored);
  }

  void file(const std::string& name, const std::string& className, const std::string& note,
            const std::function<void(OutFile&)>& body) {
    const fs::path aside = dir_ / ("." + name + ".part");
    OutFile out(aside, isCompressed(name));
    written_.emplace_back(aside, name);
    config::FoamHeader header;
    header.format = format_.binary ? "binary" : "ascii";
    header.className = className;
    header.object = name;
    header.location = location();
    header.note = note;
    out.text(config::headerText(header));
    body(out);
    out.text("\n");
    out.text(footer);
    out.close();
  }

  /// Puts the files in place, and removes those of `all` that have not been written.
  void commit(std::initializer_list<const char*> all) {
    for (const char* name : all) {
      const auto isNew = [&](const auto& w) { return w.second == name; };
      if (std::any_of(written_.begin(), written_.end(), isNew)) continue;
      fs::remove(path(name, true));
      fs::remove(path(name, false));
    }
    for (const auto& [aside, name] : written_) {
      const bool compressed = isCompressed(name);
      fs::rename(aside, path(name, compressed));
      fs::remove(path(name, !compressed));
    }
    written_.clear();
  }

 private:
  /// OpenFOAM never compresses the boundary.
  bool isCompressed(const std::string& name) const { return format_.compressed && name != "boundary"; }
  fs::path path(const std::string& name, bool compressed) const { return dir_ / (compressed ? name + ".gz" : name); }
  /// The last two parts of the directory's path, "constant/polyMesh".
  std::string location() const {
    const fs::path whole = fs::weakly_canonical(dir_);
    return (whole.parent_path().filename() / whole.filename()).string();
  }

  fs::path dir_;
  MeshFormat format_;
  std::vector<std::pair<fs::path, std::string>> written_;
};

}  // namespace

namespace {

void writeZoneFiles(MeshWriter& writer, const PolyMesh& mesh, bool binary) {
  const auto zones = [&](const std::string& kind, const std::vector<Zone>& list) {
    if (!list.empty()) writer.file(kind + "Zones", "regIOobject", "", [&](OutFile& out) { writeZones(out, list, kind, binary); });
  };
  zones("cell", mesh.cellZones);
  zones("face", mesh.faceZones);
  zones("point", mesh.pointZones);
}

/// Calls write; what the file system refuses is an Error.
template <class F>
void guarded(const fs::path& polyMeshDir, F&& write) {
  try {
    write();
  } catch (const fs::filesystem_error& e) {
    throw Error(Place{polyMeshDir.string(), 0}, fmt::format("the mesh cannot be written: {}", e.code().message()), ExitCode::io);
  }
}

}  // namespace

namespace {

void writeLevels(MeshWriter& writer, const MeshLevels& levels, bool binary) {
  writer.file("cellLevel", "labelList", "", [&](OutFile& out) { writeLabels(out, levels.cells, binary); });
  writer.file("pointLevel", "labelList", "", [&](OutFile& out) { writeLabels(out, levels.points, binary); });
  writer.file("level0Edge", "uniformDimensionedScalarField", "", [&](OutFile& out) {
    out.format("\ndimensions      [0 1 0 0 0 0 0];\n\nvalue           {:.12g};\n", levels.level0Edge);
  });
}

/// Always text, as OpenFOAM's history is read.
void writeHistory(MeshWriter& writer, const MeshLevels& levels) {
  writer.file("refinementHistory", "refinementHistory", "", [&](OutFile& out) {
    out.format("// splitCells\n\n{}\n(\n", levels.history.size());
    for (const auto& [parent, children] : levels.history)
      out.format("{} {}({})\n", parent, children.size(), fmt::join(children, " "));
    out.text(")\n\n// visibleCells\n");
    writeLabels(out, levels.historyOfCells, false);
  });
}

}  // namespace

void writePolyMesh(const PolyMesh& mesh, const fs::path& polyMeshDir, const MeshFormat& format, const MeshLevels* levels) {
  guarded(polyMeshDir, [&] {
    fs::create_directories(polyMeshDir);
    MeshWriter writer(polyMeshDir, format);
    const std::string note = fmt::format("nPoints:{}  nCells:{}  nFaces:{}  nInternalFaces:{}", mesh.points.size(), mesh.nCells(),
                                         mesh.nFaces(), mesh.nInternalFaces());
    writer.file("points", "vectorField", "", [&](OutFile& out) { writePoints(out, mesh, format); });
    writer.file("faces", format.binary ? "faceCompactList" : "faceList", "",
                [&](OutFile& out) { writeFaces(out, mesh, format); });
    writer.file("owner", "labelList", note, [&](OutFile& out) { writeLabels(out, mesh.owner, format.binary); });
    writer.file("neighbour", "labelList", note, [&](OutFile& out) { writeLabels(out, mesh.neighbour, format.binary); });
    writer.file("boundary", "polyBoundaryMesh", "", [&](OutFile& out) { writeBoundary(out, mesh); });
    writeZoneFiles(writer, mesh, format.binary);
    if (levels) {
      writeLevels(writer, *levels, format.binary);
      MeshWriter text(polyMeshDir, {false, format.compressed, format.precision});
      writeHistory(text, *levels);
      text.commit({"refinementHistory"});
    }
    writer.commit({"points", "faces", "owner", "neighbour", "boundary", "cellZones", "faceZones", "pointZones"});
  });
}

void roundPoints(PolyMesh& mesh, const MeshFormat& format) {
  if (format.binary) return;
  output::NumberText numbers(format.precision);
  std::vector<char> text(numbers.room());
  for (Vec3& point : mesh.points)
    for (int d = 0; d < 3; ++d) std::from_chars(text.data(), numbers.write(point[d], text.data()), point[d]);
}

void writeMeshZones(const PolyMesh& mesh, const fs::path& polyMeshDir, const MeshFormat& format) {
  guarded(polyMeshDir, [&] {
    MeshWriter writer(polyMeshDir, format);
    writeZoneFiles(writer, mesh, format.binary);
    writer.commit({"cellZones", "faceZones", "pointZones"});
  });
}

}  // namespace eagre::case_
