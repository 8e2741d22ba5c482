// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/sub_cycles.hpp"

#include <algorithm>
#include <cmath>

#include "config/counts.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// While it lives the context's time is that of a sub-cycle. When it goes the whole step is seen again, and the field has its old
/// values of before.
class SubCycleTime {
 public:
  SubCycleTime(fv::Context& context, fv::VolScalarField& alpha)
      : now(context.clock), context_(context), alpha_(alpha), old_(alpha.old()) {
    context_.subCycle = &now;
  }
  ~SubCycleTime() {
    context_.subCycle = nullptr;
    alpha_.old() = std::move(old_);
  }
  SubCycleTime(const SubCycleTime&) = delete;
  SubCycleTime& operator=(const SubCycleTime&) = delete;

  fv::TimeState now;

 private:
  fv::Context& context_;
  fv::VolScalarField& alpha_;
  fv::CellValues<double> old_;
};

/// The rate 1/dt of one of n parts.
void scale(int n, const std::vector<double>& from, std::vector<double>& to) {
  parallelFor({"alpha: 1/dt of a sub-cycle", 16}, static_cast<Label>(to.size()),
              [n, from = View(from), to = View(to)](Label i) { to[i] = n * from[i]; });
}

}  // namespace

SubCycles SubCycles::read(const config::Dictionary& d) {
  SubCycles cycles;
  const auto& entry = d.at("nAlphaSubCycles");
  if (entry.isDict() || (!entry.tokens.empty() && entry.tokens.front().kind == config::Token::Kind::word))
    cycles.function_ = fv::makeFunction1<double>(d, "nAlphaSubCycles");
  else
    cycles.n_ = config::readCount(d, "nAlphaSubCycles");
  if (cycles.n_ < 1) throw Error(d.place(), d.name() + ": nAlphaSubCycles must be at least 1");
  return cycles;
}

void SubCycles::choose(double interfaceCourant) {
  if (!function_) return;
  constexpr double most = 1e6;  // of a run that is blowing up
  n_ = static_cast<int>(std::clamp(std::ceil(function_->value(interfaceCourant)), 1.0, most));
}

void SubCycles::run(fv::Context& context, fv::VolScalarField& alpha, fv::SurfaceScalarField& flux,
                    const std::function<void()>& once) {
  if (n_ == 1) return once();
  const auto nFaces = static_cast<Label>(flux.faces().size());
  sum_.assign(flux.faces().size(), 0.0);
  const fv::TimeState& step = context.clock;
  SubCycleTime part(context, alpha);
  fv::TimeState& time = part.now;
  time.deltaT = step.deltaT / n_;
  if (step.rDeltaT) {
    if (!rDeltaT_) rDeltaT_ = std::make_unique<fv::VolScalarField>("rSubDeltaT", step.rDeltaT->dimensions(), context.mesh);
    scale(n_, step.rDeltaT->cells(), rDeltaT_->cells());
    scale(n_, step.rDeltaT->boundary(), rDeltaT_->boundary());
    time.rDeltaT = rDeltaT_.get();
  }
  for (int cycle = 0; cycle < n_; ++cycle) {
    if (cycle > 0) alpha.resetOld();
    time.partStart = static_cast<double>(cycle) / n_;
    time.partEnd = static_cast<double>(cycle + 1) / n_;
    time.value = step.value - step.deltaT * (n_ - 1 - cycle) / n_;  // conditions that change in time do so in the cycles
    once();
    parallelFor({"rhoPhi: sum", 24}, nFaces,
                [n = n_, sum = View(sum_), flux = View(flux.faces())](Label f) { sum[f] += flux[f] / n; });
  }
  flux.faces() = sum_;
}

}  // namespace eagre::interface_
