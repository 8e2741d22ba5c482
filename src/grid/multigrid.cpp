// SPDX-License-Identifier: BSD-3-Clause
#include "grid/multigrid.hpp"

#include "grid/multigrid_kernels.hpp"

namespace eagre::grid {

struct Multigrid::Level {
  Block block;
  Halo halo;
  BasicField<float> x, b, r;
  BasicField<float> own[3];  ///< coefficients of a coarse level
  FaceCoefficients c;
  std::array<float, 3> scale{1, 1, 1};       ///< what coefficients are to be multiplied by
  std::array<std::vector<double>, 3> width;  ///< of all cells of the grid in each direction
  Int3 by{1, 1, 1};                          ///< 2: pairs are merged on the way to the next level
  std::vector<Transfer> transfer;            ///< to the next level; none: this is the last one

  Level(const Block& bl) : block(bl), halo(bl), x(bl, 1), b(bl, 1), r(bl, 2) {}
  Stencil stencil() const { return {{c.x->view(), c.y->view(), c.z->view()}, scale}; }
  int parity() const { return block.offset()[0] + block.offset()[1] + block.offset()[2]; }
};

/// The coarsest level of many ranks, whole on each of them.
struct Multigrid::Gathered {
  Multigrid whole;
  BasicField<float> beta[3];
  std::vector<int> counts, starts;
  std::vector<float> own, all;

  explicit Gathered(const Block& block) : whole(block.whole()) {
    for (auto& f : beta) f = BasicField<float>(block.grid().cells, 1);
    int start = 0;
    const Int3& p = block.ranks();
    Int3 q;
    for (q[2] = 0; q[2] < p[2]; ++q[2])
      for (q[1] = 0; q[1] < p[1]; ++q[1])
        for (q[0] = 0; q[0] < p[0]; ++q[0]) {
          starts.push_back(start);
          counts.push_back(boxAt(block, q).size());
          start += counts.back();
        }
    own.resize(static_cast<std::size_t>(block.box().size()));
    all.resize(static_cast<std::size_t>(start));
  }
  /// Global indices of a part.
  static Box boxAt(const Block& block, const Int3& place) {
    Box box;
    for (int d = 0; d < 3; ++d) box.low[d] = block.start(d, place[d]), box.high[d] = block.start(d, place[d] + 1);
    return box;
  }
  /// whole = the parts of all ranks. Collective.
  void gather(const Block& block, const BasicField<float>& part, BasicField<float>& to) {
    float* out = own.data();
    forRows({"gather"}, block.box(), [&](int j, int k) { out = std::copy_n(&part(0, j, k), block.n()[0], out); });
    block.communicator().allGather(own, all, counts, starts);
    const float* in = all.data();
    const Int3& p = block.ranks();
    Int3 q;
    for (q[2] = 0; q[2] < p[2]; ++q[2])
      for (q[1] = 0; q[1] < p[1]; ++q[1])
        for (q[0] = 0; q[0] < p[0]; ++q[0]) {
          const Box box = boxAt(block, q);
          const int n = box.high[0] - box.low[0];
          forRows({"gather"}, box, [&](int j, int k) {
            std::copy_n(in, n, &to(box.low[0], j, k));
            in += n;
          });
        }
  }
};

Multigrid::Multigrid(const Block& block) { addLevels(block); }
Multigrid::~Multigrid() = default;
Multigrid::Multigrid(Multigrid&&) noexcept = default;

namespace {

constexpr int fewCells = 32;  ///< of a whole grid: sweeps solve it

/// Directions to merge: those with the least spacing and any below 1.5 times it.
Int3 merging(const Grid& grid) {
  double least = HUGE_VAL;
  Int3 by{1, 1, 1};
  for (int d = 0; d < 3; ++d)
    if (grid.cells[d] > 1) least = std::min(least, grid.h[d]);
  for (int d = 0; d < 3; ++d)
    if (grid.cells[d] > 1 && grid.h[d] < 1.5 * least) by[d] = 2;
  return by;
}

/// Whether every part has two cells to merge where its direction is cut.
bool canMerge(const Block& block, const Int3& by) {
  for (int d = 0; d < 3; ++d)
    for (int p = 0; p < block.ranks()[d]; ++p)
      if (by[d] == 2 && block.ranks()[d] > 1 && block.start(d, p + 1) - block.start(d, p) < 2) return false;
  return true;
}

std::vector<double> mergedWidths(const std::vector<double>& fine) {
  std::vector<double> coarse;
  for (std::size_t i = 0; i < fine.size(); i += 2) coarse.push_back(fine[i] + (i + 1 < fine.size() ? fine[i + 1] : 0));
  return coarse;
}

}  // namespace

void Multigrid::addLevels(const Block& first) {
  levels_.push_back(std::make_unique<Level>(first));
  const Grid& grid = first.grid();
  for (int d = 0; d < 3; ++d) levels_[0]->width[d].assign(static_cast<std::size_t>(grid.cells[d]), grid.h[d]);
  for (;;) {
    Level& fine = *levels_.back();
    if (fine.block.grid().nCells() <= fewCells && !first.communicator().parallel()) break;
    const Int3 by = merging(fine.block.grid());
    if (by == Int3{1, 1, 1} || !canMerge(fine.block, by)) break;
    auto coarse = std::make_unique<Level>(fine.block.coarsened(by));
    fine.by = by;
    for (int d = 0; d < 3; ++d) {
      fine.transfer.emplace_back(fine.block, coarse->block, d, by[d] == 2);
      coarse->width[d] = by[d] == 2 ? mergedWidths(fine.width[d]) : fine.width[d];
      coarse->own[d] = BasicField<float>(coarse->block, 1);
    }
    coarse->c = {&coarse->own[0], &coarse->own[1], &coarse->own[2]};
    levels_.push_back(std::move(coarse));
  }
  if (first.communicator().parallel()) gathered_ = std::make_unique<Gathered>(levels_.back()->block);
}

int Multigrid::nLevels() const { return static_cast<int>(levels_.size()) + (gathered_ ? gathered_->whole.nLevels() - 1 : 0); }
BasicField<float>& Multigrid::source() { return levels_[0]->b; }
const BasicField<float>& Multigrid::solution() { return levels_[0]->x; }

void Multigrid::assign(const FaceCoefficients& beta) {
  Level& finest = *levels_[0];
  finest.c = beta;
  const Grid& grid = finest.block.grid();
  // A direction with one cell couples it with itself alone.
  for (int d = 0; d < 3; ++d) finest.scale[d] = grid.cells[d] == 1 ? 0 : static_cast<float>(1 / (grid.h[d] * grid.h[d]));
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) coarsen(l);
  if (!gathered_) return;
  const Level& last = *levels_.back();
  Gathered& g = *gathered_;
  Halo halo(last.block.whole());
  for (int d = 0; d < 3; ++d) g.gather(last.block, last.c[d], g.beta[d]);
  halo.update({&g.beta[0], &g.beta[1], &g.beta[2]}, 1);
  g.whole.assign({&g.beta[0], &g.beta[1], &g.beta[2]});
  if (levels_.size() == 1) return;
  g.whole.levels_[0]->scale = last.scale;
  g.whole.levels_[0]->width = last.width;
  for (std::size_t l = 0; l + 1 < g.whole.levels_.size(); ++l) {
    Level &fine = *g.whole.levels_[l], &coarse = *g.whole.levels_[l + 1];
    for (int d = 0; d < 3; ++d) coarse.width[d] = fine.by[d] == 2 ? mergedWidths(fine.width[d]) : fine.width[d];
    g.whole.coarsen(l);
  }
}

