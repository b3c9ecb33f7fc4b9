// SPDX-License-Identifier: Apache-2.0
// The members behind an aclTensorList or aclScalarList.
#ifndef HOSTNN_TENSOR_LIST_H_
#define HOSTNN_TENSOR_LIST_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/handle_pool.h"
#include "base/status.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace hostnn {

// Owns the handles of its members, of which any may be NULL: with the list they
// become stale.
template <class Member, HandleKind kKind>
class List {
 public:
  static constexpr HandleKind kHandleKind = kKind;
  using MemberType = Member;

  List() = default;
  explicit List(std::vector<const void*> handles)
      : handles_(std::move(handles)) {}
  List(List&&) = default;
  List& operator=(List&&) = delete;
  ~List() {
    for (const void* handle : handles_) {
      HandlePool<Member>::Instance().Remove(handle);
    }
  }

  std::span<const void* const> handles() const { return handles_; }

  // Empty for a NULL member, and for one that was destroyed on its own.
  Ref<Member> Find(size_t i) const {
    return HandlePool<Member>::Instance().Find(handles_[i]);
  }

 private:
  std::vector<const void*> handles_;
};

using TensorList = List<TensorObject, HandleKind::kTensorList>;
using ScalarList = List<Scalar, HandleKind::kScalarList>;

// Collects the `size` handles at `value` for a list. kNullArgument if `value`
// is NULL and `size` is not 0, kBadArgument if a handle is stale or foreign;
// the members stay the caller's then.
template <class Member, class Handle>
Status TakeMembers(const Handle* const* value, uint64_t size,
                   std::vector<const void*>* handles) {
  HOSTNN_CHECK(value != nullptr || size == 0, Code::kNullArgument,
               "value: expected %llu handles, got NULL",
               static_cast<unsigned long long>(size));
  for (uint64_t i = 0; i < size; ++i) {
    HOSTNN_CHECK(
        value[i] == nullptr || HandlePool<Member>::Instance().Find(value[i]),
        Code::kBadArgument,
        "value: expected live members, got a stale or foreign handle at %llu",
        static_cast<unsigned long long>(i));
  }
  handles->assign(value, value + size);
  return {};
}

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_LIST_H_
