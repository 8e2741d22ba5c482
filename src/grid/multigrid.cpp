// SPDX-License-Identifier: BSD-3-Clause
#include "grid/multigrid.hpp"

#include <optional>

#include "grid/agglomeration.hpp"
#include "grid/multigrid_kernels.hpp"
#include "grid/overlap.hpp"

namespace eagre::grid {

namespace {

std::vector<Box> ghostsBeyondFaces(const Block& block) {
  std::vector<Box> result;
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1}) {
      Int3 step{0, 0, 0};
      step[d] = side ? 1 : -1;
      if (block.ranks()[d] == 1 || block.neighbour(step) < 0) continue;
      Box& ghosts = result.emplace_back(block.box());
      ghosts.low[d] = side ? block.n()[d] : -1;
      ghosts.high[d] = ghosts.low[d] + 1;
    }
  return result;
}

}  // namespace

struct Multigrid::Level {
  Block block;
  Halo halo;
  BasicField<float> x, b, r;
  BasicField<float> own[3];  ///< coefficients of a coarse level
  FaceCoefficients c;
  std::array<float, 3> scale{1, 1, 1};       ///< what coefficients are to be multiplied by
  std::array<std::vector<double>, 3> width;  ///< of all cells of the grid in each direction
  Int3 by{1, 1, 1};                          ///< 2: pairs are merged on the way to the next level
  std::vector<Transfer> transfer;            ///< to the next level, if that is coarser
  std::unique_ptr<Agglomeration> onFewer;    ///< to the next level, if that is the same on fewer ranks

  Layers layers;  ///< of x
  Layers layersOfR;
  Band restricted;                   ///< of r: what restriction reads
  std::vector<Box> ghosts;           ///< of x beyond faces, which are other ranks' cells
  std::optional<Band> interpolated;  ///< of the next level's x: what interpolation to cells and ghosts reads

  Level(const Block& bl, int ghostsOfX = 2)
      : block(bl),
        halo(bl),
        x(bl, ghostsOfX),
        b(bl, 1),
        r(bl, 2),
        layers(bl, bl.box()),
        layersOfR(bl, bl.box(), 2),
        ghosts(ghostsBeyondFaces(bl)) {}
  Stencil stencil() const { return {{c.x->view(), c.y->view(), c.z->view()}, scale}; }
  int parity() const { return block.offset()[0] + block.offset()[1] + block.offset()[2]; }
};

Multigrid::Multigrid(const Block& block) { addLevels(block); }
Multigrid::~Multigrid() = default;
Multigrid::Multigrid(Multigrid&&) noexcept = default;

namespace {

constexpr int fewCells = 32;  ///< of a whole grid: sweeps solve it
// What a level costs beside its cells is its messages, as many as on any other level. With fewer cells than these
// it is cheaper on fewer ranks, or on one, which needs none.
constexpr int fewCellsOfPart = 64, fewCellsOfAll = 3000;

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

/// Ghosts of r that restriction reads (Transfer): a pair belongs to the rank of its lower cell and takes a quarter from the cell
/// on each side. Where parts meet between two pairs, one layer each way; where they meet within one, the lower rank reads two.
Band readByRestriction(const Block& block, const Halo& halo, const Int3& by) {
  Halo::Depths ghosts{}, given{};
  for (int d = 0; d < 3; ++d) {
    if (by[d] == 1) continue;
    const int parts = block.ranks()[d], above = block.start(d, (block.place()[d] + 1) % parts);
    const bool low = block.offset()[d] % 2 == 0, high = above % 2 == 0;
    ghosts[d] = {low ? 1 : 0, high ? 1 : 2};
    given[d] = {low ? 1 : 2, high ? 1 : 0};
  }
  return halo.layers(ghosts, given);
}

/// Ghosts of a coarse x that interpolation to cells and to the ghosts beyond their faces reads; none where parts have too few
/// coarse cells. The ghost below a part lies in the coarse cell there if it is the second of its pair; if it is the first, that
/// cell's own neighbour counts, too.
std::optional<Band> readByInterpolation(const Block& block, const Block& coarse, const Halo& halo, const Int3& by) {
  Halo::Depths ghosts{}, given{};
  for (int d = 0; d < 3; ++d) {
    const int parts = block.ranks()[d];
    for (int p = 0; p < parts; ++p)
      if (parts > 1 && coarse.start(d, p + 1) - coarse.start(d, p) < 2) return {};
    const auto below = [&](int p) { return by[d] == 2 && block.start(d, p % parts > 0 ? p % parts : parts) % 2 == 1 ? 2 : 1; };
    ghosts[d] = {below(block.place()[d]), 1};
    given[d] = {1, below(block.place()[d] + 1)};
  }
  return halo.layers(ghosts, given);
}

std::vector<double> mergedWidths(const std::vector<double>& fine) {
  std::vector<double> coarse;
  for (std::size_t i = 0; i < fine.size(); i += 2) coarse.push_back(fine[i] + (i + 1 < fine.size() ? fine[i + 1] : 0));
  return coarse;
}

}  // namespace

