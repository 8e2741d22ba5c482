// SPDX-License-Identifier: BSD-3-Clause
// A drop that crosses cyclic patches has the planes and curvatures of one in the middle of the box, on any number of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/curvature/curvature_model.hpp"
#include "interface/reconstruction/reconstruction.hpp"
#include "mesh/mesh_points.hpp"
#include "support/round_bodies.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::test {
namespace {

using Cells = std::array<Label, 3>;

/// A box of n x n (x n) cells that repeats in all directions.
struct Box {
  Label n;
  bool isPlane;
  BoxOptions options() const { return {.cyclicX = true, .cyclicY = true, .cyclicZ = !isPlane, .emptyZ = isPlane}; }
  Cells cells() const { return {n, n, isPlane ? 1 : n}; }

  /// The cell in the middle case that is at this one if the drop is moved by so many cells.
  Label before(Label cell, const Cells& shift) const {
    const Cells size = cells();
    Cells at{cell % n, cell / n % n, cell / (n * n)};
    for (std::size_t d = 0; d < 3; ++d) at[d] = (at[d] + size[d] - shift[d]) % size[d];
    return at[0] + n * (at[1] + n * at[2]);
  }
  /// Fractions of a drop off the middle of a cell.
  std::vector<double> fractions() const {
    const Vec3 half = Vec3{1, 1, 1} / (2.0 * n), centre{0.48, 0.51, 0.53};
    const Cells size = cells();
    std::vector<double> all;
    for (Label k = 0; k < size[2]; ++k)
      for (Label j = 0; j < n; ++j)
        for (Label i = 0; i < n; ++i) {
          const Vec3 C = Vec3{i + 0.5, j + 0.5, k + 0.5} / n;
          all.push_back(isPlane ? circleFraction(centre, 0.33, C - half, C + half)
                                : sphereFraction(centre, 0.33, C - half, C + half));
        }
    return all;
  }
};

/// The drop of a box, moved by some cells.
class Drop {
 public:
  Drop(const comm::Communicator& communicator, const Box& box, const std::vector<double>& fractions, const Cells& shift)
      : box_(box),
        shift_(shift),
        setup_(distributed(communicator), "gradSchemes { default Gauss linear; } interpolationSchemes { default linear; }",
               "solvers { alpha { } }"),
        alpha_("alpha", dimless, mesh()),
        alpha2_("alpha2", dimless, mesh()),
        U_("U", dimVelocity, mesh()) {
    setConditions<double>(alpha_, {}, [](const Vec3&) { return 0.0; });
    fv::setCalculatedConditions(alpha2_);
    fv::setCalculatedConditions(U_);
    for (Label c = 0; c < mesh().nCells; ++c) alpha_[c] = fractions[static_cast<std::size_t>(before(c))];
    alpha_.correctBoundaryConditions();
    state_ = std::make_unique<interface_::InterfaceState>(setup_.context, alpha_, alpha2_, U_);
  }

  /// K of the cells that the interface crosses, one number per cell of the middle case; none: great.
  std::vector<double> curvatures(const std::string& model) {
    const auto made = interface_::makeCurvatureModel(config::Dictionary::parse("curvatureModel " + model + ";", "surfaceForces"),
                                                     setup_.context, *state_);
    const auto& K = (*made)();
    std::vector<double> all(static_cast<std::size_t>(mesh().nCellsGlobal), great);
    for (Label c = 0; c < mesh().nCells; ++c)
      if (alpha_[c] > 1e-6 && alpha_[c] < 1 - 1e-6) all[static_cast<std::size_t>(before(c))] = K[c];
    return all;
  }

