// SPDX-License-Identifier: Apache-2.0
// New addresses for a repeatable executor.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/aclnn_codes.h"
#include "harness/busy_work.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

using SetAddress = aclnnStatus (*)(aclOpExecutor*, const size_t, aclTensor*,
                                   void*);
using SetListAddress = aclnnStatus (*)(aclOpExecutor*, size_t, const size_t,
                                       aclTensorList*, void*);

constexpr SetAddress kSetAddress[] = {
    aclSetTensorAddr, aclSetInputTensorAddr, aclSetOutputTensorAddr,
    AclSetTensorAddr, AclSetInputTensorAddr, AclSetOutputTensorAddr};
constexpr SetListAddress kSetListAddress[] = {
    aclSetDynamicTensorAddr,       aclSetDynamicInputTensorAddr,
    aclSetDynamicOutputTensorAddr, AclSetDynamicTensorAddr,
    AclSetDynamicInputTensorAddr,  AclSetDynamicOutputTensorAddr};

// An executor of `nll` that stays until the end of the test.
class Repeatable {
 public:
  explicit Repeatable(const NllLoss2d& nll) : executor_(nll.Plan()) {
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
  }
  Repeatable(const Repeatable&) = delete;
  Repeatable& operator=(const Repeatable&) = delete;
  ~Repeatable() { EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0); }

  aclOpExecutor* get() const { return executor_; }
  void Run(aclrtStream stream) const {
    EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor_, stream), 0)
        << TakeMessages();
  }

 private:
  aclOpExecutor* executor_;
};

// Moves every tensor of the executor to the memory of `nll`.
void MoveAll(aclOpExecutor* executor, const NllLoss2d& nll, SetAddress set) {
  for (size_t i = 0; i < NllLoss2d::kTensorCount; ++i) {
    const auto index = static_cast<NllLoss2d::Index>(i);
    EXPECT_EQ(set(executor, i, nll.tensor(index), nll.buffer(index).get()), 0);
  }
}

TEST(ExecutorAddressTest, EveryAddressIsReplacedWhileLaunchesAreQueued) {
  const Stream stream;
  const BusyWork busy(stream.get());
  std::vector<NllLoss2d> launches;
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    launches.emplace_back(NllLoss2dOptions{.reduction = 1, .seed = seed});
  }
  const Repeatable executor(launches[0]);
  busy.Queue();
  for (size_t i = 0; i < launches.size(); ++i) {
    MoveAll(executor.get(), launches[i],
            i % 2 == 0 ? aclSetTensorAddr : AclSetTensorAddr);
    executor.Run(stream.get());
  }
  stream.Synchronize();
  for (const NllLoss2d& nll : launches) nll.ExpectResult();
}

TEST(ExecutorAddressTest, InputsAndOutputsAreCountedApart) {
  const NllLoss2d first({.reduction = 1, .seed = 1});
  const NllLoss2d second({.reduction = 1, .seed = 2});
  for (const bool capital : {false, true}) {
    second.buffer(NllLoss2d::kOut).Write(second.OutputFill());
    const Repeatable executor(first);
    for (size_t i = 0; i < NllLoss2d::kOut; ++i) {
      const auto index = static_cast<NllLoss2d::Index>(i);
      const auto set = capital ? AclSetInputTensorAddr : aclSetInputTensorAddr;
      EXPECT_EQ(set(executor.get(), i, second.tensor(index),
                    second.buffer(index).get()),
                0);
    }
    const auto set = capital ? AclSetOutputTensorAddr : aclSetOutputTensorAddr;
    EXPECT_EQ(set(executor.get(), 0, second.tensor(NllLoss2d::kOut),
                  second.buffer(NllLoss2d::kOut).get()),
              0);
    executor.Run(nullptr);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    second.ExpectResult();
  }
}

