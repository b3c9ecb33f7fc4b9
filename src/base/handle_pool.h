// SPDX-License-Identifier: Apache-2.0
// Handles as values. What a caller holds is not an address but (kind, slot,
// generation); looking it up never touches memory that the caller named, so a
// stale, foreign or made-up handle is recognised. Slots are never unmapped.
#ifndef HOSTNN_BASE_HANDLE_POOL_H_
#define HOSTNN_BASE_HANDLE_POOL_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/spin_lock.h"

namespace hostnn {

// One per kind of object behind a handle.
enum class HandleKind : uint8_t {
  kContext = 1,
  kStream,
  kEvent,
  kTensor,
  kTensorList,
  kScalar,
  kScalarList,
  kIntArray,
  kFloatArray,
  kBoolArray,
  kExecutor,
  kAllocation,  // never handed out
};

// How a handle and the state of a slot are put together.
struct HandleLayout {
  // A handle: kind in the top byte (beyond any address a program can have),
  // slot in the next three, generation below.
  static constexpr uint64_t kKindBase = 0x60;
  static constexpr int kKindShift = 56;
  static constexpr int kSlotShift = 32;
  static constexpr uint64_t kSlotMask = 0xFFFFFF;

  // The state of a slot: generation above, then two bits, "found by its handle"
  // and "not used up by Take", then the number of references (the handle itself
  // counts as one).
  static constexpr int kGenerationShift = 32;
  static constexpr uint64_t kListed = uint64_t{1} << 31;
  static constexpr uint64_t kKept = uint64_t{1} << 30;
  static constexpr uint64_t kReferenceMask = kKept - 1;

  static constexpr uint32_t kSlotsPerChunk = 256;
  static constexpr uint32_t kMaxChunks = 65536;
};

template <class T>
class HandlePool;

// Room for one object, and what is needed to find it and to count references.
template <class T>
struct HandleSlot {
  std::atomic<uint64_t> state{0};
  uint32_t index = 0;
  HandleSlot* next_free = nullptr;
  alignas(T) std::byte storage[sizeof(T)];

  T* object() { return std::launder(reinterpret_cast<T*>(storage)); }
};

// A counted reference to an object behind a handle: it lives at least as long.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(const Ref& other) : slot_(other.slot_) {
    if (slot_ != nullptr) slot_->state.fetch_add(1, std::memory_order_relaxed);
  }
  Ref(Ref&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(slot_, other.slot_);
    return *this;
  }
  ~Ref() { Reset(); }

  // Makes it empty.
  void Reset() {
    if (slot_ == nullptr) return;
    HandlePool<T>::Instance().Release(*std::exchange(slot_, nullptr));
  }

  explicit operator bool() const { return slot_ != nullptr; }
  T& operator*() const { return *slot_->object(); }
  T* operator->() const { return slot_->object(); }
  T* get() const { return slot_ == nullptr ? nullptr : slot_->object(); }
  bool operator==(const Ref& other) const { return slot_ == other.slot_; }
  bool operator==(std::nullptr_t) const { return slot_ == nullptr; }

  // The value that callers hold; nullptr for an empty reference.
  void* handle() const {
    return slot_ == nullptr ? nullptr
                            : HandlePool<T>::Instance().HandleOf(*slot_);
  }

 private:
  friend HandlePool<T>;
  explicit Ref(HandleSlot<T>* slot) : slot_(slot) {}
  HandleSlot<T>* slot_ = nullptr;
};

// Keeps the objects of one type. T names its HandleKind as T::kHandleKind.
// All members may be called from any thread. Create throws std::bad_alloc.
template <class T>
class HandlePool : private HandleLayout {
 public:
  // The pool of this type; never destroyed.
  static HandlePool& Instance() {
    static constinit HandlePool pool;
    return pool;
  }

  template <class... Arguments>
  Ref<T> Create(Arguments&&... arguments) {
    Ref<T> made = Make(std::forward<Arguments>(arguments)...);
    Ref<T> copy = made;
    Publish(std::move(made));
    return copy;
  }

  // An object that its handle does not find yet.
  template <class... Arguments>
  Ref<T> Make(Arguments&&... arguments) {
    Slot& slot = TakeSlot();
    try {
      new (slot.storage) T(std::forward<Arguments>(arguments)...);
    } catch (...) {
      ReturnSlot(slot);
      throw;
    }
    // Nobody else changes the state of a slot that is not listed.
    const uint64_t state = slot.state.load(std::memory_order_relaxed);
    slot.state.store(state | 1, std::memory_order_relaxed);
    return Ref<T>(&slot);
  }

  // From now on the handle, which is returned, finds what Make returned.
  void* Publish(Ref<T> made) {
    Slot& slot = *std::exchange(made.slot_, nullptr);  // is now the handle's
    slot.state.store(slot.state.load(std::memory_order_relaxed) | kListed,
                     std::memory_order_release);
    return HandleOf(slot);
  }

  // The object of a handle; empty when it is NULL, foreign or stale.
  Ref<T> Find(const void* handle) {
    return Change(handle, [](uint64_t state) { return state + 1; });
  }

  // As Find; the handle is stale then, so that one of several callers succeeds,
  // unless Keep was called.
  Ref<T> Take(const void* handle) {
    return Change(handle, [](uint64_t state) {
      return (state & kKept) != 0 ? state + 1 : state & ~kListed;
    });
  }

  // From now on Take leaves the handle as it is.
  void Keep(const Ref<T>& object) {
    object.slot_->state.fetch_or(kKept, std::memory_order_relaxed);
  }
  bool IsKept(const Ref<T>& object) const {
    return (object.slot_->state.load(std::memory_order_relaxed) & kKept) != 0;
  }

