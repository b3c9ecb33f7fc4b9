// SPDX-License-Identifier: Apache-2.0
#include "tensor/overlap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace hostnn {
namespace {

__extension__ using Wide = __int128;

// Two indices share an element iff their difference x, |x[d]| <= steps of d and
// not all 0, has sum(x[d] * stride[d]) == 0. That is what is searched for.
struct Dimension {
  int64_t stride;
  int64_t steps;  // extent - 1, at least 1
  // Of this and all smaller dimensions: how far they reach, and what divides
  // every distance between their elements.
  int64_t reach;
  int64_t divisor;
};

class Search {
 public:
  explicit Search(const Tensor& tensor)
      : element_count_(tensor.element_count()) {
    for (int d = 0; d < tensor.rank(); ++d) {
      if (tensor.shape[d] == 1) continue;
      dimensions_[count_++] = {tensor.strides[d], tensor.shape[d] - 1, 0, 0};
    }
    std::sort(dimensions_.begin(), dimensions_.begin() + count_,
              [](const Dimension& a, const Dimension& b) {
                return a.stride < b.stride;
              });
  }

  SelfOverlap Run() {
    if (count_ == 0) return SelfOverlap::kNone;
    if (dimensions_[0].stride == 0) return SelfOverlap::kSome;
    Merge();
    Accumulate();
    if (Nests()) return SelfOverlap::kNone;
    const bool crowded = element_count_ - 1 > dimensions_[count_ - 1].reach;
    if (crowded || TwoOverlap()) return SelfOverlap::kSome;
    if (count_ == 2) return SelfOverlap::kNone;
    return From(count_ - 1, 0, true);
  }

 private:
  // A dimension whose stride is just the length of the next smaller one is that
  // one, longer.
  void Merge() {
    int merged = 0;
    for (int d = 1; d < count_; ++d) {
      Dimension& smaller = dimensions_[merged];
      const Dimension& larger = dimensions_[d];
      const int64_t next = larger.stride - smaller.stride * smaller.steps;
      if (next == smaller.stride) {
        smaller.steps += (smaller.steps + 1) * larger.steps;
      } else {
        dimensions_[++merged] = larger;
      }
    }
    count_ = merged + 1;
  }

  void Accumulate() {
    int64_t reach = 0;
    int64_t divisor = 0;
    for (int d = 0; d < count_; ++d) {
      Dimension& dimension = dimensions_[d];
      dimension.reach = reach += dimension.steps * dimension.stride;
      dimension.divisor = divisor = std::gcd(divisor, dimension.stride);
    }
  }

  bool Nests() const {
    for (int d = 1; d < count_; ++d) {
      if (dimensions_[d].stride <= dimensions_[d - 1].reach) return false;
    }
    return true;
  }

  // Two strides a and b meet first after b/gcd steps of a, a/gcd steps of b.
  bool TwoOverlap() const {
    for (int i = 0; i < count_; ++i) {
      for (int j = 0; j < i; ++j) {
        const Dimension& a = dimensions_[i];
        const Dimension& b = dimensions_[j];
        const int64_t gcd = std::gcd(a.stride, b.stride);
        if (b.stride / gcd <= a.steps && a.stride / gcd <= b.steps) return true;
      }
    }
    return false;
  }

  // Whether x[0..d] can make up for `sum`, what the larger dimensions add up
  // to. While those are all 0, the first other one may as well be positive.
  SelfOverlap From(int d, int64_t sum, bool all_zero) {
    const Dimension& dimension = dimensions_[d];
    if (d == 0) {
      const bool met = !all_zero && sum % dimension.stride == 0 &&
                       std::abs(sum / dimension.stride) <= dimension.steps;
      return met ? SelfOverlap::kSome : SelfOverlap::kNone;
    }
    const Dimension& smaller = dimensions_[d - 1];
    // |sum + x * stride| must be within what the smaller dimensions reach.
    const Wide below = Wide{smaller.reach} + sum;
    const Wide above = Wide{smaller.reach} - sum;
    const Wide lowest = all_zero ? 0 : -dimension.steps;
    const Wide begin = std::max(lowest, -(below / dimension.stride));
    const Wide end = std::min<Wide>(dimension.steps, above / dimension.stride);
    for (auto x = static_cast<int64_t>(begin); x <= end; ++x) {
      if (++steps_taken_ > kMaxOverlapSteps) return SelfOverlap::kUnknown;
      const int64_t next = sum + x * dimension.stride;
      if (next % smaller.divisor != 0) continue;
      const SelfOverlap found = From(d - 1, next, all_zero && x == 0);
      if (found != SelfOverlap::kNone) return found;
    }
    return SelfOverlap::kNone;
  }

  int64_t element_count_;
  std::array<Dimension, kMaxDims> dimensions_;
  int count_ = 0;
  int steps_taken_ = 0;
};

}  // namespace

SelfOverlap FindSelfOverlap(const Tensor& tensor) {
  if (tensor.empty()) return SelfOverlap::kNone;
  return Search(tensor).Run();
}

}  // namespace hostnn
