// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/division.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::mesh {

using kernel::View;

namespace {

/// Largest |nonOrthCorrection| that counts as round-off.
constexpr double orthogonalThreshold = 1e-10;

void namePatches(Mesh& mesh, const std::vector<Label>& patchSizes) {
  Label start = 0;
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const PolyPatch& global = mesh.globalPatches[i];
    if (isCoupled(global)) continue;
    mesh.patches.push_back({global.name, global.type, start, patchSizes[i], global.type == "empty" ? 0 : global.size,
                            static_cast<int>(i), global.inGroups});
    start += patchSizes[i];
  }
  for (CoupledRange& range : mesh.coupled)
    if (range.globalIndex >= 0) range.patchName = mesh.globalPatches[range.globalIndex].name;
}

/// Centres and volumes of ghosts; one behind a coupled patch stands as far from the face here as from the one there. Collective.
void placeGhosts(Mesh& mesh) {
  mesh.halo->update(mesh.C);
  mesh.halo->update(mesh.V);
  if (std::none_of(mesh.globalPatches.begin(), mesh.globalPatches.end(), isCoupled)) return;
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  std::vector<Vec3> sides(2 * n);  // face centres: of this side, of the other one
  std::copy_n(mesh.Cf.begin() + mesh.nInternalFaces, n, sides.begin());
  mesh.faceHalo->update(sides);
  for (const CoupledRange& range : mesh.coupled)
    for (Label i = range.start; range.globalIndex >= 0 && i < range.start + range.size; ++i)
      mesh.C[mesh.nCells + i] += sides[i] - sides[n + i];
  if (!mesh.overlaps) return;
  for (Label i = mesh.overlaps->first; i < mesh.nCoupledFaces; ++i)
    if (mesh.overlaps->apart[static_cast<std::size_t>(i - mesh.overlaps->first)]) mesh.C[mesh.nCells + i] = sides[i];
}

/// Internal faces by owner (they are sorted so already) and by neighbour, outer faces by owner.
void makeAddressing(Mesh& mesh) {
  const Label nFaces = mesh.nFaces();
  mesh.outerStart.assign(mesh.nCells + 1, 0);
  mesh.outer.resize(nFaces - mesh.nInternalFaces);
  for (Label f = mesh.nInternalFaces; f < nFaces; ++f) ++mesh.outerStart[mesh.owner[f] + 1];
  std::partial_sum(mesh.outerStart.begin(), mesh.outerStart.end(), mesh.outerStart.begin());
  auto nextOuter = mesh.outerStart;
  for (Label f = mesh.nInternalFaces; f < nFaces; ++f) mesh.outer[nextOuter[mesh.owner[f]]++] = f;

  mesh.ownerStart.assign(mesh.nCells + 1, 0);
  mesh.losortStart.assign(mesh.nCells + 1, 0);
  mesh.losort.resize(mesh.nInternalFaces);
  for (Label f = 0; f < mesh.nInternalFaces; ++f) {
    ++mesh.ownerStart[mesh.owner[f] + 1];
    ++mesh.losortStart[mesh.neighbour[f] + 1];
  }
  std::partial_sum(mesh.ownerStart.begin(), mesh.ownerStart.end(), mesh.ownerStart.begin());
  std::partial_sum(mesh.losortStart.begin(), mesh.losortStart.end(), mesh.losortStart.begin());
  auto next = mesh.losortStart;
  for (Label f = 0; f < mesh.nInternalFaces; ++f) mesh.losort[next[mesh.neighbour[f]]++] = f;

  mesh.losortOwner.resize(mesh.losort.size());
  for (Label i = 0; i < mesh.nInternalFaces; ++i) mesh.losortOwner[i] = mesh.owner[mesh.losort[i]];

  const auto n = static_cast<std::size_t>(mesh.nInternalFaces);
  const kernel::FaceOrder order{mesh.nCells,
                                std::span(mesh.owner).first(n),
                                std::span(mesh.neighbour).first(n),
                                mesh.ownerStart,
                                mesh.losort,
                                mesh.losortStart,
                                mesh.outerStart,
                                mesh.outer};
  mesh.stretches = kernel::stretches(order);
}

