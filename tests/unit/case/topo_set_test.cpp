// SPDX-License-Identifier: BSD-3-Clause
#include "case/topo_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "case/set_scripts.hpp"
#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Five cells in a row along x; internal faces 0 .. 3 between them.
class TopoSet : public testing::Test {
 protected:
  TopoSet() : dir_(fs::temp_directory_path() / ("eagre_topo_set_" + std::to_string(::getpid()))) {
    test::BoxOptions options;
    options.length = {5, 1, 1};
    mesh_ = test::boxMesh(5, 1, 1, options);
    geometry_ = mesh::computeGeometry(mesh_);
  }
  ~TopoSet() override { fs::remove_all(dir_); }

  TopoSetResult apply(const std::string& actions) {
    return apply(readTopoActions(config::Dictionary::parse("actions\n(\n" + actions + ");", "system/topoSetDict")));
  }
  TopoSetResult apply(const std::vector<TopoAction>& actions) {
    const TopoSetInput input{
        geometry_,
        [&](SetKind kind, const std::string& name, const Place& at) { return readMeshSet(dir_, kind, name, mesh_, at); },
        [](const std::string&) { return nullptr; }, dir_, true};
    Log log = Log::silent();
    return topoSet(actions, mesh_, input, log);
  }
  std::vector<Label> made(const std::string& name, const std::string& actions) { return apply(actions).sets.at(name).members; }
  template <class Actions>
  std::string errorOf(const Actions& actions) {
    try {
      if constexpr (std::is_invocable_v<Actions>)
        apply(actions());
      else
        apply(actions);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  std::vector<TopoAction> ofCellSetDict(const std::string& text) {
    return readSetDictionary(config::Dictionary::parse("\n" + text, "system/cellSetDict"), SetKind::cells);
  }

  fs::path dir_;
  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
};

constexpr const char* left = "{ name c; type cellSet; action new; source boxToCell; box (0 0 0) (2 1 1); }\n";
constexpr const char* between =
    "{ name f; type faceSet; action new; source cellToFace; set c; option all; }\n"
    "{ name f; type faceSet; action subset; source labelToFace; value (0 1 2 3); }\n";

TEST_F(TopoSet, BothFormsOfTheSourcesEntries) {
  EXPECT_THAT(made("c", left), ElementsAre(0, 1));
  EXPECT_THAT(made("c", "{ name c; type cellSet; action new; source boxToCell; sourceInfo { box (0 0 0) (2 1 1); } }\n"),
              ElementsAre(0, 1));
  EXPECT_THAT(made("c", "first { name c; type cellSet; action new; source labelToCell; value (4 4 1); } { }\n"),
              ElementsAre(1, 4));
}

TEST_F(TopoSet, SetsAreReadFromFilesAndFromEarlierActions) {
  writeMeshSet(dir_, SetKind::cells, "stored", {1, 3}, {});
  EXPECT_THAT(made("stored", "{ name stored; type cellSet; action add; source labelToCell; value (0); }"), ElementsAre(0, 1, 3));
  EXPECT_THAT(made("d", std::string(left) + "{ name d; type cellSet; action new; source cellToCell; sets (c stored); }"),
              ElementsAre(0, 1, 3));
}

TEST_F(TopoSet, FacesOfAZoneAreOrientedAndASubsetKeepsThat) {
  apply(std::string(left) + between +
        "{ name z; type faceZoneSet; action new; source setsToFaceZone; faceSet f; cellSet c; flip true; }");
  ASSERT_EQ(mesh_.faceZones.size(), 1u);
  EXPECT_THAT(mesh_.faceZones[0].members, ElementsAre(0, 1));
  EXPECT_THAT(mesh_.faceZones[0].flip, ElementsAre(1, 1));
  apply(
      "{ name one; type faceSet; action new; source labelToFace; value (1 3); }\n"
      "{ name z; type faceZoneSet; action subset; source setToFaceZone; faceSet one; }");
  EXPECT_THAT(mesh_.faceZones[0].members, ElementsAre(1));
  EXPECT_THAT(mesh_.faceZones[0].flip, ElementsAre(1));
}

TEST_F(TopoSet, RemovingAZoneAndItsSet) {
  const auto result = apply(std::string(left) +
                            "{ name z; type cellZoneSet; action new; source setToCellZone; set c; }\n"
                            "{ name z; type cellZoneSet; action remove; }");
  EXPECT_THAT(mesh_.cellZones, IsEmpty());
  EXPECT_FALSE(result.sets.contains("z"));
  EXPECT_TRUE(result.removed.contains("z"));
}

TEST_F(TopoSet, FacesWithoutOrientationLeaveAFaceZoneEmpty) {
  apply("{ name z; type faceZoneSet; action new; source labelToFace; value (1); }");
  EXPECT_THAT(mesh_.faceZones.at(0).members, IsEmpty());
}

TEST_F(TopoSet, NumbersOfCellsGoIntoASetOfFacesAsInOpenFoam) {
  const std::string actions =
      "{ name f; type faceSet; action new; source labelToFace; value (1); }\n"
      "{ name g; type faceSet; action new; source faceToCell; set f; option all; }\n";
  EXPECT_THAT(made("g", actions), testing::ElementsAre());
  const std::string any =
      "{ name f; type faceSet; action new; source labelToFace; value (1); }\n"
      "{ name g; type faceSet; action new; source faceToCell; set f; option any; }\n";
  EXPECT_THAT(made("g", any), testing::ElementsAre(1, 2));
  EXPECT_THAT(errorOf("{ name z; type faceZoneSet; action new; source boxToCell; box (0 0 0) (1 1 1); }"),
              HasSubstr("does not choose what a faceZoneSet holds"));
}

TEST_F(TopoSet, TheClosestOfTheRegionsThatAPlaneCuts) {
  // The row goes up and down again, so that a level plane cuts it in two places: faces 0 and 3.
  for (Vec3& point : mesh_.points) point.y += 2.5 - std::abs(point.x - 2.5);
  geometry_ = mesh::computeGeometry(mesh_);
  const auto chosen = [&](const std::string& point, const std::string& option) {
    return made("p", "{ name p; type faceZoneSet; action new; source planeToFaceZone; normal (0 1 0); point " + point + "; " +
                         option + " }");
  };
  EXPECT_THAT(chosen("(4 1.5 0.5)", ""), testing::ElementsAre(0, 3));
  EXPECT_THAT(chosen("(4 1.5 0.5)", "option all;"), testing::ElementsAre(0, 3));
  EXPECT_THAT(chosen("(4 1.5 0.5)", "option closest;"), testing::ElementsAre(3));
  EXPECT_THAT(chosen("(2 1.5 0.5)", "option closest;"), testing::ElementsAre(0));
}

TEST_F(TopoSet, SlipsOfThePenAreAllNamedWithTheirPlaces) {
  const std::string message = errorOf(
      "{ name a; type cellSte; action new; source boxToCell; }\n"
      "{ name a; type cellSet; action nwe; source boxToCell; }\n"
      "{ name a; type cellSet; action new; source boxToCel; }\n");
  EXPECT_THAT(message,
              AllOf(HasSubstr("topoSetDict:3: unknown type"), HasSubstr("did you mean 'cellSet'"), HasSubstr("topoSetDict:4"),
                    HasSubstr("did you mean 'new'"), HasSubstr("topoSetDict:5"), HasSubstr("did you mean 'boxToCell'")));
}

TEST_F(TopoSet, WhatIsNotThereIsAnError) {
  writeMeshSet(dir_, SetKind::cells, "water", {1}, {});
  writeMeshSet(dir_, SetKind::faces, "wall", {1}, {});
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source cellToCell; set watre; }"),
              AllOf(HasSubstr("topoSetDict:3"), HasSubstr("did you mean 'water'")));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source cellToCell; set wall; }"), HasSubstr("'wall' is a faceSet"));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action add; source labelToCell; value (0); }"), HasSubstr("unknown cellSet 'a'"));
  EXPECT_THAT(errorOf("{ name a; type faceZoneSet; action invert; }"), HasSubstr("unknown faceZone 'a'"));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source cellToFace; set water; option all; }"),
              HasSubstr("chooses no cells, but its numbers go into the cellSet"));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source labelToCell; value (5); }"),
              HasSubstr("cell 5 is not in the mesh"));
  EXPECT_THAT(
      errorOf("{ name a; type cellSet; action new; source surfaceToCell; file \"x.stl\"; outsidePoints ((0 0 0)); includeCut no;"
              " includeInside yes; includeOutside no; nearDistance -1; curvature -100; }"),
      AllOf(HasSubstr("topoSetDict:3"), HasSubstr("no surface 'x.stl'")));
  EXPECT_THAT(errorOf("{ name \"../a\"; type cellSet; action clear; }"), HasSubstr("no name of a set"));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action add; source haloToCell; }"), HasSubstr("unknown cellSet 'a'"));
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source haloToCell; }"), HasSubstr("grows or shrinks"));
}

