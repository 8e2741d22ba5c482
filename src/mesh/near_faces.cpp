// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/near_faces.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::mesh {

FaceBox FaceBox::around(const NearFace& face) {
  FaceBox box{face.shape.low, face.shape.high};
  const double margin = 0.5 * box.size();
  for (int d = 0; d < 3; ++d) {
    box.low[d] -= margin;
    box.high[d] += margin;
  }
  return box;
}

void FaceBox::join(const FaceBox& other) {
  for (int d = 0; d < 3; ++d) {
    low[d] = std::min(low[d], other.low[d]);
    high[d] = std::max(high[d], other.high[d]);
  }
}

bool FaceBox::meets(const FaceBox& other) const {
  for (int d = 0; d < 3; ++d)
    if (low[d] > other.high[d] || other.low[d] > high[d]) return false;
  return true;
}

double FaceBox::size() const { return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }

template <class F>
void NearFaces::eachBin(const FaceBox& box, F&& f) const {
  std::uint64_t first[3], last[3];
  for (int d = 0; d < 3; ++d) {
    const auto bin = [&](double x) { return static_cast<std::uint64_t>(std::clamp((x - origin_[d]) / size_, 0.0, 2e6)); };
    first[d] = bin(box.low[d]);
    last[d] = bin(box.high[d]);
  }
  for (std::uint64_t i = first[0]; i <= last[0]; ++i)
    for (std::uint64_t j = first[1]; j <= last[1]; ++j)
      for (std::uint64_t k = first[2]; k <= last[2]; ++k) f(i << 42 | j << 21 | k);
}

NearFaces::NearFaces(const std::vector<NearFace>& targets, const std::vector<NearFace>& others) : targets_(targets) {
  FaceBox all;
  double largest = 0;
  for (const auto* faces : {&targets, &others})
    for (const NearFace& face : *faces) {
      const FaceBox box = FaceBox::around(face);
      all.join(box);
      largest = std::max(largest, box.size());
    }
  if (largest > 0) size_ = largest;
  origin_ = all.low;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    boxes_.push_back(FaceBox::around(targets[t]));
    eachBin(boxes_.back(), [&](std::uint64_t bin) { inBins_.emplace_back(bin, static_cast<Label>(t)); });
  }
  std::sort(inBins_.begin(), inBins_.end());
}

std::vector<Label> NearFaces::candidates(const FaceBox& box) const {
  std::vector<Label> found;
  eachBin(box, [&](std::uint64_t bin) {
    for (auto at = std::lower_bound(inBins_.begin(), inBins_.end(), std::pair<std::uint64_t, Label>(bin, 0));
         at != inBins_.end() && at->first == bin; ++at)
      if (boxes_[static_cast<std::size_t>(at->second)].meets(box)) found.push_back(at->second);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace eagre::mesh
