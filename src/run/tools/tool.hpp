// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "core/word_table.hpp"
#include "mesh/poly_mesh.hpp"
#include "run/case/case_setup.hpp"

/// OpenFOAM's programs that prepare a case (blockMesh, setFields, topoSet, ...), in the program: as sub-commands (`eagre topoSet
/// CASE -dict system/topoSetDict.1`), and as the steps of a case's own recipe.
namespace eagre::run::tools {

/// One call of a tool, with the arguments that OpenFOAM's program of that name takes.
class Call {
 public:
  /// flags: options without a value; options: those with one (in both: it may be left out). All with their dash. An argument that
  /// is none of them, or an option without its value, is an Error (usage). -noFunctionObjects, -parallel, -noZero,
  /// -decomposeParDict F, -fileHandler F are OpenFOAM's for all programs and change nothing here.
  Call(const comm::Communicator& world, Log& log, std::filesystem::path caseDirectory, std::string tool,
       std::vector<std::string> arguments);
  /// Checks and splits the arguments; a tool calls it first. Returns the words that are no options.
  std::vector<std::string> parse(const std::vector<std::string>& flags, const std::vector<std::string>& options,
                                 std::size_t nPositional = 0);
  bool has(const std::string& flag) const;
  /// The value of an option; `otherwise` if it is not given.
  std::string value(const std::string& option, const std::string& otherwise = {}) const;

  const comm::Communicator& world() const { return world_; }
  Log& log() const { return log_; }
  const std::filesystem::path& caseDirectory() const { return caseDirectory_; }
  const std::string& tool() const { return tool_; }

 private:
  const comm::Communicator& world_;
  Log& log_;
  std::filesystem::path caseDirectory_;
  std::string tool_;
  std::vector<std::string> arguments_;
  std::vector<std::pair<std::string, std::string>> given_;  ///< option and value
};

struct Tool {
  /// Collective: called on all ranks. Most tools work on rank 0 alone (output::onMaster).
  void (*run)(Call& call);
  std::size_t nPositional = 0;  ///< words that are no options, behind the case
  bool writes = true;           ///< into the case
};

/// All tools, in the order of the help, which has their lines.
const WordTable<Tool>& table();
/// nullptr: Eagre has no such tool.
const Tool* find(const std::string& name);

// The tools, one file each.
void blockMesh(Call& call);
void fluentMeshToFoam(Call& call);
void fluent3DMeshToFoam(Call& call);
void createZeroDirectory(Call& call);
void mapFields(Call& call);
void potentialFoam(Call& call);
void setAlphaField(Call& call);
void setExprFields(Call& call);
void funkySetFields(Call& call);
void setFields(Call& call);
void setWaves(Call& call);
void transformPoints(Call& call);
void surfaceTransformPoints(Call& call);
void extrudeMesh(Call& call);
void refineMesh(Call& call);
void mirrorMesh(Call& call);
void subsetMesh(Call& call);
void renumberMesh(Call& call);
void checkMesh(Call& call);
void reconstructPar(Call& call);
void reconstructParMesh(Call& call);
void topoSet(Call& call);
void cellSet(Call& call);
void faceSet(Call& call);
void pointSet(Call& call);
void setSet(Call& call);
void createZones(Call& call);
void setsToZones(Call& call);
void createPatch(Call& call);
void createBaffles(Call& call);
void createNonConformalCouples(Call& call);
void foamDictionary(Call& call);

}  // namespace eagre::run::tools
