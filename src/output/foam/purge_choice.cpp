// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/purge_choice.hpp"

#include <cmath>
#include <optional>

namespace eagre::output {

std::vector<TimeDir> purgeable(std::span<const TimeDir> dumps, const PurgeRule& rule) {
  constexpr double rounding = 1e-6;
  std::vector<TimeDir> gone;
  std::optional<double> interval;
  for (std::size_t i = 0; i < dumps.size(); ++i) {
    bool kept = dumps.size() - i <= static_cast<std::size_t>(rule.last);
    if (rule.every > 0) {
      const double k = dumps[i].value / rule.every;
      const double own = std::floor(k + rounding * std::max(1.0, std::abs(k)));
      if (own != interval) kept = true;
      interval = own;
    }
    if (!kept) gone.push_back(dumps[i]);
  }
  return gone;
}

}  // namespace eagre::output
