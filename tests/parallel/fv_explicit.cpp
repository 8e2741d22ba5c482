// SPDX-License-Identifier: BSD-3-Clause
// Interpolation, gradients and explicit operators give the same answer on any number of ranks: each rank holds the
// global mesh too and compares its part with it, cell by cell and face by face.
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

const char* const schemesText = R"(
ddtSchemes { default Euler; }
gradSchemes
{
    default Gauss linear; least leastSquares; mid Gauss midPoint; cell cellLimited Gauss linear 1; half cellLimited leastSquares 0.5;
    face faceLimited Gauss linear 1; faceHalf faceLimited Gauss linear 0.5; venkat cellLimited<Venkatakrishnan> Gauss linear 1;
}
snGradSchemes { default corrected; lim limited 0.5; }
)";

double scalarFunction(const Vec3& x) { return std::sin(3 * x.x) * std::cos(4 * x.y) + x.z * x.x; }
Vec3 vectorFunction(const Vec3& x) { return {std::cos(2 * x.y + x.x), x.x * x.z - x.y, std::sin(5 * x.z)}; }
/// A flux per area, zero in a part of the domain: ties must be broken alike.
double fluxFunction(const Vec3& x, const Vec3& Sf) {
  return x.x < 0.3 ? 0.0 : dot(Sf, Vec3{std::sin(9 * x.y), 0.3, -std::cos(7 * x.x)});
}

struct Side {
  SchemesCase theCase;
  std::unique_ptr<fv::VolScalarField> p;
  std::unique_ptr<fv::VolVectorField> U;
  std::vector<double> flux;

  explicit Side(const comm::Communicator& communicator) : theCase(makeMesh(communicator), schemesText) {
    p = theCase.field<double>("p", scalarFunction);
    U = theCase.field<Vec3>("U", vectorFunction);
    const mesh::Mesh& mesh = *theCase.mesh;
    for (Label f = 0; f < mesh.nFaces(); ++f) flux.push_back(fluxFunction(mesh.faceCentres()(f), mesh.Sf[f]));
  }
  static std::unique_ptr<mesh::Mesh> makeMesh(const comm::Communicator& communicator) {
    BoxOptions options;
    options.perturbation = 0.2;
    return distributedBox(communicator, 7, 6, 5, options);
  }
  const mesh::Mesh& mesh() const { return *theCase.mesh; }
};

class FvExplicit : public ::testing::Test {
 protected:
  Side part{comm::Communicator::world()}, whole{comm::Communicator::self()};
  std::vector<Label> wholeCell, wholeFace;  // by global number

  void SetUp() override {
    wholeCell.resize(whole.mesh().nCells);
    for (Label c = 0; c < whole.mesh().nCells; ++c) wholeCell[whole.mesh().cellGlobal[c]] = c;
    wholeFace.resize(whole.mesh().nFaces());
    for (Label f = 0; f < whole.mesh().nFaces(); ++f) wholeFace[whole.mesh().faceGlobal[f]] = f;
  }
  template <class T>
  void expectSameCells(const std::vector<T>& ofPart, const std::vector<T>& ofWhole, const std::string& what) {
    double error = 0;
    for (Label c = 0; c < part.mesh().nCells; ++c)
      error = std::max(error, mag(ofPart[c] - ofWhole[wholeCell[part.mesh().cellGlobal[c]]]));
    EXPECT_LT(error, 1e-12) << what;
  }
  /// oriented: turns round with the normal.
  template <class T>
  void expectSameFaces(const std::vector<T>& ofPart, const std::vector<T>& ofWhole, Label n, bool oriented,
                       const std::string& what) {
    double error = 0;
    for (Label f = 0; f < n; ++f) {
      const T expected = (oriented && part.mesh().faceFlipped[f] ? -1.0 : 1.0) * ofWhole[wholeFace[part.mesh().faceGlobal[f]]];
      error = std::max(error, mag(ofPart[f] - expected));
    }
    EXPECT_LT(error, 1e-12) << what;
  }
};

TEST_F(FvExplicit, Gradients) {
  for (const char* name : {"grad(p)", "least", "mid", "cell", "half", "face", "faceHalf", "venkat"}) {
    fv::CellValues<Vec3> ofPart, ofWhole;
    fv::fvc::grad(part.theCase.context, *part.p, name, ofPart);
    fv::fvc::grad(whole.theCase.context, *whole.p, name, ofWhole);
    expectSameCells(ofPart.cells, ofWhole.cells, name);
    fv::CellValues<Tensor> tensorOfPart, tensorOfWhole;
    fv::fvc::grad(part.theCase.context, *part.U, name, tensorOfPart);
    fv::fvc::grad(whole.theCase.context, *whole.U, name, tensorOfWhole);
    expectSameCells(tensorOfPart.cells, tensorOfWhole.cells, name);
    // Ghosts hold the neighbour's gradient.
    std::vector<Tensor> again = tensorOfPart.cells;
    part.mesh().halo->update(again);
    EXPECT_EQ(again, tensorOfPart.cells);
  }
}

