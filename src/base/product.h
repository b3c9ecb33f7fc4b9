// SPDX-License-Identifier: Apache-2.0
// The accelerator products that can be modelled. Names and series are those of
// the documented interface; which one is modelled decides data types and
// operators, never numbers.
#ifndef HOSTNN_BASE_PRODUCT_H_
#define HOSTNN_BASE_PRODUCT_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "base/status.h"

namespace hostnn {

enum class Series {
  k950,
  k910_93,
  k910B,
  k310B,
  k310P,
  k910,
};

// Every series with the name that its users give it.
struct NamedSeries {
  Series series;
  const char* name;
};
inline constexpr NamedSeries kAllSeries[] = {
    {Series::k950, "Ascend 950"},       {Series::k910_93, "Atlas A3"},
    {Series::k910B, "Atlas A2"},        {Series::k310B, "Atlas 200I/500 A2"},
    {Series::k310P, "Atlas inference"}, {Series::k910, "Atlas training"},
};

// A set of series.
class SeriesSet {
 public:
  constexpr SeriesSet(std::initializer_list<Series> all) {
    for (const Series series : all) bits_ |= Bit(series);
  }
  constexpr bool Contains(Series series) const {
    return (bits_ & Bit(series)) != 0;
  }

 private:
  static constexpr uint32_t Bit(Series series) {
    return uint32_t{1} << static_cast<int>(series);
  }
  uint32_t bits_ = 0;
};

struct Product {
  std::string name;
  Series series;
};

inline constexpr char kDefaultProduct[] = "Ascend910B3";

// The product being modelled: the last one set, else HOSTNN_SOC_NAME, else
// kDefaultProduct (also when the environment names one that does not exist,
// with which aclInit fails).
const Product& CurrentProduct();

// kAclInvalidParam, with the known names, for a name that does not exist.
// `source` is what named it.
Status SetProduct(const char* source, std::string_view name);
Status CheckProductName(const char* source, std::string_view name);

// Those of the types that products of a series compute with: not all have BF16.
DTypeSet SupportedTypes(DTypeSet types, Series series);

}  // namespace hostnn

#endif  // HOSTNN_BASE_PRODUCT_H_
