// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

/// The second gradients grad grad U_i of the components of the velocity [1/(m s)], one after the other, by the schemes
/// "grad(U.component(0))", "grad(grad(U.component(0)))" and so on.
class SecondGradients {
 public:
  explicit SecondGradients(const fv::Context& context);
  /// Names in gradSchemes of the first gradients.
  static std::vector<std::string> schemes();
  /// use(values): those of a component in cells, three times. Collective.
  template <class Use>
  void each(const fv::VolVectorField& U, Use use) {
    for (int i = 0; i < 3; ++i) {
      component(U, i);
      use(kernel::View<const Tensor>(second_));
    }
  }

 private:
  void component(const fv::VolVectorField& U, int i);

  fv::VolScalarField component_;
  fv::VolVectorField gradient_;
  std::vector<Tensor> second_;
  std::array<std::unique_ptr<fv::GradientScheme<double>>, 3> ofComponent_;
  std::array<std::unique_ptr<fv::GradientScheme<Vec3>>, 3> ofGradient_;
};

}  // namespace eagre::physics
