// SPDX-License-Identifier: BSD-3-Clause
// The checked build (option EAGRE_CHECKED): each read and write of the program is compiled into a call (GCC's -fsanitize=thread,
// without its run-time library), and the calls come here. Of each entry of memory stands here which loop wrote and read it last
// and in which iteration; two iterations of one loop that meet, at least one of them writing, are reported.
//   EAGRE_LOOP_ORDER=N  another random order of iterations; 0: in order (default 1)
//   EAGRE_FINDINGS=FILE findings are added to this file
#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
#include <string_view>

#include "kernel/independent.hpp"

namespace {

using Address = std::uintptr_t;
using eagre::Label;

constexpr Label none = -1, several = -2;
constexpr int exitCode = 66;

/// What is known of an entry: four bytes, or one byte if it is read and written as such.
struct Entry {
  unsigned loop;
  Label wrote, read;
};
constexpr Address entriesOfPage = 4096;
struct Page {
  Address key;
  Entry* entries;
};
constexpr Address nPages = Address{1} << 20;
Page pages[nPages];

struct {
  const char* name = nullptr;
  unsigned loop = 0;  ///< of the present iteration; 0: none
  Label iteration = 0;
  Address frame = 0;
} now;
unsigned nLoops = 0, nFindings = 0;
std::string_view found[1000];
unsigned long long state = 0;
long seed = 1;

Entry& entryOf(Address address, bool byte) {
  const Address number = byte ? address : address >> 2, key = 2 * (number / entriesOfPage) + byte + 1;
  Address slot = (key * 0x9E3779B97F4A7C15U) >> 44, tried = 0;
  while (pages[slot].key && pages[slot].key != key) {
    if (++tried == nPages) std::abort();
    slot = (slot + 1) % nPages;
  }
  if (!pages[slot].key) pages[slot] = {key, static_cast<Entry*>(std::calloc(entriesOfPage, sizeof(Entry)))};
  return pages[slot].entries[number % entriesOfPage];
}

/// Each loop is reported once.
bool isFound(std::string_view name) { return std::find(found, found + nFindings, name) != found + nFindings; }

void report(const char* does, const char* did, Label other, Address address, const void* from) {
  if (isFound(now.name) || nFindings == std::size(found)) return;
  found[nFindings++] = now.name;
  const auto before = now;
  now.loop = 0;
  char command[4096], place[1024] = "";
  Dl_info object;
  if (dladdr(from, &object)) {
    const Address offset = reinterpret_cast<Address>(from) - reinterpret_cast<Address>(object.dli_fbase) - 1;
    std::snprintf(command, sizeof(command),
                  "addr2line -i -e '%s' %#lx 2>/dev/null | sed 's#.*/src/##; s# (.*##' | grep -v kernel/independent | head -4 | "
                  "paste -sd' '",
                  access(object.dli_fname, R_OK) ? "/proc/self/exe" : object.dli_fname, offset);
    if (FILE* lines = popen(command, "r")) {
      place[std::fread(place, 1, sizeof(place) - 1, lines)] = 0;
      pclose(lines);
    }
  }
  char other_[32] = "several iterations", line[2048];
  if (other != several) std::snprintf(other_, sizeof(other_), "iteration %d", other);
  std::snprintf(line, sizeof(line), "checked loops: \"%s\": iteration %d %s %#lx, which %s %s (order %ld): %s%s", before.name,
                before.iteration, does, address, other_, did, seed, place, *place ? "" : "?\n");
  std::fputs(line, stderr);
  if (const char* name = std::getenv("EAGRE_FINDINGS"))
    if (FILE* file = std::fopen(name, "a")) {
      std::fputs(line, file);
      std::fclose(file);
    }
  now = before;
}

template <bool writes>
void visit(Address address, bool byte, const void* from) {
  Entry& entry = entryOf(address, byte);
  if (entry.loop != now.loop) entry = {now.loop, none, none};
  if (entry.wrote != none && entry.wrote != now.iteration)
    report(writes ? "writes" : "reads", "wrote", entry.wrote, address, from);
  if (writes && entry.read != none && entry.read != now.iteration) report("writes", "read", entry.read, address, from);
  Label& mine = writes ? entry.wrote : entry.read;
  mine = mine == none || mine == now.iteration ? now.iteration : several;
}

template <bool writes>
[[gnu::always_inline]] inline void visit(const void* data, std::size_t size, const void* from) {
  if (!now.loop) return;
  const auto begin = reinterpret_cast<Address>(data);
  if (begin < now.frame && begin >= reinterpret_cast<Address>(__builtin_frame_address(0))) return;
  const bool byte = size < 4;
  for (Address a = byte ? begin : begin & ~Address{3}; a < begin + size; a += byte ? 1 : 4) visit<writes>(a, byte, from);
}

/// What an iteration has freed, the next one may get.
void forget(void* data) {
  if (!now.loop || !data) return;
  const auto begin = reinterpret_cast<Address>(data);
  const Address end = begin + malloc_usable_size(data);
  for (Address a = begin; a < end; a += 4) entryOf(a, false).loop = 0;
  for (Address a = begin; a < end; ++a) entryOf(a, true).loop = 0;
}

void end() {
  if (!nFindings) return;
  std::fprintf(stderr, "checked loops: %u loops have iterations that meet\n", nFindings);
  std::fflush(nullptr);
  _exit(exitCode);
}

[[gnu::constructor(101)]] void begin() {
  if (const char* word = std::getenv("EAGRE_LOOP_ORDER")) seed = std::atol(word);
  state = static_cast<unsigned long long>(seed);
  std::atexit(end);
}

unsigned long long random(unsigned long long below) {
  unsigned long long z = state += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return (z ^ (z >> 31)) % below;
}

}  // namespace

