// SPDX-License-Identifier: Apache-2.0
// A Plan: all that phase two needs to run an operator, as a plain value. It
// holds no pointer to the caller's descriptors, only the storage addresses.
#ifndef HOSTNN_EXECUTOR_PLAN_H_
#define HOSTNN_EXECUTOR_PLAN_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>

#include "base/kernel.h"
#include "base/product.h"
#include "base/settings.h"
#include "tensor/tensor.h"

namespace hostnn {

inline constexpr int kMaxArguments = 8;
inline constexpr int kMaxParameterBytes = 1024;

// What an operator does with a tensor argument.
enum class Role {
  kInput,
  kUnusedInput,  // an input whose values have no influence: may lack an address
  kOutput,
};

// A tensor argument as a run needs it: an address and the bytes around it.
struct PlanArgument {
  const char* name;
  Role role;
  bool present;        // an absent optional keeps its place
  void* storage;       // start of the storage; may be replaced
  int64_t first_byte;  // of the view, counted from `storage`
  int64_t end_byte;    // one past its last; == first_byte: empty
  int64_t element_size;
  // Bit i: argument i is another one, an output of the same dtype, shape and
  // strides.
  uint32_t same_view_outputs;
};

// How much there is to do. The time, roughly that of one thread, decides where
// and by how many threads a plan is run: never how it is cut, nor a result.
struct WorkSize {
  int64_t piece_count;
  int64_t nanoseconds;
};

// The time of `count` steps, which may be any number, of some picoseconds each.
constexpr int64_t TimeOf(int64_t count, int64_t picoseconds) {
  constexpr int64_t kMost = int64_t{1} << 40;  // of which the time is "long"
  return (count < kMost ? count : kMost) * picoseconds / 1000;
}

class Plan {
 public:
  // Of a call that is checked against this product, which lives for ever.
  explicit Plan(const char* operator_name,
                const Product& product = CurrentProduct())
      : operator_name_(operator_name), product_(&product) {}
  Plan(const Plan& other) { *this = other; }
  Plan& operator=(const Plan& other);

  const char* operator_name() const { return operator_name_; }
  const Product& product() const { return *product_; }

  // The tensor arguments in signature order, absent optionals included. A new
  // one is filled in where it stays.
  PlanArgument& AddArgument() { return arguments_[argument_count_++]; }
  int argument_count() const { return argument_count_; }
  const PlanArgument& argument(int i) const { return arguments_[i]; }
  PlanArgument& argument(int i) { return arguments_[i]; }

  // Whether all that a run touches is more than the last-level cache holds. Its
  // output is then better written past the cache; what fits is better kept, as
  // the next operator will read it.
  bool ExceedsCache() const {
    uint64_t bytes = 0;
    for (int i = 0; i < argument_count_; ++i) {
      const PlanArgument& argument = arguments_[i];
      if (argument.role == Role::kUnusedInput) continue;
      bytes += static_cast<uint64_t>(argument.end_byte - argument.first_byte);
    }
    return bytes > ProcessSettings().cache_bytes;
  }

  // What to run: `kernel` for each piece in [0, piece_count), on the plan's
  // parameters, which are made first and filled in where they stay. A plan
  // without a kernel runs nothing (empty tensors).
  template <class Parameters>
  Parameters& MakeParameters() {
    static_assert(std::is_trivially_copyable_v<Parameters>);
    static_assert(sizeof(Parameters) <= kMaxParameterBytes);
    parameter_bytes_ = sizeof(Parameters);
    return *new (parameters_.data()) Parameters;
  }
  void SetKernel(Kernel kernel, const WorkSize& size) {
    assert(kernel != nullptr);
    kernel_ = kernel;
    size_ = size;
  }
  Kernel kernel() const { return kernel_; }
  const void* parameters() const { return parameters_.data(); }
  int64_t piece_count() const { return size_.piece_count; }
  int64_t nanoseconds() const { return size_.nanoseconds; }

  // For kernels that find out-of-range targets, which are a fault of the launch
  // unless the target check is off: turns what was found into "target: expected
  // ..., got ...". Without it they are ignored.
  using DescribeFaults = std::string (*)(const void* parameters,
                                         const TargetFaults::Found& found);
  void ReportTargetFaults(DescribeFaults describe) {
    describe_faults_ = describe;
  }
  DescribeFaults describe_faults() const { return describe_faults_; }

 private:
  const char* operator_name_;
  const Product* product_;
  int argument_count_ = 0;
  uint32_t parameter_bytes_ = 0;
  Kernel kernel_ = nullptr;
  WorkSize size_ = {};
  DescribeFaults describe_faults_ = nullptr;
  // Only what was set of these is of any meaning.
  std::array<PlanArgument, kMaxArguments> arguments_;
  alignas(
      std::max_align_t) std::array<std::byte, kMaxParameterBytes> parameters_;
};

inline Plan& Plan::operator=(const Plan& other) {
  operator_name_ = other.operator_name_;
  product_ = other.product_;
  argument_count_ = other.argument_count_;
  parameter_bytes_ = other.parameter_bytes_;
  kernel_ = other.kernel_;
  size_ = other.size_;
  describe_faults_ = other.describe_faults_;
  std::copy_n(other.arguments_.begin(), argument_count_, arguments_.begin());
  std::memcpy(parameters_.data(), other.parameters_.data(), parameter_bytes_);
  return *this;
}

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_PLAN_H_
