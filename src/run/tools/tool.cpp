// SPDX-License-Identifier: BSD-3-Clause
#include "run/tools/tool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace eagre::run::tools {

const WordTable<Tool>& table() {
  static const WordTable<Tool> tools{
      {"blockMesh", "make constant/polyMesh from system/blockMeshDict", {&blockMesh}},
      {"fluentMeshToFoam",
       "make constant/polyMesh from a mesh file of Fluent, of two or three dimensions",
       {&fluentMeshToFoam, 1}},
      {"fluent3DMeshToFoam", "make constant/polyMesh, cell and face zones from a mesh file of Fluent", {&fluent3DMeshToFoam, 1}},
      {"createZeroDirectory", "make the fields of 0 by system/caseProperties (icoFoam, pisoFoam)", {&createZeroDirectory}},
      {"mapFields", "map the fields of another case onto this one", {&mapFields, 1}},
      {"potentialFoam", "velocity and flux of the potential flow between the boundaries", {&potentialFoam}},
      {"setAlphaField", "set a phase fraction by the shape of system/setAlphaFieldDict, cut out of the cells", {&setAlphaField}},
      {"setExprFields", "set fields by the expressions of system/setExprFieldsDict", {&setExprFields}},
      {"funkySetFields", "the same by the expressions of system/funkySetFieldsDict (swak4Foam)", {&funkySetFields}},
      {"setFields", "set fields of the start time from system/setFieldsDict", {&setFields}},
      {"setWaves", "set phase fraction and velocity by the waves of constant/waveProperties (openfoam.org)", {&setWaves}},
      {"transformPoints", "move, rotate and scale the points of the mesh", {&transformPoints}},
      {"surfaceTransformPoints", "move, rotate and scale a surface in STL or OBJ: FILE NEWFILE", {&surfaceTransformPoints, 2}},
      {"extrudeMesh", "extrude patches into layers of cells, by system/extrudeMeshDict", {&extrudeMesh}},
      {"refineMesh", "cut cells of a set in some directions, by system/refineMeshDict", {&refineMesh}},
      {"mirrorMesh", "add the image of the mesh behind a plane, by system/mirrorMeshDict", {&mirrorMesh}},
      {"subsetMesh", "keep the cells of a set alone", {&subsetMesh}},
      {"renumberMesh", "nothing: the order of cells changes no results", {&renumberMesh, 0, false}},
      {"checkMesh", "nothing: Eagre checks the mesh before it runs", {&checkMesh, 0, false}},
      {"reconstructPar", "put the results in processor directories together", {&reconstructPar}},
      {"reconstructParMesh", "put the mesh in processor directories together", {&reconstructParMesh}},
      {"topoSet", "make sets and zones of cells, faces and points by system/topoSetDict", {&topoSet}},
      {"cellSet", "make a set of cells by system/cellSetDict (foam-extend)", {&cellSet}},
      {"faceSet", "make a set of faces by system/faceSetDict (foam-extend)", {&faceSet}},
      {"pointSet", "make a set of points by system/pointSetDict (foam-extend)", {&pointSet}},
      {"setSet", "make sets by the lines of a file: -batch FILE", {&setSet}},
      {"createZones", "make zones of cells, faces and points by system/createZonesDict (openfoam.org)", {&createZones}},
      {"setsToZones", "make zones of all sets of cells, faces and points", {&setsToZones}},
      {"createPatch", "make patches of boundary faces by system/createPatchDict", {&createPatch}},
      {"createBaffles", "make pairs of patches of internal faces by system/createBafflesDict", {&createBaffles}},
      {"createNonConformalCouples",
       "couple two patches where they overlap: PATCH PATCH, or by its dictionary (openfoam.org)",
       {&createNonConformalCouples, 2}},
      {"foamDictionary", "change an entry of a dictionary: FILE -entry NAME -set VALUE, -add, -remove", {&foamDictionary, 1}}};
  return tools;
}

const Tool* find(const std::string& name) { return table().find(name); }

Call::Call(const comm::Communicator& world, Log& log, std::filesystem::path caseDirectory, std::string tool,
           std::vector<std::string> arguments)
    : world_(world),
      log_(log),
      caseDirectory_(std::move(caseDirectory)),
      tool_(std::move(tool)),
      arguments_(std::move(arguments)) {}

std::vector<std::string> Call::parse(const std::vector<std::string>& flags, const std::vector<std::string>& options,
                                     std::size_t nPositional) {
  std::vector<std::string> allFlags{"-noFunctionObjects", "-parallel", "-noZero"},
      allOptions{"-decomposeParDict", "-fileHandler"};
  allFlags.insert(allFlags.end(), flags.begin(), flags.end());
  allOptions.insert(allOptions.end(), options.begin(), options.end());
  const auto among = [](const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  std::vector<std::string> positional;
  given_.clear();
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const std::string& argument = arguments_[i];
    // In both lists: the value may be left out, as -dict's in some versions.
    const bool bare = i + 1 == arguments_.size() || arguments_[i + 1].starts_with('-');
    if (among(allFlags, argument) && (bare || !among(allOptions, argument))) {
      given_.emplace_back(argument, "");
    } else if (among(allOptions, argument)) {
      if (i + 1 == arguments_.size()) throw Error(fmt::format("{}: {} needs a value", tool_, argument), ExitCode::usage);
      given_.emplace_back(argument, arguments_[++i]);
    } else if (!argument.starts_with('-') && positional.size() < nPositional) {
      positional.push_back(argument);
    } else {
      std::vector<std::string> valid = flags;
      valid.insert(valid.end(), options.begin(), options.end());
      throw Error(tool_ + ": " + unknownWordMessage("option", argument, valid), ExitCode::usage);
    }
  }
  return positional;
}

bool Call::has(const std::string& flag) const {
  return std::any_of(given_.begin(), given_.end(), [&](const auto& g) { return g.first == flag; });
}

std::string Call::value(const std::string& option, const std::string& otherwise) const {
  for (const auto& [name, value] : given_)
    if (name == option) return value;
  return otherwise;
}

}  // namespace eagre::run::tools
