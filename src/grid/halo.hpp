// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <initializer_list>
#include <span>

#include "comm/partners.hpp"
#include "grid/field.hpp"

namespace eagre::grid {

/// Which ghosts an update fills.
enum class Reach {
  faces,  ///< those beyond one face of the block: what a seven-point stencil needs; six messages at most
  all,  ///< those beyond edges and corners too: then along y and along z what came from the directions before; four messages more
};

/// Of each message of a Halo, the least boxes that hold all cells of a band, those that are sent and the ghosts. Both ranks
/// find the same ones, since ghosts are exact copies.
struct Band {
  std::vector<Box> sent, ghosts;
};

/// Fills the ghosts of fields from the ranks beside this one and across periodic directions. Ghosts beyond a physical boundary
/// are the boundary conditions' business: fill them after end(), x first, in full planes with ghosts, and corners are right too.
/// Faces on the upper physical boundary (index n) travel with the cells along it, by Reach::all. The plan is made once; several
/// fields travel in one message. One update of a plan at a time.
class Halo {
 public:
  explicit Halo(const Block& block);

  /// Starts the update of the outermost `width` cells of the neighbours, at most the fields' own width. Until end() the fields
  /// may be read, and written where they are sent from, but not in their ghosts.
  /// band: nothing has changed outside of it since the last update, so only what lies within travels.
  template <class T>
  void begin(std::span<BasicField<T>* const> fields, int width = haloWidth, Reach reach = Reach::all,
             const Band* band = nullptr) {
    take(fields, width);
    start(width, reach, band);
  }
  template <class T>
  void begin(std::initializer_list<BasicField<T>*> fields, int width = haloWidth, Reach reach = Reach::all,
             const Band* band = nullptr) {
    begin(std::span(fields.begin(), fields.size()), width, reach, band);
  }
  void end();
  template <class T>
  void update(std::span<BasicField<T>* const> fields, int width = haloWidth, Reach reach = Reach::all,
              const Band* band = nullptr) {
    begin(fields, width, reach, band);
    end();
  }
  template <class T>
  void update(std::initializer_list<BasicField<T>*> fields, int width = haloWidth, Reach reach = Reach::all,
              const Band* band = nullptr) {
    update(std::span(fields.begin(), fields.size()), width, reach, band);
  }
  /// Copies across periodic directions that are not cut, as end() does: for a field whose other ghosts are filled.
  template <class T>
  void wrap(std::initializer_list<BasicField<T>*> fields, int width = haloWidth, Reach reach = Reach::all) {
    take(std::span(fields.begin(), fields.size()), width);
    reach_ = reach;
    wrapAll(width);
  }
  /// Layers that are read: ghosts at the low and high end of each direction. given: how many the neighbours there read of this
  /// rank.
  using Depths = std::array<std::array<int, 2>, 3>;
  Band layers(const Depths& ghosts, const Depths& given) const;
  /// The band |f| < below. f: with `width` ghosts, those beyond edges too.
  Band band(const Field& f, double below, int width = haloWidth) const;

 private:
  /// A field as bytes.
  struct Bytes {
    std::byte* first;
    int size;
    std::ptrdiff_t sj, sk;
  };
  struct Side {
    int d, high;  ///< direction; 1: its high end
  };
  template <class T>
  void take(std::span<BasicField<T>* const> fields, int width) {
    fields_.clear();
    for (BasicField<T>* f : fields) {
      const View<T> v = f->view();
      fields_.push_back({reinterpret_cast<std::byte*>(v.first), static_cast<int>(sizeof(T)), v.sj * std::ptrdiff_t{sizeof(T)},
                         v.sk * std::ptrdiff_t{sizeof(T)}});
      check(f->n(), f->width(), width);
    }
  }
  void check(const Int3& n, int fieldWidth, int width) const;
  void start(int width, Reach reach, const Band* band);
  void send();
  void receive();
  template <class F>
  void eachBox(int d, int low, int high, const Box* band, F&& f) const;
  template <class F>
  void eachGhost(std::size_t side, F&& f) const;
  template <class F>
  void eachSent(std::size_t side, F&& f) const;
  std::size_t bytes(const Box& box) const;
  void wrapAll(int width);
  void wrap(int d, int width);

  Int3 n_, ranks_;
  Int3 faces_{0, 0, 0};          ///< 1: the faces of the upper physical boundary, index n, go with the cells beside them
  std::array<bool, 3> wraps_{};  ///< directions that are periodic and not cut
  std::array<std::array<bool, 2>, 3> beyond_{};  ///< whether there is another rank beyond that end
  std::vector<Side> sides_;                      ///< with a neighbour, in the order of partners_
  comm::Partners partners_;
  std::vector<Bytes> fields_;
  std::vector<std::byte> sendBuffer_, receiveBuffer_;
  std::vector<std::span<const std::byte>> send_;
  std::vector<std::span<std::byte>> receive_;
  int width_ = 0;
  int round_ = faces;  ///< of messages: beyond faces in all directions, or of the edges along y or z
  static constexpr int faces = -1;
  Reach reach_ = Reach::all;
  const Band* band_ = nullptr;
};

}  // namespace eagre::grid
