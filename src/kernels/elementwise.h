// SPDX-License-Identifier: Apache-2.0
// The element-wise engine: each element of the output is a formula of one
// element of every input. Inputs may have any float dtypes and any strides,
// those of 0 for broadcasting included. elementwise-inl.h has the loop.
#ifndef HOSTNN_KERNELS_ELEMENTWISE_H_
#define HOSTNN_KERNELS_ELEMENTWISE_H_

#include <cstdint>

#include "acl/acl_base_rt.h"
#include "base/loop_nest.h"

namespace hostnn::kernels {

// A number that depends on sizes, as a quotient: the division is done on the
// thread that computes, as a program may make its own threads round otherwise.
struct Scale {
  double numerator = 1;
  int64_t divisor = 1;

  double Value() const { return numerator / static_cast<double>(divisor); }
};

struct ElementwiseParameters {
  static constexpr int kMaxInputs = 5;
  static constexpr int kOut = kMaxInputs;  // operand of the loops
  static constexpr int kOperandCount = kMaxInputs + 1;

  // Where an operand comes from; an absent input is 1 everywhere.
  struct Operand {
    int argument = -1;  // of the plan; -1: absent
    aclDataType dtype = ACL_FLOAT;
  };

  LoopNest<kOperandCount> loops;  // over the elements of the output
  // The type of all operands that are more than one value; where they differ,
  // FLOAT.
  aclDataType compute_type = ACL_FLOAT;
  bool streaming_stores = false;  // the output is written past the cache
  Operand operands[kOperandCount];
  int input_count = 0;
  Scale scale;

  // How the work is cut: piece i has the iterations from i * piece_elements.
  int64_t piece_elements = 0;
};

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_ELEMENTWISE_H_