TEST_F(TopoSet, CellSetDictOfFoamExtend) {
  const auto made = [&](const std::string& text) { return apply(ofCellSetDict(text)).sets.at("c0").members; };
  const std::string box = "boxToCell { box (0 0 0) (2 1 1); }", label = "labelToCell { value (4); }";
  EXPECT_THAT(made("name c0; action new; topoSetSources (" + box + " " + label + ");"), ElementsAre(0, 1, 4));
  EXPECT_THAT(made("name c0; action new; topoSetSources ();"), IsEmpty());
  writeMeshSet(dir_, SetKind::cells, "c0", {1, 3, 4}, {});
  EXPECT_THAT(made("name c0; action invert; topoSetSources ();"), ElementsAre(0, 2));
  EXPECT_THAT(made("name c0; action delete; topoSetSources (" + box + label + ");"), ElementsAre(3));
  EXPECT_THAT(made("name c0; action subset; topoSetSources (" + box + ");"), ElementsAre(1));
  EXPECT_THAT(errorOf([&] { return ofCellSetDict("name c0; action subset; topoSetSources (" + box + label + ");"); }),
              AllOf(HasSubstr("cellSetDict:2"), HasSubstr("several sources")));
  EXPECT_THAT(errorOf([&] { return ofCellSetDict("name c0; action new; topoSetSources (boxToCel { });"); }),
              HasSubstr("did you mean 'boxToCell'"));
}

