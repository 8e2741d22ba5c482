// SPDX-License-Identifier: BSD-3-Clause
#include "config/counts.hpp"
#include "interface/advection/mules.hpp"

namespace eagre::interface_ {

MulesControls MulesControls::read(const config::Dictionary& d, bool nLimiterIterRequired) {
  MulesControls c;
  const auto* mules = d.findDict("MULES");
  const config::Dictionary& source = mules ? *mules : d;
  c.upwards = mules != nullptr;
  if (mules) {
    c.nIter = config::readCount(*mules, "nIter", 3);
    c.tolerance = mules->getOr<double>("tolerance", 0);
    c.globalBounds = mules->getOr<bool>("globalBounds", false);
  } else if (nLimiterIterRequired) {
    c.nIter = config::readCount(d, "nLimiterIter");
  } else {
    c.nIter = config::readCount(d, "nLimiterIter", 3);
  }
  if (c.nIter < 0) throw Error(source.place(), source.name() + ": the number of limiter iterations must not be negative");
  c.smoothLimiter = source.getOr<double>("smoothLimiter", 0);
  c.extremaCoeff = source.getOr<double>("extremaCoeff", 0);
  c.boundaryExtremaCoeff = source.getOr<double>("boundaryExtremaCoeff", c.extremaCoeff);
  return c;
}

}  // namespace eagre::interface_
