// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "comm/shares.hpp"
#include "core/error.hpp"
#include "mesh/blockages.hpp"
#include "mesh/division.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/near_faces.hpp"
#include "mesh/overlap_sheets.hpp"

namespace eagre::mesh {
namespace {

/// A piece as one of its sides knows it.
struct Piece {
  int patch;             ///< of the face here
  int otherRank;         ///< that has the face of the other patch
  Label source, target;  ///< the two faces in the global mesh, that of the first patch first
  int shift;             ///< how often the source was translated
  Label face;            ///< coupled face here
  double area;           ///< [m^2]
  bool isSource;
  Label other() const { return isSource ? target : source; }
};

/// A corner of a face on its way to another rank.
struct Corner {
  Label face;      ///< in the global mesh
  int rank;        ///< that has it
  Label position;  ///< coupled face there
  Vec3 point;
};

/// A piece on its way to the rank of the target.
struct Found {
  int patch, sourceRank, shift;
  Label source, target, position;
  double area;
};

/// Puts items for ranks in order and hands them out; each(emit) calls emit(rank, item). Collective.
template <class T, class Each>
std::vector<T> handOut(const comm::Communicator& communicator, Each&& each) {
  std::vector<std::pair<int, T>> list;
  each([&](int rank, const T& item) { list.emplace_back(rank, item); });
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::size_t> starts(static_cast<std::size_t>(communicator.size()) + 1, 0);
  std::vector<T> items;
  for (const auto& [rank, item] : list) {
    ++starts[static_cast<std::size_t>(rank) + 1];
    items.push_back(item);
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return comm::deliver(communicator, std::move(items), starts);
}

/// The search for the pieces of a mesh.
class Search {
 public:
  explicit Search(const Mesh& mesh)
      : mesh_(mesh), communicator_(mesh.communicator()), shapeFace_(static_cast<std::size_t>(mesh.nCoupledFaces), -1) {
    const auto& faceOf = mesh.points->faceOf;
    for (std::size_t s = 0; s < faceOf.size(); ++s)
      if (const Label i = faceOf[s] - mesh.nInternalFaces; i >= 0 && i < mesh.nCoupledFaces)
        shapeFace_[static_cast<std::size_t>(i)] = static_cast<Label>(s);
  }

  /// Adds the pieces of patches a and b, a the first. Collective.
  void find(int a, int b, std::vector<Piece>& pieces, std::vector<double>& faceAreas) const {
    std::vector<NearFace> sources = facesOf(a, faceAreas, placeOf(a));
    const std::vector<NearFace> others = facesOf(b, faceAreas, [](const Vec3& p) { return p; });
    if (const int cyclic = periodicPatch(mesh_.globalPatches, mesh_.globalPatches[static_cast<std::size_t>(a)]); cyclic >= 0)
      sources = repeated(sources, others, translation(cyclic));
    const std::vector<NearFace> targets = near(others, boxes(sources));
    const int me = communicator_.rank();
    const NearFaces around(targets, sources);
    const auto found = handOut<Found>(communicator_, [&](auto&& emit) {
      for (const NearFace& source : sources) {
        std::vector<OverlapPart> parts;
        around.each(source, [&](const NearFace& target) {
          const double area = overlapArea(source.shape, target.shape);
          if (area > leastOverlap * source.shape.area) parts.push_back({&target, area});
        });
        const std::vector<OverlapPart> kept = onOneSheet(std::move(parts));
        for (const auto& [target, area] : kept) {
          pieces.push_back({a, target->rank, source.global, target->global, source.shift, source.position, area, true});
          emit(target->rank, Found{b, me, source.shift, source.global, target->global, target->position, area});
        }
      }
    });
    for (const Found& piece : found)
      pieces.push_back(
          {piece.patch, piece.sourceRank, piece.source, piece.target, piece.shift, piece.position, piece.area, false});
  }

 private:
  std::span<const Label> cornersOf(Label coupled) const {
    return mesh_.points->shape.pointsOf(shapeFace_[static_cast<std::size_t>(coupled)]);
  }

  /// Where the points of the first patch of a pair are put, to lie upon the other one.
  std::function<Vec3(const Vec3&)> placeOf(int patch) const {
    if (const auto at = mesh_.rotations.find(patch); at != mesh_.rotations.end())
      return [back = at->second.inverse()](const Vec3& p) { return back.place(p); };
    return [way = separation(mesh_.globalPatches[static_cast<std::size_t>(patch)])](const Vec3& p) { return p + way; };
  }

  /// The faces of a patch, moved.
  template <class Place>
  std::vector<NearFace> facesOf(int patch, std::vector<double>& faceAreas, Place&& place) const {
    std::vector<NearFace> faces;
    for (const CoupledRange& range : mesh_.coupled)
      for (Label i = range.start; range.globalIndex == patch && i < range.start + range.size; ++i) {
        faces.push_back({mesh_.faceGlobal[mesh_.nInternalFaces + i], communicator_.rank(), i, shapeOf(i, place)});
        faceAreas[static_cast<std::size_t>(i)] = faces.back().shape.area;
      }
    return faces;
  }

  template <class Place>
  TriangulatedFace shapeOf(Label coupled, Place&& place) const {
    std::vector<Vec3> corners;
    for (const Label p : cornersOf(coupled)) corners.push_back(place(mesh_.points->shape.points[p]));
    return triangulated(corners);
  }

  /// From the faces of a cyclic patch to those of its partner, the same on any ranks. Collective.
  Vec3 translation(int cyclic) const {
    const auto n = static_cast<std::size_t>(mesh_.nCoupledFaces);
    std::vector<Vec3> sides(2 * n);  // face centres: of this side, of the other one
    for (std::size_t i = 0; i < n; ++i) sides[i] = mesh_.faceCentres()(mesh_.nInternalFaces + static_cast<Label>(i));
    mesh_.faceHalo->update(sides);
    Vec3 most{-great, -great, -great};
    for (const CoupledRange& range : mesh_.coupled)
      for (Label i = range.start; range.globalIndex == cyclic && i < range.start + range.size; ++i)
        for (int d = 0; d < 3; ++d)
          most[d] = std::max(most[d], (sides[n + static_cast<std::size_t>(i)] - sides[static_cast<std::size_t>(i)])[d]);
    for (int d = 0; d < 3; ++d) most[d] = communicator_.max(most[d]);
    return most;
  }

  /// The faces and their copies, as far as they reach all of the others. Collective.
  std::vector<NearFace> repeated(const std::vector<NearFace>& faces, const std::vector<NearFace>& others, const Vec3& way) const {
    double least = great, most = -great;  // along the way, in translations
    for (const auto* side : {&faces, &others})
      for (const NearFace& face : *side)
        for (const Label p : cornersOf(face.position)) {
          const double at = dot(mesh_.points->shape.points[p], way) / magSqr(way);
          least = std::min(least, at);
          most = std::max(most, at);
        }
    const double copies = std::ceil(communicator_.max(most) + communicator_.max(-least));
    constexpr double tooMany = 1000;
    if (!(copies < tooMany))
      throw Error("cyclicPeriodicAMI: the translation of periodicPatch is too short, or none, to repeat patches by it",
                  ExitCode::badCase);
    const int reach = static_cast<int>(copies);
    std::vector<NearFace> all;
    for (int shift = -reach; shift <= reach; ++shift)
      for (const NearFace& face : faces)
        all.push_back({face.global, face.rank, face.position,
                       shapeOf(face.position, [&](const Vec3& p) { return p + static_cast<double>(shift) * way; }), shift});
    return all;
  }

  /// The boxes around the faces of each rank, with what is near. Collective.
  std::vector<FaceBox> boxes(const std::vector<NearFace>& faces) const {
    FaceBox own;
    for (const NearFace& face : faces) own.join(FaceBox::around(face));
    const auto n = static_cast<std::size_t>(communicator_.size());
    std::vector<double> all(6 * n);
    std::vector<int> counts(n, 6), starts(n);
    for (std::size_t r = 0; r < n; ++r) starts[r] = 6 * static_cast<int>(r);
    communicator_.allGather(std::span<const double>(&own.low.x, 6), all, counts, starts);
    std::vector<FaceBox> boxes(n);
    for (std::size_t r = 0; r < n; ++r) std::copy_n(all.begin() + 6 * static_cast<std::ptrdiff_t>(r), 6, &boxes[r].low.x);
    return boxes;
  }

  /// The faces of all ranks that may meet those here, of which this rank has `own`; boxes: of each rank. Collective.
  std::vector<NearFace> near(const std::vector<NearFace>& own, const std::vector<FaceBox>& boxes) const {
    const auto corners = handOut<Corner>(communicator_, [&](auto&& emit) {
      for (const NearFace& face : own)
        for (int r = 0; r < communicator_.size(); ++r)
          if (boxes[static_cast<std::size_t>(r)].meets(FaceBox::around(face)))
            for (const Label p : cornersOf(face.position))
              emit(r, Corner{face.global, face.rank, face.position, mesh_.points->shape.points[p]});
    });
    std::vector<NearFace> faces;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      points.push_back(corners[i].point);
      if (i + 1 < corners.size() && corners[i + 1].face == corners[i].face) continue;
      faces.push_back({corners[i].face, corners[i].rank, corners[i].position, triangulated(points)});
      points.clear();
    }
    return faces;
  }

  const Mesh& mesh_;
  const comm::Communicator& communicator_;
  std::vector<Label> shapeFace_;  ///< of a coupled face: in mesh.points->shape
};

/// Sets the exchange or puts another one in its place.
void put(std::unique_ptr<comm::Exchange>& slot, comm::Exchange exchange) {
  if (slot)
    *slot = std::move(exchange);
  else
    slot = std::make_unique<comm::Exchange>(std::move(exchange));
}

/// The ghosts as means of what the links receive; pieces in the order of the slots.
comm::Means meansOf(const Overlaps& overlaps, Label nCoupled, const std::vector<Label>& others) {
  std::vector<Label> order(overlaps.face.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Label a, Label b) { return std::tie(overlaps.face[a], others[a]) < std::tie(overlaps.face[b], others[b]); });
  comm::Means means;
  means.starts.push_back(0);
  auto next = order.begin();
  for (Label i = 0; i < nCoupled; ++i) {
    if (i < overlaps.first) {
      means.slots.push_back(i);
      means.weights.push_back(1);
    }
    for (; next != order.end() && overlaps.face[*next] == i; ++next) {
      means.slots.push_back(overlaps.first + *next);
      means.weights.push_back(overlaps.weight[*next]);
    }
    means.starts.push_back(static_cast<Label>(means.slots.size()));
  }
  return means;
}

/// Links of the coupled ranges that are not overlapping. A cut has tag 0; what a patch sends bears the tag 1 + its position.
std::vector<comm::Link> plainLinks(const Mesh& mesh, const std::vector<int>& partner) {
  std::vector<comm::Link> links;
  for (const CoupledRange& range : mesh.coupled) {
    if (range.globalIndex >= 0 && isOverlapping(mesh.globalPatches[static_cast<std::size_t>(range.globalIndex)])) continue;
    const auto first = mesh.owner.begin() + mesh.nInternalFaces + range.start;
    links.push_back({.rank = range.neighbourRank,
                     .sendTag = 1 + range.globalIndex,
                     .receiveTag = range.globalIndex < 0 ? 0 : 1 + partner[static_cast<std::size_t>(range.globalIndex)],
                     .send = {first, first + range.size},
                     .receiveStart = range.start,
                     .receiveCount = range.size});
  }
  return links;
}

/// The exchanges of these pieces, which are in the order of patch, rank, source and target.
void makeExchanges(Mesh& mesh, const comm::Communicator& communicator, const std::vector<Piece>& pieces) {
  const std::vector<int> partner = partnerPatches(mesh.globalPatches);
  std::vector<comm::Link> links = plainLinks(mesh, partner), faceLinks = links;
  for (comm::Link& link : faceLinks) std::iota(link.send.begin(), link.send.end(), link.receiveStart);
  comm::Means means;
  if (mesh.overlaps) {
    Overlaps& overlaps = *mesh.overlaps;
    const int nPatches = static_cast<int>(mesh.globalPatches.size());
    overlaps.face.clear();
    std::vector<Label> others;
    const auto add = [&](int rank, int sendTag, int receiveTag, Label face, Label other) {
      if (links.empty() || links.back().rank != rank || links.back().sendTag != sendTag) {
        const Label start = overlaps.first + static_cast<Label>(overlaps.face.size());
        links.push_back({.rank = rank, .sendTag = sendTag, .receiveTag = receiveTag, .send = {}, .receiveStart = start});
        faceLinks.push_back(links.back());
      }
      links.back().send.push_back(mesh.owner[mesh.nInternalFaces + face]);
      faceLinks.back().send.push_back(face);
      ++links.back().receiveCount;
      ++faceLinks.back().receiveCount;
      overlaps.face.push_back(face);
      others.push_back(other);
    };
    for (const Piece& piece : pieces)
      add(piece.otherRank, 1 + piece.patch, 1 + partner[static_cast<std::size_t>(piece.patch)], piece.face, piece.other());
    // A face that is apart has itself on its other side.
    for (Label i = overlaps.first; i < mesh.nCoupledFaces; ++i)
      if (overlaps.apart[static_cast<std::size_t>(i - overlaps.first)]) {
        add(communicator.rank(), 1 + nPatches, 1 + nPatches, i, 0);
        overlaps.weight.push_back(1);
      }
    means = meansOf(overlaps, mesh.nCoupledFaces, others);
    put(overlaps.pieceHalo, comm::Exchange(communicator, mesh.nCells, links));
  }
  put(mesh.halo, comm::Exchange(communicator, mesh.nCells, std::move(links), means));
  put(mesh.faceHalo, comm::Exchange(communicator, mesh.nCoupledFaces, std::move(faceLinks), std::move(means)));
  for (comm::Exchange* exchange : {mesh.halo.get(), mesh.faceHalo.get()}) exchange->setTurns(turnsOf(mesh));
}

/// What counts of a pair: what its first patch says. Behind what is covered too little of a cyclicACMI patch is a wall.
double leastCover(const Mesh& mesh, const std::vector<int>& partner, int patch) {
  if (isPartlyOverlapping(mesh.globalPatches[static_cast<std::size_t>(patch)])) return 0;
  return lowWeightCorrection(
      mesh.globalPatches[static_cast<std::size_t>(std::min(patch, partner[static_cast<std::size_t>(patch)]))]);
}

/// Faces of a patch that are apart though it gives no lowWeightCorrection. Collective.
void requireCover(const Mesh& mesh, const std::vector<int>& partner) {
  const auto& communicator = mesh.communicator();
  for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p) {
    const PolyPatch& patch = mesh.globalPatches[p];
    if (!isOverlapping(patch) || leastCover(mesh, partner, static_cast<int>(p)) >= 0) continue;
    std::int64_t n = 0;
    for (const CoupledRange& range : mesh.coupled)
      for (Label i = range.start; range.globalIndex == static_cast<int>(p) && i < range.start + range.size; ++i)
        n += mesh.overlaps->apart[static_cast<std::size_t>(i - mesh.overlaps->first)];
    n = communicator.sum(n);
    if (n > 0)
      throw Error(
          fmt::format("cyclicAMI patch '{}': {} of its {} faces lie over no face of '{}'; a lowWeightCorrection (0.2, say) "
                      "in both patches of polyMesh/boundary lets such faces stand apart",
                      patch.name, n, patch.size, patch.neighbourPatch),
          ExitCode::badCase);
  }
}

}  // namespace

