// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "case/decomposed/decomposition.hpp"
#include "core/log.hpp"
#include "output/foam/time_directory.hpp"
#include "run/control/time_control.hpp"

/// Results in processor directories, of parallel runs of OpenFOAM, put together. All on rank 0 alone.
namespace eagre::run {

/// The times that the processor directories of a case have and the case itself lacks, by value; none if there are no such
/// directories. 0 is not among them if there is a 0.orig to make it from. Times that one of the directories lacks are not,
/// either.
std::vector<output::TimeDir> decomposedTimes(const std::filesystem::path& caseDirectory);

/// The mesh in constant/polyMesh, as far as fields are ordered by it, and how the processor directories are cut from it. If there
/// is none, it is put together from the processors and, if `write`, written there.
/// Errors (badCase): no or incomplete processor directories; they do not fit to the mesh.
case_::Decomposition readCaseDecomposition(const std::filesystem::path& caseDirectory, const ControlDict& control, bool write,
                                           Log& log);

/// Puts the mesh of processor directories together.
mesh::PolyMesh reconstructCaseMesh(const case_::ProcessorFiles& files, Log& log);

struct ReconstructSettings {
  output::FieldFormat format;  ///< fields whose files are binary stay so, and lose nothing
  std::function<bool(const std::string& field)> takes = [](const std::string&) { return true; };
};

/// Error (badCase) if a processor lacks the time, or its mesh moves.
void checkDecomposedTime(const case_::ProcessorFiles& files, const std::string& time);

/// Puts the fields of one time together and writes them, with uniform/ of the first processor, to into/<time>: whole or not at
/// all. Other files that are there stay, and so do fields that are newer than the processors' (named in a warning). What is not
/// put together (point fields, lagrangian) is named in a warning. Errors (badCase): a processor lacks the time, or a field; a
/// file is damaged or of another mesh; the mesh moves; io.
void reconstructTime(const case_::Decomposition& decomposition, const std::string& time, const std::filesystem::path& into,
                     const ReconstructSettings& settings, Log& log);

/// Warns if the meshes of the processors have not as many cells together as the mesh in constant/polyMesh.
void warnOfOtherProcessorMesh(const std::filesystem::path& caseDirectory, GlobalLabel nCells, Log& log);

/// Warns if the processors' files of the time that a run continues from are newer than the case's own, and if their latest time
/// is not whole.
void warnOfNewerProcessors(const std::filesystem::path& caseDirectory, const std::string& time, Log& log);

}  // namespace eagre::run
