// SPDX-License-Identifier: BSD-3-Clause
#include "linear/krylov_choice.hpp"

#include <algorithm>

#include "linear/s_step_cg.hpp"

namespace eagre::linear {

const std::vector<std::string>& krylovForms() {
  static const std::vector<std::string> words{"PCG", "CGCG", "PPCG", "OFPiPePCG", "OFRePiPePCG", "SStepPCG"};
  return words;
}

bool startsSums(const std::string& form) { return form != "PCG" && form != "CGCG"; }

bool mayGain(const KrylovTimes& t, double share) { return t.iteration - t.reductions * t.reduction < share * t.iteration; }

KrylovChoice chooseKrylov(const KrylovTimes& t, std::span<const comm::PendingMethod> pending, double share) {
  constexpr double s = SStepCg::mostSteps;
  const double n = t.iterations, withoutSums = t.iteration - t.reductions * t.reduction;
  KrylovChoice best{.seconds = share * n * t.iteration};
  const auto consider = [&](const char* form, comm::PendingMethod method, double seconds) {
    if (seconds < best.seconds) best = {form, method, seconds};
  };
  consider("CGCG", best.pending, n * (withoutSums + t.reduction + 24 * t.byte) + t.computation);
  for (const auto method : pending) {
    const double seen = std::max(t.pending[static_cast<std::size_t>(method)] - t.computation, 0.0);
    if (t.pipelines) consider("PPCG", method, n * (withoutSums + seen + 64 * t.byte) + 2 * (1 + t.replacements) * t.computation);
    if (n >= 4 * s)
      consider("SStepPCG", method, (n + (s - 1) / 2) * (withoutSums + (t.reduction + seen) / s + (16 + 16 / s) * t.byte));
  }
  if (best.form == "PCG") best.seconds = n * t.iteration;
  return best;
}

}  // namespace eagre::linear
