// SPDX-License-Identifier: Apache-2.0
// The arguments of one call of an operator, with the bytes of its tensors.
#ifndef HOSTNN_TESTS_HARNESS_ARGUMENT_H_
#define HOSTNN_TESTS_HARNESS_ARGUMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/tensor.h"

namespace hostnn::harness {

struct Argument {
  enum class Kind { kTensor, kOut, kInteger, kNull };
  std::string name;
  Kind kind = Kind::kNull;
  int64_t integer = 0;        // kInteger
  View view = {};             // kTensor, kOut
  std::vector<uint8_t> data;  // the bytes of the whole storage

  bool IsTensor() const { return kind == Kind::kTensor || kind == Kind::kOut; }
};

// In signature order, without phase one's two out-parameters.
using Arguments = std::vector<Argument>;

// A tensor of this view. Every byte of its storage is a filler.
Argument MakeTensor(const std::string& name, const View& view);
// The same for the output.
Argument MakeOutput(const std::string& name, const View& view);
Argument MakeInteger(const std::string& name, int64_t value);
Argument MakeNull(const std::string& name);

// The one argument that is the output.
const Argument& OutputOf(const Arguments& arguments);

// The bytes of the view's elements in row-major order, taken from `storage`.
std::vector<uint8_t> ElementBytes(const View& view,
                                  const std::vector<uint8_t>& storage);

// Strides of zero take a view to the larger shape.
View BroadcastTo(const View& view, const Dims& shape);

// The values of a tensor, in row-major order: of a floating-point type, ...
std::vector<double> FloatValues(const Argument& tensor);
// ... also broadcast to `shape`, ...
std::vector<double> FloatValues(const Argument& tensor, const Dims& shape);
// ... or of an integer type.
std::vector<int64_t> IntegerValues(const Argument& tensor);

// The same tensor, value by value, in another view of its shape and type.
Argument WithView(const Argument& tensor, const View& view);

// The same tensor in a storage without an element before its first or behind
// its last one.
Argument Trimmed(const Argument& tensor);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ARGUMENT_H_