template <class T>
std::vector<T> interpolated(const Side& side, const std::string& scheme, const fv::VolField<T>& field) {
  std::vector<T> faces, correction;
  std::vector<double> weights;
  fv::interpolate(*interpolation<T>(side.theCase.context, scheme), field, side.flux, faces, weights, correction);
  return faces;
}

TEST_F(FvExplicit, Interpolation) {
  const Label n = part.mesh().nFaces();
  for (const std::string scheme :
       {"linear", "upwind", "downwind", "cubic", "linearUpwind least", "LUST cell", "limitedLinear 1", "vanLeer", "vanAlbada",
        "MUSCL", "SuperBee", "QUICK", "Gamma 1", "SFCD", "Minmod", "UMIST", "OSPRE", "limitedCubic 0.7"}) {
    expectSameFaces(interpolated(part, scheme, *part.p), interpolated(whole, scheme, *whole.p), n, false, scheme);
    expectSameFaces(interpolated(part, scheme, *part.U), interpolated(whole, scheme, *whole.U), n, false, scheme + " of U");
  }
  for (const std::string scheme : {"vanLeer01", "limitedCubic01 1", "limitedMUSCL -0.5 0.5", "interfaceCompression", "harmonic"})
    expectSameFaces(interpolated(part, scheme, *part.p), interpolated(whole, scheme, *whole.p), n, false, scheme);
  for (const std::string scheme : {"limitedLinearV 1", "vanLeerV", "QUICKV", "GammaV 0.5", "linearUpwindV least"})
    expectSameFaces(interpolated(part, scheme, *part.U), interpolated(whole, scheme, *whole.U), n, false, scheme);
}

TEST_F(FvExplicit, FluxesAndFaceNormalGradients) {
  const Label n = part.mesh().nFaces();
  for (const char* name : {"snGrad(p)", "lim"}) {
    std::vector<double> ofPart(static_cast<std::size_t>(n)), ofWhole(static_cast<std::size_t>(whole.mesh().nFaces()));
    fv::fvc::snGrad(part.theCase.context, *part.p, name, ofPart);
    fv::fvc::snGrad(whole.theCase.context, *whole.p, name, ofWhole);
    expectSameFaces(ofPart, ofWhole, n, true, name);
  }
  std::vector<double> ofPart(n), ofWhole(whole.mesh().nFaces());
  fv::faceFlux(part.mesh(), part.U->values(), ofPart);
  fv::faceFlux(whole.mesh(), whole.U->values(), ofWhole);
  expectSameFaces(ofPart, ofWhole, n, true, "faceFlux");
}

TEST_F(FvExplicit, DivergenceAndReconstruction) {
  std::vector<double> divOfPart(part.mesh().nCells), divOfWhole(whole.mesh().nCells);
  fv::fvc::div(part.mesh(), part.flux, divOfPart);
  fv::fvc::div(whole.mesh(), whole.flux, divOfWhole);
  // Divided by volumes of 1/210: compare the integrals.
  for (Label c = 0; c < part.mesh().nCells; ++c) divOfPart[c] *= part.mesh().V[c];
  for (Label c = 0; c < whole.mesh().nCells; ++c) divOfWhole[c] *= whole.mesh().V[c];
  expectSameCells(divOfPart, divOfWhole, "div");
  std::vector<Vec3> ofPart(part.mesh().nCells), ofWhole(whole.mesh().nCells);
  fv::fvc::Reconstruct reconstructPart(part.mesh()), reconstructWhole(whole.mesh());
  reconstructPart(part.flux, ofPart);
  reconstructWhole(whole.flux, ofWhole);
  expectSameCells(ofPart, ofWhole, "reconstruct");
}

TEST_F(FvExplicit, DdtCorrection) {
  const auto corrected = [](Side& side) {
    fv::SurfaceScalarField phi("phi", dimVolumeFlux, side.mesh());
    phi.faces() = side.flux;
    side.theCase.time = {.value = 0.1, .deltaT = 0.1, .deltaT0 = 0.1, .index = 1, .startIndex = 0};
    side.U->shiftOldTimes();
    phi.shiftOldTimes();
    std::vector<double> rAUf(side.flux.size(), 0.5), flux(side.flux.size(), 0.0);
    fv::addDdtCorr(side.theCase.context, *side.U, phi, rAUf, flux);
    return flux;
  };
  expectSameFaces(corrected(part), corrected(whole), part.mesh().nFaces(), true, "ddtCorr");
}

}  // namespace
}  // namespace eagre::test
