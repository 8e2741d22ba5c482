// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

/// What the words of a recipe's commands mean.
namespace eagre::case_ {

/// The program that a command starts, and its arguments: without runApplication, runParallel, foamJob, mpirun, srun and their
/// options, without -parallel.
std::vector<std::string> startedProgram(const std::vector<std::string>& words);

/// What a program does to a case.
enum class ToolKind {
  mesh,      ///< makes or changes the mesh
  fields,    ///< makes or changes fields
  other,     ///< a tool of OpenFOAM that prepares something else: dictionaries, surfaces
  nothing,   ///< Eagre does without (decomposePar), or it changes no input (checkMesh, echo, foamLog)
  files,     ///< cp, mv, rm, mkdir, m4, restore0Dir
  cleaning,  ///< takes away what earlier runs have left
  solver,    ///< of flow
  unknown,
};
ToolKind toolKind(const std::string& program);

/// Whether a script or function of this name cleans the case (Allclean, foamCleanTutorials).
bool isCleaning(const std::string& name);

}  // namespace eagre::case_
