// SPDX-License-Identifier: Apache-2.0
#include "base/product.h"

#include <atomic>
#include <map>
#include <mutex>

#include "base/settings.h"

namespace hostnn {
namespace {

struct KnownProduct {
  const char* name;
  Series series;
};

constexpr KnownProduct kKnownProducts[] = {
    {"Ascend910A", Series::k910},        {"Ascend910ProA", Series::k910},
    {"Ascend910PremiumA", Series::k910}, {"Ascend910ProB", Series::k910},
    {"Ascend910B", Series::k910},        {"Ascend910B1", Series::k910B},
    {"Ascend910B2", Series::k910B},      {"Ascend910B2C", Series::k910B},
    {"Ascend910B3", Series::k910B},      {"Ascend910B4", Series::k910B},
    {"Ascend910B4-1", Series::k910B},    {"Ascend910_9391", Series::k910_93},
    {"Ascend910_9392", Series::k910_93}, {"Ascend910_9381", Series::k910_93},
    {"Ascend910_9382", Series::k910_93}, {"Ascend910_9372", Series::k910_93},
    {"Ascend910_9362", Series::k910_93}, {"Ascend910_9363", Series::k910_93},
    {"Ascend310P1", Series::k310P},      {"Ascend310P2", Series::k310P},
    {"Ascend310P3", Series::k310P},      {"Ascend310P4", Series::k310P},
    {"Ascend310P5", Series::k310P},      {"Ascend310P7", Series::k310P},
    {"Ascend310P3vir01", Series::k310P}, {"Ascend310P3vir02", Series::k310P},
    {"Ascend310P3vir04", Series::k310P}, {"Ascend310P3vir08", Series::k310P},
    {"Ascend310B1", Series::k310B},      {"Ascend310B2", Series::k310B},
    {"Ascend310B3", Series::k310B},      {"Ascend310B4", Series::k310B},
};

// Every name that begins so belongs to the series.
constexpr std::string_view k950Prefix = "Ascend950";

// Whether the name exists; tells its series then.
bool FindSeries(std::string_view name, Series* series) {
  if (name.substr(0, k950Prefix.size()) == k950Prefix) {
    *series = Series::k950;
    return true;
  }
  for (const KnownProduct& known : kKnownProducts) {
    if (name == known.name) {
      *series = known.series;
      return true;
    }
  }
  return false;
}

std::string KnownNames() {
  std::string names;
  for (const KnownProduct& known : kKnownProducts) {
    names += known.name;
    names += ", ";
  }
  return names + "or any that begins with " + std::string(k950Prefix);
}

// The product of this name, made once and kept, so that a name handed to a
// program stays valid.
const Product* Keep(std::string_view name, Series series) {
  static constinit std::mutex mutex;  // guards products
  static auto& products = *new std::map<std::string, Product, std::less<>>;
  const std::lock_guard lock(mutex);
  auto found = products.find(name);
  if (found == products.end()) {
    const std::string key(name);
    found = products.emplace(key, Product{key, series}).first;
  }
  return &found->second;
}

const Product* ProductOfEnvironment() {
  const Settings& settings = ProcessSettings();
  Series series;
  return FindSeries(settings.soc_name, &series)
             ? Keep(settings.soc_name, series)
             : Keep(kDefaultProduct, Series::k910B);
}

constinit std::atomic<const Product*> chosen_product = nullptr;

}  // namespace

const Product& CurrentProduct() {
  const Product* chosen = chosen_product.load(std::memory_order_acquire);
  if (chosen != nullptr) return *chosen;
  static const Product* const of_environment = ProductOfEnvironment();
  return *of_environment;
}

Status CheckProductName(const char* source, std::string_view name) {
  Series series;
  HOSTNN_CHECK(FindSeries(name, &series), Code::kAclInvalidParam,
               "%s: expected one of %s, got \"%.*s\"", source,
               KnownNames().c_str(), static_cast<int>(name.size()),
               name.data());
  return Status();
}

Status SetProduct(const char* source, std::string_view name) {
  HOSTNN_RETURN_IF_ERROR(CheckProductName(source, name));
  Series series;
  FindSeries(name, &series);
  chosen_product.store(Keep(name, series), std::memory_order_release);
  return Status();
}

DTypeSet SupportedTypes(DTypeSet types, Series series) {
  const bool has_bf16 = series != Series::k310P && series != Series::k910;
  return has_bf16 ? types : types.Without(ACL_BF16);
}

}  // namespace hostnn