  // From now on the handle is stale; the object goes with its last reference.
  // False when it was stale already, so that one of several callers succeeds.
  bool Remove(const void* handle) {
    return static_cast<bool>(
        Change(handle, [](uint64_t state) { return state & ~kListed; }));
  }

  // Whether the handle finds an object.
  bool Contains(const void* handle) {
    const Slot* slot = SlotOf(handle);
    return slot != nullptr &&
           IsLive(slot->state.load(std::memory_order_acquire), handle);
  }

  // Calls read(object) for the object of a handle, without a reference to it:
  // quicker than Find, but read may find it being changed, destroyed or made
  // anew by other threads, which T has to allow for. False when the handle is
  // NULL, foreign or stale, at the end still; what was read is worth nothing
  // then.
  template <class Read>
  bool ReadUnreferenced(const void* handle, const Read& read) {
    Slot* slot = SlotOf(handle);
    if (slot == nullptr ||
        !IsLive(slot->state.load(std::memory_order_acquire), handle)) {
      return false;
    }
    read(*slot->object());
    return IsLive(slot->state.load(std::memory_order_acquire), handle);
  }

  // The objects that can be found at this moment.
  std::vector<Ref<T>> All() {
    std::vector<Ref<T>> all;
    const uint32_t count = slot_count_.load(std::memory_order_acquire);
    for (uint32_t index = 0; index < count; ++index) {
      Slot& slot = SlotAt(index);
      const uint64_t state = slot.state.load(std::memory_order_relaxed);
      if ((state & kListed) == 0) continue;
      if (Ref<T> ref = Find(HandleOf(slot)); ref) all.push_back(std::move(ref));
    }
    return all;
  }

 private:
  friend Ref<T>;
  using Slot = HandleSlot<T>;

  constexpr HandlePool() = default;

  static uint64_t Bits(const void* handle) {
    return reinterpret_cast<uintptr_t>(handle);
  }

  static constexpr uint64_t KindByte() {
    return kKindBase + static_cast<uint64_t>(T::kHandleKind);
  }

  // Whether a slot in this state is found by this handle, which names it.
  static bool IsLive(uint64_t state, const void* handle) {
    return (state & kListed) != 0 &&
           state >> kGenerationShift == static_cast<uint32_t>(Bits(handle));
  }

  // Gives the slot of a live handle the state next(state), which has a
  // reference for the caller.
  template <class Next>
  Ref<T> Change(const void* handle, const Next& next) {
    Slot* slot = SlotOf(handle);
    if (slot == nullptr) return Ref<T>();
    uint64_t state = slot->state.load(std::memory_order_relaxed);
    while (IsLive(state, handle)) {
      if (slot->state.compare_exchange_weak(state, next(state),
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) {
        return Ref<T>(slot);
      }
    }
    return Ref<T>();
  }

  Slot& SlotAt(uint32_t index) {
    Slot* chunk =
        chunks_[index / kSlotsPerChunk].load(std::memory_order_acquire);
    return chunk[index % kSlotsPerChunk];
  }

  Slot* SlotOf(const void* handle) {
    const uint64_t bits = Bits(handle);
    if (bits >> kKindShift != KindByte()) return nullptr;
    const auto index = static_cast<uint32_t>((bits >> kSlotShift) & kSlotMask);
    if (index >= slot_count_.load(std::memory_order_acquire)) return nullptr;
    return &SlotAt(index);
  }

  void* HandleOf(const Slot& slot) const {
    const uint64_t generation =
        slot.state.load(std::memory_order_relaxed) >> kGenerationShift;
    return reinterpret_cast<void*>(KindByte() << kKindShift |
                                   uint64_t{slot.index} << kSlotShift |
                                   generation);
  }

  void Release(Slot& slot) {
    uint64_t before = slot.state.load(std::memory_order_acquire);
    // Nobody else can come by a reference to what is not listed.
    const bool is_last = (before & (kListed | kReferenceMask)) == 1;
    if (!is_last) {
      before = slot.state.fetch_sub(1, std::memory_order_acq_rel);
      if ((before & kReferenceMask) != 1) return;
    }
    slot.object()->~T();
    const uint64_t next_generation = (before >> kGenerationShift) + 1;
    slot.state.store(next_generation << kGenerationShift,
                     std::memory_order_relaxed);
    ReturnSlot(slot);
  }

  Slot& TakeSlot() {
    const std::lock_guard lock(lock_);
    if (free_ == nullptr) AddChunk();
    return *std::exchange(free_, free_->next_free);
  }

  void AddChunk() {
    const uint32_t first = slot_count_.load(std::memory_order_relaxed);
    if (first / kSlotsPerChunk == kMaxChunks) throw std::bad_alloc();
    Slot* chunk = new Slot[kSlotsPerChunk];
    for (uint32_t i = kSlotsPerChunk; i-- > 0;) {
      chunk[i].index = first + i;
      chunk[i].next_free = std::exchange(free_, &chunk[i]);
    }
    chunks_[first / kSlotsPerChunk].store(chunk, std::memory_order_release);
    slot_count_.store(first + kSlotsPerChunk, std::memory_order_release);
  }

  void ReturnSlot(Slot& slot) {
    const std::lock_guard lock(lock_);
    slot.next_free = std::exchange(free_, &slot);
  }

  std::atomic<Slot*> chunks_[kMaxChunks] = {};
  std::atomic<uint32_t> slot_count_{0};
  SpinLock lock_;  // guards free_ and growth
  Slot* free_ = nullptr;
};

}  // namespace hostnn

#endif  // HOSTNN_BASE_HANDLE_POOL_H_
