// SPDX-License-Identifier: Apache-2.0
#include "harness/argument.h"

#include <algorithm>
#include <stdexcept>

#include "harness/float_format.h"

namespace hostnn::harness {
namespace {

constexpr uint8_t kFiller = 0xa5;

// Calls visit(element) for every element of the view, in row-major order.
template <class Visit>
void ForEachElement(const View& view, const std::vector<uint8_t>& storage,
                    const Visit& visit) {
  const size_t size = ElementSize(view.dtype);
  for (const int64_t index : view.Indices()) visit(&storage[index * size]);
}

Argument MakeWithStorage(const std::string& name, Argument::Kind kind,
                         const View& view) {
  Argument argument;
  argument.name = name;
  argument.kind = kind;
  argument.view = view;
  argument.data.assign(view.storage_count * ElementSize(view.dtype), kFiller);
  return argument;
}

}  // namespace

Argument MakeTensor(const std::string& name, const View& view) {
  return MakeWithStorage(name, Argument::Kind::kTensor, view);
}

Argument MakeOutput(const std::string& name, const View& view) {
  return MakeWithStorage(name, Argument::Kind::kOut, view);
}

Argument MakeInteger(const std::string& name, int64_t value) {
  Argument argument;
  argument.name = name;
  argument.kind = Argument::Kind::kInteger;
  argument.integer = value;
  return argument;
}

Argument MakeNull(const std::string& name) {
  Argument argument;
  argument.name = name;
  return argument;
}

const Argument& OutputOf(const Arguments& arguments) {
  for (const Argument& argument : arguments) {
    if (argument.kind == Argument::Kind::kOut) return argument;
  }
  throw std::logic_error("a call without an output");
}

std::vector<uint8_t> ElementBytes(const View& view,
                                  const std::vector<uint8_t>& storage) {
  const size_t size = ElementSize(view.dtype);
  std::vector<uint8_t> bytes;
  bytes.reserve(ElementCount(view.shape) * size);
  ForEachElement(view, storage, [&](const uint8_t* element) {
    bytes.insert(bytes.end(), element, element + size);
  });
  return bytes;
}

View BroadcastTo(const View& view, const Dims& shape) {
  View wide = view;
  wide.shape = shape;
  wide.strides.assign(shape.size(), 0);
  const size_t missing = shape.size() - view.shape.size();
  for (size_t k = 0; k < view.shape.size(); ++k) {
    if (view.shape[k] != 1) wide.strides[missing + k] = view.strides[k];
  }
  return wide;
}

std::vector<double> FloatValues(const Argument& tensor, const Dims& shape) {
  std::vector<double> values;
  values.reserve(ElementCount(shape));
  const View view = BroadcastTo(tensor.view, shape);
  ForEachElement(view, tensor.data, [&](const uint8_t* element) {
    values.push_back(ToDouble(view.dtype, element));
  });
  return values;
}

std::vector<double> FloatValues(const Argument& tensor) {
  return FloatValues(tensor, tensor.view.shape);
}

std::vector<int64_t> IntegerValues(const Argument& tensor) {
  std::vector<int64_t> values;
  ForEachElement(tensor.view, tensor.data, [&](const uint8_t* element) {
    values.push_back(ToInteger(tensor.view.dtype, element));
  });
  return values;
}

Argument WithView(const Argument& tensor, const View& view) {
  Argument moved = MakeWithStorage(tensor.name, tensor.kind, view);
  const size_t size = ElementSize(view.dtype);
  const std::vector<int64_t> from = tensor.view.Indices();
  const std::vector<int64_t> to = view.Indices();
  for (size_t i = 0; i < from.size(); ++i) {
    std::copy_n(&tensor.data[from[i] * size], size, &moved.data[to[i] * size]);
  }
  return moved;
}

Argument Trimmed(const Argument& tensor) {
  const std::vector<int64_t> indices = tensor.view.Indices();
  if (indices.empty()) return tensor;
  View view = tensor.view;
  view.storage_count = std::ranges::max(indices) - view.offset + 1;
  view.offset = 0;
  return WithView(tensor, view);
}

}  // namespace hostnn::harness
