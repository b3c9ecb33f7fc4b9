// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same with every compiler and library.
#ifndef HOSTNN_TESTS_HARNESS_RANDOM_H_
#define HOSTNN_TESTS_HARNESS_RANDOM_H_

#include <cstdint>
#include <vector>

namespace hostnn::harness {

// SplitMix64: neighbouring seeds give unrelated sequences.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t bits = (state_ += 0x9e3779b97f4a7c15u);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }

  // Both ends may come.
  int64_t Between(int64_t first, int64_t last) {
    const auto count = static_cast<uint64_t>(last - first) + 1;
    return first + static_cast<int64_t>(Next() % count);
  }
  bool OneIn(int64_t count) { return Between(1, count) == 1; }
  template <class T>
  const T& OneOf(const std::vector<T>& choices) {
    return choices[Next() % choices.size()];
  }

  // In [0, 1).
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  // Near enough to the normal distribution.
  double Normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += Unit();
    return sum;
  }

 private:
  uint64_t state_;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_RANDOM_H_
