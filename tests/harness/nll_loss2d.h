// SPDX-License-Identifier: Apache-2.0
// A whole aclnnNLLLoss2dBackward call with random data, and its plain result:
// the operator that tests of executors, streams and threads launch.
#ifndef HOSTNN_TESTS_HARNESS_NLL_LOSS2D_H_
#define HOSTNN_TESTS_HARNESS_NLL_LOSS2D_H_

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "harness/device_buffer.h"
#include "harness/tensor.h"

namespace hostnn::harness {

struct NllLoss2dOptions {
  int64_t n = 2;
  int64_t c = 5;
  int64_t h = 3;
  int64_t w = 4;
  int64_t reduction = 0;
  int64_t ignore_index = -100;
  aclDataType dtype = ACL_FLOAT;
  aclDataType target_dtype = ACL_INT64;
  uint32_t seed = 1;
  bool scalars_have_rank0 = false;  // gradOutput of mean and sum, totalWeight
  // Where a tensor lies; NULL: contiguous.
  std::function<View(aclDataType, const Dims&, bool is_output)> layout =
      nullptr;
};

class NllLoss2d {
 public:
  // As aclSetTensorAddr counts.
  enum Index : size_t {
    kGradOutput,
    kSelf,
    kTarget,
    kWeight,
    kTotalWeight,
    kOut,
    kTensorCount
  };

  // A tenth of the targets are ignored.
  explicit NllLoss2d(const NllLoss2dOptions& options = {});

  const View& view(Index i) const { return tensors_[i].view; }
  const DeviceBuffer& buffer(Index i) const { return tensors_[i].device; }
  aclTensor* tensor(Index i) const { return tensors_[i].handle.get(); }
  const std::vector<int64_t>& targets() const { return targets_; }

  // Changes one target, numbered in row-major order, here and on the device.
  void SetTarget(size_t position, int64_t value);
  // Puts a tensor at another address.
  void SetAddress(Index i, void* address);
  void DestroyTensors();

  aclnnStatus Plan(uint64_t* workspace_size, aclOpExecutor** executor) const;
  // Phase one, which has to succeed and to want no workspace.
  aclOpExecutor* Plan() const;
  // Both phases; the status of the first that fails.
  aclnnStatus Launch(aclrtStream stream = nullptr) const;

  // What every element of out has to be, in row-major order.
  std::vector<long double> Expected() const;
  // Compares out, and the bytes around its view, with what has to be there.
  void ExpectResult() const { ExpectResultIn(tensors_[kOut].device); }
  // The same for an output of another launch, whose storage was filled by
  // OutputFill.
  void ExpectResultIn(const DeviceBuffer& storage) const;
  // The bytes that out's storage holds before the launch.
  const std::vector<uint8_t>& OutputFill() const {
    return tensors_[kOut].image;
  }

 private:
  struct TensorInMemory {
    View view;
    std::vector<uint8_t> image;  // of the storage
    DeviceBuffer device;
    Tensor handle;
  };
  void Place(Index i, aclDataType dtype, const Dims& shape);
  void Upload(Index i);
  void StoreTarget(size_t position);
  void LoadTargets();
  std::vector<double> FillRandom(Index i, std::mt19937& random);
  int64_t RandomTarget(std::mt19937& random) const;

  NllLoss2dOptions options_;
  std::array<TensorInMemory, kTensorCount> tensors_;
  std::vector<double> grad_output_;
  std::vector<double> weight_;
  double total_weight_ = 1;
  std::vector<int64_t> targets_;
  std::vector<int64_t> target_places_;  // in the storage, row-major
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_NLL_LOSS2D_H_
