// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy.h"

#include <cstring>
#include <utility>

#include "runtime/memory.h"

namespace hostnn {
namespace {

// The blocks that a copy touches; empty: host memory of the program, which can
// go or move once a call has returned.
struct CopyEnds {
  AllocationRef dst;
  AllocationRef src;
};

// About how long it takes to move so many bytes.
int64_t MoveTime(uint64_t count) {
  constexpr uint64_t kBytesPerNanosecond = 10;
  return static_cast<int64_t>(count / kBytesPerNanosecond);
}

Status CheckCount(uint64_t count, const char* capacity_name,
                  uint64_t capacity) {
  HOSTNN_CHECK(count > 0, Code::kAclInvalidParam,
               "count: expected at least 1 byte, got 0");
  HOSTNN_CHECK(count <= capacity, Code::kParamInvalid,
               "count: expected at most %s = %llu bytes, got %llu",
               capacity_name, static_cast<unsigned long long>(capacity),
               static_cast<unsigned long long>(count));
  return Status();
}

bool IsDevice(const AllocationRef& block) {
  return block != nullptr && block->kind == Allocation::Kind::kDevice;
}

// The block of an address whose next `count` bytes are used; an empty one for
// memory that only the program knows.
Status FindEnd(const char* argument, const void* address, uint64_t count,
               AllocationRef* block) {
  *block = FindAllocation(address);
  HOSTNN_CHECK(*block != nullptr || !IsDeviceAddress(address),
               Code::kParamInvalid,
               "%s: expected live memory, got %p, device memory that was freed "
               "or never allocated",
               argument, address);
  if (*block == nullptr) return Status();
  return CheckInside(**block, (*block)->size, argument, address, count,
                     Code::kParamInvalid);
}

// As FindEnd; what the program registered is no more than a part of its memory.
Status FindCopyEnd(const char* argument, const void* address, uint64_t count,
                   AllocationRef* block) {
  *block = FindAllocation(address);
  if (*block != nullptr &&
      (*block)->kind == Allocation::Kind::kRegisteredHost) {
    *block = AllocationRef();
    return Status();
  }
  return FindEnd(argument, address, count, block);
}

// Whether the kind says that device memory takes part.
bool NamesDevice(aclrtMemcpyKind kind) {
  return kind != ACL_MEMCPY_HOST_TO_HOST && kind != ACL_MEMCPY_DEFAULT;
}

Status CheckCopy(const CopyRequest& request, CopyEnds* ends) {
  HOSTNN_RETURN_IF_ERROR(
      CheckCount(request.count, "destMax", request.dst_capacity));
  HOSTNN_CHECK(request.kind >= ACL_MEMCPY_HOST_TO_HOST &&
                   request.kind <= ACL_MEMCPY_INTER_DEVICE_TO_DEVICE,
               Code::kParamInvalid, "kind: expected 0..7, got %d",
               static_cast<int>(request.kind));
  HOSTNN_RETURN_IF_ERROR(
      FindCopyEnd("dst", request.dst, request.count, &ends->dst));
  HOSTNN_RETURN_IF_ERROR(
      FindCopyEnd("src", request.src, request.count, &ends->src));
  HOSTNN_CHECK(
      IsDevice(ends->dst) || IsDevice(ends->src) || !NamesDevice(request.kind),
      Code::kParamInvalid,
      "kind: expected device memory at dst or src, got %d with two addresses "
      "that are none: %p and %p",
      static_cast<int>(request.kind), request.dst, request.src);
  HOSTNN_CHECK(!IsDevice(ends->dst) || !IsDevice(ends->src) ||
                   ends->dst->device == ends->src->device,
               Code::kFeatureNotSupported,
               "dst: expected memory of src's device %d, got memory of device "
               "%d: there is no access between devices",
               ends->src->device, ends->dst->device);
  return Status();
}

Status CheckSet(const SetRequest& request, AllocationRef* block) {
  HOSTNN_RETURN_IF_ERROR(
      CheckCount(request.count, "maxCount", request.capacity));
  HOSTNN_RETURN_IF_ERROR(
      FindEnd("devPtr", request.address, request.count, block));
  HOSTNN_CHECK(*block != nullptr, Code::kParamInvalid,
               "devPtr: expected memory from aclrtMalloc or aclrtMallocHost, "
               "got %p",
               request.address);
  return Status();
}

}  // namespace

Status Copy(const CopyRequest& request) {
  CopyEnds ends;
  HOSTNN_RETURN_IF_ERROR(CheckCopy(request, &ends));
  std::memmove(request.dst, request.src, request.count);
  return Status();
}

Status CopyAsync(const CopyRequest& request, const Ref<Stream>& stream) {
  CopyEnds ends;
  HOSTNN_RETURN_IF_ERROR(CheckCopy(request, &ends));
  HOSTNN_CHECK(request.kind != ACL_MEMCPY_HOST_TO_HOST &&
                   (IsDevice(ends.dst) || IsDevice(ends.src)),
               Code::kFeatureNotSupported,
               "kind: expected a copy with device memory, got %d from host to "
               "host memory",
               static_cast<int>(request.kind));
  const bool returns_at_once = ends.dst != nullptr && ends.src != nullptr &&
                               request.kind != ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE;
  // Who waits anyway may as well do it.
  const int64_t time = returns_at_once ? MoveTime(request.count) : 0;
  const uint64_t number =
      Stream::Submit(stream, time, [request, ends = std::move(ends)](Stream&) {
        std::memmove(request.dst, request.src, request.count);
        return Status();
      });
  if (!returns_at_once) stream->WaitFor(number, Deadline());
  return Status();
}

Status Set(const SetRequest& request) {
  AllocationRef block;
  HOSTNN_RETURN_IF_ERROR(CheckSet(request, &block));
  std::memset(request.address, request.value, request.count);
  return Status();
}

Status SetAsync(const SetRequest& request, const Ref<Stream>& stream) {
  AllocationRef block;
  HOSTNN_RETURN_IF_ERROR(CheckSet(request, &block));
  Stream::Submit(stream, MoveTime(request.count),
                 [request, block = std::move(block)](Stream&) {
                   std::memset(request.address, request.value, request.count);
                   return Status();
                 });
  return Status();
}

}  // namespace hostnn
