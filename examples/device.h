// SPDX-License-Identifier: Apache-2.0
// What the examples share, as every program over the two-phase interface has it
// in some form: start and stop, errors, tensors in device memory, the second
// phase, and a table of results. C++11; on an accelerator it would be the same.
#ifndef HOSTNN_EXAMPLES_DEVICE_H_
#define HOSTNN_EXAMPLES_DEVICE_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

// The numbers that stand for how a loss was reduced.
const int64_t kReductionNone = 0;
const int64_t kReductionMean = 1;
const int64_t kReductionSum = 2;

// Ends the program, saying why, unless the call returned success.
#define CHECK(call) Check((call), #call)

inline void Check(int code, const char* call) {
  if (code == ACL_SUCCESS) return;
  const char* reason = aclGetRecentErrMsg();  // NULL when there is none
  std::fprintf(stderr, "%s\nreturned %d: %s\n", call, code,
               reason != nullptr ? reason : "no message");
  std::exit(EXIT_FAILURE);
}

inline aclrtStream Start() {
  aclrtStream stream = nullptr;
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(0));
  CHECK(aclrtCreateStream(&stream));
  return stream;
}

inline void Stop(aclrtStream stream) {
  CHECK(aclrtDestroyStream(stream));
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
}

// Device memory and the descriptor that gives it a type and a shape.
struct DeviceTensor {
  void* memory;
  aclTensor* tensor;
};

template <typename T>
DeviceTensor Upload(const std::vector<T>& values,
                    const std::vector<int64_t>& shape, aclDataType type) {
  DeviceTensor result = {nullptr, nullptr};
  const size_t byte_count = values.size() * sizeof(T);
  CHECK(aclrtMalloc(&result.memory, byte_count, ACL_MEM_MALLOC_HUGE_FIRST));
  CHECK(aclrtMemcpy(result.memory, byte_count, values.data(), byte_count,
                    ACL_MEMCPY_HOST_TO_DEVICE));

  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * shape[i];
  }
  result.tensor =
      aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0,
                      ACL_FORMAT_ND, shape.data(), shape.size(), result.memory);
  Check(result.tensor != nullptr ? ACL_SUCCESS : ACL_ERROR_FAILURE,
        "aclCreateTensor");
  return result;
}

inline void Download(const DeviceTensor& source, std::vector<float>* values) {
  const size_t byte_count = values->size() * sizeof(float);
  CHECK(aclrtMemcpy(values->data(), byte_count, source.memory, byte_count,
                    ACL_MEMCPY_DEVICE_TO_HOST));
}

inline void Free(std::initializer_list<DeviceTensor> tensors) {
  for (const DeviceTensor& it : tensors) {
    CHECK(aclDestroyTensor(it.tensor));
    CHECK(aclrtFree(it.memory));
  }
}

// The second phase: puts the work on the stream, and waits until it is done.
inline void Run(aclnnStatus (*phase_two)(void*, uint64_t, aclOpExecutor*,
                                         aclrtStream),
                uint64_t workspace_size, aclOpExecutor* executor,
                aclrtStream stream) {
  void* workspace = nullptr;
  if (workspace_size > 0) {
    CHECK(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  CHECK(phase_two(workspace, workspace_size, executor, stream));
  CHECK(aclrtSynchronizeStream(stream));
  if (workspace != nullptr) CHECK(aclrtFree(workspace));
}

// One line for each sample; column is what its values are of.
inline void PrintTable(const char* title, const std::vector<float>& values,
                       const char* column, size_t column_count) {
  std::printf("%s:\n          ", title);
  for (size_t c = 0; c < column_count; ++c) std::printf("  %s %zu", column, c);
  for (size_t i = 0; i < values.size(); ++i) {
    if (i % column_count == 0) std::printf("\n  sample %zu", i / column_count);
    std::printf("%9g", values[i]);
  }
  std::printf("\n\n");
}

#endif  // HOSTNN_EXAMPLES_DEVICE_H_
