// SPDX-License-Identifier: Apache-2.0
// Plans of calls that were made before. A program makes the same few calls with
// ever other addresses: what phase one found out about one holds for the next.
#ifndef HOSTNN_EXECUTOR_REMEMBERED_PLANS_H_
#define HOSTNN_EXECUTOR_REMEMBERED_PLANS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/product.h"
#include "executor/operator.h"
#include "executor/plan.h"
#include "tensor/tensor.h"

namespace hostnn {

// All that a plan but for its addresses follows from, as numbers: the operator,
// the product, the attributes, the tensors. Equal keys, equal plans.
class PlanKey {
 public:
  PlanKey(const Operator& op, const Product& product,
          std::span<const int64_t> attributes) {
    Add(reinterpret_cast<int64_t>(&op));
    Add(static_cast<int64_t>(product.series));
    for (const int64_t attribute : attributes) Add(attribute);
  }

  // The next argument, absent.
  void AddAbsent() { Add(kAbsent); }
  // The next argument, whose address is written to *data. Returns its words,
  // which TensorObject::Decode understands.
  const int64_t* Add(const TensorObject& object, void** data) {
    const int64_t* const begin = &words_[count_];
    count_ += static_cast<size_t>(object.Read(&words_[count_], data));
    return begin;
  }

  std::span<const int64_t> words() const { return {words_.data(), count_}; }

 private:
  static constexpr int64_t kAbsent = -1;  // no tensor begins with it

  void Add(int64_t word) { words_[count_++] = word; }

  size_t count_ = 0;
  std::array<int64_t,
             2 + kMaxAttributes + kMaxArguments * TensorObject::kMostWords>
      words_;  // as many as there are
};

// Of one thread, so that none waits for another.
class RememberedPlans {
 public:
  // Those of the calling thread; nullptr if there is no memory for them, or the
  // thread is ending.
  static RememberedPlans* OfThisThread();

  // The plan of an equal key, with addresses of then; nullptr if there is none
  // (any more).
  const Plan* Find(const PlanKey& key) const;

  // The plan may take the place of the one remembered longest.
  void Remember(const PlanKey& key, const Plan& plan);

 private:
  static constexpr size_t kEntries = 8;

  // Enough for tensors of as many dimensions as operators take.
  static constexpr size_t kMostWords = 256;

  struct Entry {
    bool IsOf(std::span<const int64_t> other) const;

    size_t word_count = 0;
    std::array<int64_t, kMostWords> words;
    Plan plan{nullptr};
  };

  std::array<Entry, kEntries> entries_;
  size_t next_ = 0;  // to be replaced
};

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_REMEMBERED_PLANS_H_
