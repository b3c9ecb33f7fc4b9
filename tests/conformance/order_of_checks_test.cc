// SPDX-License-Identifier: Apache-2.0
// Which of several mistakes in a call phase one tells: the one that its order
// of checks comes to first. Whole sentences, too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/aclnn_codes.h"
#include "harness/call.h"
#include "harness/operators.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

struct Mistake {
  std::function<void(Arguments&)> make;
  std::string sentence;  // behind the operator's name
  aclnnStatus status = kBadArgument;
};

Argument Tensor(const std::string& name, const Dims& shape,
                aclDataType dtype = ACL_FLOAT) {
  return MakeTensor(name, View::Contiguous(dtype, shape));
}

// Makes one mistake after the other, those that are checked last first: each
// time the newest has to be told.
void ExpectInOrder(const std::string& op_name, Arguments arguments,
                   const std::vector<Mistake>& last_checked_first) {
  const Operator& op = *FindOperator(op_name);
  for (const Mistake& mistake : last_checked_first) {
    mistake.make(arguments);
    TakeMessages();
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(Call(op, arguments).Plan(&workspace_size, &executor),
              mistake.status);
    EXPECT_THAT(TakeMessages(),
                ::testing::HasSubstr(op_name + ": " + mistake.sentence));
  }
}

std::function<void(Arguments&)> SetShape(size_t i, const Dims& shape) {
  return [i, shape](Arguments& arguments) {
    Argument& tensor = arguments[i];
    const auto kind = tensor.kind;
    tensor = Tensor(tensor.name, shape, tensor.view.dtype);
    tensor.kind = kind;
  };
}

std::function<void(Arguments&)> SetType(std::vector<size_t> tensors,
                                        aclDataType dtype) {
  return [tensors, dtype](Arguments& arguments) {
    for (const size_t i : tensors) {
      const auto kind = arguments[i].kind;
      arguments[i] = Tensor(arguments[i].name, arguments[i].view.shape, dtype);
      arguments[i].kind = kind;
    }
  };
}

std::function<void(Arguments&)> SetFormat(size_t i, aclFormat format) {
  return
      [i, format](Arguments& arguments) { arguments[i].view.format = format; };
}

std::function<void(Arguments&)> SetInteger(size_t i, int64_t value) {
  return [i, value](Arguments& arguments) { arguments[i].integer = value; };
}

std::function<void(Arguments&)> SetNull(size_t i) {
  return
      [i](Arguments& arguments) { arguments[i] = MakeNull(arguments[i].name); };
}

std::function<void(Arguments&)> ReachPastStorage(size_t i) {
  return [i](Arguments& arguments) { arguments[i].view.offset = 1; };
}

const Dims kNineDims(9, 1);

TEST(OrderOfChecksTest, OfMseLossBackward) {
  enum { kGradOutput, kSelf, kTarget, kReduction, kOut };
  ExpectInOrder(
      "aclnnMseLossBackward",
      {Tensor("gradOutput", {2, 3}), Tensor("self", {2, 3}),
       Tensor("target", {3}), MakeInteger("reduction", 0),
       MakeOutput("out", View::Contiguous(ACL_FLOAT, {2, 3}))},
      {{SetShape(kOut, {2, 4}),
        "out: expected shape [2,3] (to which the inputs broadcast), got [2,4]"},
       {SetShape(kTarget, {4}),
        "target: expected a shape that broadcasts with [2,3] (to which "
        "gradOutput and self broadcast), got [4]"},
       {SetShape(kGradOutput, {5}),
        "gradOutput: expected a shape that broadcasts with [2,3] (that of "
        "self), got [5]"},
       {SetShape(kTarget, kNineDims),
        "target: expected at most 8 dimensions, got 9: [1,1,1,1,1,1,1,1,1]"},
       {SetShape(kSelf, kNineDims), "self: expected at most 8 dimensions"},
       {SetShape(kGradOutput, kNineDims),
        "gradOutput: expected at most 8 dimensions"},
       {SetInteger(kReduction, 3),
        "reduction: expected 0 (none), 1 (mean) or 2 (sum), got 3"},
       {SetType({kOut}, ACL_INT64),
        "out: expected dtype FLOAT, FLOAT16 or BF16, got INT64"},
       {SetType({kGradOutput, kSelf, kTarget}, ACL_DOUBLE),
        "self: expected dtype FLOAT, FLOAT16 or BF16, got DOUBLE"},
       {SetType({kTarget}, ACL_FLOAT),
        "target: expected dtype DOUBLE (that of self), got FLOAT"},
       {SetType({kGradOutput}, ACL_BF16),
        "gradOutput: expected dtype DOUBLE (that of self), got BF16"},
       {ReachPastStorage(kSelf), "self: expected a view inside its storage"},
       {SetNull(kTarget), "target: expected a tensor, got NULL", kNullArgument},
       {SetNull(kGradOutput), "gradOutput: expected a tensor, got NULL",
        kNullArgument}});
}

TEST(OrderOfChecksTest, OfBinaryCrossEntropyWithLogitsTargetBackward) {
  enum {
    kGradOutput,
    kSelf,
    kTarget,
    kWeight,
    kPosWeight,
    kReduction,
    kGradTarget
  };
  ExpectInOrder(
      "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
      {Tensor("gradOutput", {}), Tensor("self", {2, 3}),
       Tensor("target", {2, 3}), Tensor("weightOptional", {3}),
       Tensor("posWeightOptional", {3}), MakeInteger("reduction", 0),
       MakeOutput("gradTarget", View::Contiguous(ACL_FLOAT, {2, 3}))},
      {{SetInteger(kReduction, -1),
        "reduction: expected 0 (none), 1 (mean) or 2 (sum), got -1"},
       {SetShape(kPosWeight, {4}),
        "posWeightOptional: expected a shape that broadcasts to [2,3] (that of "
        "self), got [4]"},
       {SetShape(kWeight, {5, 2, 3}),
        "weightOptional: expected a shape that broadcasts to [2,3] (that of "
        "self), got [5,2,3]"},
       {SetShape(kGradOutput, {2}), "gradOutput: expected a shape that "},
       {SetShape(kGradTarget, {3}),
        "gradTarget: expected shape [2,3] (that of self), got [3]"},
       {SetShape(kTarget, {2, 1}),
        "target: expected shape [2,3] (that of self), got [2,1]"},
       {SetFormat(kGradTarget, ACL_FORMAT_NCHW),
        "gradTarget: expected format ND (that of self), got NCHW"},
       {SetFormat(kTarget, ACL_FORMAT_NHWC),
        "target: expected format ND (that of self), got NHWC"},
       {SetType({kGradTarget}, ACL_BF16),
        "gradTarget: expected dtype FLOAT (that of target), got BF16"},
       {SetType({kPosWeight}, ACL_INT32),
        "posWeightOptional: expected dtype FLOAT, FLOAT16 or BF16, got INT32"},
       {SetType({kSelf}, ACL_DOUBLE),
        "self: expected dtype FLOAT, FLOAT16 or BF16, got DOUBLE"},
       {SetShape(kGradTarget, kNineDims),
        "gradTarget: expected at most 8 dimensions, got 9"},
       {SetShape(kWeight, kNineDims),
        "weightOptional: expected at most 8 dimensions, got 9"},
       {ReachPastStorage(kWeight),
        "weightOptional: expected a view inside its storage"},
       {SetNull(kGradTarget), "gradTarget: expected a tensor, got NULL",
        kNullArgument},
       {SetNull(kSelf), "self: expected a tensor, got NULL", kNullArgument}});
}

}  // namespace
}  // namespace hostnn::harness
