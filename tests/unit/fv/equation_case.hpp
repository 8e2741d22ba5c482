// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "support/box_mesh.hpp"

/// A mesh with dictionaries and a clock: what an Equation needs, without a case directory.
namespace eagre::test {

struct EquationCase {
  std::unique_ptr<mesh::Mesh> mesh;
  config::Dictionary schemes, solution;
  fv::TimeState time{.value = 0.1, .deltaT = 0.1, .deltaT0 = 0.1, .index = 1, .startIndex = 0};
  fv::Registry registry;
  Log log = Log::silent();
  fv::Context context;

  EquationCase(std::unique_ptr<mesh::Mesh> m, const std::string& fvSchemes, const std::string& fvSolution = "")
      : mesh(std::move(m)),
        schemes(config::Dictionary::parse(fvSchemes, "fvSchemes")),
        solution(config::Dictionary::parse(fvSolution, "fvSolution")),
        context{*mesh, schemes, solution, time, registry, log, {}} {}
  EquationCase(const EquationCase&) = delete;
};

/// The unit box of nx x ny x nz cells under a smooth map: cells inside are non-orthogonal by the same angles however fine the
/// mesh is, but less and less skewed (as the second order of Gauss gradients asks for), and orthogonal at the boundary (where
/// OpenFOAM's discretisation has no non-orthogonal correction). With nz = 1 the mesh is 2D, empty in z.
inline std::unique_ptr<mesh::Mesh> distortedBox(const comm::Communicator& communicator, Label nx, Label ny, Label nz,
                                                double amplitude) {
  if (!communicator.master()) return mesh::distribute(communicator, nullptr, {});
  mesh::PolyMesh whole = boxMesh(nx, ny, nz, {.emptyZ = nz == 1});
  const double pi = std::acos(-1.0);
  for (Vec3& p : whole.points) {
    const double bump = sqr(std::sin(pi * p.x) * std::sin(pi * p.y)) * (nz == 1 ? 1 : sqr(std::sin(pi * p.z)));
    p += Vec3{1, -1, nz == 1 ? 0.0 : 1.0} * (amplitude * bump);
  }
  return mesh::distribute(communicator, &whole, mesh::partition(mesh::computeGeometry(whole).cellCentres, communicator.size()));
}

/// Solvers that stop at round-off: p is for symmetric equations, any other name for asymmetric ones.
inline const char* tightSolvers = R"(solvers {
  p { solver PCG; preconditioner DIC; tolerance 1e-15; relTol 0; maxIter 2000; }
  ".*" { solver PBiCGStab; preconditioner DILU; tolerance 1e-15; relTol 0; maxIter 2000; } })";

/// Fixed values from a function of the face centre on the patches named, zero gradient on the others.
template <class T>
void setConditions(fv::VolField<T>& field, const std::vector<std::string>& fixedPatches,
                   const std::function<T(const Vec3&)>& value) {
  const mesh::Mesh& mesh = field.mesh();
  fv::setCalculatedConditions(field);
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const mesh::Patch& patch = mesh.patches[p];
    if (field.conditions()[p]->type() != "calculated") continue;
    if (std::find(fixedPatches.begin(), fixedPatches.end(), patch.name) == fixedPatches.end()) {
      field.conditions()[p] = fv::makeZeroGradient<T>(patch);
      continue;
    }
    std::vector<T> values;
    for (Label b = patch.start; b < patch.start + patch.size; ++b)
      values.push_back(value(mesh.faceCentres()(mesh.nInteriorFaces() + b)));
    field.conditions()[p] = fv::makeFixedValue<T>(patch, std::move(values));
  }
  field.correctBoundaryConditions();
}

template <class T>
void fillCells(fv::VolField<T>& field, const std::function<T(const Vec3&)>& value) {
  for (Label c = 0; c < field.mesh().nCells; ++c) field[c] = value(field.mesh().C[c]);
  field.correctBoundaryConditions();
}

/// Flux of a uniform velocity.
inline fv::SurfaceScalarField uniformFlux(const mesh::Mesh& mesh, const Vec3& U, const std::string& name = "phi") {
  fv::SurfaceScalarField phi(name, dimVolumeFlux, mesh);
  for (Label f = 0; f < mesh.nFaces(); ++f) phi[f] = dot(U, mesh.Sf[f]);
  return phi;
}

/// M psi - source of one component with all boundary contributions, from the assembled coefficients: nCells.
template <class T>
std::vector<double> residual(fv::Equation<T>& equation, int i) {
  const mesh::Mesh& mesh = equation.psi().mesh();
  const auto& A = equation.matrix();
  const auto x = [&](Label c) { return component(equation.psi()[c], i); };
  std::vector<double> r;
  for (Label c = 0; c < mesh.nCells; ++c) r.push_back(A.diag[c] * x(c) - component(equation.source()[c], i));
  for (Label f = 0; f < mesh.nInternalFaces; ++f) {
    r[mesh.owner[f]] += A.upper[f] * x(mesh.neighbour[f]);
    r[mesh.neighbour[f]] += A.lowerOrUpper()[f] * x(mesh.owner[f]);
  }
  for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f)
    r[mesh.owner[f]] += A.coupled[f - mesh.nInternalFaces] * x(mesh.neighbour[f]);
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) {
    const Label P = mesh.owner[mesh.nInteriorFaces() + b];
    r[P] += component(equation.internalCoeffs()[b], i) * x(P) - component(equation.boundaryCoeffs()[b], i);
  }
  return r;
}

}  // namespace eagre::test