/// deltaCoeffs and nonOrthDeltaCoeffs from delta, by OpenFOAM's stabilised form for bad meshes. The mesh is asked for delta.
struct DifferenceCoefficients {
  const Mesh* mesh;
  View<double> deltaCoeffs, nonOrthDeltaCoeffs;
  void set(Label f) const {
    const Vec3 normal = mesh->Sf[f] / mesh->magSf[f];
    const Vec3 delta = mesh->delta(f);
    const double distance = mag(delta);
    deltaCoeffs[f] = 1.0 / distance;
    nonOrthDeltaCoeffs[f] = 1.0 / std::max(dot(normal, delta), 0.05 * distance);
  }
};

void makeInterpolation(Mesh& mesh) {
  const Label nFaces = mesh.nFaces(), nInterior = mesh.nInteriorFaces();
  mesh.magSf.resize(nFaces);
  mesh.weights.resize(nFaces);
  mesh.deltaCoeffs.resize(nFaces);
  mesh.nonOrthDeltaCoeffs.resize(nFaces);
  kernel::parallelFor("mesh.magSf", nFaces,
                      [Sf = mesh.Sf.view(), magSf = View(mesh.magSf)](Label f) { magSf[f] = mag(Sf[f]) + vSmall; });
  const DifferenceCoefficients coefficients{&mesh, mesh.deltaCoeffs, mesh.nonOrthDeltaCoeffs};
  kernel::parallelFor("mesh.interiorInterpolation", nInterior,
                      [coefficients, owner = View(mesh.owner), neighbour = View(mesh.neighbour), C = View(mesh.C),
                       Cf = View(mesh.Cf), Sf = mesh.Sf.view(), weights = View(mesh.weights)](Label f) {
                        const Vec3 P = C[owner[f]], N = C[neighbour[f]];
                        const double toOwner = std::abs(dot(Sf[f], Cf[f] - P)), toNeighbour = std::abs(dot(Sf[f], N - Cf[f]));
                        weights[f] = toNeighbour / (toOwner + toNeighbour);
                        coefficients.set(f);
                      });
  kernel::parallelFor("mesh.boundaryInterpolation", nInterior, nFaces, [coefficients, weights = View(mesh.weights)](Label f) {
    weights[f] = 1;
    coefficients.set(f);
  });
}

/// Weights on overlapping faces, by the mean distance of the cells on the other side from their own faces, as OpenFOAM takes
/// them: where the patches are curved that is not the distance of the ghost. Collective.
void makeOverlapWeights(Mesh& mesh) {
  if (!mesh.overlaps) return;
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  std::vector<double> distances(2 * n, 0.0);
  const auto faceCentre = mesh.faceCentres();
  for (Label i = mesh.overlaps->first; i < mesh.nCoupledFaces; ++i) {
    const Label f = mesh.nInternalFaces + i;
    distances[static_cast<std::size_t>(i)] = dot(mesh.Sf[f], faceCentre(f) - mesh.C[mesh.owner[f]]) / mesh.magSf[f];
  }
  mesh.faceHalo->update(std::span<double>(distances), 1);
  for (Label i = mesh.overlaps->first; i < mesh.nCoupledFaces; ++i) {
    const double here = distances[static_cast<std::size_t>(i)], there = distances[n + static_cast<std::size_t>(i)];
    mesh.weights[mesh.nInternalFaces + i] = there / (here + there);
  }
}

/// Forgets the centres of internal faces where the cells' tell them. Collective: all ranks do so or none.
void dropFaceCentres(Mesh& mesh, const comm::Communicator& communicator) {
  constexpr double roundOff = 8 * std::numeric_limits<double>::epsilon();  // of coordinates
  const Mesh::FaceCentres between{mesh.owner.data(), mesh.neighbour.data(), mesh.C.data(),
                                  nullptr,           mesh.weights.data(),   mesh.nInternalFaces};
  const double largest = kernel::parallelMax(
      "mesh.faceCentres", mesh.nInternalFaces, 0.0,
      [between, owner = View(mesh.owner), neighbour = View(mesh.neighbour), C = View(mesh.C), Cf = View(mesh.Cf)](Label f) {
        return mag(Cf[f] - between(f)) > roundOff * (mag(C[owner[f]]) + mag(C[neighbour[f]])) ? 1.0 : 0.0;
      });
  if (communicator.any(largest > 0)) return;
  mesh.firstCf = mesh.nInternalFaces;
  mesh.Cf = std::vector<Vec3>(mesh.Cf.begin() + mesh.firstCf, mesh.Cf.end());
}

