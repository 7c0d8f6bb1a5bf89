/// Headers that nearly every source of core and passes needs, compiled once. Sources include the headers that they use
/// as if this file did not exist; the preset `tidy` builds without it.

#pragma once

#include "core/ir/module.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
