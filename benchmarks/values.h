// SPDX-License-Identifier: Apache-2.0
// What tensors hold: the same numbers in every run.
#ifndef HOSTNN_BENCHMARKS_VALUES_H_
#define HOSTNN_BENCHMARKS_VALUES_H_

#include <cstdint>

#include "tensor.h"

namespace hostnn::bench {

enum class Labels { kRandom, kBlobs };

// The target that contributes nothing, which one of twenty is.
inline constexpr int64_t kIgnoreIndex = -100;

// From a normal distribution about 0. Two seeds give two sequences.
void FillNormal(const Tensor& tensor, double deviation, uint32_t seed);
void FillUniform(const Tensor& tensor, double low, double high, uint32_t seed);
void FillNumber(const Tensor& tensor, double value);
// Classes below class_count. Blobs are squares of 16 by 16 positions of one
// class; the shape is then (N, H, W), dense in whatever order.
void FillLabels(const Tensor& tensor, int64_t class_count, Labels labels);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_VALUES_H_
