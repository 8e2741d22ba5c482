// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>

#include "interface/reconstruction/reconstruction.hpp"

namespace eagre::interface_ {

/// The planes of the interface for surface forces, by the reconstruction that the controls of the phase name, otherwise plicRDF.
/// The interface must be sharp: where alpha is smeared, each layer of cells has planes of its own.
class InterfacePlanes {
 public:
  /// The mesh has its points; all outlives this.
  InterfacePlanes(const fv::Context& context, InterfaceState& state);
  /// The advection of a phase.
  struct Phase {
    const std::string& alphaName;
    const char* advection;  ///< if the case does not say
  };
  /// Adds the problems of the reconstruction's controls. model: the keyword in surfaceForces of what needs planes; there is a
  /// warning where the phase is advected by MULES.
  static void check(const config::Dictionary& surfaceForces, const char* model, const fv::Context& context, const Phase& phase,
                    Problems& problems);

  /// Of the state's present alpha1, in the owned cells that the interface crosses; area 0: it does not cut the cell. Collective.
  std::span<const Reconstruction::Plane> operator()();
  /// The cells of these planes, and their corners.
  const mesh::CellShapes::Selection& crossed() const { return crossed_; }
  ReconstructionInputs inputs() { return {*context_, *state_, shapes_, points_}; }

 private:
  const fv::Context* context_;
  InterfaceState* state_;
  mesh::CellShapes shapes_;
  fv::PointInterpolation points_;
  std::unique_ptr<Reconstruction> reconstruction_;
  mesh::CellShapes::Selection crossed_;
};

}  // namespace eagre::interface_
