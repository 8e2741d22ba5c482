// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "core/vec.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/context.hpp"

namespace eagre::fv {

/// A function of one number (mostly time [s]) that a dictionary describes: OpenFOAM v1912's Function1.
///
///     flowRate 0.1;                             flowRate constant 0.1;
///     flowRate table ((0 0) (5 1));             outOfBounds clamp; interpolationScheme linear;
///     flowRate { type sine; frequency 2; amplitude 1; scale 1; level 0; }
///     flowRate linearRamp;                      flowRateCoeffs { duration 5; }
///
/// Coefficients stand in the entry's own dictionary, in <keyword>Coeffs, or beside the entry.
template <class T>
class Function1 {
 public:
  virtual ~Function1() = default;
  /// Error if x is outside a table whose outOfBounds is `error`.
  virtual T value(double x) const = 0;
  /// The entries it was made from; read back they give the same function.
  const std::vector<config::Entry>& entries() const { return entries_; }
  void write(ConditionWriter& out) const;

 private:
  template <class U>
  friend std::unique_ptr<Function1<U>> makeFunction1(const config::Dictionary& dict, const std::string& keyword, Log* log,
                                                     const std::filesystem::path& caseDirectory);
  std::vector<config::Entry> entries_;
};

/// Makes the function that the entry `keyword` of dict describes. T: double or Vec3; the ramps are for double.
/// File names are taken from the case directory (if none is given: the one above that of the file that dict was read from); $NAME
/// is expanded from the environment, $FOAM_CASE, <case>, <constant> and <system> from that directory. `log` (it must outlive the
/// function) hears of values outside a table whose outOfBounds is `warn`; without one they are an Error too. Errors (badCase): no
/// such entry, unknown type with the nearest, missing or malformed coefficients, a table that is empty or not in rising order, a
/// file that cannot be read.
template <class T>
std::unique_ptr<Function1<T>> makeFunction1(const config::Dictionary& dict, const std::string& keyword, Log* log = nullptr,
                                            const std::filesystem::path& caseDirectory = {});
/// The same with the log and the case directory of a simulation.
template <class T>
std::unique_ptr<Function1<T>> makeFunction1(const config::Dictionary& dict, const std::string& keyword, const Context& context) {
  return makeFunction1<T>(dict, keyword, &context.log, context.caseDirectory);
}

/// A file name of a dictionary: $NAME and ${NAME} are expanded from the environment, $FOAM_CASE, <case>, <constant> and <system>
/// from the case directory, from which it is taken if it is relative.
std::filesystem::path fileOfCase(std::string path, const std::filesystem::path& caseDirectory);

}  // namespace eagre::fv
