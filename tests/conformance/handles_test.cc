// SPDX-License-Identifier: Apache-2.0
// Stale, foreign and made-up handles: every function that takes one gives a
// code and nothing is touched.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/aclnn_codes.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"
#include "harness/tensor.h"

namespace hostnn::harness {
namespace {

// Numbers that name no object, whatever handles look like.
std::vector<void*> MadeUpHandles() {
  static int somewhere = 0;
  std::vector<void*> handles = {&somewhere,
                                reinterpret_cast<void*>(uintptr_t{1}),
                                reinterpret_cast<void*>(uintptr_t{8}),
                                reinterpret_cast<void*>(UINTPTR_MAX),
                                reinterpret_cast<void*>(INTPTR_MIN)};
  std::mt19937_64 random(7);
  for (int i = 0; i < 200; ++i) {
    handles.push_back(reinterpret_cast<void*>(random() | 1));
    handles.push_back(reinterpret_cast<void*>((random() & 0xffffff) | 1));
  }
  return handles;
}

// What differs from a live handle in one bit, except another live one.
void AddNeighbours(std::vector<void*>& handles, void* live,
                   void* other_live = nullptr) {
  for (int bit = 0; bit < 64; ++bit) {
    const uintptr_t other =
        reinterpret_cast<uintptr_t>(live) ^ (uintptr_t{1} << bit);
    void* const handle = reinterpret_cast<void*>(other);
    if (handle != other_live) handles.push_back(handle);
  }
}

class HandlesTest : public ::testing::Test {
 protected:
  using Call = std::function<aclError(void*)>;

  void ExpectInvalid(const std::vector<void*>& handles,
                     const std::vector<Call>& calls) {
    for (size_t i = 0; i < calls.size(); ++i) {
      for (void* handle : handles) {
        ASSERT_EQ(calls[i](handle), ACL_ERROR_RT_INVALID_HANDLE)
            << "call " << i << ", handle " << handle;
      }
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  }

  aclrtStream StaleStream() {
    Stream stream;
    const aclrtStream handle = stream.Release();
    EXPECT_EQ(aclrtDestroyStream(handle), ACL_SUCCESS);
    return handle;
  }
  aclrtEvent StaleEvent() {
    Event event;
    const aclrtEvent handle = event.Release();
    EXPECT_EQ(aclrtDestroyEvent(handle), ACL_SUCCESS);
    return handle;
  }

  Stream stream_;
  Event event_;
  DeviceBuffer memory_{64};
  DeviceBuffer other_{64};
};

TEST_F(HandlesTest, EveryFunctionRefusesStreamsThatAreNone) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  aclrtStream default_stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&default_stream), ACL_SUCCESS);
  std::vector<void*> handles = MadeUpHandles();
  AddNeighbours(handles, stream_.get(), default_stream);
  handles.insert(handles.end(), {StaleStream(), event_.get(), context});
  ASSERT_EQ(aclrtRecordEvent(event_.get(), stream_.get()), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  ExpectInvalid(
      handles,
      {aclrtDestroyStream, aclrtDestroyStreamForce, aclrtSynchronizeStream,
       [](void* h) { return aclrtSynchronizeStreamWithTimeout(h, -1); },
       [&](void* h) { return aclrtStreamQuery(h, &status); },
       [&](void* h) { return aclrtRecordEvent(event_.get(), h); },
       [&](void* h) { return aclrtStreamWaitEvent(h, event_.get()); },
       [&](void* h) {
         return aclrtMemcpyAsync(memory_.get(), 64, other_.get(), 64,
                                 ACL_MEMCPY_DEVICE_TO_DEVICE, h);
       },
       [&](void* h) { return aclrtMemsetAsync(memory_.get(), 64, 0, 64, h); }});
}

TEST_F(HandlesTest, EveryFunctionRefusesEventsThatAreNone) {
  std::vector<void*> handles = MadeUpHandles();
  AddNeighbours(handles, event_.get());
  handles.insert(handles.end(), {StaleEvent(), stream_.get()});
  ASSERT_EQ(aclrtRecordEvent(event_.get(), stream_.get()), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeEvent(event_.get()), ACL_SUCCESS);
  aclrtEventStatus status = ACL_EVENT_STATUS_COMPLETE;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  float ms = 0;
  ExpectInvalid(
      handles,
      {aclrtDestroyEvent, aclrtSynchronizeEvent,
       [](void* h) { return aclrtSynchronizeEventWithTimeout(h, -1); },
       [&](void* h) { return aclrtRecordEvent(h, stream_.get()); },
       [&](void* h) { return aclrtStreamWaitEvent(stream_.get(), h); },
       [&](void* h) { return aclrtQueryEvent(h, &status); },
       [&](void* h) { return aclrtQueryEventStatus(h, &recorded); },
       [&](void* h) { return aclrtEventElapsedTime(&ms, h, event_.get()); },
       [&](void* h) { return aclrtEventElapsedTime(&ms, event_.get(), h); }});
}

TEST_F(HandlesTest, EveryFunctionRefusesContextsThatAreNone) {
  aclrtContext current = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&current), ACL_SUCCESS);
  aclrtContext stale = nullptr;
  ASSERT_EQ(aclrtCreateContext(&stale, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyContext(stale), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(current), ACL_SUCCESS);
  std::vector<void*> handles = MadeUpHandles();
  AddNeighbours(handles, current);
  handles.insert(handles.end(), {stale, stream_.get(), event_.get()});
  ExpectInvalid(handles, {aclrtSetCurrentContext, aclrtDestroyContext});
}

