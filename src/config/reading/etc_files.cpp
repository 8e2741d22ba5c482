// SPDX-License-Identifier: BSD-3-Clause
#include "config/reading/etc_files.hpp"

#include <array>

namespace eagre::config {
namespace {

struct EtcFile {
  std::string_view name;  ///< the end of its path: whole names of folders and of the file
  std::string_view base;
  std::string_view more = {};  ///< the text is base and this
};

// Patches of these types are in the group of their type's name, so that each entry is the condition of all of them.
constexpr std::string_view constraintTypes = R"(
cyclic { type cyclic; }                  cyclicAMI { type cyclicAMI; }      cyclicACMI { type cyclicACMI; }
cyclicSlip { type cyclicSlip; }          empty { type empty; }              wedge { type wedge; }
symmetry { type symmetry; }              symmetryPlane { type symmetryPlane; }
processor { type processor; }            processorCyclic { type processorCyclic; }
nonuniformTransformCyclic { type nonuniformTransformCyclic; }               overset { type overset; }
nonConformalCyclic { type nonConformalCyclic; }                             nonConformalError { type nonConformalError; }
nonConformalProcessorCyclic { type nonConformalProcessorCyclic; }           internal { type internal; }
)";

// The kinds of function objects
constexpr std::string_view surfaceValue =
    "type surfaceFieldValue; libs (fieldFunctionObjects); writeControl timeStep; writeInterval 1; writeFields false;";
constexpr std::string_view patchValue =
    "type surfaceFieldValue; libs (fieldFunctionObjects); writeControl timeStep; writeInterval 1; writeFields false;"
    "regionType patch;";
constexpr std::string_view cellValue =
    "type volFieldValue; libs (fieldFunctionObjects); writeControl timeStep; writeInterval 1; writeFields false; regionType all;";
constexpr std::string_view fieldMinMax = "type fieldMinMax; libs (fieldFunctionObjects); writeControl timeStep; writeInterval 1;";
constexpr std::string_view probes = "type probes; libs (sampling); writeControl timeStep; writeInterval 1;";
constexpr std::string_view sets = "type sets; libs (sampling); writeControl writeTime;";
constexpr std::string_view graph =
    "type sets; libs (sampling); writeControl writeTime; interpolationScheme cellPoint; setFormat raw; axis distance;";
constexpr std::string_view surface =
    "type surfaces; libs (sampling); writeControl writeTime; surfaceFormat vtk; interpolationScheme cellPoint;"
    "interpolate true;";
constexpr std::string_view forces = "type forces; libs (forces); writeControl timeStep; writeInterval 1;";
constexpr std::string_view forceCoeffs = "type forceCoeffs; libs (forces); writeControl timeStep; writeInterval 1;";
constexpr std::string_view residuals = "type residuals; libs (utilityFunctionObjects); writeControl timeStep; writeInterval 1;";
constexpr std::string_view solverInfo = "type solverInfo; libs (utilityFunctionObjects); writeControl timeStep; writeInterval 1;";
constexpr std::string_view fieldAtWrite = "libs (fieldFunctionObjects); writeControl writeTime;";

// What more some of them have
constexpr std::string_view pointsOfSets =
    "interpolationScheme cellPoint; setFormat raw;"
    "sets (points { type cloud; axis xyz; points $points; });";
constexpr std::string_view lineOfSettings = "sets (line { $setConfig; start $start; end $end; });";
constexpr std::string_view sampleSettings =
    "interpolationScheme cellPoint; setFormat raw; setConfig { type uniform; axis distance; nPoints 100; }";
constexpr std::string_view uniformLine = "sets (line { type uniform; axis $axis; start $start; end $end; nPoints $nPoints; });";
constexpr std::string_view cellLine = "sets (line { type midPoint; axis $axis; start $start; end $end; });";
constexpr std::string_view faceLine = "sets (line { type face; axis $axis; start $start; end $end; });";
constexpr std::string_view cellFaceLine = "sets (line { type midPointAndFace; axis $axis; start $start; end $end; });";
constexpr std::string_view isoSurface =
    "surfaces (isoSurface { type isoSurface; interpolate $interpolate; isoField $isoField; isoValue $isoValue; });";
constexpr std::string_view cutPlane =
    "surfaces (cutPlane { type cuttingPlane; planeType pointAndNormal; interpolate $interpolate;"
    "pointAndNormalDict { point $point; normal $normal; } });";
constexpr std::string_view patchSurface = "surfaces (patch { type patch; interpolate $interpolate; patches ($patch); });";
constexpr std::string_view surfaceParts = R"(
origin (0 0 0); x (1 0 0); y (0 1 0); z (0 0 1);
cuttingPlane
{
  type cuttingPlane; planeType pointAndNormal; interpolate true;
  pointAndNormalDict { point $origin; normal $x; }
}
isosurface { type isoSurface; interpolate true; }
patchSurface { type patch; interpolate true; }
)";

