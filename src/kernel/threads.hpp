// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"

/// Threads of a rank that share the iterations of independent loops (kernel/independent.hpp), by OpenMP. What a loop gives does
/// not depend on their number. One thread, the one that calls, does everything else: messages, files, loops in order.
namespace eagre::kernel {

/// How many threads share a loop; by useThreads().
inline constinit int nThreads = 1;
/// Whether this thread is within a part of a loop: a loop in there belongs to it and is not shared again.
inline constinit thread_local bool withinPart = false;

/// A loop of fewer iterations is not shared: handing it out takes a microsecond or two. For the sanitizer of threads small loops
/// are shared, too: tests have many of them.
#ifdef __SANITIZE_THREAD__
inline constexpr Label leastShared = 16;
#else
inline constexpr Label leastShared = 2048;
#endif

/// From now on this process shares its loops among n threads. Local. Error (usage): n > 1 in a build without OpenMP.
void useThreads(int n);

/// The number of processors that this process may use; 0: unknown.
int processorsOfProcess();

/// A part of a loop: the iterations [begin, end) of the body.
using Part = void (*)(const void* body, Label begin, Label end);
/// Shares [0, n) among the threads, each of which gets about as many iterations, in their order. An exception of a part is thrown
/// here when all have ended.
void onThreads(Part part, const void* body, Label n);

}  // namespace eagre::kernel
