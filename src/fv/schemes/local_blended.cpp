// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "fv/schemes/blended.hpp"

namespace eagre::fv::schemes {
namespace {

template <class T>
class LocalBlended final : public BlendedScheme<T> {
 public:
  LocalBlended(const Context& context, std::unique_ptr<InterpolationScheme<T>> first,
               std::unique_ptr<InterpolationScheme<T>> second)
      : BlendedScheme<T>(std::move(first), std::move(second)), context_(&context) {}

 protected:
  void shareOfSecond(const VolField<T>& field, std::span<double> share) override {
    const std::string name = field.name() + "BlendingFactor";
    const auto* factor = context_->registry.surfaceScalar(name);
    if (factor == nullptr)
      throw Error(fmt::format("scheme localBlended for {} needs the field '{}' of factors on faces, which a function object "
                              "stabilityBlendingFactor makes (result {})",
                              field.name(), name, name),
                  ExitCode::badCase);
    kernel::parallelFor({"localBlended share", 16}, static_cast<Label>(share.size()),
                        [=, factor = factor->faces().data()](Label f) { share[f] = 1 - factor[f]; });
  }

 private:
  const Context* context_;
};

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeLocalBlended(const Context& context, config::TokenReader& reader) {
  auto first = makeInterpolationScheme<T>(context, reader);
  return std::make_unique<LocalBlended<T>>(context, std::move(first), makeInterpolationScheme<T>(context, reader));
}
template std::unique_ptr<InterpolationScheme<double>> makeLocalBlended(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeLocalBlended(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
