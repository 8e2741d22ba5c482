// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "support/box_mesh.hpp"

namespace eagre::fv::fixtures {

/// A small box with a patch "inlet" (xMin), "outlet" (xMax) and walls, turned in space so that no normal is a coordinate
/// direction, and a Context with the fields that conditions look at.
struct BoundaryCase {
  struct Options {
    double turn = 0.6;                ///< [rad] about the axis (1 2 3)
    std::string inletType = "patch";  ///< type of the patch xMin
    double perturbation = 0.15;
    Dimensions flux = dimVolumeFlux;
  };

  explicit BoundaryCase(const Options& options) {
    eagre::test::BoxOptions box;
    box.length = {2, 3, 4};
    box.names = {"inlet", "outlet", "floor", "roof", "left", "right"};
    box.types[0] = options.inletType;
    box.perturbation = options.perturbation;
    auto whole = eagre::test::boxMesh(2, 2, 2, box);
    for (Vec3& p : whole.points) p = turned(p, options.turn);
    build(whole, options.flux);
  }
  BoundaryCase() : BoundaryCase(Options{}) {}
  /// A mesh of one's own.
  explicit BoundaryCase(const mesh::PolyMesh& whole) { build(whole, dimVolumeFlux); }

  static Vec3 turned(const Vec3& p, double angle) {
    const Vec3 k = Vec3{1, 2, 3} / mag(Vec3{1, 2, 3});
    return std::cos(angle) * p + std::sin(angle) * cross(k, p) + (1 - std::cos(angle)) * dot(k, p) * k;
  }

  void build(const mesh::PolyMesh& whole, const Dimensions& fluxDimensions) {
    mesh = mesh::distribute(comm::Communicator::self(), &whole, std::vector<int>(static_cast<std::size_t>(whole.nCells()), 0));
    schemes = config::Dictionary::parse("ddtSchemes { default Euler; }", "system/fvSchemes");
    time = {.value = 0.5, .deltaT = 0.01, .deltaT0 = 0.01, .index = 7, .startIndex = 3};
    context.reset(new Context{.mesh = *mesh,
                              .fvSchemes = schemes,
                              .fvSolution = solution,
                              .clock = time,
                              .registry = registry,
                              .log = log,
                              .gravity = Vec3{0, 0, -9.81},
                              .ghRef = -2.0});
    phi = std::make_unique<SurfaceScalarField>("phi", fluxDimensions, *mesh);
    for (Label f = 0; f < mesh->nFaces(); ++f) phi->faces()[f] = 0.3 * std::sin(1.7 * f + 0.4);
    rho = scalar("rho", dimDensity, [](Label i) { return 1000.0 - 30 * i; });
    alpha = scalar("alpha.water", dimless, [](Label i) { return 0.5 + 0.55 * std::sin(2.1 * i); });
    U = vector("U", [](Label i) { return Vec3{0.4 * std::cos(1.1 * i), 0.7 * std::sin(i + 0.3), 0.2 - 0.1 * i}; });
    registry.add(*phi);
    for (auto* f : {rho.get(), alpha.get()}) registry.add(*f);
    registry.add(*U);
  }

  template <class F>
  std::unique_ptr<VolScalarField> scalar(const std::string& name, const Dimensions& dimensions, F&& f) const {
    auto field = std::make_unique<VolScalarField>(name, dimensions, *mesh);
    fill(*field, f);
    return field;
  }
  template <class F>
  std::unique_ptr<VolVectorField> vector(const std::string& name, F&& f) const {
    auto field = std::make_unique<VolVectorField>(name, dimVelocity, *mesh);
    fill(*field, f);
    return field;
  }
  /// Cells by f(index), boundary values by f(100 + b).
  template <class T, class F>
  void fill(VolField<T>& field, F&& f) const {
    for (Label c = 0; c < mesh->nCells; ++c) field[c] = f(c);
    for (Label b = 0; b < mesh->nBoundaryFaces; ++b) field.boundary()[b] = f(100 + b);
    for (const auto& patch : mesh->patches) field.conditions().push_back(makeZeroGradient<T>(patch));
  }

  const mesh::Patch& inlet() const { return *mesh->findPatch("inlet"); }
  Label inletFace(Label i) const { return mesh->nInteriorFaces() + inlet().start + i; }
  Label inletCell(Label i) const { return mesh->owner[inletFace(i)]; }
  Vec3 normal(Label i) const { return mesh->Sf[inletFace(i)] / mesh->magSf[inletFace(i)]; }
  double deltaCoeff(Label i) const { return mesh->deltaCoeffs[inletFace(i)]; }

  template <class T>
  std::unique_ptr<BoundaryCondition<T>> make(const std::string& entries, const std::string& field = "psi") const {
    const auto file = config::Dictionary::parse("inlet { " + entries + " }", "0/" + field);
    return makeBoundaryCondition<T>(file.subDict("inlet"), inlet(), *context, field);
  }
  /// Puts a condition on the inlet of a field and sets its start values.
  template <class T>
  BoundaryCondition<T>& put(VolField<T>& field, const std::string& entries) const {
    for (std::size_t p = 0; p < mesh->patches.size(); ++p)
      if (mesh->patches[p].name == "inlet") {
        field.conditions()[p] = make<T>(entries, field.name());
        field.conditions()[p]->initialise(field, field.patchValues(inlet()));
        return *field.conditions()[p];
      }
    throw Error("no inlet");
  }
  /// What() of the Error that the entries bring about.
  template <class T>
  std::string errorOf(const std::string& entries, const std::string& field = "psi") const {
    try {
      make<T>(entries, field);
    } catch (const Error& e) { return e.what(); }
    return {};
  }

  std::unique_ptr<mesh::Mesh> mesh;
  config::Dictionary schemes, solution;
  TimeState time;
  Registry registry;
  Log log = Log::silent();
  std::unique_ptr<Context> context;
  std::unique_ptr<SurfaceScalarField> phi;
  std::unique_ptr<VolScalarField> rho, alpha;
  std::unique_ptr<VolVectorField> U;
};

/// Gathers what a condition writes as the text of a dictionary.
class TextWriter : public ConditionWriter {
 public:
  void entry(const std::string& keyword, const std::string& text) override { text_ += keyword + " " + text + ";\n"; }
  void entry(const std::string& keyword, std::span<const double> values) override {
    std::string list;
    for (double v : values) list += fmt::format(" {}", v);
    entry(keyword, fmt::format("nonuniform List<scalar> {}({})", values.size(), list));
  }
  void entry(const std::string&, std::span<const SymmTensor>) override {}
  void entry(const std::string& keyword, std::span<const Vec3> values) override {
    std::string list;
    for (const Vec3& v : values) list += fmt::format(" ({} {} {})", v.x, v.y, v.z);
    entry(keyword, fmt::format("nonuniform List<vector> {}({})", values.size(), list));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

inline void expectNear(double a, double b, double tolerance) { EXPECT_NEAR(a, b, tolerance); }
inline void expectNear(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

}  // namespace eagre::fv::fixtures
