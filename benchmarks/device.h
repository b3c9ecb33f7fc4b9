// SPDX-License-Identifier: Apache-2.0
// hostnn as a program sees it: memory, tensors and two-phase calls through the
// public C interface. Whatever fails ends the program with a message.
#ifndef HOSTNN_BENCHMARKS_DEVICE_H_
#define HOSTNN_BENCHMARKS_DEVICE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "tensor.h"

namespace hostnn::bench {

// The numbers that stand for how a loss was reduced, here and in PyTorch.
inline constexpr int64_t kReductionNone = 0;
inline constexpr int64_t kReductionMean = 1;
inline constexpr int64_t kReductionSum = 2;

// Reports `call` and hostnn's reason unless `code` is 0.
void Check(int code, const char* call);

// Initialises hostnn with so many computing threads; device 0 may take up most
// of the machine's memory.
aclrtStream StartDevice(int thread_count);

// The memory and the descriptors of one row; freed together.
class DeviceTensors {
 public:
  DeviceTensors() = default;
  DeviceTensors(const DeviceTensors&) = delete;
  DeviceTensors& operator=(const DeviceTensors&) = delete;
  ~DeviceTensors();

  // Pages of 4 KiB, like those that PyTorch's own tensors have.
  Tensor Allocate(DType dtype, const Layout& layout);
  aclTensor* Describe(const Tensor& tensor);

 private:
  std::vector<void*> blocks_;
  std::vector<aclTensor*> descriptors_;
};

// What is timed as hostnn: phase one, phase two, and the stream synchronised.
struct OperatorCall {
  std::function<aclnnStatus(uint64_t*, aclOpExecutor**)> phase_one;
  aclnnStatus (*phase_two)(void*, uint64_t, aclOpExecutor*, aclrtStream);
  aclrtStream stream;

  aclOpExecutor* Plan() const;
  void Launch(aclOpExecutor* executor) const;
  void Synchronize() const;
  void operator()() const {
    Launch(Plan());
    Synchronize();
  }
};

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_DEVICE_H_
