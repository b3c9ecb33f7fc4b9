// SPDX-License-Identifier: Apache-2.0
#include "harness/judgement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/call.h"
#include "harness/error_record.h"
#include "harness/float_format.h"

namespace hostnn::harness {
namespace {

// The distance of an element from what is binding for it.
long double Distance(const ExpectedElement& expected, aclDataType dtype,
                     const uint8_t* element) {
  return expected.binding ? UlpDistance(dtype, element, expected.exact) : 0;
}

// Whether an element is the number that the steps lead to, once rounded.
bool IsAsStepwise(const ExpectedElement& expected, aclDataType dtype,
                  const uint8_t* element) {
  if (!expected.stepwise) return true;
  uint8_t rounded[sizeof(float)];
  StoreDouble(dtype, *expected.stepwise, rounded);
  const double want = ToDouble(dtype, rounded);
  const double got = ToDouble(dtype, element);
  return got == want || (got != got && want != want);
}

}  // namespace

void ExpectRight(const Operator& op, aclDataType dtype,
                 const Expectation& expected,
                 const std::vector<uint8_t>& output) {
  const size_t size = ElementSize(dtype);
  const double limit =
      std::min(op.oracle->PromisedUlp(dtype), RecordedError(op.name, dtype));
  ASSERT_EQ(output.size(), expected.elements.size() * size);
  long double largest = 0;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const ExpectedElement& element = expected.elements[i];
    const uint8_t* bytes = &output[i * size];
    const long double distance = Distance(element, dtype, bytes);
    largest = std::max(largest, distance);
    ASSERT_LE(distance, limit)
        << op.name << ", element " << i << ": got " << ToDouble(dtype, bytes)
        << ", exact " << element.exact;
    ASSERT_TRUE(IsAsStepwise(element, dtype, bytes))
        << op.name << ", element " << i << ": got " << ToDouble(dtype, bytes)
        << ", step by step " << *element.stepwise;
  }
  NoteError(op.name, dtype, static_cast<double>(largest));
}

void ExpectRightCall(const Operator& op, const Arguments& arguments,
                     const std::vector<void*>& addresses) {
  const Expectation expected = op.oracle->Expect(arguments);
  const std::vector<uint8_t> output =
      RunCall(op, arguments, expected.fault, addresses);
  ExpectRight(op, OutputOf(arguments).view.dtype, expected, output);
}

}  // namespace hostnn::harness
