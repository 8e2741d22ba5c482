// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/value_operations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "core/types.hpp"
#include "run/words.hpp"

namespace eagre::run {

using What = ValueOperation::What;

namespace {

/// What both have, with the words that each has for the mean by extent and the integral.
ValueOperations common() {
  return {{"none", "nothing: only the times are written", {What::none}},
          {"min", "least value, of each component", {What::min}},
          {"max", "largest value, of each component", {What::max}},
          {"minMag", "least magnitude (openfoam.org)", {What::minMag}},
          {"maxMag", "largest magnitude (openfoam.org)", {What::maxMag}},
          {"sum", "sum", {What::sum}},
          {"sumMag", "sum of magnitudes, of each component", {What::sumMag}},
          {"average", "mean over cells or faces", {What::average}},
          {"CoV", "coefficient of variation: standard deviation over mean, by extent, of each component", {What::CoV}},
          {"weightedSum", "sum of the values times weightField", {What::sum, true}},
          {"weightedAverage", "mean over cells or faces, weighted by weightField", {What::average, true}}};
}

}  // namespace

const ValueOperations& operationsOverCells() {
  static const ValueOperations table = [] {
    ValueOperations made = common();
    made.add({"volAverage", "mean weighted by volumes", {What::extentAverage}});
    made.add({"volIntegrate", "integral over the volume", {What::integral}});
    made.add({"weightedVolAverage", "mean weighted by volumes times weightField", {What::extentAverage, true}});
    made.add({"weightedVolIntegrate", "integral over the volume of the values times weightField", {What::integral, true}});
    return made;
  }();
  return table;
}

const ValueOperations& operationsOverAreas() {
  static const ValueOperations table = [] {
    ValueOperations made = common();
    made.add({"areaAverage", "mean weighted by areas", {What::extentAverage}});
    made.add({"areaIntegrate", "integral over the area", {What::integral}});
    made.add({"sumDirection", "sum of what goes along `direction`", {What::sumDirection}});
    made.add({"sumDirectionBalance", "sum of scalars along `direction` minus those against it", {What::sumDirectionBalance}});
    made.add({"areaNormalAverage", "mean of the part of vectors along the normal", {What::areaNormalAverage}});
    made.add({"areaNormalIntegrate", "integral of vectors along the normal over the area", {What::areaNormalIntegrate}});
    made.add({"uniformity", "uniformity index, from 0 to 1 where all values are the same", {What::uniformity}});
    made.add({"weightedAreaAverage", "mean weighted by areas times weightField", {What::extentAverage, true}});
    made.add({"weightedAreaIntegrate", "integral over the area of the values times weightField", {What::integral, true}});
    made.add({"weightedUniformity", "uniformity index of the values times weightField", {What::uniformity, true}});
    made.add({"absWeightedSum", "as weightedSum, by the magnitude of weightField", {What::sum, true, true}});
    made.add({"absWeightedAverage", "as weightedAverage, by the magnitude of weightField", {What::average, true, true}});
    made.add({"absWeightedAreaAverage", "as weightedAreaAverage, by the magnitude", {What::extentAverage, true, true}});
    made.add({"absWeightedAreaIntegrate", "as weightedAreaIntegrate, by the magnitude", {What::integral, true, true}});
    made.add({"absWeightedUniformity", "as weightedUniformity, by the magnitude", {What::uniformity, true, true}});
    return made;
  }();
  return table;
}

std::vector<Word> volumeOperationWords() { return operationsOverCells().words(); }
std::vector<Word> areaOperationWords() { return operationsOverAreas().words(); }

ValueWeights valueWeights(const FieldValues& weight, bool ofMagnitude) {
  ValueWeights made;
  const std::size_t n = weight.extents.size();
  for (std::size_t i = 0; i < n; ++i) {
    double plain = 0, byExtent = 0;
    if (weight.components == 1) {
      plain = weight.values[i];
      byExtent = plain * weight.extents[i];
    } else {
      const Vec3 w{weight.values[3 * i], weight.values[3 * i + 1], weight.values[3 * i + 2]};
      plain = mag(w);
      byExtent = weight.areas.empty() ? plain * weight.extents[i] : dot(w, weight.areas[i]);
    }
    made.plain.push_back(ofMagnitude ? std::abs(plain) : plain);
    made.byExtent.push_back(ofMagnitude ? std::abs(byExtent) : byExtent);
  }
  return made;
}

namespace {

/// One operation on one field.
class Operated {
 public:
  Operated(const comm::Communicator& communicator, const FieldValues& field, const ValueWeights* weights)
      : all_(communicator), field_(field), weights_(weights), N_(static_cast<std::size_t>(field.components)) {}

  std::vector<double> extreme(bool smallest) const {
    std::vector<double> result(N_, smallest ? vGreat : -vGreat);
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t c = 0; c < N_; ++c) result[c] = smallest ? std::min(result[c], at(i, c)) : std::max(result[c], at(i, c));
    smallest ? all_.min(result) : all_.max(result);
    return result;
  }
  /// 0 without cells or faces.
  std::vector<double> extremeMagnitude(bool smallest) const {
    double result = smallest ? vGreat : -1;
    for (std::size_t i = 0; i < size(); ++i) {
      const double m = magnitude(i);
      result = smallest ? std::min(result, m) : std::max(result, m);
    }
    result = smallest ? all_.min(result) : all_.max(result);
    return {result == vGreat || result < 0 ? 0.0 : result};
  }
  /// Sums of weight(i) times the components, and behind them that of weight(i).
  template <class Weight>
  std::vector<double> sums(Weight weight, bool ofMagnitudes = false) const {
    std::vector<double> result(N_ + 1, 0.0);
    for (std::size_t i = 0; i < size(); ++i) {
      const double w = weight(i);
      for (std::size_t c = 0; c < N_; ++c) result[c] += w * (ofMagnitudes ? std::abs(at(i, c)) : at(i, c));
      result[N_] += w;
    }
    all_.sum(result);
    return result;
  }
  std::vector<double> sum(bool ofMagnitudes) const { return cut(sums(plain(), ofMagnitudes)); }
  std::vector<double> mean() const { return divided(sums(plain())); }
  std::vector<double> integral() const { return cut(sums(byExtent())); }
  std::vector<double> extentMean() const { return divided(sums(byExtent())); }

