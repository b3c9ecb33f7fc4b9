// SPDX-License-Identifier: Apache-2.0
// The writing side of the class-scatter engine: chooses how a tile is written,
// by how out lies in memory. Compiled once per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_WRITER_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_WRITER_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_WRITER_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_WRITER_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/class_scatter.h"
#include "kernels/class_scatter_planes-inl.h"
#include "kernels/class_scatter_prefetch.h"
#include "kernels/class_scatter_rows-inl.h"
#include "kernels/class_scatter_tile.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

// Writes the tiles of one call.
template <class Bits>
class TileWriter {
 public:
  using Tile = class_scatter_internal::Tile<Bits>;
  using Run = class_scatter_internal::Run;
  using Prefetcher = class_scatter_internal::Prefetcher;

  TileWriter(const ClassScatterParameters& parameters, Bits* out)
      : out_(out),
        class_stride_(parameters.class_stride),
        stride_(parameters.positions.strides[ClassScatterParameters::kOut]
                                            [parameters.positions.innermost()]),
        plane_(PlanePositions(parameters)),
        stream_(parameters.streaming_stores),
        rows_(ClassesAreInside(parameters)),
        images_(!rows_ && stride_ == 1 && class_stride_ == plane_ &&
                (plane_ * int64_t{sizeof(Bits)} < kLeastPlaneBytes ||
                 (plane_ <= class_scatter_internal::kTilePositions &&
                  parameters.class_count >= kManyClasses))),
        most_(MostPositions(parameters)),
        stage_(stream_ && rows_) {}

  // Where a tile that begins at this position ends: at `end`, unless it would
  // be too large or jump between places of out that are far apart.
  int64_t TileEnd(int64_t begin, int64_t end) const {
    end = std::min(end, begin + most_);
    if (rows_) return end;
    const int64_t plane_end = begin - begin % plane_ + plane_;
    const bool has_plane = begin % plane_ == 0 && plane_end <= end;
    if (images_ && has_plane) return end - end % plane_;
    return std::min(end, plane_end);
  }

  // All of the tile's classes at all of its positions.
  void Write(const Tile& tile, Prefetcher* prefetcher) {
    if (rows_) {
      WriteRows(tile, prefetcher);
    } else if (images_ && tile.runs[0].count == plane_) {
      WriteImages(tile);
    } else {
      PlaneWriter<Bits>(stride_, class_stride_, stream_, out_)
          .Write(tile, prefetcher);
    }
  }

 private:
  // Shorter planes are no work for vectors, ...
  static constexpr int64_t kLeastPlaneBytes = 256;
  // ... and with so many classes it is quicker to scatter than to compare.
  static constexpr int64_t kManyClasses = 256;
  // So much is zeroed before it gets its values, in the first cache.
  static constexpr int64_t kBlockBytes = 16 << 10;

  // Of a tile.
  static int64_t MostPositions(const ClassScatterParameters& parameters) {
    const auto& loops = parameters.positions;
    constexpr int64_t kMost = class_scatter_internal::kTilePositions;
    const int64_t run = std::min(loops.extents[loops.innermost()], kMost);
    return std::min((class_scatter_internal::kMostRuns - 1) * run, kMost);
  }

  Bits* Place(const Tile& tile, const Run& run) const {
    return out_ + run.out + tile.first_class * class_stride_;
  }

  void WriteRows(const Tile& tile, Prefetcher* prefetcher) {
    const bool dense = class_stride_ == 1 && stride_ == tile.class_count;
    const Run& last = tile.runs[tile.run_count - 1];
    prefetcher->SpreadOver(
        RowStage<Bits>::Steps((last.begin + last.count) * tile.class_count));
    for (int r = 0; r < tile.run_count; ++r) {
      const Run& run = tile.runs[r];
      const int block = BlockRows(run, dense);
      for (int i = 0; i < run.count; i += block) {
        const int rows = std::min(block, run.count - i);
        WriteRowBlock(tile, run.begin + i, rows, Place(tile, run) + i * stride_,
                      prefetcher);
      }
    }
  }

  // How many rows are one stretch.
  int BlockRows(const Run& run, bool dense) const {
    if (!dense) return 1;
    if (stream_) return run.count;
    const int64_t row_bytes = stride_ * int64_t{sizeof(Bits)};
    return static_cast<int>(std::max<int64_t>(kBlockBytes / row_bytes, 1));
  }

  void WriteRowBlock(const Tile& tile, int begin, int rows, Bits* out,
                     Prefetcher* prefetcher) {
    if (class_stride_ != 1) return WriteSparseRow(tile, begin, out);
    const Hits<Bits> hits(tile, begin, rows);
    if (stream_) {
      stage_.Write(hits, prefetcher, out);
    } else {
      kernels::HWY_NAMESPACE::WriteRows(hits, out);
    }
  }

  void WriteSparseRow(const Tile& tile, int position, Bits* out) {
    for (int64_t c = 0; c < tile.class_count; ++c) {
      out[c * class_stride_] = Bits{0};
    }
    const Bits key = tile.keys[position];
    if (key == tile.class_count) return;
    out[key * class_stride_] =
        tile.values[tile.values_are_by_class ? key : position];
  }

  void WriteImages(const Tile& tile) {
    for (int r = 0; r < tile.run_count; ++r) {
      const Run& run = tile.runs[r];
      WriteImage(Hits<Bits>(tile, run.begin, run.count),
                 stream_ && tile.class_count >= kManyClasses, Place(tile, run));
    }
  }

  Bits* out_;
  int64_t class_stride_;
  int64_t stride_;  // of neighbouring positions
  int64_t plane_;
  bool stream_;
  bool rows_;
  bool images_;   // dense, of planes that are short
  int64_t most_;  // positions of a tile
  RowStage<Bits> stage_;
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
