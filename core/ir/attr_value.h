/// Values of attributes and annotations: plain values, lists, dictionaries, or IR objects. A plain
/// `True` and the IR constant `T.bool(True)` are different values, as they are in TVM.

#pragma once

#include "core/ir/node.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace tir {

struct DictEntry;
using Dict = std::span<const DictEntry>;

struct AttrValue {
    enum class Kind : uint8_t {
        None,
        Bool,
        Int,
        Float,
        String,
        List,
        Dict,
        Node,   ///< an expression, a target, a buffer, an iteration variable …
        Opaque, ///< `metadata["type"][index]`: an object whose definition the text left out
    };

    Kind kind = Kind::None;
    int64_t integer = 0;                ///< Bool, Int; the index of an Opaque
    double real = 0;                    ///< Float
    std::string_view text;              ///< String; the type key of an Opaque
    std::span<const AttrValue> items;   ///< List
    std::span<const DictEntry> entries; ///< Dict, in written order
    const tir::Node* node = nullptr;    ///< Node

    static AttrValue ofBool(bool value);
    static AttrValue ofInt(int64_t value);
    static AttrValue ofFloat(double value);
    /// `value` must outlive the IR: intern it.
    static AttrValue ofString(std::string_view value);
    static AttrValue ofList(std::span<const AttrValue> values);
    static AttrValue ofDict(Dict values);
    static AttrValue ofNode(const tir::Node* value);

    bool isNone() const { return kind == Kind::None; }
    /// A plain or IR integer or boolean other than zero: what TVM calls a non-zero attribute.
    bool isTrue() const;
    /// A plain or IR integer (booleans count), if it is one.
    bool toInt(int64_t& value) const;
};

struct DictEntry {
    AttrValue key;
    AttrValue value;
};

/// Calls `visit(const Node&)` for every IR object in a value, in written order.
template <class Visit>
void forEachNode(const AttrValue& value, Visit&& visit)
{
    switch (value.kind) {
    case AttrValue::Kind::Node:
        visit(*value.node);
        break;
    case AttrValue::Kind::List:
        for (const AttrValue& item : value.items)
            forEachNode(item, visit);
        break;
    case AttrValue::Kind::Dict:
        for (const DictEntry& entry : value.entries)
            forEachNode(entry.value, visit);
        break;
    case AttrValue::Kind::None:
    case AttrValue::Kind::Bool:
    case AttrValue::Kind::Int:
    case AttrValue::Kind::Float:
    case AttrValue::Kind::String:
    case AttrValue::Kind::Opaque:
        break;
    }
}

/// The value under a text key, or null.
const AttrValue* find(Dict dict, std::string_view key);

/// `dict` with `key` set to `value`; appended when new.
Dict withEntry(Arena& arena, Dict dict, std::string_view key, const AttrValue& value);

/// The same for several at once, in order; keys are copied.
Dict withEntries(Arena& arena, Dict dict,
                 std::initializer_list<std::pair<std::string_view, AttrValue>> entries);

/// `dict` with text keys in order; the same span when there is another key.
Dict sortedByKey(Arena& arena, Dict dict);

/// `dict` without `key`; the same span when it is not there.
Dict withoutEntry(Arena& arena, Dict dict, std::string_view key);

} // namespace tir
