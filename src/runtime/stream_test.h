// SPDX-License-Identifier: Apache-2.0
// What the tests of streams share.
#ifndef HOSTNN_RUNTIME_STREAM_TEST_H_
#define HOSTNN_RUNTIME_STREAM_TEST_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "runtime/stream.h"

namespace hostnn {

class StreamTest : public testing::Test {
 protected:
  ~StreamTest() override {
    for (const Ref<Stream>& stream : streams_) {
      stream->WaitIdle(Deadline());
      StreamPool::Instance().Remove(stream.handle());
    }
  }

  Ref<Stream> MakeStream() {
    streams_.push_back(StreamPool::Instance().Create(nullptr, 0));
    return streams_.back();
  }

  static uint64_t Submit(const Ref<Stream>& stream,
                         std::function<Status()> body) {
    return Stream::Submit(
        stream, MakeWork([body = std::move(body)](Stream&) { return body(); }));
  }

  // As Submit, for work that takes next to no time.
  template <class Body>
  static uint64_t SubmitQuick(const Ref<Stream>& stream, const Body& body) {
    return Stream::Submit(stream, 0, [&body](Stream&) { return body(); });
  }

  static Status Fail(const char* text) {
    return {Code::kVectorCoreException, text};
  }

 private:
  std::vector<Ref<Stream>> streams_;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_STREAM_TEST_H_
