// SPDX-License-Identifier: Apache-2.0
#include "harness/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/float_format.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

void CopyToDevice(const std::vector<uint8_t>& bytes, void* address) {
  if (bytes.empty()) return;
  EXPECT_EQ(aclrtMemcpy(address, bytes.size(), bytes.data(), bytes.size(),
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
}

std::vector<uint8_t> CopyFromDevice(size_t byte_count, const void* address) {
  std::vector<uint8_t> bytes(byte_count);
  if (bytes.empty()) return bytes;
  EXPECT_EQ(aclrtMemcpy(bytes.data(), byte_count, address, byte_count,
                        ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  return bytes;
}

// The storage's bytes with the view's elements as they are in `from`.
std::vector<uint8_t> WithElementsOf(const std::vector<uint8_t>& from,
                                    const Argument& tensor) {
  const size_t size = ElementSize(tensor.view.dtype);
  std::vector<uint8_t> bytes = tensor.data;
  for (const int64_t index : tensor.view.Indices()) {
    std::copy_n(&from[index * size], size, &bytes[index * size]);
  }
  return bytes;
}

}  // namespace

Call::Call(const Operator& op, const Arguments& arguments,
           const std::vector<void*>& addresses)
    : op_(op), arguments_(arguments), addresses_(addresses) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    if (addresses.empty()) {
      buffers_.emplace_back(argument.data.size());
      addresses_.push_back(buffers_.back().get());
    }
    tensors_.emplace_back();
    if (argument.IsTensor()) {
      tensors_[i] = Tensor(argument.view, addresses_[i]);
    }
    values_.push_back(
        {.tensor = tensors_[i].get(), .integer = argument.integer});
  }
  Upload();
}

void Call::Upload() const {
  for (size_t i = 0; i < arguments_.size(); ++i) {
    CopyToDevice(arguments_[i].data, addresses_[i]);
  }
}

aclnnStatus Call::Plan(uint64_t* workspace_size,
                       aclOpExecutor** executor) const {
  return op_.plan(values_, workspace_size, executor);
}

aclnnStatus Call::Run(uint64_t workspace_size, aclOpExecutor* executor,
                      aclrtStream stream) {
  workspace_ = DeviceBuffer(workspace_size);
  return op_.run(workspace_.get(), workspace_size, executor, stream);
}

aclnnStatus Call::Launch(aclrtStream stream) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status = Plan(&workspace_size, &executor);
  return status == 0 ? Run(workspace_size, executor, stream) : status;
}

std::vector<uint8_t> Call::TakeOutput() const {
  std::vector<uint8_t> output;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& argument = arguments_[i];
    if (!argument.IsTensor()) continue;
    const std::vector<uint8_t> now =
        CopyFromDevice(argument.data.size(), addresses_[i]);
    if (argument.kind == Argument::Kind::kOut) {
      output = ElementBytes(argument.view, now);
      EXPECT_EQ(now, WithElementsOf(now, argument))
          << "bytes outside the output's view have changed";
    } else {
      EXPECT_EQ(now, argument.data) << argument.name << " has changed";
    }
  }
  return output;
}

std::vector<uint8_t> RunCall(const Operator& op, const Arguments& arguments,
                             bool fault, const std::vector<void*>& addresses) {
  Call call(op, arguments, addresses);
  EXPECT_EQ(call.Launch(), 0) << TakeMessages();
  SynchronizeCall(op, nullptr, fault);
  return call.TakeOutput();
}

std::vector<uint8_t> BitsOf(const Operator& op, const Arguments& arguments,
                            const std::vector<void*>& addresses) {
  Call call(op, arguments, addresses);
  EXPECT_EQ(call.Launch(), 0) << TakeMessages();
  static_cast<void>(aclrtSynchronizeStream(nullptr));
  return call.TakeOutput();
}

void SynchronizeCall(const Operator& op, aclrtStream stream, bool fault) {
  TakeMessages();
  if (!fault) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << TakeMessages();
    return;
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_THAT(TakeMessages(), ::testing::HasSubstr(op.name));
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

}  // namespace hostnn::harness
