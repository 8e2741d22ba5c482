// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case/create_baffles.hpp"
#include "case/zone_generator.hpp"
#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Five cells in a row along x; internal faces 0 .. 3 between them; patches xMin, xMax, ...
class Patches : public testing::Test {
 protected:
  Patches() {
    test::BoxOptions options;
    options.length = {5, 1, 1};
    mesh_ = test::boxMesh(5, 1, 1, options);
    geometry_ = mesh::computeGeometry(mesh_);
    mesh_.faceZones = {{"middle", {1, 2}, {0, 1}}};
  }
  mesh::PolyMesh patched(const std::string& patches) { return patchedBy("pointSync false; patches\n(\n" + patches + ");"); }
  mesh::PolyMesh patchedBy(const std::string& text) {
    const auto dict = config::Dictionary::parse(text, "system/createPatchDict");
    Log log = Log::silent();
    const SourceContext context{.mesh = mesh_, .geometry = geometry_};
    return createPatch(
        readCreatePatchDict(dict, needsPointSync_), mesh_,
        [&](const CreatePatchPlan::Patch& p) -> std::vector<Label> {
          if (p.generator) return generateZone(*p.generator, context, log, SetKind::faces).members;
          if (!p.zone.empty()) return namedZone(p.zone, p.place, context, SetKind::faces).members;
          if (p.set == "inside") return {2, 4};
          throw Error(p.place, "unknown faceSet");
        },
        log);
  }
  /// The members of zone z of a createZonesDict, and the mesh with its zones.
  std::vector<Label> zone(const std::string& dict, std::vector<mesh::Zone> mesh::PolyMesh::*zones = &mesh::PolyMesh::cellZones) {
    mesh_ = test::boxMesh(5, 1, 1, {.length = {5, 1, 1}});
    Log log = Log::silent();
    createZones(config::Dictionary::parse(dict, "system/createZonesDict"), mesh_, {.mesh = mesh_, .geometry = geometry_}, false,
                log);
    for (const mesh::Zone& zone : mesh_.*zones)
      if (zone.name == "z") return zone.members;
    return {-1};
  }
  mesh::PolyMesh baffled(const std::string& baffles) {
    const auto dict =
        config::Dictionary::parse("internalFacesOnly true; baffles\n{\n" + baffles + "}", "system/createBafflesDict");
    Log log = Log::silent();
    plan_ = readCreateBafflesDict(dict, ".");
    return createBaffles(plan_, mesh_, geometry_, log);
  }
  template <class F>
  static std::string errorOf(const F& f) {
    try {
      f();
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  static std::vector<std::string> names(const mesh::PolyMesh& mesh) {
    std::vector<std::string> list;
    for (const auto& patch : mesh.patches) list.push_back(patch.name);
    return list;
  }
  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
  BafflesPlan plan_;
  bool needsPointSync_ = true;
};

TEST_F(Patches, PointSyncMayBeLeftOutFromVersion10On) {
  const std::string ends = "patches ( { name ends; patchInfo { type wall; } constructFrom patches; patches (\"xM.*\"); } );";
  EXPECT_THAT(errorOf([&] { patchedBy(ends); }), HasSubstr("pointSync"));
  needsPointSync_ = false;
  EXPECT_THAT(names(patchedBy(ends)), ElementsAre("yMin", "yMax", "zMin", "zMax", "ends"));
}

TEST_F(Patches, EmptiedPatchesGoAndNewOnesStay) {
  const auto mesh = patched(
      "{ name ends; patchInfo { type wall; } constructFrom patches; patches (\"xM.*\"); }\n"
      "{ name none; dictionary { type patch; } constructFrom patches; patches (); }");
  EXPECT_THAT(names(mesh), ElementsAre("yMin", "yMax", "zMin", "zMax", "ends", "none"));
  EXPECT_EQ(mesh.patches[4].size, 2);
  EXPECT_EQ(mesh.patches[4].start, mesh_.nFaces() - 2);
  EXPECT_THAT(mesh.patches[4].inGroups, ElementsAre("wall"));
}

TEST_F(Patches, OfZones) {  // openfoam.org, version 12 and later
  const auto mesh = patchedBy(
      "patches { inlet { patchInfo { type patch; } constructFrom zone; zone { type box; box (-0.1 -1 -1) (0.1 2 2); } } }");
  EXPECT_THAT(names(mesh), testing::Contains("inlet"));
  EXPECT_EQ(mesh.patches.back().size, 1);
  EXPECT_THAT(errorOf([&] { patchedBy("patches { a { patchInfo { type patch; } constructFrom zone; zone middle; } }"); }),
              HasSubstr("2 of the 2 faces of faceZone 'middle' are inside the mesh"));
  EXPECT_THAT(errorOf([&] { patchedBy("patches { a { patchInfo { type patch; } constructFrom zone; zone nowhere; } }"); }),
              HasSubstr("there is no face zone 'nowhere'"));
}

TEST_F(Patches, CodeStaysCode) {
  const auto mesh = patched(
      "{ name a; patchInfo { type cyclicACMI; neighbourPatch b; nonOverlapPatch c; scale { code #{ a\nb #}; } } constructFrom "
      "patches; patches (xMin); }");
  EXPECT_THAT(mesh.patches.back().otherEntries, testing::Contains(testing::Pair("scale", "{ code #{ a\nb #}; }")));
}

TEST_F(Patches, ZonesAreCombined) {
  const std::string parts =
      "a { type box; zoneType cell; box (0 0 0) (3 1 1); } b { type box; zoneType cell; box (2 0 0) (5 1 1); } ";
  EXPECT_THAT(zone(parts + "z { type union; a; b; }"), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(zone(parts + "z { type intersection; a; b; }"), ElementsAre(2));
  EXPECT_THAT(zone(parts + "z { type difference; a; b; }"), ElementsAre(0, 1));
  EXPECT_THAT(zone(parts + "z { type invert; b; }"), ElementsAre(0, 1));
  EXPECT_THAT(zone(parts + "z { type difference; b; c { type sphere; zoneType cell; centre (4.5 0.5 0.5); radius 0.4; } }"),
              ElementsAre(2, 3));
  EXPECT_THAT(zone("z { type difference; p { type plane; point (2 0 0); normal (1 0 0); } "
                   "q { type box; zoneType face; box (1.9 2 2) (2.1 3 3); } }",
                   &mesh::PolyMesh::faceZones),
              ElementsAre(1));
  EXPECT_THAT(zone(parts + "z { type union; a; } remove { cellZones (z); }"), ElementsAre(-1));
  EXPECT_THAT(zone(parts + "clear; z { type box; zoneType cell; box (0 0 0) (1 1 1); }"), ElementsAre(0));
  EXPECT_EQ(mesh_.cellZones.size(), 1U);
  EXPECT_THAT(errorOf([&] { zone("z { type union; a; }"); }), HasSubstr("there is no zone 'a' yet"));
  EXPECT_THAT(errorOf([&] { zone("z { type union; zoneType cell; }"); }), HasSubstr("it names no zones"));
  EXPECT_THAT(errorOf([&] { zone(parts + "z { type union; a; b; moveUpdate yes; }"); }), HasSubstr("moveUpdate"));
}

TEST_F(Patches, WhatIsWrongWithPatches) {
  EXPECT_THAT(errorOf([&] {
                patched(
                    "{ name a; patchInfo { type wal; } constructFrom patches; patches (xMin); }\n"
                    "{ name b; patchInfo { type wall; } constructFrom sets; set inside; }");
              }),
              AllOf(HasSubstr("createPatchDict:3"), HasSubstr("did you mean 'wall'"), HasSubstr("createPatchDict:4"),
                    HasSubstr("did you mean 'set'")));
  EXPECT_THAT(
      errorOf([&] { patched("{ name a; patchInfo { type wall; } constructFrom set; set inside; }"); }),
      AllOf(HasSubstr("createPatchDict:3"), HasSubstr("1 of the 2 faces of faceSet 'inside'"), HasSubstr("createBaffles")));
  EXPECT_THAT(errorOf([&] { patched("{ name a; patchInfo { type wall; } constructFrom set; set missing; }"); }),
              HasSubstr("createPatchDict:3: unknown faceSet"));
  EXPECT_THAT(errorOf([&] { patched("{ name a; patchInfo { type cyclic; } constructFrom patches; patches (xMin); }"); }),
              HasSubstr("neighbourPatch"));
  EXPECT_THAT(errorOf([&] {
                patched(
                    "{ name a; patchInfo { type cyclic; neighbourPatch b; } constructFrom patches; patches (xMin); }\n"
                    "{ name b; patchInfo { type cyclic; neighbourPatch a; } constructFrom patches; patches (yMin); }");
              }),
              HasSubstr("1 and 5 faces"));
}

TEST_F(Patches, ABaffleHasTheZonesSidesInOrder) {
  const auto mesh =
      baffled("b { type faceZone; zoneName middle; patches { m { name m; type wall; } s { name s; type patch; } } }");
  EXPECT_EQ(mesh.nInternalFaces(), 2);
  ASSERT_EQ(mesh.patches.size(), 8u);
  const auto first = [&](std::size_t p) { return mesh.owner.begin() + static_cast<std::ptrdiff_t>(mesh.patches[p].start); };
  // Face 1 is between cells 1 and 2, face 2, which is flipped, between 2 and 3.
  EXPECT_THAT(std::vector<Label>(first(6), first(6) + 2), ElementsAre(1, 3));
  EXPECT_THAT(std::vector<Label>(first(7), first(7) + 2), ElementsAre(2, 2));
  EXPECT_THAT(mesh.patches[6].inGroups, ElementsAre("wall", "b"));
  Problems problems;
  EXPECT_TRUE(mesh::checkTopology(mesh, problems));
  EXPECT_THAT(mesh.faceZones.at(1).flip, ElementsAre(0, 0, 1, 1));
}

TEST_F(Patches, FieldsGetWhatTheDictionarySays) {
  const auto mesh = baffled(
      "b { type faceZone; zoneName middle; owner { name m; type wall; patchFields { T { type zeroGradient; } } }"
      " neighbour { name s; type patch; } }");
  EXPECT_FALSE(plan_.fields);  // openfoam.org's form leaves them alone unless it says so
  RawField field;
  field.name = "T";
  field.dict = config::Dictionary::parse("boundaryField { \".*\" { type fixedValue; value uniform 1; } }", "0/T");
  addBaffleEntries(plan_, mesh_, mesh, field);
  const auto& patches = field.dict.subDict("boundaryField");
  EXPECT_EQ(patches.subDict("xMin").get<std::string>("type"), "fixedValue");
  EXPECT_EQ(patches.subDict("m").get<std::string>("type"), "zeroGradient");
  EXPECT_EQ(patches.subDict("s").get<std::string>("type"), "calculated");
}

TEST_F(Patches, WhatIsWrongWithBaffles) {
  const std::string pair = "patches { m { name m; type wall; } s { name s; type wall; } } }";
  EXPECT_THAT(errorOf([&] { baffled("b { type faceZone; zoneName midle; " + pair); }),
              AllOf(HasSubstr("createBafflesDict:3"), HasSubstr("did you mean 'middle'")));
  EXPECT_THAT(errorOf([&] {
                baffled("b { type faceZoen; zoneName middle; " + pair + "\nc { type searchableSurface; surface plte; " + pair);
              }),
              AllOf(HasSubstr("createBafflesDict:3"), HasSubstr("did you mean 'faceZone'"), HasSubstr("createBafflesDict:4"),
                    HasSubstr("did you mean 'plate'")));
  EXPECT_THAT(errorOf([&] { baffled("b { type faceZone; zoneName middle; patches { m { name m; type wall; } } }"); }),
              HasSubstr("here are 1"));
  EXPECT_THAT(errorOf([&] { baffled("b { type faceZone; zoneName middle; }"); }), HasSubstr("patches"));
  EXPECT_THAT(
      errorOf([&] { baffled("a { type faceZone; zoneName middle; " + pair + "\nb { type faceZone; zoneName middle; " + pair); }),
      HasSubstr("in another baffle"));
  EXPECT_THAT(
      errorOf([&] { baffled("b { type searchableSurface; surface searchablePlate; origin (0 0 0); span (0 0 1); " + pair); }),
      HasSubstr("one zero and two positive"));
}

}  // namespace
}  // namespace eagre::case_