void Multigrid::addLevels(const Block& first) {
  levels_.push_back(std::make_unique<Level>(first, 1));
  const Grid& grid = first.grid();
  for (int d = 0; d < 3; ++d) levels_[0]->width[d].assign(static_cast<std::size_t>(grid.cells[d]), grid.h[d]);
  for (;;) {
    Level& fine = *levels_.back();
    const Int3& ranks = fine.block.ranks();
    const std::int64_t nCells = fine.block.grid().nCells(), nParts = std::int64_t{ranks[0]} * ranks[1] * ranks[2];
    const bool divided = nParts > 1;
    const Int3 by = merging(fine.block.grid());
    const bool end = nCells <= fewCells || by == Int3{1, 1, 1};
    if (end && !divided) break;
    if (divided && (end || nCells <= fewCellsOfAll || nCells < fewCellsOfPart * nParts || !canMerge(fine.block, by))) {
      const Int3 group{std::min(ranks[0], 2), std::min(ranks[1], 2), std::min(ranks[2], 2)};
      add(std::make_unique<Level>(fine.block.agglomerated(group)), {1, 1, 1});
      fine.onFewer = std::make_unique<Agglomeration>(fine.block, levels_.back()->block, group);
      continue;
    }
    add(std::make_unique<Level>(fine.block.coarsened(by)), by);
    fine.by = by;
    const Level& coarse = *levels_.back();
    if (fine.block.hasPart()) {
      fine.restricted = readByRestriction(fine.block, fine.halo, by);
      fine.interpolated = readByInterpolation(fine.block, coarse.block, coarse.halo, by);
    }
    for (int d = 0; d < 3; ++d) fine.transfer.emplace_back(fine.block, coarse.block, d, by[d] == 2);
  }
}

void Multigrid::add(std::unique_ptr<Level> level, const Int3& by) {
  const Level& fine = *levels_.back();
  for (int d = 0; d < 3; ++d) {
    level->width[d] = by[d] == 2 ? mergedWidths(fine.width[d]) : fine.width[d];
    level->own[d] = BasicField<float>(level->block, 1);
  }
  level->c = {&level->own[0], &level->own[1], &level->own[2]};
  levels_.push_back(std::move(level));
}

int Multigrid::nLevels() const {
  return static_cast<int>(std::count_if(levels_.begin(), levels_.end(), [](const auto& level) { return !level->onFewer; }));
}
BasicField<float>& Multigrid::source() { return levels_[0]->b; }
const BasicField<float>& Multigrid::solution() { return levels_[0]->x; }

void Multigrid::assign(const FaceCoefficients& beta) {
  Level& finest = *levels_[0];
  finest.c = beta;
  const Grid& grid = finest.block.grid();
  // A direction with one cell couples it with itself alone.
  for (int d = 0; d < 3; ++d) finest.scale[d] = grid.cells[d] == 1 ? 0 : static_cast<float>(1 / (grid.h[d] * grid.h[d]));
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) coarsen(l);
}

void Multigrid::coarsen(std::size_t l) {
  Level &fine = *levels_[l], &coarse = *levels_[l + 1];
  if (!fine.block.hasPart()) return;
  for (int d = 0; d < 3; ++d) {
    if (fine.onFewer) {
      fine.onFewer->gather(fine.c[d], coarse.own[d]);
      coarse.scale = fine.scale;
      continue;
    }
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
  if (coarse.block.hasPart()) coarse.halo.update({&coarse.own[0], &coarse.own[1], &coarse.own[2]}, 1);
}

void Multigrid::cycle(bool ghosts, comm::PendingSum* pending) {
  pending_ = pending;
  visit(0, ghosts);
  pending_ = nullptr;
}

void Multigrid::visit(std::size_t l, bool ghosts) {
  Level& level = *levels_[l];
  if (!level.block.hasPart()) return;
  if (l + 1 == levels_.size()) return solveCoarsest(level);
  Level& coarse = *levels_[l + 1];
  if (level.onFewer) {
    level.onFewer->gather(level.b, coarse.b);
    visit(l + 1);
    level.onFewer->scatter(coarse.x, level.x);
    if (ghosts) level.halo.update({&level.x}, 1, Reach::faces);
    return;
  }
  const Box box = level.block.box();
  const int red = level.parity();
  const auto x = level.x.view(), b = level.b.view(), r = level.r.view();
  const Stencil A = level.stencil();
  const auto sweepAndExchange = [&](int colour) {
    makeAndUpdate(level.halo, {&level.x}, level.layers, [&](const Box& part) { sweep(A, part, colour, b, x); });
    if (pending_) pending_->test();
  };

  makeAndUpdate(level.halo, {&level.x}, level.layers, [&](const Box& part) { sweepFromZero(A, part, red, b, x); });
  sweepAndExchange(red + 1);
  makeAndUpdate(
      level.halo, {&level.r}, level.layersOfR, [&](const Box& part) { residual(A, part, b, x, r); }, 2, Reach::all,
      &level.restricted);
  restrictTo(level.transfer, coarse.block, r, coarse.b.view());
  visit(l + 1);
  correct(level, coarse);
  sweepAndExchange(red + 1);
  if (ghosts)
    sweepAndExchange(red);
  else
    sweep(A, box, red, b, x);
}

/// x += interpolation of the coarse one, and the ghosts beyond faces.
void Multigrid::correct(Level& level, Level& coarse) {
  const auto x = level.x.view(), from = coarse.x.view();
  if (!level.interpolated) {
    coarse.halo.update({&coarse.x}, 1);
    addInterpolated(level.transfer, level.block.box(), from, x);
    return level.halo.update({&level.x}, 1, Reach::faces);
  }
  // One more layer of the coarse x travels, and none of the fine one.
  coarse.halo.update({&coarse.x}, 2, Reach::all, &*level.interpolated);
  addInterpolated(level.transfer, level.block.box(), from, x);
  for (const Box& ghosts : level.ghosts) addInterpolated(level.transfer, ghosts, from, x);
  level.halo.wrap({&level.x}, 1, Reach::faces);
}

void Multigrid::solveCoarsest(Level& level) {
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
