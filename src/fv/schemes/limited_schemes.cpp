// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/limited_scheme.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/scheme_table.hpp"

namespace eagre::fv::schemes {

namespace {

/// The limiter with the coefficients that follow its name.
template <class Limiter>
Limiter readLimiter(const std::string& name, config::TokenReader& reader) {
  if constexpr (std::is_same_v<Limiter, OfRatio<LimitedLinear>>)
    return {LimitedLinear(readCoefficient(reader, name))};
  else if constexpr (std::is_same_v<Limiter, Gamma> || std::is_base_of_v<LimitedCubic, Limiter>)
    return Limiter(readCoefficient(reader, name));
  else if constexpr (std::is_same_v<Limiter, FilteredLinear3> || std::is_same_v<Limiter, Blended>)
    return Limiter{readCoefficient(reader, name)};
  else
    return {};
}

template <class T, class Limiter>
SchemePointer<T> makePlain(const std::string& name, const Context& context, config::TokenReader& reader) {
  if constexpr (std::is_same_v<T, double>)
    return std::make_unique<LimitedScheme<double, Limiter>>(context, readLimiter<Limiter>(name, reader));
  else
    return std::make_unique<SharedLimitedScheme<T, Limiter>>(context, readLimiter<Limiter>(name, reader));
}
template <class Limiter>
SchemePointer<Vec3> makeV(const std::string& name, const Context& context, config::TokenReader& reader) {
  return std::make_unique<LimitedScheme<Vec3, Limiter>>(context, readLimiter<Limiter>(name, reader));
}
/// "limitedVanLeer 0 1": the bounds follow.
template <class Limiter>
SchemePointer<double> makeBounded(const std::string& name, const Context& context, config::TokenReader& reader) {
  const auto limiter = readLimiter<Limiter>(name, reader);
  const double lower = readCoefficient(reader, name, -vGreat, vGreat);
  const double upper = readCoefficient(reader, name, lower, vGreat);
  return std::make_unique<LimitedScheme<double, Bounded<Limiter>>>(context, Bounded<Limiter>{limiter, lower, upper});
}
/// "vanLeer01": bounded by 0 and 1.
template <class Limiter>
SchemePointer<double> makeBounded01(const std::string& name, const Context& context, config::TokenReader& reader) {
  const auto limiter = readLimiter<Limiter>(name, reader);
  return std::make_unique<LimitedScheme<double, Bounded<Limiter>>>(context, Bounded<Limiter>{limiter, 0, 1});
}
/// "filteredLinear2 1 0": k and l follow.
template <class T>
SchemePointer<T> makeFiltered(const std::string& name, const Context& context, config::TokenReader& reader) {
  const double k = readCoefficient(reader, name), l = readCoefficient(reader, name);
  if constexpr (std::is_same_v<T, double>)
    return std::make_unique<LimitedScheme<double, FilteredLinear2>>(context, FilteredLinear2{k, l, small});
  else
    return std::make_unique<SharedLimitedScheme<T, FilteredLinear2>>(context, FilteredLinear2{k, l, small});
}
SchemePointer<Vec3> makeFilteredV(const std::string& name, const Context& context, config::TokenReader& reader) {
  const double k = readCoefficient(reader, name), l = readCoefficient(reader, name);
  return std::make_unique<LimitedScheme<Vec3, FilteredLinear2>>(context, FilteredLinear2{k, l, vSmall});
}
SchemePointer<double> makeCompression(const std::string&, const Context& context, config::TokenReader&) {
  return std::make_unique<LimitedScheme<double, InterfaceCompression>>(context, InterfaceCompression{});
}

template <class T>
void addPlain(SchemeTable<T>& table) {
  table.add({"limitedLinear",
             "linear, limited towards upwind where r < k/2; the coefficient k follows (1: TVD)",
             {makePlain<T, OfRatio<LimitedLinear>>}});
  table.add({"limitedCubic",
             "cubic, limited towards upwind where r < k/2; the coefficient k follows (1: TVD)",
             {makePlain<T, LimitedCubic>}});
  table.add({"vanLeer", "TVD limiter of van Leer (1974)", {makePlain<T, OfRatio<VanLeer>>}});
  table.add({"vanAlbada", "limiter of van Albada, van Leer and Roberts (1982)", {makePlain<T, OfRatio<VanAlbada>>}});
  table.add({"MUSCL", "monotonised central limiter of van Leer (1979)", {makePlain<T, OfRatio<Muscl>>}});
  table.add({"Minmod", "TVD limiter minmod of Roe (1986), the most diffusive one", {makePlain<T, OfRatio<Minmod>>}});
  table.add({"SuperBee", "TVD limiter of Roe (1986), the most compressive one", {makePlain<T, OfRatio<SuperBee>>}});
  table.add({"UMIST", "limiter of Lien and Leschziner (1994), a TVD form of QUICK", {makePlain<T, OfRatio<Umist>>}});
  table.add({"OSPRE", "limiter of Waterson and Deconinck (1995)", {makePlain<T, OfRatio<Ospre>>}});
  table.add({"Gamma", "NVD scheme of Jasak, Weller and Gosman (1999); the coefficient k follows", {makePlain<T, Gamma>}});
  table.add({"SFCD", "self-filtered central differencing, Jasak (1996)", {makePlain<T, Sfcd>}});
  table.add({"QUICK", "QUICK of Leonard (1979), limited between upwind and downwind", {makePlain<T, Quick>}});
  table.add({"filteredLinear",
             "linear with up to 20% upwind where the change differs from the gradients of both cells",
             {makePlain<T, FilteredLinear>}});
  table.add({"filteredLinear3",
             "linear with upwind where the gradients of both cells lie on one side of the change; k follows",
             {makePlain<T, FilteredLinear3>}});
  table.add({"filteredLinear2",
             "linear with upwind where the gradients of both cells call the change a wiggle; k and l follow",
             {makeFiltered<T>}});
}

void addOthers(SchemeTable<Vec3>& table) {
  table.add({"limitedLinearV",
             "limitedLinear with one limiter for all components, along the direction of the change",
             {makeV<OfRatio<LimitedLinear>>}});
  table.add({"limitedCubicV",
             "limitedCubic with one limiter for all components, along the change and the face value",
             {makeV<LimitedCubicV>}});
  table.add(
      {"vanLeerV", "vanLeer with one limiter for all components, along the direction of the change", {makeV<OfRatio<VanLeer>>}});
  table.add({"vanAlbadaV",
             "vanAlbada with one limiter for all components, along the direction of the change",
             {makeV<OfRatio<VanAlbada>>}});
  table.add({"MUSCLV", "MUSCL with one limiter for all components, along the direction of the change", {makeV<OfRatio<Muscl>>}});
  table.add(
      {"MinmodV", "Minmod with one limiter for all components, along the direction of the change", {makeV<OfRatio<Minmod>>}});
  table.add({"SuperBeeV",
             "SuperBee with one limiter for all components, along the direction of the change",
             {makeV<OfRatio<SuperBee>>}});
  table.add({"UMISTV", "UMIST with one limiter for all components, along the direction of the change", {makeV<OfRatio<Umist>>}});
  table.add({"OSPREV", "OSPRE with one limiter for all components, along the direction of the change", {makeV<OfRatio<Ospre>>}});
  table.add({"GammaV", "Gamma with one limiter for all components, along the direction of the change", {makeV<Gamma>}});
  table.add({"SFCDV", "SFCD with one limiter for all components, along the direction of the change", {makeV<Sfcd>}});
  table.add({"QUICKV", "QUICK with one limiter for all components, along the direction of the change", {makeV<Quick>}});
  table.add({"blended", "a share of linear that follows, the rest upwind", {makeV<Blended>}});
  table.add({"filteredLinear3V",
             "filteredLinear3 with one limiter for all components, along the direction of the change",
             {makeV<FilteredLinear3>}});
  table.add({"filteredLinear2V",
             "filteredLinear2 with one limiter for all components, along the direction of the change",
             {makeFilteredV}});
}

void addOthers(SchemeTable<SymmTensor>&) {}

void addOthers(SchemeTable<double>& table) {
  table.add({"blended", "a share of linear that follows, the rest upwind", {makePlain<double, Blended>}});
  table.add({"limitedLimitedLinear",
             "limitedLinear with upwind where it leaves the bounds that follow",
             {makeBounded<OfRatio<LimitedLinear>>}});
  table.add({"limitedLinear01", "limitedLinear with upwind where it leaves [0, 1]", {makeBounded01<OfRatio<LimitedLinear>>}});
  table.add(
      {"limitedLimitedCubic", "limitedCubic with upwind where it leaves the bounds that follow", {makeBounded<LimitedCubic>}});
  table.add({"limitedCubic01", "limitedCubic with upwind where it leaves [0, 1]", {makeBounded01<LimitedCubic>}});
  table.add({"limitedVanLeer", "vanLeer with upwind where it leaves the bounds that follow", {makeBounded<OfRatio<VanLeer>>}});
  table.add({"vanLeer01", "vanLeer with upwind where it leaves [0, 1]", {makeBounded01<OfRatio<VanLeer>>}});
  table.add({"limitedMUSCL", "MUSCL with upwind where it leaves the bounds that follow", {makeBounded<OfRatio<Muscl>>}});
  table.add({"MUSCL01", "MUSCL with upwind where it leaves [0, 1]", {makeBounded01<OfRatio<Muscl>>}});
  table.add({"limitedGamma", "Gamma with upwind where it leaves the bounds that follow", {makeBounded<Gamma>}});
  table.add({"Gamma01", "Gamma with upwind where it leaves [0, 1]", {makeBounded01<Gamma>}});
  table.add({"interfaceCompression",
             "compression of the interface in alpha: linear at 0.5, upwind at 0 and 1; for div(phirb,alpha)",
             {makeCompression}});
}

}  // namespace

template <class T>
void addLimitedSchemes(SchemeTable<T>& table) {
  SchemeTable<T> limited;
  addPlain(limited);
  addOthers(limited);
  limited.sort();
  for (const auto& row : limited.rows()) table.add(row);
}

template void addLimitedSchemes(SchemeTable<double>&);
template void addLimitedSchemes(SchemeTable<Vec3>&);
template void addLimitedSchemes(SchemeTable<SymmTensor>&);

}  // namespace eagre::fv::schemes
