// SPDX-License-Identifier: BSD-3-Clause
#include "fv/time/ddt.hpp"

#include <fmt/format.h>

#include <optional>

#include "fv/fields/scheme_entry.hpp"
#include "fv/functions/function1.hpp"
#include "fv/words.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv {

namespace {

/// ocCoeff { type scale; scale linearRamp; duration 0.01; value 0.9; }
std::shared_ptr<const Function1<double>> readOffCentring(config::TokenReader& reader) {
  const Place place = reader.place();
  config::Entry entry;
  entry.keyword = reader.word();
  entry.place = place;
  if (reader.atEnd() || !reader.peek().is('{'))
    reader.fail("ocCoeff of CrankNicolson is a dictionary here: ocCoeff { type ..; }");
  entry.dict = std::make_shared<config::Dictionary>(reader.dict("ddtSchemes.ocCoeff"));
  config::Dictionary dict("ddtSchemes", place);
  dict.set(std::move(entry));
  return makeFunction1<double>(dict, "ocCoeff");
}

/// Of the word `bounded`, which a scheme follows, nothing.
const WordTable<std::optional<DdtScheme::Kind>>& table() {
  using Kind = DdtScheme::Kind;
  static const WordTable<std::optional<Kind>> kinds{
      {"Euler", "implicit Euler, first order", Kind::Euler},
      {"backward", "backward differences over three time levels, second order", Kind::backward},
      {"CrankNicolson", "Crank-Nicolson, second order; the off-centring coefficient follows (1: centred, 0: Euler)",
       Kind::CrankNicolson},
      {"steadyState", "no time derivative", Kind::steadyState},
      {"localEuler", "Euler with a time step of its own in each cell, towards a steady state (interFoam, pimpleFoam)",
       Kind::localEuler},
      {"bounded", "the scheme that follows less the field times ddt(rho), as in `bounded Euler`", std::nullopt}};
  return kinds;
}

}  // namespace

std::vector<Word> ddtWords() { return table().words(); }

DdtScheme parseDdtScheme(config::TokenReader& reader) {
  using Kind = DdtScheme::Kind;
  const std::string word = reader.word();
  const std::optional<Kind>* kind = table().find(word);
  if (!kind) reader.fail(unknownWordMessage("ddt scheme", word, table().names()));
  if (!*kind) {
    DdtScheme scheme = parseDdtScheme(reader);
    ++scheme.bounded;
    return scheme;
  }
  DdtScheme scheme{**kind};
  if (scheme.kind == Kind::CrankNicolson) {
    const bool any = !reader.atEnd();
    if (any && reader.peek().kind == config::Token::Kind::word && reader.peek().text == "ocCoeff") {
      scheme.ocFunction = readOffCentring(reader);
      return scheme;
    }
    if (!any || reader.peek().kind != config::Token::Kind::number)
      reader.fail(
          "CrankNicolson is followed by its off-centring coefficient, a number in [0, 1] (1: centred, 0: Euler), or by "
          "ocCoeff { type ..; }, a function of time");
    scheme.ocCoeff = reader.number();
    if (scheme.ocCoeff < 0 || scheme.ocCoeff > 1)
      reader.fail(fmt::format("the off-centring coefficient of CrankNicolson is {}, it must be in [0, 1]", scheme.ocCoeff));
  }
  return scheme;
}

std::string ddtKindWord(config::TokenReader& reader) {
  const auto isWord = [&reader] { return !reader.atEnd() && reader.peek().kind == config::Token::Kind::word; };
  std::string word = isWord() ? reader.word() : "";
  while (word == "bounded" && isWord()) word = reader.word();
  return word;
}

double DdtScheme::offCentring(const TimeState& time) const {
  if (kind != Kind::CrankNicolson) return 0;
  if (!ocFunction) return ocCoeff;
  const double f = ocFunction->value(time.value);
  if (!(f >= 0 && f <= 1))
    throw Error(fmt::format("ddtSchemes: ocCoeff of CrankNicolson is {:g} at the time {:g}; it must be in [0, 1]", f, time.value),
                ExitCode::badCase);
  return f;
}

DdtScheme ddtScheme(const Context& context, const std::string& name) {
  auto reader = schemeEntry(context, "ddtSchemes", name).reader();
  return parseDdtScheme(reader);
}