TEST_F(HandlesTest, NewHandlesNeverRepeatAStaleOne) {
  const aclrtStream stale_stream = StaleStream();
  const aclrtEvent stale_event = StaleEvent();
  for (int i = 0; i < 300; ++i) {
    const Stream stream;
    const Event event;
    ASSERT_NE(stream.get(), stale_stream);
    ASSERT_NE(event.get(), stale_event);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stale_stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeEvent(stale_event), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HandlesTest, EveryTensorFunctionRefusesTensorsThatAreNone) {
  const View view = View::Contiguous(ACL_FLOAT, {2});
  const Tensor live(view, nullptr);
  Tensor destroyed(view, nullptr);
  std::vector<void*> handles = MadeUpHandles();
  AddNeighbours(handles, live.get());
  handles.insert(handles.end(), {destroyed.get(), stream_.get()});
  destroyed.Destroy();
  int64_t* dims = nullptr;
  uint64_t count = 0;
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_ND;
  aclDataType dtype = ACL_FLOAT;
  void* address = nullptr;
  for (void* handle : handles) {
    auto* const tensor = static_cast<aclTensor*>(handle);
    ASSERT_EQ(aclGetViewShape(tensor, &dims, &count), kBadArgument);
    ASSERT_EQ(aclGetStorageShape(tensor, &dims, &count), kBadArgument);
    ASSERT_EQ(aclGetViewStrides(tensor, &dims, &count), kBadArgument);
    ASSERT_EQ(aclGetViewOffset(tensor, &offset), kBadArgument);
    ASSERT_EQ(aclGetFormat(tensor, &format), kBadArgument);
    ASSERT_EQ(aclGetDataType(tensor, &dtype), kBadArgument);
    ASSERT_EQ(aclGetRawTensorAddr(tensor, &address), kBadArgument);
    ASSERT_EQ(aclSetRawTensorAddr(tensor, nullptr), kBadArgument);
    ASSERT_EQ(aclDestroyTensor(tensor), kBadArgument);
  }
  EXPECT_EQ(dims, nullptr);
}

TEST_F(HandlesTest, EveryArrayAndListFunctionRefusesObjectsThatAreNone) {
  const Tensor tensor(View::Contiguous(ACL_FLOAT, {2}), nullptr);
  std::vector<void*> handles = MadeUpHandles();
  AddNeighbours(handles, tensor.get());
  handles.insert(handles.end(), {tensor.get(), stream_.get()});
  uint64_t size = 0;
  for (void* h : handles) {
    ASSERT_EQ(aclGetIntArraySize(static_cast<aclIntArray*>(h), &size),
              kBadArgument);
    ASSERT_EQ(aclGetFloatArraySize(static_cast<aclFloatArray*>(h), &size),
              kBadArgument);
    ASSERT_EQ(aclGetBoolArraySize(static_cast<aclBoolArray*>(h), &size),
              kBadArgument);
    ASSERT_EQ(aclGetTensorListSize(static_cast<aclTensorList*>(h), &size),
              kBadArgument);
    ASSERT_EQ(aclGetScalarListSize(static_cast<aclScalarList*>(h), &size),
              kBadArgument);
    ASSERT_EQ(aclDestroyScalar(static_cast<aclScalar*>(h)), kBadArgument);
    ASSERT_EQ(aclDestroyIntArray(static_cast<aclIntArray*>(h)), kBadArgument);
    ASSERT_EQ(aclDestroyFloatArray(static_cast<aclFloatArray*>(h)),
              kBadArgument);
    ASSERT_EQ(aclDestroyBoolArray(static_cast<aclBoolArray*>(h)), kBadArgument);
    ASSERT_EQ(aclDestroyTensorList(static_cast<aclTensorList*>(h)),
              kBadArgument);
    ASSERT_EQ(aclDestroyScalarList(static_cast<aclScalarList*>(h)),
              kBadArgument);
  }
}

TEST_F(HandlesTest, ListsRefuseMembersThatAreNone) {
  Tensor destroyed(View::Contiguous(ACL_FLOAT, {2}), nullptr);
  const aclTensor* const stale = destroyed.get();
  destroyed.Destroy();
  TakeMessages();
  EXPECT_EQ(aclCreateTensorList(&stale, 1), nullptr);
  EXPECT_NE(TakeMessages(), "");
}

}  // namespace
}  // namespace hostnn::harness