  /// Of the planes: normals, centres from the middle of the cell and areas by the cell's edges; seven numbers per cell.
  std::vector<double> planes(const std::string& scheme) {
    mesh::CellShapes shapes(mesh().points->shape, mesh().nCells);
    fv::PointInterpolation points(mesh());
    const auto made = interface_::makeReconstruction(
        config::Dictionary::parse("reconstructionScheme " + scheme + "; isoFaceTol 1e-15;", "alpha"),
        {setup_.context, *state_, shapes, points});
    mesh::CellShapes::Selection crossed;
    for (Label c = 0; c < mesh().nCells; ++c)
      if (alpha_[c] > 1e-6 && alpha_[c] < 1 - 1e-6) crossed.cells.push_back(c);
    shapes.findCorners(crossed);
    std::vector<double> all(7 * static_cast<std::size_t>(mesh().nCellsGlobal), great);
    for (const auto& plane : (*made)(crossed)) {
      double* to = all.data() + 7 * static_cast<std::size_t>(before(plane.cell));
      const Vec3 centre = (plane.centre - mesh().C[plane.cell]) * box_.n;
      for (int d = 0; d < 3; ++d) to[d] = plane.normal[d], to[3 + d] = centre[d];
      to[6] = plane.area * box_.n * (box_.isPlane ? 1 : box_.n);
    }
    return all;
  }

 private:
  std::unique_ptr<mesh::Mesh> distributed(const comm::Communicator& communicator) const {
    const Cells size = box_.cells();
    const mesh::PolyMesh whole = boxMesh(size[0], size[1], size[2], box_.options());
    auto part = distributedBox(communicator, size[0], size[1], size[2], box_.options());
    mesh::keepPoints(communicator.master() ? &whole : nullptr, *part);
    return part;
  }
  mesh::Mesh& mesh() const { return *setup_.mesh; }
  Label before(Label cell) const { return box_.before(mesh().cellGlobal[cell], shift_); }

  Box box_;
  Cells shift_;
  EquationCase setup_;
  fv::VolScalarField alpha_, alpha2_;
  fv::VolVectorField U_;
  std::unique_ptr<interface_::InterfaceState> state_;
};

struct Method {
  Box box;
  std::string word;
  bool isCurvature;
};

class AcrossCyclicPatches : public testing::TestWithParam<Method> {};

/// Through one pair of patches, through an edge of two pairs, and, in 3D, through the corner of three.
TEST_P(AcrossCyclicPatches, ADropIsWhatItIsInTheMiddle) {
  const Method& method = GetParam();
  const Box& box = method.box;
  const auto world = comm::Communicator::world();
  const auto fractions = box.fractions();
  const auto of = [&](const comm::Communicator& communicator, const Cells& shift) {
    Drop drop(communicator, box, fractions, shift);
    return method.isCurvature ? drop.curvatures(method.word) : drop.planes(method.word);
  };
  const auto middle = of(comm::Communicator::self(), {0, 0, 0});
  const Label half = box.n / 2;
  for (const Cells& shift :
       {Cells{half - 1, 0, 0}, Cells{half, half + 2, 0}, Cells{half + 3, half, box.isPlane ? 0 : half - 2}}) {
    const auto moved = of(world, shift);
    double difference = 0, largest = 0;
    std::int64_t n = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (moved[i] == great) continue;
      ++n;
      difference = std::max(difference, std::abs(moved[i] - middle[i]));
      largest = std::max(largest, std::abs(middle[i]));
    }
    EXPECT_EQ(world.sum(n), std::count_if(middle.begin(), middle.end(), [](double x) { return x != great; }));
    EXPECT_LT(world.max(largest), method.isCurvature ? 20 : 2);
    EXPECT_LE(world.max(difference), (world.size() == 1 ? 1e-12 : 1e-9) * world.max(largest)) << method.word << " " << shift[0];
  }
}

constexpr Box plane{32, true}, space{16, false};
INSTANTIATE_TEST_SUITE_P(Methods, AcrossCyclicPatches,
                         testing::Values(Method{plane, "gradAlpha", true}, Method{space, "gradAlpha", true},
                                         Method{plane, "heightFunction", true}, Method{space, "heightFunction", true},
                                         Method{plane, "fitParaboloid", true}, Method{space, "fitParaboloid", true},
                                         Method{plane, "RDF", true}, Method{space, "RDF", true}, Method{plane, "isoAlpha", false},
                                         Method{space, "isoAlpha", false}, Method{plane, "gradAlpha", false},
                                         Method{space, "gradAlpha", false}, Method{plane, "plicRDF", false},
                                         Method{space, "plicRDF", false}));

}  // namespace
}  // namespace eagre::test
