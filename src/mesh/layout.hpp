// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "mesh/mesh.hpp"

/// Between the values that a rank holds and the order of the global mesh, for writing and reading whole fields.
/// All functions are collective. Values are nComp doubles per entity, interleaved. Wrong sizes are an Error on all ranks.
namespace eagre::mesh {

/// Takes consecutive values in global order: those from entity `first` on. Called on rank 0 only.
using Sink = std::function<void(GlobalLabel first, std::span<const double> values)>;

/// Cell values (nCells * nComp or more: ghosts are left out) in global cell order, handed to the sink of rank 0 piece
/// by piece (65,536 cells), so that no rank ever holds the whole field.
void gatherCells(const Mesh& mesh, std::span<const double> local, int nComp, const Sink& sink);

/// Face values (nInteriorFaces * nComp or more) of the global mesh's internal faces, in global order, piece by piece. A face
/// cut by two ranks is delivered by the one where faceFlipped is 0, so the value has the sign of the global mesh.
void gatherFaces(const Mesh& mesh, std::span<const double> local, int nComp, const Sink& sink);

/// Both at once: the whole list, on rank 0; other ranks get an empty vector.
std::vector<double> gatherAllCells(const Mesh& mesh, std::span<const double> local, int nComp);
std::vector<double> gatherAllFaces(const Mesh& mesh, std::span<const double> local, int nComp);

/// Faces (indices on this rank) that belong to a patch of the global mesh, cyclic ones included; none for an empty
/// patch. The local order of gatherPatch and scatterPatch; not collective.
std::vector<Label> patchFaces(const Mesh& mesh, int globalPatch);

/// Values of the patch's faces, local in the order of patchFaces, to rank 0 in the patch's global face order (globalPatches'
/// size * nComp; nothing for an empty patch). Other ranks get an empty vector.
std::vector<double> gatherPatch(const Mesh& mesh, int globalPatch, std::span<const double> local, int nComp);

/// The inverse of gatherCells: whole (rank 0: nCellsGlobal * nComp; elsewhere ignored) to nCells * nComp on each rank.
std::vector<double> scatterCells(const Mesh& mesh, std::span<const double> whole, int nComp);

/// The inverse of gatherFaces: whole (rank 0: nInternalFacesGlobal * nComp) to nFaces * nComp on each rank; 0 on faces of
/// patches. oriented: the value changes sign with the normal (a flux), so it is negated where faceFlipped.
std::vector<double> scatterFaces(const Mesh& mesh, std::span<const double> whole, int nComp, bool oriented);

/// The inverse of gatherPatch: values in the order of patchFaces.
std::vector<double> scatterPatch(const Mesh& mesh, int globalPatch, std::span<const double> whole, int nComp);

}  // namespace eagre::mesh
