// SPDX-License-Identifier: BSD-3-Clause
// Preloaded into one of OpenFOAM v1912's programs: the processor time of this rank in each writing of a time (Foam::Time's virtual
// writeObject, which every write of fields goes through), as a line "writeObject SECONDS" on standard output.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#define NAME "_ZNK4Foam4Time11writeObjectENS_14IOstreamOption12streamFormatENS1_13versionNumberENS1_15compressionTypeEb"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool timed(const void* self, int format, short version, int compression, bool valid) __asm__(NAME);
bool timed(const void* self, int format, short version, int compression, bool valid) {
  bool (*const theirs)(const void*, int, short, int, bool) = (bool (*)(const void*, int, short, int, bool))dlsym(RTLD_NEXT, NAME);
  const double start = now();
  const bool good = theirs(self, format, version, compression, valid);
  printf("\nwriteObject %.6f\n", now() - start);
  fflush(stdout);
  return good;
}
