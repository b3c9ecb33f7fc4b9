// SPDX-License-Identifier: Apache-2.0
// The memory bound. Compiled for the very machine it runs on.
#include <cstdint>
#include <cstring>
#include <utility>

#include "chunks.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "machine_limits.h"

namespace hostnn::bench {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Numbers of four bytes, whatever the tensor has: only bytes count here.
using Tag = hn::ScalableTag<uint32_t>;
using Vector = hn::Vec<Tag>;
using Inputs = std::vector<const char*>;

constexpr size_t kVectorsAStep = 4;

size_t StepBytes() { return kVectorsAStep * hn::Lanes(Tag()) * 4; }

const uint32_t* At(const char* bytes, size_t offset) {
  return reinterpret_cast<const uint32_t*>(bytes + offset);
}

template <bool kStreaming>
HWY_INLINE void Write(Vector value, char* bytes, size_t offset) {
  auto* to = reinterpret_cast<uint32_t*>(bytes + offset);
  if constexpr (kStreaming) {
    hn::Stream(value, Tag(), to);
  } else {
    hn::Store(value, Tag(), to);
  }
}

// What is left of less than a step, so that no byte goes unwritten.
void AddTail(const Inputs& inputs, char* out, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    char sum = 0;
    for (const char* it : inputs) sum = static_cast<char>(sum + it[i]);
    out[i] = sum;
  }
}

template <size_t kInputs, bool kStreaming>
void Add(const Inputs& inputs, char* out, size_t begin, size_t end) {
  const Tag d;
  const char* in[kInputs];
  for (size_t k = 0; k < kInputs; ++k) in[k] = inputs[k];
  const size_t vector_bytes = hn::Lanes(d) * 4;
  size_t i = begin;
  for (; i + StepBytes() <= end; i += StepBytes()) {
    for (size_t v = 0; v < kVectorsAStep; ++v) {
      const size_t at = i + v * vector_bytes;
      Vector sum = hn::Set(d, 1);
      for (size_t k = 0; k < kInputs; ++k) {
        sum = hn::Add(sum, hn::Load(d, At(in[k], at)));
      }
      Write<kStreaming>(sum, out, at);
    }
  }
  AddTail(inputs, out, i, end);
  if constexpr (kStreaming) hwy::FlushStream();
}

template <bool kStreaming>
void Add(const Inputs& inputs, char* out, size_t begin, size_t end) {
  switch (inputs.size()) {
    case 1:
      return Add<1, kStreaming>(inputs, out, begin, end);
    case 2:
      return Add<2, kStreaming>(inputs, out, begin, end);
    case 3:
      return Add<3, kStreaming>(inputs, out, begin, end);
  }
}

template <bool kStreaming>
void Fill(char* out, size_t begin, size_t end) {
  const Tag d;
  const size_t vector_bytes = hn::Lanes(d) * 4;
  size_t i = begin;
  for (; i + StepBytes() <= end; i += StepBytes()) {
    for (size_t v = 0; v < kVectorsAStep; ++v) {
      Write<kStreaming>(hn::Zero(d), out, i + v * vector_bytes);
    }
  }
  std::memset(out + i, 0, end - i);
  if constexpr (kStreaming) hwy::FlushStream();
}

void Read(const char* in, size_t begin, size_t end) {
  const Tag d;
  const size_t vector_bytes = hn::Lanes(d) * 4;
  Vector sums[kVectorsAStep] = {hn::Zero(d), hn::Zero(d), hn::Zero(d),
                                hn::Zero(d)};
  for (size_t i = begin; i + StepBytes() <= end; i += StepBytes()) {
    for (size_t v = 0; v < kVectorsAStep; ++v) {
      const Vector value = hn::Load(d, At(in, i + v * vector_bytes));
      sums[v] = hn::Add(sums[v], value);
    }
  }
  const Vector sum =
      hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
  // A use of the sum, lest the compiler leave the loop out.
  volatile uint32_t result = hn::GetLane(hn::SumOfLanes(d, sum));
  static_cast<void>(result);
}

Inputs BytesOf(const std::vector<Tensor>& tensors) {
  Inputs result;
  for (const Tensor& it : tensors) {
    result.push_back(static_cast<const char*>(it.storage));
  }
  return result;
}

template <bool kStreaming>
Contender AddContender(const std::vector<Tensor>& inputs, const Tensor& out) {
  const size_t byte_count = out.StorageBytes();
  auto* to = static_cast<char*>(out.storage);
  return {Role::kStream, [from = BytesOf(inputs), to, byte_count] {
            InChunks(byte_count, [&](size_t begin, size_t end) {
              Add<kStreaming>(from, to, begin, end);
            });
          }};
}

template <bool kStreaming>
Contender FillContender(const std::vector<Tensor>& inputs, const Tensor& out) {
  return {Role::kStream, [inputs, out] {
            auto* to = static_cast<char*>(out.storage);
            InChunks(out.StorageBytes(), [&](size_t begin, size_t end) {
              Fill<kStreaming>(to, begin, end);
            });
            for (const Tensor& it : inputs) {
              const auto* from = static_cast<const char*>(it.storage);
              InChunks(it.StorageBytes(), [&](size_t begin, size_t end) {
                Read(from, begin, end);
              });
            }
          }};
}

}  // namespace

std::vector<Contender> AddStreams(const std::vector<Tensor>& inputs,
                                  const Tensor& out) {
  return {AddContender<false>(inputs, out), AddContender<true>(inputs, out)};
}

std::vector<Contender> FillThenRead(const std::vector<Tensor>& inputs,
                                    const Tensor& out) {
  return {FillContender<false>(inputs, out), FillContender<true>(inputs, out)};
}

}  // namespace hostnn::bench
