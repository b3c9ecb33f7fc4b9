// SPDX-License-Identifier: Apache-2.0
// One call of any operator: its tensors in device memory, both phases, and what
// came of it.
#ifndef HOSTNN_TESTS_HARNESS_CALL_H_
#define HOSTNN_TESTS_HARNESS_CALL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/argument.h"
#include "harness/device_buffer.h"
#include "harness/operators.h"
#include "harness/tensor.h"

namespace hostnn::harness {

class Call {
 public:
  // Puts the storages of the tensors each into an allocation of its own or,
  // where there are `addresses`, to those: device memory of the caller's, one
  // address an argument. The operator and the arguments must outlive the call.
  Call(const Operator& op, const Arguments& arguments,
       const std::vector<void*>& addresses = {});

  // Fills the storages again with what the arguments say.
  void Upload() const;

  aclnnStatus Plan(uint64_t* workspace_size, aclOpExecutor** executor) const;
  // Phase two, with as much workspace as phase one asked for.
  aclnnStatus Run(uint64_t workspace_size, aclOpExecutor* executor,
                  aclrtStream stream);
  // Both phases; the status of the first that fails.
  aclnnStatus Launch(aclrtStream stream = nullptr);
  void DestroyTensors() { tensors_.clear(); }

  // When the work is done: the bytes of the output's elements in row-major
  // order. All other bytes of the storages have to be as they were.
  std::vector<uint8_t> TakeOutput() const;

 private:
  const Operator& op_;
  const Arguments& arguments_;
  std::vector<DeviceBuffer> buffers_;
  DeviceBuffer workspace_;
  std::vector<void*> addresses_;  // one an argument
  std::vector<Tensor> tensors_;
  std::vector<ArgumentValue> values_;
};

// Launches a call on the default stream and waits for it; the output's
// elements. Everything has to succeed, or to report a fault if `fault`.
std::vector<uint8_t> RunCall(const Operator& op, const Arguments& arguments,
                             bool fault = false,
                             const std::vector<void*>& addresses = {});
// The same, whether a fault is reported or not.
std::vector<uint8_t> BitsOf(const Operator& op, const Arguments& arguments,
                            const std::vector<void*>& addresses = {});

// Waits for the stream, which has to succeed, or to report a fault of the
// operator if `fault`.
void SynchronizeCall(const Operator& op, aclrtStream stream, bool fault);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_CALL_H_
