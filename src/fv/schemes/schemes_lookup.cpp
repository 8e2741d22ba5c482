// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "fv/schemes/diffusivity.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "fv/time/ddt.hpp"

namespace eagre::fv {

namespace {

void checkLaplacian(const Context& context, config::TokenReader& reader) {
  readDiffusivityScheme(context, reader);
  parseSnGradScheme(reader);
}

}  // namespace

template <class T>
void checkScheme(const Context& context, const std::string& group, const std::string& name, Problems& problems) {
  static const std::vector<std::string> groups{"ddtSchemes",       "gradSchemes",          "divSchemes",
                                               "laplacianSchemes", "interpolationSchemes", "snGradSchemes"};
  problems.guard([&] {
    if (std::find(groups.begin(), groups.end(), group) == groups.end())
      throw Error(unknownWordMessage("group of schemes", group, groups));
    auto reader = schemeEntry(context, group, name).reader();
    if (group == "divSchemes") {
      makeConvectionScheme<T>(context, name);
    } else if (group == "ddtSchemes") {
      parseDdtScheme(reader);
      schemes::leaveExcess(context, reader);
    } else if (group == "gradSchemes") {
      if constexpr (!std::is_same_v<T, SymmTensor>) makeGradientScheme<T>(context, name);
    } else if (group == "laplacianSchemes") {
      checkLaplacian(context, reader);
      schemes::leaveExcess(context, reader);
    } else if (group == "snGradSchemes") {
      parseSnGradScheme(reader);
      schemes::leaveExcess(context, reader);
    } else {
      std::string fluxName;
      makeInterpolationScheme<T>(context, reader, fluxName);
      schemes::leaveExcess(context, reader);
    }
  });
}

template void checkScheme<double>(const Context&, const std::string&, const std::string&, Problems&);
template void checkScheme<Vec3>(const Context&, const std::string&, const std::string&, Problems&);
template void checkScheme<SymmTensor>(const Context&, const std::string&, const std::string&, Problems&);

}  // namespace eagre::fv
