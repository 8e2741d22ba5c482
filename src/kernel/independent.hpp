// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"
#include "kernel/profile.hpp"
#include "kernel/threads.hpp"

#ifdef EAGRE_CHECKED
namespace eagre::kernel::checked {

/// A loop begins; its number, 0 within an iteration of another loop, which then stays the one that is watched
/// (checked_runtime.cpp).
unsigned beginLoop(const char* name);
/// From here on what the program reads and writes belongs to this iteration, apart from the stack below the frame.
void beginIteration(unsigned loop, Label iteration, const void* frame);
void endIteration();

/// A random order of n iterations: k -> (stride k + first) mod n, with a stride that shares no factor with n.
struct Order {
  unsigned long long stride = 1, first = 0;
};
Order randomOrder(Label n);

}  // namespace eagre::kernel::checked
#endif

namespace eagre::kernel {

/// Iterations one after the other.
struct InOrder {
  /// f(i) for all of [begin, end), each of them an iteration.
  template <class F>
  void each(Label begin, Label end, F&& f) const {
    for (Label i = begin; i < end; ++i) f(i);
  }
  /// f(i) for all of [begin, end), each of them some iterations, made by `iteration`.
  template <class F>
  void group(Label begin, Label end, F&& f) const {
    for (Label i = begin; i < end; ++i) f(i);
  }
  /// f() as iteration i.
  template <class F>
  void iteration(Label, F&& f) const {
    f();
  }
};

/// The iterations of a loop in which an iteration may need the one before: in order, on one thread.
class Sequential : public Timed, public InOrder {
 public:
  using Timed::Timed;
};

/// The iterations of a loop that needs no order: no iteration reads or writes what another one writes. A loop of a kind of its
/// own makes one and runs all its iterations through it. In the program they run in order in parts that threads share; in the
/// checked build (docs/architecture.md) in a random order, and two iterations that meet in one entry are reported with the name
/// of the loop.
#ifndef EAGRE_CHECKED

class Independent : public Timed {
 public:
  using Timed::Timed;
  /// f(iterations, begin, end) for parts of [0, n) that make it up, with copies of f: it runs the iterations that belong to
  /// [begin, end) by each, group and iteration of `iterations`. work: iterations in [0, n).
  template <class F>
  void parts(Label n, Label work, const F& f) const {
    if (nThreads > 1 && work >= leastShared && n > 1 && !withinPart)
      onThreads(part<F>, &f, n);
    else
      part<F>(&f, 0, n);
  }
  /// f(i) for all of [begin, end).
  template <class F>
  void each(Label begin, Label end, const F& f) const {
    parts(end - begin, end - begin,
          [=](const auto& iterations, Label from, Label to) mutable { iterations.each(begin + from, begin + to, f); });
  }

 private:
  /// One for both ways, so that a body is compiled once. The copy of the body is local: nothing that the loop writes can be part
  /// of it, and the compiler keeps it in registers.
  template <class F>
  [[gnu::noinline]] static void part(const void* f, Label begin, Label end) {
    F own = *static_cast<const F*>(f);
    own(InOrder{}, begin, end);
  }
};

#else

class Independent : public Timed {
 public:
  Independent(const Loop& loop, const Iterations& iterations) : Timed(loop, iterations), number_(checked::beginLoop(loop.name)) {}
  template <class F>
  void parts(Label n, Label, F f) const {
    f(*this, Label{0}, n);
  }
  template <class F>
  void each(Label begin, Label end, F&& f) const {
    group(begin, end, [&](Label i) { iteration(i, [&] { f(i); }); });
  }
  template <class F>
  void group(Label begin, Label end, F&& f) const {
    const unsigned long long n = end > begin ? static_cast<unsigned long long>(end - begin) : 0;
    const checked::Order order = checked::randomOrder(static_cast<Label>(n));
    for (unsigned long long k = 0; k < n; ++k) f(begin + static_cast<Label>((order.stride * k + order.first) % n));
  }
  /// Not inlined: the frame parts what the iteration has on the stack from what it refers to there.
  template <class F>
  [[gnu::noinline]] void iteration(Label i, F&& f) const {
    if (!number_) return f();
    struct Iteration {
      ~Iteration() { checked::endIteration(); }
    } const iteration;
    checked::beginIteration(number_, i, __builtin_frame_address(0));
    f();
  }

 private:
  unsigned number_;
};

#endif

}  // namespace eagre::kernel
