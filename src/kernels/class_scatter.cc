// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/class_scatter.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include "hwy/cache_control.h"
#include "kernels/class_scatter_collector-inl.h"
#include "kernels/class_scatter_writer-inl.h"
#include "kernels/float_type.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

// The positions and classes of a piece.
struct PieceRange {
  PieceRange(const ClassScatterParameters& parameters, int64_t piece) {
    const int64_t class_pieces =
        (parameters.class_count - 1) / parameters.piece_classes + 1;
    first_class = piece % class_pieces * parameters.piece_classes;
    class_count = std::min(parameters.piece_classes,
                           parameters.class_count - first_class);
    begin = piece / class_pieces * parameters.piece_positions;
    end = std::min(begin + parameters.piece_positions,
                   parameters.positions.iteration_count());
  }

  int64_t first_class;
  int64_t class_count;
  int64_t begin;
  int64_t end;
};

template <class Value, class Target, class Out>
void RunPiece(const KernelCall& call) {
  const auto& parameters =
      *static_cast<const ClassScatterParameters*>(call.parameters);
  const PieceRange range(parameters, call.piece);
  using Bits = class_scatter_internal::BitsOf<Out>;
  class_scatter_internal::Tile<Bits> tile;
  tile.first_class = range.first_class;
  tile.class_count = range.class_count;
  Collector<Value, Target, Out> collector(call, range.end - range.begin, &tile);
  class_scatter_internal::Prefetcher prefetcher;
  TileWriter<Bits> writer(parameters,
                          static_cast<Bits*>(call.addresses[kOutArgument]));
  const int64_t position_count = parameters.positions.iteration_count();
  for (int64_t begin = range.begin; begin < range.end;) {
    const int64_t end = writer.TileEnd(begin, range.end);
    collector.Collect(begin, static_cast<int>(end - begin), &tile);
    // In a cache all is near.
    if (parameters.streaming_stores) {
      collector.Announce(std::min(position_count - end, end - begin),
                         &prefetcher);
    }
    writer.Write(tile, &prefetcher);
    begin = end;
  }
  // Streamed stores are seen in order by whoever is told of the piece's end.
  if (parameters.streaming_stores) hwy::FlushStream();
  call.faults->Add(collector.found());
}

// f(a number of this type), or nullptr if the engine does not compute with it.
template <class F>
Kernel ForFloatType(aclDataType type, const F& f) {
  constexpr DTypeSet kTypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return kTypes.Contains(type) ? WithFloatType(type, f) : nullptr;
}

// The same for the types that number classes.
template <class F>
Kernel ForClassType(aclDataType type, const F& f) {
  switch (type) {
    case ACL_INT64:
      return f(int64_t{});
    case ACL_INT32:
      return f(int32_t{});
    case ACL_UINT8:
      return f(uint8_t{});
    default:
      return nullptr;
  }
}

Kernel ClassScatter(aclDataType value, aclDataType target, aclDataType out) {
  return ForFloatType(value, [&]<class Value>(Value) {
    return ForClassType(target, [&]<class Target>(Target) {
      return ForFloatType(out, []<class Out>(Out) -> Kernel {
        return RunPiece<Value, Target, Out>;
      });
    });
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostnn::kernels {

int64_t PieceCount(const ClassScatterParameters& parameters) {
  const auto pieces = [](int64_t count, int64_t piece) {
    return (count - 1) / piece + 1;
  };
  return pieces(parameters.positions.iteration_count(),
                parameters.piece_positions) *
         pieces(parameters.class_count, parameters.piece_classes);
}

bool ClassesAreInside(const ClassScatterParameters& parameters) {
  const auto& loops = parameters.positions;
  return loops.iteration_count() == 1 ||
         parameters.class_stride <
             loops.strides[ClassScatterParameters::kOut][loops.innermost()];
}

int64_t PlanePositions(const ClassScatterParameters& parameters) {
  const auto& loops = parameters.positions;
  int64_t count = 1;
  for (int d = loops.innermost(); d >= 0; --d) {
    const int64_t stride = loops.strides[ClassScatterParameters::kOut][d];
    if (stride > parameters.class_stride) break;
    count *= loops.extents[d];
  }
  return count;
}

HWY_EXPORT(ClassScatter);
Kernel ClassScatter(aclDataType value, aclDataType target, aclDataType out) {
  return ForTargetInUse(HWY_DISPATCH_TABLE(ClassScatter))(value, target, out);
}

}  // namespace hostnn::kernels
#endif