TEST_F(TopoSet, LinesOfSetSet) {
  const auto sets = apply(readSetBatch("# an obstacle\ncellSet c0 new\ncellSet c0 invert\n"
                                       "cellSet c0 delete boxToCell (0 0 0) \\\n  (2 1 1)\n"
                                       "faceSet f new cellToFace c0 both\n"
                                       "cellSet s new sphereToCell (4.5 0.5 0.5) 0.6\nquit\nnonsense\n",
                                       "a.setSet"))
                        .sets;
  EXPECT_THAT(sets.at("c0").members, ElementsAre(2, 3, 4));
  EXPECT_THAT(sets.at("f").members, ElementsAre(2, 3));
  EXPECT_THAT(sets.at("s").members, ElementsAre(4));
  EXPECT_THAT(errorOf([] {
                return readSetBatch(
                    "cellSet c new\ncelSet c new\ncellSet c nw boxToCell (0 0 0) (1 1 1)\n"
                    "cellSet c add haloToCell 3\n",
                    "a.setSet");
              }),
              AllOf(HasSubstr("a.setSet:2"), HasSubstr("did you mean 'cellSet'"), HasSubstr("a.setSet:3"),
                    HasSubstr("a.setSet:4"), HasSubstr("give it in a topoSetDict")));
  EXPECT_THAT(errorOf([] { return readSetBatch("\n\ncellSet c new sphereToCell (0 0 0)\n", "a.setSet"); }),
              HasSubstr("a.setSet:3"));
}

TEST_F(TopoSet, ASetOfAnotherMeshIsAnError) {
  writeMeshSet(dir_, SetKind::cells, "old", {1, 7}, {});
  EXPECT_THAT(errorOf("{ name a; type cellSet; action new; source cellToCell; set old; }"),
              AllOf(HasSubstr("cell 7 is not in the mesh"), HasSubstr("another mesh")));
}

TEST_F(TopoSet, SetsInBinaryAndCompressedAreReadBack) {
  for (const MeshFormat format :
       {MeshFormat{true, false, 6}, MeshFormat{false, true, 6}, MeshFormat{true, true, 6}, MeshFormat{}}) {
    writeMeshSet(dir_, SetKind::points, "p", {0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12}, format);
    EXPECT_EQ(readMeshSet(dir_, SetKind::points, "p", mesh_, {}).size(), 11u);
    writeMeshSet(dir_, SetKind::points, "none", {}, format);
    EXPECT_THAT(readMeshSet(dir_, SetKind::points, "none", mesh_, {}), IsEmpty());
  }
  EXPECT_TRUE(removeMeshSet(dir_, "p"));
  EXPECT_FALSE(removeMeshSet(dir_, "p"));
}

}  // namespace
}  // namespace eagre::case_