DdtCoefficients ddtCoefficients(const DdtScheme& scheme, const TimeState& time) {
  const double rDeltaT = 1 / time.deltaT;
  switch (scheme.kind) {
    case DdtScheme::Kind::steadyState:
      return {};
    case DdtScheme::Kind::backward: {
      // in the first step of a run, restarts included, there is one old level only
      const double deltaT0 = time.index - time.startIndex < 2 ? great : time.deltaT0;
      const double c = 1 + time.deltaT / (time.deltaT + deltaT0);
      const double c00 = time.deltaT * time.deltaT / (deltaT0 * (time.deltaT + deltaT0));
      return {c * rDeltaT, (c + c00) * rDeltaT, c00 * rDeltaT};
    }
    default:
      return {rDeltaT, rDeltaT, 0};
  }
}

const VolScalarField& localRate(const TimeState& time) {
  if (!time.rDeltaT)
    throw Error("localEuler needs a solver with local time steps, which it has with `default localEuler;`", ExitCode::badCase);
  return *time.rDeltaT;
}

bool localTimeSteps(const config::Dictionary& fvSchemes) {
  const auto* schemes = fvSchemes.findDict("ddtSchemes");
  const auto* entry = schemes ? schemes->find("default") : nullptr;
  return entry && !entry->isDict() && entry->reader().word() == "localEuler";
}

template <class T>
CrankNicolsonRate<T>::CrankNicolsonRate(Label nCells, const TimeState& time)
    : cells_(static_cast<std::size_t>(nCells)), startIndex_(time.index), index_(time.index) {}

// A rate that was read belongs to a step long past its start, and is moved on in the first step of the run.
template <class T>
CrankNicolsonRate<T>::CrankNicolsonRate(std::vector<T> cells, const TimeState& time)
    : cells_(std::move(cells)), startIndex_(-2), index_(time.startIndex) {}

template <class T>
double CrankNicolsonRate<T>::coefficient(const DdtScheme& scheme, const TimeState& time) const {
  return (time.index > startIndex_ ? 1 + scheme.offCentring(time) : 1) / time.deltaT;
}

template <class T>
void CrankNicolsonRate<T>::advance(const DdtScheme& scheme, const TimeState& time, const VolField<T>& psi,
                                   const VolScalarField* rho) {
  if (index_ == time.index) return;
  index_ = time.index;
  const double f = scheme.offCentring(time);
  const double c = (time.index > startIndex_ + 1 ? 1 + f : 1) / time.deltaT0;
  const Label n = static_cast<Label>(cells_.size());
  const T *psi0 = psi.old(1).cells.data(), *psi00 = psi.old(2).cells.data();
  T* rate = cells_.data();
  if (const mesh::Motion* motion = psi.mesh().motion.get()) {
    const double *V0 = motion->V0.data(), *V00 = motion->V00.data();
    const double* rho0 = rho ? rho->old(1).cells.data() : nullptr;
    const double* rho00 = rho ? rho->old(2).cells.data() : nullptr;
    kernel::parallelFor("CrankNicolson rate", n, [=](Label i) {
      const double volume = V00[i] / V0[i];  // of then over that of now
      const double mass0 = rho0 ? rho0[i] : 1, mass00 = rho00 ? rho00[i] : 1;
      rate[i] = c * (mass0 * psi0[i] - volume * (mass00 * psi00[i])) - f * (volume * rate[i]);
    });
  } else if (rho == nullptr) {
    kernel::parallelFor("CrankNicolson rate", n, [=](Label i) { rate[i] = c * (psi0[i] - psi00[i]) - f * rate[i]; });
  } else {
    const double *rho0 = rho->old(1).cells.data(), *rho00 = rho->old(2).cells.data();
    kernel::parallelFor("CrankNicolson rate", n,
                        [=](Label i) { rate[i] = c * (rho0[i] * psi0[i] - rho00[i] * psi00[i]) - f * rate[i]; });
  }
}

template class CrankNicolsonRate<double>;
template class CrankNicolsonRate<Vec3>;
template class CrankNicolsonRate<SymmTensor>;

}  // namespace eagre::fv