void makeExchanges(Mesh& mesh, const comm::Communicator& communicator) {
  if (std::any_of(mesh.globalPatches.begin(), mesh.globalPatches.end(), isOverlapping)) {
    mesh.overlaps = std::make_unique<Overlaps>();
    Overlaps& overlaps = *mesh.overlaps;
    overlaps.first = overlaps.firstWhole = mesh.nCoupledFaces;
    for (const CoupledRange& range : mesh.coupled) {
      if (range.globalIndex < 0) continue;
      const PolyPatch& patch = mesh.globalPatches[static_cast<std::size_t>(range.globalIndex)];
      if (isOverlapping(patch)) overlaps.first = std::min(overlaps.first, range.start);
      if (isOverlapping(patch) && !isPartlyOverlapping(patch)) overlaps.firstWhole = std::min(overlaps.firstWhole, range.start);
    }
    overlaps.covered.assign(static_cast<std::size_t>(mesh.nCoupledFaces - overlaps.first), 0.0);
    overlaps.apart.assign(overlaps.covered.size(), 1);
  }
  makeExchanges(mesh, communicator, {});
}

void findOverlaps(Mesh& mesh) {
  Overlaps& overlaps = *mesh.overlaps;
  const std::vector<int> partner = partnerPatches(mesh.globalPatches);
  std::vector<Piece> pieces;
  std::vector<double> faceAreas(static_cast<std::size_t>(mesh.nCoupledFaces), 0.0), sums(faceAreas);
  const Search search(mesh);
  for (std::size_t a = 0; a < partner.size(); ++a)
    if (isOverlapping(mesh.globalPatches[a]) && static_cast<int>(a) < partner[a])
      search.find(static_cast<int>(a), partner[a], pieces, faceAreas);
  // Sums in the order of the other side's faces, whatever rank has them.
  std::sort(pieces.begin(), pieces.end(), [](const Piece& p, const Piece& q) {
    return std::tuple(p.face, p.other(), p.shift) < std::tuple(q.face, q.other(), q.shift);
  });
  for (const Piece& piece : pieces) sums[static_cast<std::size_t>(piece.face)] += piece.area;
  for (const CoupledRange& range : mesh.coupled) {
    if (range.start < overlaps.first) continue;
    const double least = leastCover(mesh, partner, range.globalIndex);
    for (Label i = range.start; i < range.start + range.size; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double covered = sums[k] / std::max(faceAreas[k], vSmall);
      overlaps.covered[k - static_cast<std::size_t>(overlaps.first)] = covered;
      overlaps.apart[k - static_cast<std::size_t>(overlaps.first)] = covered <= 0 || covered < least;
    }
  }
  requireCover(mesh, partner);
  std::sort(pieces.begin(), pieces.end(), [](const Piece& p, const Piece& q) {
    return std::tie(p.patch, p.otherRank, p.source, p.target, p.shift) <
           std::tie(q.patch, q.otherRank, q.source, q.target, q.shift);
  });
  // A face that is apart keeps its pieces, so that both sides have them, at no weight.
  overlaps.weight.clear();
  for (const Piece& piece : pieces) {
    const bool apart = overlaps.apart[static_cast<std::size_t>(piece.face - overlaps.first)] != 0;
    overlaps.weight.push_back(apart ? 0 : piece.area / sums[static_cast<std::size_t>(piece.face)]);
  }
  makeExchanges(mesh, comm::Communicator(mesh.communicator()), pieces);
  overlaps.parts = partsOfAreas(mesh);
}

}  // namespace eagre::mesh
