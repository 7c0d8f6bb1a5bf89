/// The names of the dialect that are not operations, and their handlers.

#pragma once

#include "core/script/reading/value.h"

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace tir::script {

class BlockReader;
class BufferBuilder;
class CallSite;
class ExpressionBuiltins;
class FrameReader;
class LayoutReader;
class OperationCalls;
class StatementBuiltins;
class ValueBuiltins;

bool isBuiltin(std::string_view path);
/// Names that can follow `T.` and do not name an operation: "match_buffer", "thread_binding" …
std::vector<std::string_view> builtinNames();

class Builtins {
public:
    using Parts = std::tuple<BlockReader*, BufferBuilder*, ExpressionBuiltins*, FrameReader*, LayoutReader*,
                             OperationCalls*, StatementBuiltins*, ValueBuiltins*>;

    explicit Builtins(const Parts& parts) : m_parts(parts) {}

    /// The result of `T.<path>(…)`; nothing for operations.
    std::optional<Value> call(CallSite& site) const;

private:
    Parts m_parts;
};

} // namespace tir::script