TEST(ExecutorAddressTest, OffsetAndStridesOfTheTensorStay) {
  const auto shifted = [](aclDataType dtype, const Dims& shape, bool) {
    View view = View::Contiguous(dtype, shape);
    for (int64_t& stride : view.strides) stride *= 2;
    view.offset = 3;
    view.storage_count = view.storage_count * 2 + 3;
    return view;
  };
  const NllLoss2d first({.seed = 1, .layout = shifted});
  const NllLoss2d second({.seed = 2, .layout = shifted});
  const Repeatable executor(first);
  MoveAll(executor.get(), second, aclSetTensorAddr);
  executor.Run(nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  second.ExpectResult();
}

TEST(ExecutorAddressTest, NewAddressesAreCheckedInPhaseTwo) {
  const NllLoss2d nll;
  const Repeatable executor(nll);
  aclTensor* const out = nll.tensor(NllLoss2d::kOut);
  for (void* address : {static_cast<void*>(nullptr),
                        static_cast<void*>(const_cast<NllLoss2d*>(&nll))}) {
    EXPECT_EQ(aclSetTensorAddr(executor.get(), NllLoss2d::kOut, out, address),
              0);
    EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor.get(), nullptr),
              kBadArgument);
  }
  EXPECT_EQ(aclSetTensorAddr(executor.get(), NllLoss2d::kOut, out,
                             nll.buffer(NllLoss2d::kOut).get()),
            0);
  executor.Run(nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ExecutorAddressTest, ANewTensorMayStandForTheArgument) {
  const NllLoss2d first({.seed = 1});
  const NllLoss2d second({.seed = 2});
  const Repeatable executor(first);
  for (size_t i = 0; i < NllLoss2d::kTensorCount; ++i) {
    const auto index = static_cast<NllLoss2d::Index>(i);
    const Tensor fresh(second.view(index), nullptr);
    EXPECT_EQ(aclSetTensorAddr(executor.get(), i, fresh.get(),
                               second.buffer(index).get()),
              0);
  }
  executor.Run(nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  second.ExpectResult();
}

TEST(ExecutorAddressTest, NullExecutorAndTensorAreRefused) {
  const NllLoss2d nll;
  const Repeatable executor(nll);
  aclTensor* const tensor = nll.tensor(NllLoss2d::kGradOutput);
  void* const address = nll.buffer(NllLoss2d::kGradOutput).get();
  aclTensorList* const list = aclCreateTensorList(nullptr, 0);
  for (const SetAddress set : kSetAddress) {
    EXPECT_EQ(set(nullptr, 0, tensor, address), kInnerNull);
    EXPECT_EQ(set(executor.get(), 0, nullptr, address), kInnerNull);
  }
  for (const SetListAddress set : kSetListAddress) {
    EXPECT_EQ(set(nullptr, 0, 0, list, address), kInnerNull);
    EXPECT_EQ(set(executor.get(), 0, 0, nullptr, address), kInnerNull);
  }
  EXPECT_EQ(aclDestroyTensorList(list), 0);
}

TEST(ExecutorAddressTest, IndicesOutOfRangeAreRefused) {
  const NllLoss2d nll;
  const Repeatable executor(nll);
  aclTensor* const tensor = nll.tensor(NllLoss2d::kOut);
  void* const address = nll.buffer(NllLoss2d::kOut).get();
  for (const size_t index : {size_t{6}, size_t{7}, SIZE_MAX}) {
    for (const SetAddress set : kSetAddress) {
      EXPECT_EQ(set(executor.get(), index, tensor, address), kBadArgument);
    }
  }
  EXPECT_EQ(
      aclSetInputTensorAddr(executor.get(), NllLoss2d::kOut, tensor, address),
      kBadArgument);
  EXPECT_EQ(aclSetOutputTensorAddr(executor.get(), 1, tensor, address),
            kBadArgument);
}

TEST(ExecutorAddressTest, ListFunctionsRefuseAnOperatorWithoutLists) {
  const NllLoss2d nll;
  const Repeatable executor(nll);
  aclTensorList* const list = aclCreateTensorList(nullptr, 0);
  for (const SetListAddress set : kSetListAddress) {
    EXPECT_EQ(set(executor.get(), 0, 0, list, nullptr), kBadArgument);
    EXPECT_EQ(set(executor.get(), 100, 0, list, nullptr), kBadArgument);
    EXPECT_EQ(set(executor.get(), 0, SIZE_MAX, list, nullptr), kBadArgument);
  }
  EXPECT_EQ(aclDestroyTensorList(list), 0);
}

TEST(ExecutorAddressTest, OneShotExecutorsAreRefused) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  for (const SetAddress set : kSetAddress) {
    EXPECT_EQ(set(executor, 0, nll.tensor(NllLoss2d::kGradOutput), nullptr),
              kBadArgument);
  }
  EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ExecutorAddressTest, StaleExecutorsTensorsAndListsAreRefused) {
  NllLoss2d nll;
  const Repeatable executor(nll);
  aclOpExecutor* const stale = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(stale), 0);
  ASSERT_EQ(aclDestroyAclOpExecutor(stale), 0);
  aclTensorList* const list = aclCreateTensorList(nullptr, 0);
  aclTensor* const tensor = nll.tensor(NllLoss2d::kOut);
  for (const SetAddress set : kSetAddress) {
    EXPECT_EQ(set(stale, 0, tensor, nullptr), kBadArgument);
  }
  for (const SetListAddress set : kSetListAddress) {
    EXPECT_EQ(set(stale, 0, 0, list, nullptr), kBadArgument);
  }
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  nll.DestroyTensors();
  for (const SetAddress set : kSetAddress) {
    EXPECT_EQ(set(executor.get(), 0, tensor, nullptr), kBadArgument);
  }
  for (const SetListAddress set : kSetListAddress) {
    EXPECT_EQ(set(executor.get(), 0, 0, list, nullptr), kBadArgument);
  }
}

}  // namespace
}  // namespace hostnn::harness