void listSlanted(Mesh& mesh) {
  constexpr double most = 0.25;  // of the interior faces: a list costs what it names beside
  auto& [areFew, faces, cells] = mesh.slanted;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
    if (mag(mesh.nonOrthCorrection[f]) >= orthogonalThreshold) faces.push_back(f);
  areFew = static_cast<double>(faces.size()) <= most * mesh.nInteriorFaces();
  if (!areFew) return release(faces);
  std::vector<char> beside(static_cast<std::size_t>(mesh.nAllCells()), 0);
  for (const Label f : faces) beside[mesh.owner[f]] = beside[mesh.neighbour[f]] = 1;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (beside[c]) cells.push_back(c);
}

/// Collective: a mesh is orthogonal if it is so on all ranks.
void makeNonOrthCorrection(Mesh& mesh, const comm::Communicator& communicator) {
  const auto correction = [mesh = &std::as_const(mesh)](Label f) {  // the mesh is asked for delta
    return mesh->Sf[f] / mesh->magSf[f] - mesh->nonOrthDeltaCoeffs[f] * mesh->delta(f);
  };
  const double largest =
      kernel::parallelMax("mesh.orthogonal", mesh.nInteriorFaces(), 0.0, [correction](Label f) { return mag(correction(f)); });
  mesh.orthogonal = communicator.max(largest) < orthogonalThreshold;
  mesh.slanted = {};
  if (mesh.orthogonal) return release(mesh.nonOrthCorrection);
  mesh.nonOrthCorrection.assign(mesh.nFaces(), {});
  kernel::parallelFor("mesh.nonOrthCorrection", mesh.nInteriorFaces(),
                      [correction, corrections = View(mesh.nonOrthCorrection)](Label f) { corrections[f] = correction(f); });
  listSlanted(mesh);
}

}  // namespace

void synchroniseFlux(const Mesh& mesh, std::span<double> flux) {
  const Label n = mesh.nCoupledFaces, first = mesh.nInternalFaces;
  std::vector<double> sides(2 * static_cast<std::size_t>(n));
  for (Label i = 0; i < n; ++i) sides[i] = flux[first + i];
  mesh.faceHalo->update(std::span<double>(sides), 1);
  for (Label i = 0; i < n; ++i)
    if (mesh.faceFlipped[first + i]) flux[first + i] = -sides[n + i];
}

void complete(Mesh& mesh, const std::vector<Label>& patchSizes, const comm::Communicator& communicator) {
  namePatches(mesh, patchSizes);
  mesh.rotations = findRotations(mesh, communicator);
  makeExchanges(mesh, communicator);
  if (communicator.any(!mesh.cellWallDistance.empty())) mesh.halo->update(mesh.cellWallDistance);
  makeAddressing(mesh);
  completeGeometry(mesh, communicator);
}

void completeGeometry(Mesh& mesh, const comm::Communicator& communicator) {
  requireRotations(mesh);
  placeGhosts(mesh);
  makeInterpolation(mesh);
  makeOverlapWeights(mesh);
  makeNonOrthCorrection(mesh, communicator);
  dropFaceCentres(mesh, communicator);
  if (mesh.nonOrthDeltaCoeffs == mesh.deltaCoeffs) release(mesh.nonOrthDeltaCoeffs);
  mesh.Sf.pack(mesh.magSf);
}

Mesh::Mesh() = default;
Mesh::Mesh(Mesh&&) noexcept = default;
Mesh& Mesh::operator=(Mesh&&) noexcept = default;
Mesh::~Mesh() = default;

Vec3 Mesh::delta(Label f) const {
  if (f < nInteriorFaces()) return C[neighbour[f]] - C[owner[f]];
  const Vec3 normal = Sf[f] / magSf[f];
  const Vec3 toFace = Cf[f - firstCf] - C[owner[f]];
  return magSqr(normal) > 0 ? dot(normal, toFace) * normal : toFace;  // none of a face without area
}

const Zone* Mesh::findCellZone(const std::string& name) const {
  for (const Zone& zone : cellZones)
    if (zone.name == name) return &zone;
  return nullptr;
}

const Patch* Mesh::findPatch(const std::string& name) const {
  const auto it = std::find_if(patches.begin(), patches.end(), [&](const Patch& patch) { return patch.name == name; });
  return it == patches.end() ? nullptr : &*it;
}

}  // namespace eagre::mesh