void Multigrid::coarsen(std::size_t l) {
  Level &fine = *levels_[l], &coarse = *levels_[l + 1];
  for (int d = 0; d < 3; ++d) {
    // A coarse face lets through what the fine ones on it do, over the distance between its cells instead of theirs.
    const std::size_t n = coarse.width[d].size();
    std::vector<float> factor;
    for (int I = 0; I < coarse.block.n()[d]; ++I) {
      const int G = I + coarse.block.offset()[d];
      const std::size_t g = G * static_cast<std::size_t>(fine.by[d]);
      const double distance = coarse.width[d][G] + coarse.width[d][(G + n - 1) % n];
      const auto nFine = fine.width[d].size();
      const double fineDistance = fine.width[d][g] + fine.width[d][(g + nFine - 1) % nFine];
      factor.push_back(n == 1 ? 0 : fine.scale[d] * static_cast<float>(fineDistance / distance));
    }
    sumFaces(fine.c[d].view(), fine.transfer, fine.block, coarse.block, d, factor, coarse.own[d].view());
  }
  coarse.halo.update({&coarse.own[0], &coarse.own[1], &coarse.own[2]}, 1);
}

void Multigrid::cycle() { visit(0); }

void Multigrid::visit(std::size_t l) {
  Level& level = *levels_[l];
  if (l + 1 == levels_.size()) {
    solveCoarsest(level);
    return;
  }
  Level& coarse = *levels_[l + 1];
  const Box box = level.block.box();
  const int red = level.parity();
  const auto x = level.x.view(), b = level.b.view(), r = level.r.view();
  const Stencil A = level.stencil();
  const auto exchange = [&] { level.halo.update({&level.x}, 1, Reach::faces); };

  sweepFromZero(A, box, red, b, x);
  exchange();
  sweep(A, box, red + 1, b, x);
  exchange();
  residual(A, box, b, x, r);
  level.halo.update({&level.r}, 2);
  restrictTo(level.transfer, coarse.block, r, coarse.b.view());
  visit(l + 1);
  coarse.halo.update({&coarse.x}, 1);
  addInterpolated(level.transfer, level.block, coarse.block, coarse.x.view(), x);
  exchange();
  sweep(A, box, red + 1, b, x);
  exchange();
  sweep(A, box, red, b, x);
}

void Multigrid::solveCoarsest(Level& level) {
  if (gathered_) {
    Multigrid& whole = gathered_->whole;
    gathered_->gather(level.block, level.b, whole.source());
    whole.cycle();
    const auto from = whole.solution().view();
    const Int3 o = level.block.offset();
    forCells({"scatter", 8}, level.block,
             [=, x = level.x.view()](int i, int j, int k) { x(i, j, k) = from(i + o[0], j + o[1], k + o[2]); });
    return;
  }
  // As many sweeps forwards as backwards.
  constexpr int nSweeps = 8;
  const Box box = level.block.box();
  level.x.fill(0);
  for (int s = 0; s < 4 * nSweeps; ++s) {
    const bool first = s < 2 * nSweeps ? s % 2 == 0 : s % 2 == 1;
    sweep(level.stencil(), box, level.parity() + (first ? 0 : 1), level.b.view(), level.x.view());
    level.halo.update({&level.x}, 1, Reach::faces);
  }
}

}  // namespace eagre::grid
