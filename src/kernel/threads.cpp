// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/threads.hpp"

#include <sched.h>

#include <exception>
#include <mutex>
#include <utility>

#include "core/error.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace eagre::kernel {

namespace {

/// What the threads do now. Not on the stack of the one that calls: what a compiler hands to the others there, the sanitizer of
/// threads cannot know to be ordered.
struct Job {
  Part part = nullptr;
  const void* body = nullptr;
  Label n = 0;
  std::exception_ptr failure;
  std::mutex failureLock;
};
Job job;

/// OpenMP's library is not compiled for the sanitizer of threads, which is told here what begins after and what ends before.
[[maybe_unused]] void handOver([[maybe_unused]] void* where) {
#ifdef __SANITIZE_THREAD__
  __tsan_release(where);
#endif
}
[[maybe_unused]] void takeOver([[maybe_unused]] void* where) {
#ifdef __SANITIZE_THREAD__
  __tsan_acquire(where);
#endif
}

void runPart(Label which, Label of) {
  withinPart = true;
  try {
    const auto edge = [of, n = static_cast<long long>(job.n)](long long k) { return static_cast<Label>(n * k / of); };
    if (edge(which) < edge(which + 1)) job.part(job.body, edge(which), edge(which + 1));
  } catch (...) {
    const std::lock_guard lock(job.failureLock);
    if (!job.failure) job.failure = std::current_exception();
  }
  withinPart = false;
}

}  // namespace

void useThreads(int n) {
#ifndef _OPENMP
  if (n > 1) throw Error("this build of Eagre has no OpenMP, and so one thread per rank: leave --threads out", ExitCode::usage);
#endif
  nThreads = n;
}

int processorsOfProcess() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 0;
}

void onThreads(Part part, const void* body, Label n) {
  job.part = part;
  job.body = body;
  job.n = n;
#ifdef _OPENMP
  handOver(&job.part);
#pragma omp parallel num_threads(nThreads)
  {
    takeOver(&job.part);
    runPart(omp_get_thread_num(), omp_get_num_threads());
    handOver(&job.n);
  }
  takeOver(&job.n);
#else
  runPart(0, 1);
#endif
  if (job.failure) std::rethrow_exception(std::exchange(job.failure, nullptr));
}

}  // namespace eagre::kernel
