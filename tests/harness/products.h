// SPDX-License-Identifier: Apache-2.0
// The documented products, series by series.
#ifndef HOSTNN_TESTS_HARNESS_PRODUCTS_H_
#define HOSTNN_TESTS_HARNESS_PRODUCTS_H_

#include <string>
#include <vector>

namespace hostnn::harness {

enum class Series { k950, k910_93, k910B, k310B, k310P, k910 };

struct Product {
  std::string name;
  Series series;
};

inline std::vector<Product> AllProducts() {
  using enum Series;
  return {
      {"Ascend950", k950},         {"Ascend950PR_9599", k950},
      {"Ascend950DT_9581", k950},  {"Ascend910_9391", k910_93},
      {"Ascend910_9392", k910_93}, {"Ascend910_9381", k910_93},
      {"Ascend910_9382", k910_93}, {"Ascend910_9372", k910_93},
      {"Ascend910_9362", k910_93}, {"Ascend910_9363", k910_93},
      {"Ascend910B1", k910B},      {"Ascend910B2", k910B},
      {"Ascend910B2C", k910B},     {"Ascend910B3", k910B},
      {"Ascend910B4", k910B},      {"Ascend910B4-1", k910B},
      {"Ascend310B1", k310B},      {"Ascend310B2", k310B},
      {"Ascend310B3", k310B},      {"Ascend310B4", k310B},
      {"Ascend310P1", k310P},      {"Ascend310P2", k310P},
      {"Ascend310P3", k310P},      {"Ascend310P4", k310P},
      {"Ascend310P5", k310P},      {"Ascend310P7", k310P},
      {"Ascend310P3vir01", k310P}, {"Ascend310P3vir02", k310P},
      {"Ascend310P3vir04", k310P}, {"Ascend310P3vir08", k310P},
      {"Ascend910A", k910},        {"Ascend910ProA", k910},
      {"Ascend910ProB", k910},     {"Ascend910PremiumA", k910},
      {"Ascend910B", k910},
  };
}

// FLOAT and FLOAT16 are computed by all.
inline bool ComputesBf16(Series series) {
  return series != Series::k310P && series != Series::k910;
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_PRODUCTS_H_
