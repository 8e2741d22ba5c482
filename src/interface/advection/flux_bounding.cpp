// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/flux_bounding.hpp"

#include <algorithm>
#include <cmath>

#include "fv/fields/cell_faces.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

namespace {
constexpr double negligible = 1e-14;  // of a cell's volume
}

FluxBounding::FluxBounding(const fv::Context& context, int nSweeps) : context_(context), nSweeps_(nSweeps) {
  const auto& mesh = context.mesh;
  ghostGlobal_.assign(mesh.cellGlobal.begin(), mesh.cellGlobal.end());
  ghostGlobal_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  mesh.halo->update(ghostGlobal_);
}

void FluxBounding::operator()(const Step& step, const std::vector<Label>& cells, bool above, bool below) {
  changed_.clear();
  for (int n = 0; n < nSweeps_; ++n) {
    if (above) sweep(step, cells, true);
    if (below) sweep(step, cells, false);
  }
}

void FluxBounding::sweep(const Step& step, const std::vector<Label>& cells, bool above) {
  const auto& mesh = context_.mesh;
  const auto coupled =
      step.dV.subspan(static_cast<std::size_t>(mesh.nInternalFaces), static_cast<std::size_t>(mesh.nCoupledFaces));
  arrived_.assign(coupled.begin(), coupled.end());
  before_.clear();
  while (true) {
    kernel::sequentialFor("isoAdvection: bounding", 0, static_cast<Label>(cells.size()),
                          [&](Label i) { passOn(step, cells[i], above); });
    if (!exchange(step)) break;
    for (auto face = before_.rbegin(); face != before_.rend(); ++face) step.dV[face->first] = face->second;
    before_.clear();
  }
  for (Label i = 0; i < mesh.nCoupledFaces; ++i) {
    const Label f = mesh.nInternalFaces + i;
    if (step.phi[f] >= 0 || step.dV[f] == -sides_[mesh.nCoupledFaces + i]) continue;
    step.dV[f] = -sides_[mesh.nCoupledFaces + i];
    changed_.push_back(f);
  }
  for (const auto& [face, value] : before_) changed_.push_back(face);
}

/// Brings dV of outflow faces to the other side. Whether a rank has got something new from a cell that comes before its own.
bool FluxBounding::exchange(const Step& step) {
  const auto& mesh = context_.mesh;
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  sides_.resize(2 * n);
  std::copy_n(step.dV.begin() + mesh.nInternalFaces, n, sides_.begin());
  mesh.faceHalo->update(sides_);
  bool isNew = false;
  for (Label i = 0; i < mesh.nCoupledFaces; ++i) {
    const Label f = mesh.nInternalFaces + i;
    if (step.phi[f] >= 0 || ghostGlobal_[mesh.neighbour[f]] > ghostGlobal_[mesh.owner[f]]) continue;
    const double other = -sides_[n + static_cast<std::size_t>(i)];
    isNew |= other != arrived_[i];
    arrived_[i] = other;
  }
  return mesh.communicator().any(isNew);
}

/// Of a phase in a cell [m^3]: what it has more than its volume after the step.
double FluxBounding::surplus(const Step& step, Label cell, bool above) const {
  const auto& mesh = context_.mesh;
  double net = 0;
  fv::AroundAnyCell(fv::AroundAnyCell(mesh), cell)([&](Label f, double sign) {
    const bool arrives = f >= mesh.nInternalFaces && f < mesh.nInteriorFaces() && step.phi[f] < 0;
    const double dV = arrives ? arrived_[f - mesh.nInternalFaces] : step.dV[f];
    net += sign * (above ? dV : step.phi[f] * step.deltaT - dV);
  });
  const double fraction = above ? step.old[cell] : 1 - step.old[cell];
  return (fraction - 1) * mesh.V[cell] - net;
}

void FluxBounding::passOn(const Step& step, Label cell, bool above) {
  const auto& mesh = context_.mesh;
  const double least = negligible * mesh.V[cell];
  const fv::AroundAnyCell around(fv::AroundAnyCell(mesh), cell);
  bool remains = true;  // room in some face
  for (double left = surplus(step, cell, above); left > least && remains; left = surplus(step, cell, above)) {
    const auto eachWithRoom = [&](auto&& visit) {
      around([&](Label f, double sign) {
        const double total = sign * step.phi[f] * step.deltaT;
        // Of a cell that was out of bounds before, the flux is out of bounds, too: it may be turned.
        const double room = std::abs(above ? total - sign * step.dV[f] : step.dV[f]);
        if (total > 0 && room > least) visit(f, sign, total, room);
      });
    };
    double sum = 0;
    eachWithRoom([&](Label, double, double total, double) { sum += total; });
    remains = false;
    eachWithRoom([&](Label f, double sign, double total, double room) {
      const double wanted = left * total / sum;
      remains |= wanted <= room;
      before_.emplace_back(f, step.dV[f]);
      step.dV[f] += (above ? sign : -sign) * std::min(wanted, room);
    });
  }
}

}  // namespace eagre::interface_
