// SPDX-License-Identifier: Apache-2.0
#include "agreement.h"

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace hostnn::bench {
namespace {

// As bits: what no contender writes, in between the rows of a slice, is equal,
// too, though it is no number.
constexpr int kUnwritten = 0xff;

template <class T>
double MeanSize(const T* values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const double size = std::abs(static_cast<double>(values[i]));
    if (!std::isnan(size)) sum += size;
  }
  return sum / static_cast<double>(count);
}

template <class T>
void RequireClose(const std::string& row, const Problem& problem,
                  const void* expected_bytes) {
  const auto count = static_cast<size_t>(problem.out.layout.storage_count);
  const auto* expected = static_cast<const T*>(expected_bytes);
  const auto* actual = static_cast<const T*>(problem.out.storage);
  const double mean = MeanSize(expected, count);
  for (size_t i = 0; i < count; ++i) {
    if (std::memcmp(&expected[i], &actual[i], sizeof(T)) == 0) continue;
    const auto ours = static_cast<double>(expected[i]);
    const auto theirs = static_cast<double>(actual[i]);
    const double allowed = problem.tolerance * (std::abs(ours) + mean);
    if (std::abs(ours - theirs) <= allowed) continue;
    std::fprintf(stderr,
                 "benchmark: %s: results differ at %zu: hostnn has %g, PyTorch "
                 "%g\n",
                 row.c_str(), i, ours, theirs);
    std::exit(EXIT_FAILURE);
  }
}

void RequireClose(const std::string& row, const Problem& problem,
                  const void* expected) {
  switch (problem.out.dtype) {
    case DType::kFloat:
      return RequireClose<float>(row, problem, expected);
    case DType::kBFloat16:
      return RequireClose<c10::BFloat16>(row, problem, expected);
    case DType::kHalf:
      return RequireClose<c10::Half>(row, problem, expected);
    case DType::kInt64:
      break;
  }
}

}  // namespace

void RequireAgreement(const std::string& row, const Problem& problem) {
  const size_t byte_count = problem.out.StorageBytes();
  std::memset(problem.out.storage, kUnwritten, byte_count);
  problem.hostnn();
  std::vector<char> expected(byte_count);
  std::memcpy(expected.data(), problem.out.storage, byte_count);
  for (const Contender& it : problem.others) {
    if (!IsPyTorch(it.role)) continue;
    std::memset(problem.out.storage, kUnwritten, byte_count);
    it.run();
    if (it.deliver) it.deliver();
    RequireClose(row, problem, expected.data());
  }
}

}  // namespace hostnn::bench
