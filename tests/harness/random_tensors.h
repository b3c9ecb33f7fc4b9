// SPDX-License-Identifier: Apache-2.0
// The random tensors of one call: their types, where they lie, their values.
#ifndef HOSTNN_TESTS_HARNESS_RANDOM_TENSORS_H_
#define HOSTNN_TESTS_HARNESS_RANDOM_TENSORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/argument.h"
#include "harness/oracle.h"
#include "harness/random.h"
#include "harness/random_layout.h"
#include "harness/random_values.h"

namespace hostnn::harness {

class RandomTensors {
 public:
  // Both must outlive it.
  RandomTensors(Random& random, const CallOptions& options)
      : random_(random),
        options_(options),
        layout_(static_cast<uint32_t>(random.Next())),
        contiguous_(options.contiguous || random.OneIn(3)) {}

  aclDataType FloatType() {
    static const std::vector<aclDataType> all = {ACL_FLOAT, ACL_FLOAT16,
                                                 ACL_BF16};
    return options_.dtype.value_or(random_.OneOf(all));
  }

  View Lay(aclDataType dtype, const Dims& shape, bool is_output = false) {
    return contiguous_ ? View::Contiguous(dtype, shape)
                       : layout_(dtype, shape, is_output);
  }

  Argument Floats(const std::string& name, aclDataType dtype,
                  const Dims& shape) {
    Argument tensor = MakeTensor(name, Lay(dtype, shape));
    FillRandom(
        options_.ordinary_values ? ValueStyle::kOrdinary : RandomStyle(random_),
        random_, &tensor);
    return tensor;
  }

  Argument Output(const std::string& name, aclDataType dtype,
                  const Dims& shape) {
    return MakeOutput(name, Lay(dtype, shape, true));
  }

 private:
  Random& random_;
  const CallOptions& options_;
  RandomLayout layout_;
  bool contiguous_;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_RANDOM_TENSORS_H_
