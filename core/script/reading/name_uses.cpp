#include "core/script/reading/name_uses.h"

#include "core/ir/op.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

struct ArgumentUse {
    std::string_view path; ///< after the prefix
    size_t position;
    Use use;
};

/// Where calls of the dialect take something special. Everything else takes any value.
constexpr std::array ArgumentUses{
    ArgumentUse{"Buffer", 0, Use::Shape},
    ArgumentUse{"Buffer", 1, Use::DType},
    ArgumentUse{"match_buffer", 1, Use::Shape},
    ArgumentUse{"match_buffer", 2, Use::DType},
    ArgumentUse{"alloc_buffer", 0, Use::Shape},
    ArgumentUse{"alloc_buffer", 1, Use::DType},
    ArgumentUse{"decl_buffer", 0, Use::Shape},
    ArgumentUse{"decl_buffer", 1, Use::DType},
    ArgumentUse{"sblock_alloc_buffer", 0, Use::Shape},
    ArgumentUse{"sblock_alloc_buffer", 1, Use::DType},
    ArgumentUse{"alloc_shared", 0, Use::Shape},
    ArgumentUse{"alloc_shared", 1, Use::DType},
    ArgumentUse{"alloc_local", 0, Use::Shape},
    ArgumentUse{"alloc_local", 1, Use::DType},
    ArgumentUse{"Cast", 0, Use::DType},
    ArgumentUse{"cast", 1, Use::DType},
    ArgumentUse{"handle", 0, Use::DType},
    ArgumentUse{"handle", 1, Use::Text},
    ArgumentUse{"min_value", 0, Use::DType},
    ArgumentUse{"max_value", 0, Use::DType},
    ArgumentUse{"infinity", 0, Use::DType},
    ArgumentUse{"launch_thread", 0, Use::Text},
    ArgumentUse{"launch_thread", 1, Use::Integer},
    ArgumentUse{"env_thread", 0, Use::Text},
    ArgumentUse{"sblock", 0, Use::Text},
    ArgumentUse{"call_extern", 1, Use::Text},
    ArgumentUse{"call_pure_extern", 1, Use::Text},
    ArgumentUse{"target", 0, Use::Text},
};

constexpr std::array<std::string_view, 7> LoopCalls{
    "serial", "parallel", "vectorized", "unroll", "thread_binding", "grid", "Ramp",
};

} // namespace

Kinds kindsOf(Use use)
{
    using enum DefineKind;
    switch (use) {
    case Use::Any:
        return {Integer, Float, Boolean, DType, Text, Tuple};
    case Use::Number:
        return {Integer, Float};
    case Use::Integer:
        return {Integer};
    case Use::Shape:
        return {Tuple, Integer};
    case Use::Condition:
        return {Boolean, Integer};
    case Use::DType:
        return {DType};
    case Use::Text:
        return {Text, DType};
    case Use::Sequence:
        return {Tuple};
    case Use::Callee:
    case Use::Object:
    case Use::Target:
        return {};
    }
    return {};
}

std::string adviceFor(Use use, const std::string& name)
{
    if (use == Use::Callee)
        return quoted(name) + " is a function of Python: write what it returns in its place";
    if (use == Use::Target)
        return quoted(name) + " is stored into: declare it, as in " +
               quoted(name + " = T.alloc_buffer((n,), \"float32\")");
    return quoted(name) + " is an object of Python: write the value of its attribute in its place";
}

Use keywordUse(std::string_view name)
{
    if (name == "dtype")
        return Use::DType;
    if (name == "shape" || name == "strides")
        return Use::Shape;
    if (name == "scope" || name == "thread" || name == "storage_scope" || name == "buffer_type")
        return Use::Text;
    if (name == "align" || name == "offset_factor" || name == "elem_offset" || name == "step" ||
        name == "lanes")
        return Use::Integer;
    if (name == "private" || name == "s_tir" || name == "persistent" || name == "unroll")
        return Use::Condition;
    return Use::Any;
}

Use argumentUse(std::string_view path, size_t position, size_t count)
{
    for (const ArgumentUse& known : ArgumentUses)
        if (known.path == path && known.position == position)
            return known.use;
    if (std::ranges::find(LoopCalls, path) != LoopCalls.end() && (path != "thread_binding" || position < 2))
        return Use::Integer;
    if (const Op* op = findPrintedOp(path)) {
        if (op->dtypePosition == DTypePosition::First && position == 0)
            return Use::DType;
        if (op->dtypePosition == DTypePosition::Last && position + 1 == count)
            return Use::DType;
    }
    if (!path.empty() && dtypeFromString(path))
        return path.starts_with("int") || path.starts_with("uint") ? Use::Integer : Use::Number;
    return Use::Any;
}

} // namespace tir::script
