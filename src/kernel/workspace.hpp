// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace eagre::kernel {

/// Storage for arrays that are needed for a part of a time step only. An array is taken, used, and returns its storage at the end
/// of its life; what is taken next, of whatever type, may get it. Storage never goes back to the system. One workspace a
/// simulation, which outlives its arrays; one thread.
///
///     auto flux = workspace.take<double>(nFaces);  // uninitialised
///     ...
///     workspace.give(flux);                        // or at the end of the scope
///
/// Free storage lies in pieces: a request gets the smallest piece that is long enough, the rest of which stays free, and a piece
/// that returns grows together with the free ones beside it.
class Workspace {
 public:
  /// For std::vector: storage of a workspace, or, made without one, of the heap.
  template <class T>
  class Allocator {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

   public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    Allocator() = default;
    explicit Allocator(Workspace& workspace) : workspace_(&workspace) {}
    template <class U>
    Allocator(const Allocator<U>& other) : workspace_(other.workspace_) {}
    /// A copy of an array is an array of the heap.
    Allocator select_on_container_copy_construction() const { return {}; }

    T* allocate(std::size_t n) {
      if (workspace_ == nullptr) return std::allocator<T>().allocate(n);
      // An array of bytes gives storage to the objects of T, which begin to exist with it.
      return std::launder(static_cast<T*>(static_cast<void*>(workspace_->allocate(n * sizeof(T)))));
    }
    void deallocate(T* p, std::size_t n) noexcept {
      if (workspace_ == nullptr)
        std::allocator<T>().deallocate(p, n);
      else
        workspace_->deallocate(p);
    }
    /// Entries of a workspace's array are not initialised.
    void construct(T* p) const noexcept {
      if (workspace_ == nullptr) std::construct_at(p);
    }
    template <class... Arguments>
    void construct(T* p, Arguments&&... arguments) const {
      std::construct_at(p, std::forward<Arguments>(arguments)...);
    }
    bool operator==(const Allocator&) const = default;

   private:
    template <class U>
    friend class Allocator;
    Workspace* workspace_ = nullptr;
  };
  /// An array with the storage of a workspace. It has it alone: what it is moved from is empty.
  template <class T>
  using Array = std::vector<T, Allocator<T>>;

  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// n entries, uninitialised.
  template <class T = double>
  Array<T> take(std::size_t n) {
    return Array<T>(n, Allocator<T>(*this));
  }
  /// Ends the array's life: it is empty then.
  template <class T>
  static void give(Array<T>& array) {
    array = Array<T>();
  }
  /// Bytes that the workspace has had from the system.
  std::size_t capacity() const;

 private:
  /// A stretch of storage. Those of one allocation are neighbours in pieces_, in their order.
  struct Piece {
    std::byte* begin;
    std::size_t size;
    bool isFree;
    bool isFirst;  ///< of its allocation
  };
  std::byte* allocate(std::size_t size);
  void deallocate(const void* begin) noexcept;

  std::vector<std::unique_ptr<std::byte[]>> allocations_;
  std::vector<Piece> pieces_;
};

template <class T>
using Array = Workspace::Array<T>;

}  // namespace eagre::kernel
