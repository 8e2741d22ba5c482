// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>

#include "fv/schemes/limited_scheme.hpp"
#include "fv/schemes/parse.hpp"

namespace eagre::fv::schemes {

namespace {

template <class T>
using Pointer = std::unique_ptr<InterpolationScheme<T>>;
template <class T>
using Maker = Pointer<T> (*)(const std::string& name, const Context&, config::TokenReader&);

/// The limiter with the coefficients that follow its name.
template <class Limiter>
Limiter readLimiter(const std::string& name, config::TokenReader& reader) {
  if constexpr (std::is_same_v<Limiter, OfRatio<LimitedLinear>>)
    return {LimitedLinear(readCoefficient(reader, name))};
  else if constexpr (std::is_same_v<Limiter, Gamma>)
    return Gamma(readCoefficient(reader, name));
  else
    return {};
}

template <class T, class Limiter>
Pointer<T> makePlain(const std::string& name, const Context& context, config::TokenReader& reader) {
  if constexpr (std::is_same_v<T, double>)
    return std::make_unique<LimitedScheme<double, Limiter>>(context, readLimiter<Limiter>(name, reader));
  else
    return std::make_unique<MagSqrLimitedScheme<Limiter>>(context, readLimiter<Limiter>(name, reader));
}
template <class Limiter>
Pointer<Vec3> makeV(const std::string& name, const Context& context, config::TokenReader& reader) {
  return std::make_unique<LimitedScheme<Vec3, Limiter>>(context, readLimiter<Limiter>(name, reader));
}
/// "limitedVanLeer 0 1": the bounds follow.
template <class Limiter>
Pointer<double> makeBounded(const std::string& name, const Context& context, config::TokenReader& reader) {
  const auto limiter = readLimiter<Limiter>(name, reader);
  const double lower = readCoefficient(reader, name, -vGreat, vGreat);
  const double upper = readCoefficient(reader, name, lower, vGreat);
  return std::make_unique<LimitedScheme<double, Bounded<Limiter>>>(context, Bounded<Limiter>{limiter, lower, upper});
}
/// "vanLeer01": bounded by 0 and 1.
template <class Limiter>
Pointer<double> makeBounded01(const std::string& name, const Context& context, config::TokenReader& reader) {
  const auto limiter = readLimiter<Limiter>(name, reader);
  return std::make_unique<LimitedScheme<double, Bounded<Limiter>>>(context, Bounded<Limiter>{limiter, 0, 1});
}
/// "filteredLinear2 1 0": k and l follow.
template <class T>
Pointer<T> makeFiltered(const std::string& name, const Context& context, config::TokenReader& reader) {
  const double k = readCoefficient(reader, name), l = readCoefficient(reader, name);
  if constexpr (std::is_same_v<T, double>)
    return std::make_unique<LimitedScheme<double, FilteredLinear2>>(context, FilteredLinear2{k, l, small});
  else
    return std::make_unique<MagSqrLimitedScheme<FilteredLinear2>>(context, FilteredLinear2{k, l, small});
}
Pointer<Vec3> makeFilteredV(const std::string& name, const Context& context, config::TokenReader& reader) {
  const double k = readCoefficient(reader, name), l = readCoefficient(reader, name);
  return std::make_unique<LimitedScheme<Vec3, FilteredLinear2>>(context, FilteredLinear2{k, l, vSmall});
}
Pointer<double> makeCompression(const std::string&, const Context& context, config::TokenReader&) {
  return std::make_unique<LimitedScheme<double, InterfaceCompression>>(context, InterfaceCompression{});
}

template <class T>
std::map<std::string, Maker<T>> plainMakers() {
  return {{"limitedLinear", makePlain<T, OfRatio<LimitedLinear>>},
          {"vanLeer", makePlain<T, OfRatio<VanLeer>>},
          {"vanAlbada", makePlain<T, OfRatio<VanAlbada>>},
          {"MUSCL", makePlain<T, OfRatio<Muscl>>},
          {"Minmod", makePlain<T, OfRatio<Minmod>>},
          {"SuperBee", makePlain<T, OfRatio<SuperBee>>},
          {"UMIST", makePlain<T, OfRatio<Umist>>},
          {"OSPRE", makePlain<T, OfRatio<Ospre>>},
          {"Gamma", makePlain<T, Gamma>},
          {"SFCD", makePlain<T, Sfcd>},
          {"QUICK", makePlain<T, Quick>},
          {"filteredLinear2", makeFiltered<T>}};
}

std::map<std::string, Maker<Vec3>> makersFor(const Vec3&) {
  auto makers = plainMakers<Vec3>();
  makers.insert({{"limitedLinearV", makeV<OfRatio<LimitedLinear>>},
                 {"vanLeerV", makeV<OfRatio<VanLeer>>},
                 {"vanAlbadaV", makeV<OfRatio<VanAlbada>>},
                 {"MUSCLV", makeV<OfRatio<Muscl>>},
                 {"MinmodV", makeV<OfRatio<Minmod>>},
                 {"SuperBeeV", makeV<OfRatio<SuperBee>>},
                 {"UMISTV", makeV<OfRatio<Umist>>},
                 {"OSPREV", makeV<OfRatio<Ospre>>},
                 {"GammaV", makeV<Gamma>},
                 {"SFCDV", makeV<Sfcd>},
                 {"QUICKV", makeV<Quick>},
                 {"filteredLinear2V", makeFilteredV}});
  return makers;
}

std::map<std::string, Maker<double>> makersFor(double) {
  auto makers = plainMakers<double>();
  makers.insert({{"limitedLimitedLinear", makeBounded<OfRatio<LimitedLinear>>},
                 {"limitedLinear01", makeBounded01<OfRatio<LimitedLinear>>},
                 {"limitedVanLeer", makeBounded<OfRatio<VanLeer>>},
                 {"vanLeer01", makeBounded01<OfRatio<VanLeer>>},
                 {"limitedMUSCL", makeBounded<OfRatio<Muscl>>},
                 {"MUSCL01", makeBounded01<OfRatio<Muscl>>},
                 {"limitedGamma", makeBounded<Gamma>},
                 {"Gamma01", makeBounded01<Gamma>},
                 {"interfaceCompression", makeCompression}});
  return makers;
}

/// The table for fields of T, made once and never changed.
template <class T>
const std::map<std::string, Maker<T>>& makers() {
  static const std::map<std::string, Maker<T>> table = makersFor(T{});
  return table;
}

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeLimitedScheme(const std::string& name, const Context& context,
                                                          config::TokenReader& reader) {
  if (const auto it = makers<T>().find(name); it != makers<T>().end()) return it->second(name, context, reader);
  using Other = std::conditional_t<std::is_same_v<T, double>, Vec3, double>;
  if (makers<Other>().count(name))
    reader.fail(fmt::format("scheme '{}' is for {} fields, and this is a {} field", name,
                            std::is_same_v<T, double> ? "vector" : "scalar", std::is_same_v<T, double> ? "scalar" : "vector"));
  return nullptr;
}

template <class T>
std::vector<std::string> limitedSchemeTypes() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : makers<T>()) names.push_back(name);
  return names;
}

template std::unique_ptr<InterpolationScheme<double>> makeLimitedScheme(const std::string&, const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeLimitedScheme(const std::string&, const Context&, config::TokenReader&);
template std::vector<std::string> limitedSchemeTypes<double>();
template std::vector<std::string> limitedSchemeTypes<Vec3>();

}  // namespace eagre::fv::schemes
