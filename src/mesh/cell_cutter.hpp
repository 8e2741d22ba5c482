// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "mesh/cell_shapes.hpp"

namespace eagre::mesh {

/// An array on the stack that begins uninitialised.
template <class T, Label size>
union Uninitialised {
  Uninitialised() {}
  T values[size];
  T& operator[](Label i) { return values[i]; }
  const T& operator[](Label i) const { return values[i]; }
};

/// A polygon of a few corners, on the stack.
struct SmallPolygon {
  static constexpr Label capacity = 64;
  static constexpr Label mostOfFace = 28;  ///< corners of a face that can be clipped twice, however often it is cut
  Uninitialised<Vec3, capacity> corners;
  Label n = 0;
  void add(const Vec3& p) { corners[n++] = p; }
};

/// Area vector [m^2], by the right-hand rule, and centre [m] of a polygon, from its triangles about the mean of its corners.
struct AreaAndCentre {
  Vec3 area{}, centre{};
};
AreaAndCentre areaAndCentre(const SmallPolygon& polygon);

/// The part of a polygon where a field that is linear on its edges is not below a value. level: of each corner.
SmallPolygon clipped(const SmallPolygon& polygon, const double* level, double value);

/// A cell that is cut where a field equals a value. The field is given at the corners and linear on the edges; the part of the
/// cell in which it is above the value is bounded by the faces' parts above and by the interface, the surface through the cuts
/// of the edges, of triangles about the mean of these (Roenby, Bredmose and Jasak 2016, section 3). For a field that is linear in
/// the cell the interface is a plane. It lives on the stack; positions within are relative to the cell's centre.
class CellCutter {
 public:
  static constexpr Label maxFaces = 128, maxCorners = 768;

  /// level(point, position): the field at a point of the shapes.
  template <class Level>
  CellCutter(const CellShapes::View& shapes, Label cell, const Vec3& centre, Level level) : origin_(centre) {
    for (Label i = shapes.cellStarts[cell]; i < shapes.cellStarts[cell + 1]; ++i) {
      const Label f = shapes.cellFaces[i];
      for (Label k = 0; k < shapes.nCorners(f); ++k) {
        const Label p = shapes.corner(f, k);
        corners_[nCorners_] = shapes.points[p] - centre;
        levels_[nCorners_++] = level(p, shapes.points[p]);
      }
      closeFace(shapes.owner[f] == cell);
    }
    complete();
  }

  double volume() const { return volume_; }  ///< of the cell [m^3]

  struct Cut {
    double fraction = 0;    ///< of the cell's volume that is above the value
    Vec3 area{}, centre{};  ///< of the interface [m^2, m]; area points to where the field is lower
  };
  Cut cut(double value) const;

  /// The value whose cut has this fraction, to `tolerance`: bisection between the values of the corners, then the root of the
  /// cubic polynomial through four fractions (which is exact for a plane), then false position. None: the corners are all the
  /// same, or no interface is left.
  struct Found {
    double value;
    Cut cut;
  };
  std::optional<Found> find(double fraction, double tolerance) const;
  /// The same by Newton's method from a value nearby, for a field that is linear in the cell with a gradient of magnitude 1: the
  /// fraction then changes with the value by the interface's area over the volume.
  std::optional<Found> findNear(double value, double fraction, double tolerance) const;

 private:
  static constexpr double same = 1e-14;  ///< relative: below, levels are the same, and an interface is none
  struct Face {
    Label start, end;
    double sign;  ///< of its normal, out of the cell
    Vec3 area, centre;
    double lowest, highest;
  };
  struct Bracket {
    double low, high;                  ///< values
    double fractionLow, fractionHigh;  ///< at these
  };
  void closeFace(bool owned);
  void complete();
  Bracket bracket(double fraction) const;
  double rootOfCubic(const Bracket& bracket, double fraction) const;

  Vec3 origin_;
  double volume_ = 0, surface_ = 0;
  Label nFaces_ = 0, nCorners_ = 0;
  Uninitialised<Face, maxFaces> faces_;
  Uninitialised<Vec3, maxCorners> corners_;
  Uninitialised<double, maxCorners> levels_;
};

/// The mean over a time step of the part of a face that is submerged, behind a plane that moves by `displacement` [m] along its
/// normal n: n . (x - centre) < displacement t, 0 <= t <= 1. Exact for a plane face.
double submergedFraction(const SmallPolygon& face, const Vec3& centre, const Vec3& n, double displacement);

}  // namespace eagre::mesh
