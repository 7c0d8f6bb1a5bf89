/// The keys of TVM's pass configuration: their types, defaults, and effects.

#pragma once

#include "passes/framework/pass.h"

#include <limits>
#include <string_view>
#include <vector>

namespace tir {

struct ConfigKey {
    enum class Type : uint8_t { Bool, Int, List };

    std::string_view key; ///< a field of an object has a separate key: "tirx.UnrollLoop.auto_max_step"
    Type type;
    std::string_view defaultValue; ///< empty: not set
    std::string_view effect;
    int64_t least = 0; ///< of Type::Int
    int64_t most = std::numeric_limits<int64_t>::max();
};
std::string_view toString(ConfigKey::Type type);

/// All that TVM registers, also those that nothing reads.
const std::vector<ConfigKey>& allConfigKeys();
/// Null when TVM registers no such key.
const ConfigKey* findConfigKey(std::string_view key);

/// A value as `--config KEY=VALUE` of tirc takes it.
std::string configValueText(const PassArgument& value);

} // namespace tir
