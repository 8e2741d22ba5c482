// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are patches (polyMesh/boundary), zones or a field's file, or an Error. The first byte says which. What is read of a
// field and written is read again as the same, and each patch has found its entry or there is a problem that names it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "case/field_file.hpp"
#include "case/poly_mesh_io.hpp"
#include "case/stranger_patches.hpp"
#include "scratch_directory.hpp"

using namespace eagre;

namespace {

[[noreturn]] void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

const std::vector<mesh::PolyPatch>& patches() {
  static const auto all = case_::parseBoundary(
      "FoamFile { version 2.0; format ascii; class polyBoundaryMesh; object boundary; }\n"
      "4(inlet { type patch; nFaces 2; startFace 4; } floor { type wall; inGroups 1(wall); nFaces 2; startFace 6; }\n"
      "sides { type empty; inGroups (empty flat); nFaces 4; startFace 8; } left { type cyclic; neighbourPatch left; nFaces 2; "
      "startFace 12; })\n",
      "boundary");
  return all;
}

void readPatches(std::string text, bool zones) {
  try {
    if (zones) {
      for (const char* kind : {"cell", "face", "point"}) static_cast<void>(case_::parseZones(text, "fuzz", kind, 8));
      return;
    }
    for (const auto& patch : case_::parseBoundary(std::move(text), "fuzz"))
      if (patch.size < 0 || patch.start < 0 || patch.type.empty()) fail("a patch that is not whole:", patch.name);
  } catch (const Error&) {}
}

void readField(const std::filesystem::path& directory, std::string_view text, bool binary) {
  const auto file = directory / "0" / "U";
  fuzz::write(file, text);
  case_::RawField field;
  try {
    field = case_::readRawField(file);
  } catch (const Error&) { return; }
  Problems problems;
  if (case_::resolvePatches(field, patches(), problems).size() != patches().size()) fail("patches are missing of", field.name);
  Log silent = Log::silent();
  try {
    case_::StrangerPatches(directory, "interFoam", false).check(field, patches(), silent);
  } catch (const Error&) {}
  case_::writeRawField(field, directory / "0" / "V", "0", {.binary = binary, .precision = 17});
  const auto again = case_::readRawField(directory / "0" / "V");  // an Error here is a finding
  if (again.components != field.components || again.internal.values.size() != field.internal.values.size() ||
      !(again.dict.subDict("boundaryField") == field.dict.subDict("boundaryField")))
    fail("written and read again it differs:", std::string(text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchDirectory scratch;
  static const bool made =
      std::filesystem::create_directory(scratch.path() / "0") && std::filesystem::create_directory(scratch.path() / "system");
  if (!made || size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  if (data[0] % 4 < 2)
    readPatches(std::string(text), data[0] % 4 == 1);
  else
    readField(scratch.path(), text, data[0] % 4 == 3);
  return 0;
}