constexpr std::string_view surfaceFeatures =
    "includedAngle 150; subsetFeatures { nonManifoldEdges yes; openEdges yes; } trimFeatures { minElem 0; minLen 0; } writeObj "
    "yes;";

// A name without .cfg is that of a function object.
constexpr std::array files{
    EtcFile{"setConstraintTypes", constraintTypes},
    EtcFile{"surfaceFeaturesDict.cfg", surfaceFeatures},
    EtcFile{"surfaceFeatureExtractDict.cfg", surfaceFeatures, "extractionMethod extractFromSurface;"},
    EtcFile{"surfaceRegion.cfg", surfaceValue},
    EtcFile{"surfaceValue.cfg", surfaceValue},
    EtcFile{"patch.cfg", patchValue},
    EtcFile{"patchValue.cfg", patchValue},
    EtcFile{"patchAverage", patchValue, "operation areaAverage;"},
    EtcFile{"patchIntegrate", patchValue, "operation areaIntegrate;"},
    EtcFile{"patchFlux", patchValue, "operation sum;"},
    EtcFile{"patchFlowRate", patchValue, "operation sum; fields (phi);"},
    EtcFile{"flowRatePatch", patchValue, "operation sum; fields (phi);"},
    EtcFile{"flowRatePatch.cfg", patchValue, "operation sum; fields (phi);"},
    EtcFile{"fieldMinMax.cfg", fieldMinMax},
    EtcFile{"minMaxMagnitude", fieldMinMax, "fields (U p);"},
    EtcFile{"singleGraph", graph,
            "fields (U p); setConfig { type uniform; axis distance; nPoints 100; } start (0 1e-06 0); end (1 1e-06 0);"
            "sets (line { $setConfig; start $start; end $end; });"},
    EtcFile{"cellMinMax.cfg", cellValue, "operation max;"},
    EtcFile{"cellMax", cellValue, "operation max;"},
    EtcFile{"cellMax.cfg", cellValue, "operation max;"},
    EtcFile{"cellMin", cellValue, "operation min;"},
    EtcFile{"cellMin.cfg", cellValue, "operation min;"},
    EtcFile{"cellSum", cellValue, "operation sum;"},
    EtcFile{"cellSum.cfg", cellValue, "operation sum;"},
    EtcFile{"volValue.cfg", cellValue},
    EtcFile{"volAverage", cellValue, "operation volAverage;"},
    EtcFile{"volAverage.cfg", cellValue, "operation volAverage;"},
    EtcFile{"volIntegrate", cellValue, "operation volIntegrate;"},
    EtcFile{"volIntegrate.cfg", cellValue, "operation volIntegrate;"},
    EtcFile{"probes", probes},
    EtcFile{"probes.cfg", probes},
    EtcFile{"internalProbes", sets, pointsOfSets},
    EtcFile{"internalProbes.cfg", sets, pointsOfSets},
    EtcFile{"internalCloud", sets, pointsOfSets},
    EtcFile{"internalCloud.cfg", sets, pointsOfSets},
    EtcFile{"interfaceHeight", "type interfaceHeight; libs (fieldFunctionObjects);", "locations $points;"},
    EtcFile{"interfaceHeight.cfg", "type interfaceHeight; libs (fieldFunctionObjects);", "locations $points;"},
    EtcFile{"sampleDict.cfg", sampleSettings},
    EtcFile{"functions/graphs/graph.cfg", graph},
    EtcFile{"graph.cfg", sets, lineOfSettings},
    EtcFile{"graphUniform", graph, uniformLine},
    EtcFile{"graphUniform.cfg", graph, uniformLine},
    EtcFile{"graphCell", graph, cellLine},
    EtcFile{"graphCell.cfg", graph, cellLine},
    EtcFile{"graphFace", graph, faceLine},
    EtcFile{"graphFace.cfg", graph, faceLine},
    EtcFile{"graphCellFace", graph, cellFaceLine},
    EtcFile{"graphCellFace.cfg", graph, cellFaceLine},
    EtcFile{"surface.cfg", surface},
    EtcFile{"isoSurface", surface, isoSurface},
    EtcFile{"isoSurface.cfg", surface, isoSurface},
    EtcFile{"cutPlaneSurface", surface, cutPlane},
    EtcFile{"cutPlaneSurface.cfg", surface, cutPlane},
    EtcFile{"patchSurface", surface, patchSurface},
    EtcFile{"patchSurface.cfg", surface, patchSurface},
    EtcFile{"surfaces.cfg", surface, surfaceParts},
    EtcFile{"residuals", residuals},
    EtcFile{"residuals.cfg", residuals},
    EtcFile{"solverInfo", solverInfo},
    EtcFile{"solverInfo.cfg", solverInfo},
    EtcFile{"forces.cfg", forces},
    EtcFile{"forcesIncompressible", forces, "rho rhoInf;"},
    EtcFile{"forcesIncompressible.cfg", forces, "rho rhoInf;"},
    EtcFile{"forceCoeffs.cfg", forceCoeffs},
    EtcFile{"forceCoeffsIncompressible", forceCoeffs, "rho rhoInf; rhoInf 1;"},
    EtcFile{"forceCoeffsIncompressible.cfg", forceCoeffs, "rho rhoInf; rhoInf 1;"},
    EtcFile{"fieldAverage", fieldAtWrite, "type fieldAverage;"},
    EtcFile{"fieldAverage.cfg", fieldAtWrite, "type fieldAverage;"},
    EtcFile{"scalarTransport", "type scalarTransport; libs (solverFunctionObjects);"},
    EtcFile{"scalarTransport.cfg", "type scalarTransport; libs (solverFunctionObjects);"},
    EtcFile{"yPlus", fieldAtWrite, "type yPlus;"},
    EtcFile{"wallShearStress", fieldAtWrite, "type wallShearStress;"},
    EtcFile{"CourantNo", fieldAtWrite, "type CourantNo;"},
    EtcFile{"Q", fieldAtWrite, "type Q;"},
    EtcFile{"vorticity", fieldAtWrite, "type vorticity;"},
};

std::string textOf(const EtcFile& file) { return std::string(file.base) + std::string(file.more); }

}  // namespace

std::optional<std::string> builtInEtcFile(std::string_view path) {
  for (const EtcFile& file : files)
    if (path.ends_with(file.name) && (path.size() == file.name.size() || path[path.size() - file.name.size() - 1] == '/'))
      return textOf(file);
  return std::nullopt;
}

std::optional<std::string> builtInFunction(std::string_view name) {
  for (const EtcFile& file : files)
    if (file.name == name && name != "setConstraintTypes" && !name.ends_with(".cfg")) return textOf(file);
  return std::nullopt;
}

}  // namespace eagre::config
