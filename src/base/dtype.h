// SPDX-License-Identifier: Apache-2.0
// The data types of the interface: names, sizes, sets of them.
#ifndef HOSTNN_BASE_DTYPE_H_
#define HOSTNN_BASE_DTYPE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"

namespace hostnn {

// A set of data types; numbers 0..63.
class DTypeSet {
 public:
  constexpr DTypeSet(std::initializer_list<aclDataType> types) {
    for (const aclDataType type : types) bits_ |= Bit(type);
  }
  constexpr bool Contains(aclDataType type) const {
    const int number = static_cast<int>(type);
    return number >= 0 && number < 64 && (bits_ & Bit(type)) != 0;
  }
  constexpr DTypeSet Without(aclDataType type) const {
    DTypeSet rest = *this;
    rest.bits_ &= ~Bit(type);
    return rest;
  }
  // In the order of the numbers.
  std::vector<aclDataType> Types() const;
  // "FLOAT, FLOAT16 or BF16", in the same order.
  std::string ToString() const;

 private:
  static constexpr uint64_t Bit(aclDataType type) {
    return uint64_t{1} << static_cast<int>(type);
  }
  uint64_t bits_ = 0;
};

// The documented name without ACL_, e.g. "FLOAT"; "dtype 77" is not a name:
// nullptr for a number that is no data type.
const char* DTypeName(aclDataType type);

// Name, or "dtype <number>"; for messages.
std::string DTypeText(aclDataType type);

// Whether aclCreateTensor takes it: a documented type, undefined excepted.
bool IsDType(aclDataType type);

// Bytes of one element; 0 for undefined, string and sub-byte types.
int64_t ElementSize(aclDataType type);

}  // namespace hostnn

#endif  // HOSTNN_BASE_DTYPE_H_
