// SPDX-License-Identifier: BSD-3-Clause
// Any bytes in the place of files of a polyMesh give a mesh, all of whose labels are in range, or an Error; what was read,
// written and read again is the same. The input is pieces that begin with "%%" and the letter of a file (p points, f faces,
// o owner, n neighbour, b boundary, z cellZones); files without a piece are those of a mesh of two cells.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "case/poly_mesh_io.hpp"
#include "core/error.hpp"
#include "scratch_directory.hpp"
#include "sound_mesh.hpp"

using namespace eagre;

namespace {

struct File {
  char letter;
  const char *name, *text;
};

#define HEADER(type, object) "FoamFile { version 2.0; format ascii; class " type "; object " object "; }\n"
constexpr std::array files{
    File{'p', "points",
         HEADER("vectorField",
                "points") "12((0 0 0)(1 0 0)(2 0 0)(0 1 0)(1 1 0)(2 1 0)(0 0 1)(1 0 1)(2 0 1)(0 1 1)(1 1 1)(2 1 1))"},
    File{'f', "faces",
         HEADER("faceList", "faces") "11(4(1 4 10 7) 4(0 6 9 3) 4(0 1 7 6) 4(3 9 10 4) 4(0 3 4 1) 4(6 7 10 9) 4(2 5 11 8) "
                                     "4(1 2 8 7) 4(4 10 11 5) 4(1 4 5 2) 4(7 8 11 10))"},
    File{'o', "owner", HEADER("labelList", "owner") "11(0 0 0 0 0 0 1 1 1 1 1)"},
    File{'n', "neighbour", HEADER("labelList", "neighbour") "1(1)"},
    File{
        'b', "boundary",
        HEADER("polyBoundaryMesh", "boundary") "2(left { type wall; nFaces 5; startFace 1; } right { type patch; inGroups (a b); "
                                               "nFaces 5; startFace 6; })"},
    File{'z', "cellZones", HEADER("regIOobject", "cellZones") "1(zone { type cellZone; cellLabels List<label> 2(0 1); })"}};
#undef HEADER

void writeFiles(const std::filesystem::path& directory, std::string_view input) {
  for (const File& file : files) fuzz::write(directory / file.name, file.text);
  for (std::size_t at = input.find("%%"); at != input.npos;) {
    const std::size_t next = input.find("%%", at + 2);
    const std::string_view piece = input.substr(at + 2, next == input.npos ? next : next - at - 2);
    for (const File& file : files)
      if (!piece.empty() && piece.front() == file.letter) fuzz::write(directory / file.name, piece.substr(1));
    at = next;
  }
}

bool same(const mesh::PolyMesh& a, const mesh::PolyMesh& b) {
  const auto patches = [](const mesh::PolyPatch& p, const mesh::PolyPatch& q) {
    return p.name == q.name && p.type == q.type && p.start == q.start && p.size == q.size && p.inGroups == q.inGroups &&
           p.otherEntries == q.otherEntries;
  };
  const auto points = [](const Vec3& p, const Vec3& q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
  const auto zones = [](const mesh::Zone& p, const mesh::Zone& q) {
    return p.name == q.name && p.members == q.members && p.flip == q.flip;
  };
  return std::ranges::equal(a.points, b.points, points) && a.faceOffsets == b.faceOffsets && a.facePoints == b.facePoints &&
         a.owner == b.owner && a.neighbour == b.neighbour && std::ranges::equal(a.patches, b.patches, patches) &&
         std::ranges::equal(a.cellZones, b.cellZones, zones);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchDirectory scratch;
  static const auto from = scratch.path() / "polyMesh", to = scratch.path() / "written";
  static const bool made = std::filesystem::create_directory(from) && std::filesystem::create_directory(to);
  if (!made || size == 0) return 0;
  writeFiles(from, {reinterpret_cast<const char*>(data), size});
  mesh::PolyMesh mesh;
  try {
    mesh = case_::readPolyMesh(from);
  } catch (const Error&) { return 0; }
  fuzz::requireSound(mesh);
  Problems problems;
  if (mesh::checkTopology(mesh, problems)) static_cast<void>(mesh::computeGeometry(mesh));
  case_::writePolyMesh(mesh, to, {.binary = data[0] % 2 == 1, .compressed = false, .precision = 17});
  if (!same(mesh, case_::readPolyMesh(to))) fuzz::fail("written and read again it differs");  // an Error here is a finding
  return 0;
}