  std::vector<double> variation() const {
    const auto of = sums([this](std::size_t i) { return field_.extents[i]; });
    const double whole = atLeastTiny(of[N_]);
    std::vector<double> squares(N_, 0.0);
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t c = 0; c < N_; ++c) squares[c] += field_.extents[i] * sqr(at(i, c) - of[c] / whole);
    all_.sum(squares);
    for (std::size_t c = 0; c < N_; ++c) squares[c] = std::sqrt(squares[c] / whole) / (of[c] / whole + rootVSmall);
    return squares;
  }
  std::vector<double> alongNormals(bool isMean) const {
    if (N_ != 3) return {0.0};
    const double flux = total([this](std::size_t i) { return throughFace(i); });
    return {isMean ? flux / atLeastTiny(total([this](std::size_t i) { return field_.extents[i]; })) : flux};
  }
  /// Of scalars what goes through the faces along the direction; of vectors their part along it, in v1912 in both operations.
  std::vector<double> alongDirection(const Vec3& direction, bool isBalance) const {
    if (N_ == 1)
      return {total([&](std::size_t i) {
        const double value = at(i, 0), side = value * dot(field_.areas[i], direction);
        return side >= 0 ? std::abs(value) : isBalance ? -std::abs(value) : 0.0;
      })};
    const Vec3 n = normalised(direction);
    const double sum = total([&](std::size_t i) { return std::max(0.0, dot(n, vector(i))); });
    return {sum * n.x, sum * n.y, sum * n.z};
  }
  std::vector<double> uniformity() const {
    const auto value = [this](std::size_t i) {
      return (weights_ ? weights_->plain[i] : 1.0) * (N_ == 3 ? throughFace(i) : at(i, 0) * field_.extents[i]);
    };
    const double area = atLeastTiny(total([this](std::size_t i) { return field_.extents[i]; }));
    const double mean = total(value) / area;
    const double deviation = total([&](std::size_t i) { return std::abs(value(i) - mean * field_.extents[i]); });
    return {std::clamp(1 - deviation / (2 * std::abs(mean * area) + rootVSmall), 0.0, 1.0)};
  }

 private:
  /// A surface of no faces has values that are 0, not nan.
  static double atLeastTiny(double extent) { return std::max(extent, rootVSmall); }
  std::size_t size() const { return field_.extents.empty() ? field_.values.size() / N_ : field_.extents.size(); }
  double at(std::size_t i, std::size_t c) const { return field_.values[i * N_ + c]; }
  Vec3 vector(std::size_t i) const { return {at(i, 0), at(i, 1), at(i, 2)}; }
  double magnitude(std::size_t i) const {
    double square = 0;
    for (std::size_t c = 0; c < N_; ++c) square += sqr(at(i, c));
    return std::sqrt(square);
  }
  double throughFace(std::size_t i) const { return dot(vector(i), field_.areas[i]); }
  std::function<double(std::size_t)> plain() const {
    return [this](std::size_t i) { return weights_ ? weights_->plain[i] : 1.0; };
  }
  std::function<double(std::size_t)> byExtent() const {
    return [this](std::size_t i) { return weights_ ? weights_->byExtent[i] : field_.extents[i]; };
  }
  template <class F>
  double total(F f) const {
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += f(i);
    return all_.sum(sum);
  }
  std::vector<double> cut(std::vector<double> sums) const {
    sums.resize(N_);
    return sums;
  }
  std::vector<double> divided(std::vector<double> sums) const {
    for (std::size_t c = 0; c < N_; ++c) sums[c] /= sums[N_] + rootVSmall;
    return cut(std::move(sums));
  }

  const comm::Communicator& all_;
  const FieldValues& field_;
  const ValueWeights* weights_;
  std::size_t N_;
};

}  // namespace

std::vector<double> operate(const comm::Communicator& communicator, const ValueOperation& operation, const FieldValues& field,
                            const ValueWeights* weights, const Vec3& direction) {
  const Operated of(communicator, field, weights);
  switch (operation.what) {
    case What::none:
      return {};
    case What::min:
      return of.extreme(true);
    case What::max:
      return of.extreme(false);
    case What::minMag:
      return of.extremeMagnitude(true);
    case What::maxMag:
      return of.extremeMagnitude(false);
    case What::sum:
      return of.sum(false);
    case What::sumMag:
      return of.sum(true);
    case What::sumDirection:
      return of.alongDirection(direction, false);
    case What::sumDirectionBalance:
      return of.alongDirection(direction, true);
    case What::average:
      return of.mean();
    case What::extentAverage:
      return of.extentMean();
    case What::integral:
      return of.integral();
    case What::CoV:
      return of.variation();
    case What::areaNormalAverage:
      return of.alongNormals(true);
    case What::areaNormalIntegrate:
      return of.alongNormals(false);
    case What::uniformity:
      return of.uniformity();
  }
  return {};
}

}  // namespace eagre::run