namespace eagre::kernel::checked {

unsigned beginLoop(const char* name) {
  if (now.loop || isFound(name)) return 0;
  now.name = name;
  return ++nLoops;
}
void beginIteration(unsigned loop, Label iteration, const void* frame) {
  now.iteration = iteration;
  now.frame = reinterpret_cast<Address>(frame);
  now.loop = loop;
}
void endIteration() { now.loop = 0; }

Order randomOrder(Label n) {
  if (n < 2 || seed == 0) return {};
  const auto all = static_cast<unsigned long long>(n);
  Order order{1 + random(all - 1), random(all)};
  while (std::gcd(order.stride, all) != 1) order.stride = 1 + random(all - 1);
  return order;
}

}  // namespace eagre::kernel::checked

void operator delete(void* data) noexcept {
  forget(data);
  std::free(data);
}
void operator delete(void* data, std::size_t) noexcept { operator delete(data); }
void operator delete[](void* data) noexcept { operator delete(data); }
void operator delete[](void* data, std::size_t) noexcept { operator delete(data); }
void operator delete(void* data, std::align_val_t) noexcept { operator delete(data); }
void operator delete(void* data, std::size_t, std::align_val_t) noexcept { operator delete(data); }
void operator delete[](void* data, std::align_val_t) noexcept { operator delete(data); }
void operator delete[](void* data, std::size_t, std::align_val_t) noexcept { operator delete(data); }

extern "C" {

#define FROM __builtin_return_address(0)
#define ACCESS(size)                                                               \
  void __tsan_read##size(const void* p) { visit<false>(p, size, FROM); }           \
  void __tsan_write##size(const void* p) { visit<true>(p, size, FROM); }           \
  void __tsan_unaligned_read##size(const void* p) { visit<false>(p, size, FROM); } \
  void __tsan_unaligned_write##size(const void* p) { visit<true>(p, size, FROM); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
void __tsan_read_range(const void* p, std::size_t size) { visit<false>(p, size, FROM); }
void __tsan_write_range(const void* p, std::size_t size) { visit<true>(p, size, FROM); }
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

// What is atomic may meet.
#define ATOMIC(bits, T)                                                                                             \
  T __tsan_atomic##bits##_load(const volatile T* p, int) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }           \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int) { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); }           \
  T __tsan_atomic##bits##_exchange(volatile T* p, T v, int) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); } \
  T __tsan_atomic##bits##_fetch_add(volatile T* p, T v, int) { return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); } \
  T __tsan_atomic##bits##_fetch_sub(volatile T* p, T v, int) { return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); } \
  T __tsan_atomic##bits##_fetch_and(volatile T* p, T v, int) { return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST); } \
  T __tsan_atomic##bits##_fetch_or(volatile T* p, T v, int) { return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); }   \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* e, T v, int, int) {                           \
    return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                         \
  }                                                                                                                 \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* e, T v, int, int) {                             \
    return __atomic_compare_exchange_n(p, e, v, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                          \
  }
ATOMIC(8, std::uint8_t)
ATOMIC(16, std::uint16_t)
ATOMIC(32, std::uint32_t)
ATOMIC(64, std::uint64_t)

// The linker (--wrap) sends the calls of the program here.
void* __real_memcpy(void*, const void*, std::size_t);
void* __real_memmove(void*, const void*, std::size_t);
void* __real_memset(void*, int, std::size_t);
void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  visit<false>(from, size, FROM);
  visit<true>(to, size, FROM);
  return __real_memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  visit<false>(from, size, FROM);
  visit<true>(to, size, FROM);
  return __real_memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, std::size_t size) {
  visit<true>(to, size, FROM);
  return __real_memset(to, value, size);
}
}
