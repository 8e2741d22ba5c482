// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace eagre::config::code {

/// A list of numbers as the code has it.
struct List {
  std::size_t components = 1;
  std::vector<double> values{};
  bool fixedLength = false;  ///< the values of a patch
  std::size_t size() const { return values.size() / components; }
};
using ListPtr = std::shared_ptr<List>;

/// What the code is run for. Where something is not there, the functions say so in an Error without place.
class Host {
 public:
  virtual ~Host() = default;
  virtual int depth() const { return 0; }  ///< of the dictionary `dict` below the one of the file
  virtual double time() const;             ///< [s]
  /// Rx, Ry and Rz turn by the right-hand rule, as in openfoam.org 9 and later; else the other way round.
  virtual bool rightHandedRotations() const { return false; }

  // The mesh
  virtual std::size_t nCells() const;
  virtual std::size_t nPatches() const;
  virtual std::string patchName(std::size_t patch) const;
  virtual std::size_t patchFaces(std::size_t patch) const;  ///< those of an empty patch, too
  virtual bool isEmptyPatch(std::size_t patch) const;       ///< its fvPatch has no faces
  virtual ListPtr cellCentres() const;                      ///< [m]
  virtual ListPtr cellVolumes() const;                      ///< [m^3]
  virtual ListPtr faceCentres(std::size_t patch) const;     ///< [m]
  virtual ListPtr faceAreas(std::size_t patch) const;       ///< [m^2]

  // The boundary condition that the code is of
  virtual std::size_t ownPatch() const;
  virtual ListPtr ownValue() const;
  virtual ListPtr ownGradient() const;  ///< refGrad
  virtual ListPtr ownFraction() const;  ///< valueFraction
  virtual ListPtr patchInternalField() const;

  /// Values of a field of the run on a patch; type: volScalarField, volVectorField or surfaceScalarField.
  virtual ListPtr fieldOfPatch(std::size_t patch, const std::string& type, const std::string& name) const;
};

}  // namespace eagre::config::code
