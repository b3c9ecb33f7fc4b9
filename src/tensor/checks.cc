// SPDX-License-Identifier: Apache-2.0
#include "tensor/checks.h"

#include <string>

#include "tensor/broadcast.h"
#include "tensor/format.h"
#include "tensor/overlap.h"

namespace hostnn {
namespace {

// "1 dimension", "3 dimensions".
std::string Counted(int64_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string ShapeText(const NamedTensor& argument) {
  return ToString(argument->shape);
}

}  // namespace

Status CheckDType(const NamedTensor& argument, DTypeSet allowed) {
  HOSTNN_CHECK(allowed.Contains(argument->dtype), Code::kBadArgument,
               "%s: expected dtype %s, got %s", argument.name,
               allowed.ToString().c_str(), DTypeText(argument->dtype).c_str());
  return {};
}

Status CheckSameDType(const NamedTensor& argument, const NamedTensor& like) {
  HOSTNN_CHECK(argument->dtype == like->dtype, Code::kBadArgument,
               "%s: expected dtype %s (that of %s), got %s", argument.name,
               DTypeText(like->dtype).c_str(), like.name,
               DTypeText(argument->dtype).c_str());
  return {};
}

Status CheckSameFormat(const NamedTensor& argument, const NamedTensor& like) {
  HOSTNN_CHECK(argument->format == like->format, Code::kBadArgument,
               "%s: expected format %s (that of %s), got %s", argument.name,
               FormatName(like->format), like.name,
               FormatName(argument->format));
  return {};
}

Status CheckRank(const NamedTensor& argument, int rank) {
  HOSTNN_CHECK(argument->rank() == rank, Code::kBadArgument,
               "%s: expected %s, got %d: %s", argument.name,
               Counted(rank, "dimension").c_str(), argument->rank(),
               ShapeText(argument).c_str());
  return {};
}

Status CheckMaxRank(const NamedTensor& argument, int max_rank) {
  HOSTNN_CHECK(argument->rank() <= max_rank, Code::kBadArgument,
               "%s: expected at most %s, got %d: %s", argument.name,
               Counted(max_rank, "dimension").c_str(), argument->rank(),
               ShapeText(argument).c_str());
  return {};
}

Status CheckMaxRanks(std::span<const NamedTensor> arguments) {
  for (const NamedTensor& argument : arguments) {
    if (argument.tensor == nullptr) continue;
    HOSTNN_RETURN_IF_ERROR(CheckMaxRank(argument, kMaxOperatorDims));
  }
  return {};
}

Status CheckShape(const NamedTensor& argument, const Dims& expected,
                  const char* reason) {
  HOSTNN_CHECK(argument->shape == expected, Code::kBadArgument,
               "%s: expected shape %s (%s), got %s", argument.name,
               ToString(expected).c_str(), reason, ShapeText(argument).c_str());
  return {};
}

Status CheckSameShape(const NamedTensor& argument, const NamedTensor& like) {
  return argument->shape == like->shape
             ? Status()
             : CheckShape(argument, like->shape,
                          FormatText("that of %s", like.name).c_str());
}

Status CheckBroadcastsTo(const NamedTensor& argument, const NamedTensor& like) {
  Dims shape = like->shape;
  HOSTNN_CHECK(
      BroadcastWith(argument->shape, &shape) && shape == like->shape,
      Code::kBadArgument,
      "%s: expected a shape that broadcasts to %s (that of %s), got %s",
      argument.name, ShapeText(like).c_str(), like.name,
      ShapeText(argument).c_str());
  return {};
}

Status CheckBroadcastsWith(const NamedTensor& argument, const char* reason,
                           Dims* shape) {
  HOSTNN_CHECK(BroadcastWith(argument->shape, shape), Code::kBadArgument,
               "%s: expected a shape that broadcasts with %s (%s), got %s",
               argument.name, ToString(*shape).c_str(), reason,
               ShapeText(argument).c_str());
  return {};
}

Status CheckSameDimension(const NamedTensor& argument, int dimension,
                          const NamedTensor& like, int like_dimension) {
  const int64_t expected = like->shape[like_dimension];
  const int64_t got = argument->shape[dimension];
  HOSTNN_CHECK(got == expected, Code::kBadArgument,
               "%s: expected dimension %d to be %lld (dimension %d of %s), got "
               "%lld",
               argument.name, dimension, static_cast<long long>(expected),
               like_dimension, like.name, static_cast<long long>(got));
  return {};
}

Status CheckElementCount(const NamedTensor& argument, int64_t count,
                         const char* reason) {
  const int64_t got = argument->element_count();
  HOSTNN_CHECK(got == count, Code::kBadArgument,
               "%s: expected %s%s, got %lld: %s", argument.name,
               Counted(count, "element").c_str(),
               reason == nullptr ? "" : FormatText(" (%s)", reason).c_str(),
               static_cast<long long>(got), ShapeText(argument).c_str());
  return {};
}

Status CheckReduction(int64_t reduction) {
  HOSTNN_CHECK(reduction >= 0 && reduction <= 2, Code::kBadArgument,
               "reduction: expected 0 (none), 1 (mean) or 2 (sum), got %lld",
               static_cast<long long>(reduction));
  return {};
}

Status CheckViewInsideStorage(const NamedTensor& argument) {
  const int64_t end = argument->end_element();
  const int64_t storage = argument->storage_element_count();
  HOSTNN_CHECK(end <= storage, Code::kBadArgument,
               "%s: expected a view inside its storage of elements [0,%lld), "
               "got a view of elements [%lld,%lld)",
               argument.name, static_cast<long long>(storage),
               static_cast<long long>(argument->offset),
               static_cast<long long>(end));
  return {};
}

Status CheckNoSelfOverlap(const NamedTensor& argument) {
  const SelfOverlap overlap = FindSelfOverlap(*argument.tensor);
  HOSTNN_CHECK(
      overlap == SelfOverlap::kNone, Code::kBadArgument,
      "%s: expected a view that maps every index to an element of its "
      "own, got shape %s with strides %s%s",
      argument.name, ShapeText(argument).c_str(),
      ToString(argument->strides).c_str(),
      overlap == SelfOverlap::kUnknown ? ", too entangled to tell" : "");
  return {};
}

}  // namespace hostnn
