// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/transported_scalar.hpp"

namespace eagre::physics {

/// What the turbulence models share: coefficients, transported scalars, the eddy viscosity. A model derives from it. Its
/// constructor takes (dictionary, flow, read), reads coefficients with coefficient() and makes a scalar for each equation with
/// transport(); what a case must have for that its static needs() says (ModelNeeds). solve() solves the equations and ends with
/// correctNut(); of an algebraic model it is correctNut() alone. correctNut() calls setNut(), after gradientEverywhere() if it
/// reads gradU_. Whoever makes a model calls start() before the first correct(); ModelMaker does.
class EddyViscosityModel : public TurbulenceModel {
 public:
  void shiftOldTimes() final;
  int oldLevelsOfDensity() const final;
  /// With `turbulence off` nothing: nut stays as it was made at the start.
  void correct(bool finalIteration) final;
  std::vector<const fv::VolScalarField*> fields() const override;
  /// Prints the coefficients, if `printCoeffs` says so, and makes nut. A run that is continued has the nut of its fields, as has
  /// a flow of variable density (so does OpenFOAM v2012 and later).
  void start();

 protected:
  /// dict: RAS or LES of turbulenceProperties. Reads and registers nut.
  EddyViscosityModel(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);

  /// A coefficient of the dictionary <name>Coeffs or, if there is none, of `dict` itself; the standard value if it is not there.
  /// What a case must give, as it has no standard value, is coefficients().getDimensioned().
  double coefficient(const std::string& name, double standard, const Dimensions& dimensions = dimless);
  bool flag(const std::string& name, bool standard);
  bool isOn() const { return on_; }  ///< `turbulence` of dict
  /// Where coefficient() looks.
  const config::Dictionary& coefficients() const { return *coefficients_; }
  /// The entry `<field>Min` of dict, the lowest value of a field; 1e-15 without.
  double lowest(const std::string& field, const Dimensions& dimensions) const;
  /// A transported scalar; its lowest value is lowest(name, dimensions).
  TransportedScalar& transport(const ReadScalar& read, const std::string& name, const Dimensions& dimensions,
                               const std::string& diffusivity);
  /// The same with a lowest value that no entry changes.
  TransportedScalar& transport(const ReadScalar& read, const std::string& name, const Dimensions& dimensions,
                               const std::string& diffusivity, double lowest);

  /// One step of the model: its equations, then correctNut(). finalIteration: as in correct().
  virtual void solve(bool finalIteration) = 0;
  /// nut in all cells and on the boundary from the scalars and grad U, its conditions corrected.
  virtual void correctNut() = 0;
  /// grad U by "grad(U)" in owned cells; div of the flux.
  void gradientOfCells();
  /// grad U in all cells and on the boundary. Collective.
  void gradientEverywhere();
  /// Sets nut in all cells by cell(c) and on the boundary by boundary(b), corrects its conditions, and lets
  /// options change it.
  template <class Cell, class Boundary>
  void setNut(Cell cell, Boundary boundary) {
    const mesh::Mesh& mesh = flow_.context.mesh;
    kernel::parallelFor({"turbulence: nut", 24}, mesh.nAllCells(),
                        [cell, nut = kernel::View(nut_->cells())](Label c) { nut[c] = cell(c); });
    kernel::parallelFor("turbulence: nut on the boundary", mesh.nBoundaryFaces,
                        [boundary, nut = kernel::View(nut_->boundary())](Label b) { nut[b] = boundary(b); });
    nut_->correctBoundaryConditions();
    if (flow_.options) flow_.options->correct(*nut_);
  }

  Flow flow_;
  fv::CellValues<Tensor> gradU_;
  std::vector<double> divU_;  ///< nCells

 private:
  void divergence();

  std::string name_;
  const config::Dictionary* dict_;
  const config::Dictionary* coefficients_;
  bool on_, printsCoefficients_;
  std::vector<std::pair<std::string, std::string>> printed_;
  std::vector<std::unique_ptr<TransportedScalar>> scalars_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradient_;
};

/// A row of the tables of models: what a case must have, and the maker.
struct ModelMaker {
  ModelNeeds (*needs)(const config::Dictionary&);
  std::unique_ptr<TurbulenceModel> (*make)(const config::Dictionary&, const Flow&, const ReadScalar&);

  /// Of an EddyViscosityModel.
  template <class M>
  static ModelMaker of() {
    return {&M::needs,
            [](const config::Dictionary& dict, const Flow& flow, const ReadScalar& read) -> std::unique_ptr<TurbulenceModel> {
              auto made = std::make_unique<M>(dict, flow, read);
              made->start();
              return made;
            }};
  }
};

}  // namespace eagre::physics
