// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <array>
#include <cstddef>

#include "base/status.h"

namespace hostnn {
namespace {

struct DTypeInfo {
  aclDataType type;
  const char* name;
  int64_t size;  // 0: not a whole number of bytes, or none
};

// In the order of the numbers.
constexpr DTypeInfo kDTypes[] = {
    {ACL_FLOAT, "FLOAT", 4},
    {ACL_FLOAT16, "FLOAT16", 2},
    {ACL_INT8, "INT8", 1},
    {ACL_INT32, "INT32", 4},
    {ACL_UINT8, "UINT8", 1},
    {ACL_INT16, "INT16", 2},
    {ACL_UINT16, "UINT16", 2},
    {ACL_UINT32, "UINT32", 4},
    {ACL_INT64, "INT64", 8},
    {ACL_UINT64, "UINT64", 8},
    {ACL_DOUBLE, "DOUBLE", 8},
    {ACL_BOOL, "BOOL", 1},
    {ACL_STRING, "STRING", 0},
    {ACL_COMPLEX64, "COMPLEX64", 8},
    {ACL_COMPLEX128, "COMPLEX128", 16},
    {ACL_BF16, "BF16", 2},
    {ACL_INT4, "INT4", 0},
    {ACL_UINT1, "UINT1", 0},
    {ACL_COMPLEX32, "COMPLEX32", 4},
    {ACL_HIFLOAT8, "HIFLOAT8", 1},
    {ACL_FLOAT8_E5M2, "FLOAT8_E5M2", 1},
    {ACL_FLOAT8_E4M3FN, "FLOAT8_E4M3FN", 1},
    {ACL_FLOAT8_E8M0, "FLOAT8_E8M0", 1},
    {ACL_FLOAT6_E3M2, "FLOAT6_E3M2", 0},
    {ACL_FLOAT6_E2M3, "FLOAT6_E2M3", 0},
    {ACL_FLOAT4_E2M1, "FLOAT4_E2M1", 0},
    {ACL_FLOAT4_E1M2, "FLOAT4_E1M2", 0},
};

const DTypeInfo* Find(aclDataType type) {
  for (const DTypeInfo& info : kDTypes) {
    if (info.type == type) return &info;
  }
  return nullptr;
}

}  // namespace

std::vector<aclDataType> DTypeSet::Types() const {
  std::vector<aclDataType> types;
  for (const DTypeInfo& info : kDTypes) {
    if (Contains(info.type)) types.push_back(info.type);
  }
  return types;
}

std::string DTypeSet::ToString() const {
  std::string text;
  const char* last = nullptr;
  for (const aclDataType type : Types()) {
    if (last != nullptr) text += (text.empty() ? "" : ", ") + std::string(last);
    last = DTypeName(type);
  }
  if (last == nullptr) return "none";
  return text.empty() ? last : text + " or " + last;
}

const char* DTypeName(aclDataType type) {
  const DTypeInfo* info = Find(type);
  return info == nullptr ? nullptr : info->name;
}

std::string DTypeText(aclDataType type) {
  const char* name = DTypeName(type);
  return name != nullptr ? name
                         : FormatText("dtype %d", static_cast<int>(type));
}

bool IsDType(aclDataType type) { return Find(type) != nullptr; }

int64_t ElementSize(aclDataType type) {
  // By number: asked for in every call of an operator.
  constexpr size_t kNumbers = 64;
  static constexpr auto sizes = [] {
    std::array<int64_t, kNumbers> all{};
    for (const DTypeInfo& info : kDTypes) {
      all[static_cast<size_t>(info.type)] = info.size;
    }
    return all;
  }();
  const auto number = static_cast<size_t>(type);
  return number < kNumbers ? sizes[number] : 0;
}

}  // namespace hostnn
