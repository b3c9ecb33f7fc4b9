// SPDX-License-Identifier: Apache-2.0
// Offsets that do not fit 32 bits, in memory of which few pages are touched.
// Runs with HOSTNN_DEVICE_MEMORY=64G.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/device_buffer.h"
#include "harness/float_format.h"
#include "harness/session.h"
#include "harness/tensor.h"

namespace hostnn::harness {
namespace {

constexpr int64_t kFar = (int64_t{1} << 31) + 11;    // elements
constexpr size_t kBytes = (size_t{9} << 29) + 4096;  // 4.5 GiB

// Memory of which only touched pages become real.
class SparseMemory {
 public:
  SparseMemory() {
    EXPECT_EQ(aclrtMalloc(&address_, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY),
              ACL_SUCCESS);
  }
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;
  ~SparseMemory() { EXPECT_EQ(aclrtFree(address_), ACL_SUCCESS); }

  void* get() const { return address_; }
  void Store(int64_t index, double value) {
    uint16_t element;
    StoreDouble(ACL_BF16, value, &element);
    EXPECT_EQ(aclrtMemcpy(At(index), sizeof element, &element, sizeof element,
                          ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  double Load(int64_t index) {
    uint16_t element = 0;
    EXPECT_EQ(aclrtMemcpy(&element, sizeof element, At(index), sizeof element,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return ToDouble(ACL_BF16, &element);
  }

 private:
  uint16_t* At(int64_t index) {
    return static_cast<uint16_t*>(address_) + index;
  }
  void* address_ = nullptr;
};

// gradOutput and out lie in one sparse block: out's samples kFar elements
// apart, gradOutput behind its end.
TEST(LargeOffsetEnvironmentTest, ReachesElementsBeyondTwoToThe31) {
  SparseMemory memory;
  constexpr int64_t kStorage = kBytes / sizeof(uint16_t);
  constexpr int64_t kGradOffset = kFar + 100;
  const View out_view = {ACL_BF16, {2, 3, 1, 2}, {kFar, 2, 2, 1}, 5, kStorage};
  const View grad_view = {
      ACL_BF16, {2, 1, 2}, {2, 2, 1}, kGradOffset, kStorage};
  const View self_view = View::Contiguous(ACL_BF16, {2, 3, 1, 2});
  const std::vector<int64_t> targets = {2, 0, 1, 2};
  for (int64_t i = 0; i < 4; ++i) {
    memory.Store(kGradOffset + i, static_cast<double>(i + 1));
  }
  for (const int64_t index : {int64_t{4}, int64_t{11}, kFar + 4, kFar + 11}) {
    memory.Store(index, 77);
  }

  const DeviceBuffer target_memory(targets);
  const std::vector<uint16_t> ones(3, 0x3f80);
  const DeviceBuffer weight_memory(ones);
  const Tensor grad(grad_view, memory.get());
  const Tensor self(self_view, nullptr);
  const Tensor target(View::Contiguous(ACL_INT64, {2, 1, 2}),
                      target_memory.get());
  const Tensor weight(View::Contiguous(ACL_BF16, {3}), weight_memory.get());
  const Tensor total(View::Contiguous(ACL_BF16, {1}), nullptr);
  const Tensor out(out_view, memory.get());
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnNLLLoss2dBackwardGetWorkspaceSize(
                grad.get(), self.get(), target.get(), weight.get(), 0, -100,
                total.get(), out.get(), &workspace_size, &executor),
            0)
      << TakeMessages();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, workspace_size, executor, nullptr),
            0)
      << TakeMessages();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);

  const std::vector<int64_t> places = out_view.Indices();
  const std::vector<double> expected = {0, -2, 0, 0, -1, 0, 0, 0, -3, 0, 0, -4};
  for (size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(memory.Load(places[i]), expected[i]) << "element " << i;
  }
  for (const int64_t index : {int64_t{4}, int64_t{11}, kFar + 4, kFar + 11}) {
    EXPECT_EQ(memory.Load(index), 77) << "storage index " << index;
  }
}

}  // namespace
}  // namespace hostnn::harness
