// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/tool_words.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/one_of.hpp"

namespace eagre::case_ {

namespace {

using Words = std::vector<std::string>;

bool isNumber(const std::string& word) { return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos; }

/// Drops options from the front; those in `withValue` with the word behind them.
void dropOptions(Words& words, const std::set<std::string>& withValue) {
  while (!words.empty() && words[0].starts_with('-')) {
    const bool two = withValue.contains(words[0]) && words.size() > 1;
    words.erase(words.begin(), words.begin() + (two ? 2 : 1));
  }
}

bool isContainer(const std::string& runner) { return runner == "singularity" || runner == "apptainer"; }

/// The options of a runner that have a value.
std::set<std::string> optionsWithValue(const std::string& runner) {
  if (runner == "foamJob") return {"-case", "-version"};  // -s and -p have no value
  if (isContainer(runner)) return {"-B", "--bind", "-H", "--home", "--pwd", "--env"};
  std::set<std::string> options{"-s",       "-suffix", "-np",   "-n",        "-c",         "-N",           "-decomposeParDict",
                                "-host",    "--host",  "-H",    "-hostfile", "--hostfile", "-machinefile", "--bind-to",
                                "--map-by", "-mca",    "--mca", "-x",        "-o",         "--ntasks",     "-e"};
  if (runner.starts_with("run")) options.erase("-o");  // of runApplication: overwrite
  return options;
}

void dropFirst(Words& words) {
  if (!words.empty()) words.erase(words.begin());
}

}  // namespace

Words startedProgram(const Words& given) {
  static const std::set<std::string> runners{"runApplication",
                                             "runParallel",
                                             "runApplicationAndReportOnError",
                                             "foamJob",
                                             "mpirun",
                                             "mpiexec",
                                             "orterun",
                                             "srun",
                                             "nice",
                                             "stdbuf",
                                             "unbuffer",
                                             "timeout",
                                             "ibrun",
                                             "aprun",
                                             "singularity",
                                             "apptainer",
                                             "pyFoamRunner.py",
                                             "pyFoamPlotRunner.py"};
  Words words = given;
  bool viaRunner = false;
  while (!words.empty() && runners.contains(words[0])) {
    viaRunner = true;
    const std::string runner = words[0];
    dropFirst(words);
    if (isContainer(runner)) {  // [options] exec [options] image
      dropOptions(words, {});
      dropFirst(words);
    }
    dropOptions(words, optionsWithValue(runner));
    if (isContainer(runner) || runner == "timeout") dropFirst(words);
  }
  if (viaRunner && words.size() > 1 && isNumber(words[1])) words.erase(words.begin() + 1);  // runParallel interFoam 4
  std::erase(words, "-parallel");
  return words;
}

bool isCleaning(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("clean") != std::string::npos;
}

namespace {

const std::set<std::string> meshTools{"blockMesh",
                                      "snappyHexMesh",
                                      "topoSet",
                                      "setSet",
                                      "cellSet",
                                      "faceSet",
                                      "pointSet",
                                      "setsToZones",
                                      "createZones",
                                      "createPatch",
                                      "createBaffles",
                                      "mergeOrSplitBaffles",
                                      "mergeBaffles",
                                      "splitBaffles",
                                      "refineMesh",
                                      "refineHexMesh",
                                      "refineWallLayer",
                                      "autoRefineMesh",
                                      "mirrorMesh",
                                      "transformPoints",
                                      "rotateMesh",
                                      "extrudeMesh",
                                      "extrude2DMesh",
                                      "extrudeToRegionMesh",
                                      "renumberMesh",
                                      "subsetMesh",
                                      "mergeMeshes",
                                      "stitchMesh",
                                      "collapseEdges",
                                      "flattenMesh",
                                      "autoPatch",
                                      "makeAxialMesh",
                                      "cartesianMesh",
                                      "cartesian2DMesh",
                                      "tetMesh",
                                      "pMesh",
                                      "foamyHexMesh",
                                      "foamyQuadMesh",
                                      "polyDualMesh",
                                      "combinePatchFaces",
                                      "splitCells",
                                      "splitMesh",
                                      "splitMeshRegions",
                                      "deformedGeom",
                                      "moveMesh",
                                      "moveDynamicMesh",
                                      "insideCells",
                                      "zipUpMesh",
                                      "createNonConformalCouples",
                                      "removeFaces",
                                      "selectCells",
                                      "modifyMesh",
                                      "attachMesh",
                                      "orientFaceZone",
                                      "singleCellMesh",
                                      "setRefinement",
                                      "wedgePlease",
                                      "cloneMesh",
                                      "checkMeshAndFix",
                                      "generateBoundaryLayers",
                                      "improveMeshQuality"};
const std::set<std::string> fieldTools{"setFields",
                                       "funkySetFields",
                                       "funkySetBoundaryField",
                                       "mapFields",
                                       "mapFieldsPar",
                                       "mapFieldsConservative",
                                       "potentialFoam",
                                       "setExprFields",
                                       "setExprBoundaryFields",
                                       "setAlphaField",
                                       "initAlphaField",
                                       "setWaves",
                                       "setWaveField",
                                       "setWaveParameters",
                                       "relaxationZoneLayout",
                                       "changeDictionary",
                                       "createZeroDirectory",
                                       "applyBoundaryLayer",
                                       "boxTurb",
                                       "setAtmBoundaryLayer",
                                       "setFieldfromTable",
                                       "setDiscreteFields",
                                       "setTurbulentFields",
                                       "generateU",
                                       "applyWallFunctionBoundaryConditions",
                                       "createTurbulenceFields",
                                       "adjustPhi",
                                       "setInitialFields",
                                       "setInletVelocity",
                                       "initWaveField",
                                       "setsDict"};
const std::set<std::string> otherTools{"surfaceFeatures",
                                       "surfaceFeatureExtract",
                                       "surfaceTransformPoints",
                                       "surfaceConvert",
                                       "surfaceOrient",
                                       "surfaceAdd",
                                       "surfaceSubset",
                                       "surfaceGenerateBoundingBox",
                                       "surfaceMeshTriangulate",
                                       "surfaceToFMS",
                                       "surfaceFeatureEdges",
                                       "surfaceMeshConvert",
                                       "surfaceSplitByPatch",
                                       "surfaceAutoPatch",
                                       "surfaceClean",
                                       "surfaceRefineRedGreen",
                                       "FMSToVTK",
                                       "foamDictionary",
                                       "runFoamDictionary",
                                       "foamGet",
                                       "foamUpgradeCyclics",
                                       "foamFormatConvert",
                                       "mergeSurfacePatches"};
const std::set<std::string> idleTools{":",
                                      "echo",
                                      "printf",
                                      "cat",
                                      "ls",
                                      "date",
                                      "head",
                                      "tail",
                                      "grep",
                                      "egrep",
                                      "tee",
                                      "sort",
                                      "uniq",
                                      "uname",
                                      "id",
                                      "awk",
                                      "wc",
                                      "touch",
                                      "chmod",
                                      "find",
                                      "xargs",
                                      "du",
                                      "tput",
                                      "hostname",
                                      "pwd",
                                      "cut",
                                      "tr",
                                      "less",
                                      "more",
                                      "which",
                                      "foamVersion",
                                      "decomposePar",
                                      "reconstructPar",
                                      "reconstructParMesh",
                                      "redistributePar",
                                      "checkMesh",
                                      "checkSurfaceMesh",
                                      "foamLog",
                                      "tar",
                                      "zip",
                                      "xvfb-run",
                                      "pvserver",
                                      "pyFoamPlotWatcher.py",
                                      "pyFoamListCases.py",
                                      "gnuplot",
                                      "postProcess",
                                      "foamPostProcess",
                                      "foamToVTK",
                                      "foamToEnsight",
                                      "foamToTecplot360",
                                      "paraFoam",
                                      "paraview",
                                      "pvpython",
                                      "pvbatch",
                                      "sample",
                                      "surfaceCheck",
                                      "surfaceInertia",
                                      "foamListTimes",
                                      "foamListRegions",
                                      "foamMonitor",
                                      "foamRunTutorials",
                                      "streamFunction",
                                      "vorticity",
                                      "wallShearStress",
                                      "yPlus",
                                      "Co",
                                      "patchSummary",
                                      "compareTest",
                                      "foamMeshToFluent",
                                      "foamDataToFluent",
                                      "surfaceMeshTriangulateLog",
                                      "waveGaugesNProbes",
                                      "reconstructInterface",
                                      "isoSurf",
                                      "foamInfoExec",
                                      "foamSequenceVTKFiles",
                                      "notify-send",
                                      "mail",
                                      "sbatch",
                                      "evince",
                                      "display",
                                      "ffmpeg",
                                      "convert",
                                      "faceSetToSTL",
                                      "writeCellCentres",
                                      "writeMeshObj",
                                      "probeLocations",
                                      "particleTracks",
                                      "foamEvaluate",
                                      "pyFoamDecompose.py",
                                      "calculateInterfaceHeight",
                                      "kill",
                                      "killall",
                                      "squeue",
                                      "exportFile",
                                      "createGraphs",
                                      "createGraph",
                                      "wmake"};
const std::set<std::string> fileTools{"cp", "mv", "rm", "mkdir", "m4", "restore0Dir", "rmdir", "gunzip"};

}  // namespace

ToolKind toolKind(const std::string& program) {
  if (meshTools.contains(program)) return ToolKind::mesh;
  if (fieldTools.contains(program)) return ToolKind::fields;
  if (otherTools.contains(program)) return ToolKind::other;
  if (idleTools.contains(program)) return ToolKind::nothing;
  if (fileTools.contains(program)) return ToolKind::files;
  if (isCleaning(program) || isOneOf(program, {"rmObjs", "removeCase", "pyFoamClearCase.py"})) return ToolKind::cleaning;
  if (program.ends_with("ToFoam")) return ToolKind::mesh;  // fluentMeshToFoam, gmshToFoam, ...
  const bool solver = program.ends_with("Foam") || program.ends_with("FoamExtend") || program.ends_with("FOAM") ||
                      isOneOf(program, {"foamRun", "foamMultiRun", "interFlow"});
  return solver ? ToolKind::solver : ToolKind::unknown;
}

}  // namespace eagre::case_
