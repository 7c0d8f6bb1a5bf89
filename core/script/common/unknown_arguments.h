/// Arguments and options that this version does not know are kept as attributes or annotations under separate keys, and
/// printed again at the same position.

#pragma once

#include "core/ir/stmt.h"

#include <algorithm>
#include <string_view>

namespace tir::script {

/// Prefix of an argument of a loop, block or buffer, or of an option of a function's decorator. A construct without
/// attributes stores it in the enclosing one: "axis0:color" belongs to the first axis of a block.
inline constexpr std::string_view UnknownPrefix = "tirscope.keyword.";
/// Key of an AttrStmt that is the whole body of a launch, attribute or execution scope: its node has the unknown
/// arguments of that.
inline constexpr std::string_view UnknownFrame = "tirscope.arguments";
/// Key of an AttrStmt around a store: its node has the arguments of that.
inline constexpr std::string_view UnknownStore = "tirscope.store";
/// Of a call: the names of its last arguments, a list of texts.
inline constexpr std::string_view UnknownNames = "tirscope.keywords";

/// Of a node in JSON: its `kept` arguments.
inline constexpr std::string_view UnknownField = "tirscope.kept";

/// Whether a keyword argument can have this name.
bool isArgumentName(std::string_view name);

inline bool isKept(const DictEntry& entry)
{
    if (entry.key.kind() != AttrValue::Kind::String || !entry.key.text().starts_with(UnknownPrefix))
        return false;
    const std::string_view name = entry.key.text().substr(UnknownPrefix.size());
    return isArgumentName(name.substr(name.find(':') + 1));
}

/// The name of an argument that is kept for `place`; empty for all others.
inline std::string_view unknownName(const DictEntry& entry, std::string_view place)
{
    if (!isKept(entry))
        return {};
    const std::string_view name = entry.key.text().substr(UnknownPrefix.size());
    const size_t colon = name.find(':');
    if (colon == std::string_view::npos)
        return place.empty() ? name : std::string_view();
    return name.substr(0, colon) == place ? name.substr(colon + 1) : std::string_view();
}

/// Whether there are arguments that are kept for `place`.
inline bool keepsFor(Dict entries, std::string_view place)
{
    return std::ranges::any_of(entries,
                               [&](const DictEntry& entry) { return !unknownName(entry, place).empty(); });
}

/// Whether it is or contains a value that may refer to a variable.
bool holdsNode(const AttrValue& value);

/// Whether the same arguments with the same values are kept for both.
bool keepSame(Dict entries, std::string_view place, Dict others, std::string_view otherPlace);

/// The attribute in a body with the unknown arguments of the enclosing statement; null if there is none.
inline const AttrStmt* unknownFrame(const Stmt* body)
{
    const auto* attr = as<AttrStmt>(body);
    return attr && attr->key == UnknownFrame && attr->node.kind() == AttrValue::Kind::Dict ? attr : nullptr;
}

/// The store that an attribute keeps arguments of; null for other attributes.
inline const BufferStore* storeWithKept(const AttrStmt& attr)
{
    const bool isKept = attr.key == UnknownStore && attr.node.kind() == AttrValue::Kind::Dict &&
                        (keepsFor(attr.node.entries(), {}) || keepsFor(attr.node.entries(), "vstore"));
    return isKept ? as<BufferStore>(attr.body) : nullptr;
}

/// Lists, tuples and None as arguments of an unknown operation.
inline constexpr std::string_view ListOp = "tirscope.list";
inline constexpr std::string_view TupleOp = "tirscope.tuple";
inline constexpr std::string_view NoneOp = "tirscope.none";
/// `A.vload([i], color=1)`: the element, then the unknown arguments.
inline constexpr std::string_view LoadOp = "tirscope.kept.vload";
/// `x = T.bind(value, color=1)`: the value of x.
inline constexpr std::string_view BindOp = "tirscope.kept.bind";

} // namespace tir::script
