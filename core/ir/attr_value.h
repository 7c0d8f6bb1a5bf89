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

/// 16 bytes: attributes are copied with every function and every statement that a pass rewrites.
class AttrValue {
public:
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

    AttrValue() = default;
    static AttrValue ofBool(bool value);
    static AttrValue ofInt(int64_t value);
    static AttrValue ofFloat(double value);
    /// `value` must outlive the IR: intern it.
    static AttrValue ofString(std::string_view value);
    static AttrValue ofList(std::span<const AttrValue> values);
    static AttrValue ofDict(Dict values);
    static AttrValue ofNode(const tir::Node* value);
    /// `typeKey` must outlive the IR.
    static AttrValue ofOpaque(Arena& arena, std::string_view typeKey, int64_t index);

    Kind kind() const { return m_kind; }
    bool isNone() const { return m_kind == Kind::None; }

    // Fields of other kinds are empty, zero or null.

    /// Bool, Int.
    int64_t integer() const { return isPlainInt() ? m_integer : 0; }
    /// Float.
    double real() const { return m_kind == Kind::Float ? m_real : 0; }
    /// String.
    std::string_view text() const
    {
        return {m_kind == Kind::String ? m_text : nullptr, sizeIf(Kind::String)};
    }
    /// List.
    std::span<const AttrValue> items() const
    {
        return {m_kind == Kind::List ? m_items : nullptr, sizeIf(Kind::List)};
    }
    /// Dict, in written order.
    Dict entries() const;
    /// Node.
    const tir::Node* node() const { return m_kind == Kind::Node ? m_node : nullptr; }
    /// Opaque.
    std::string_view typeKey() const;
    int64_t index() const;

    /// A plain or IR integer or boolean other than zero: a non-zero attribute in TVM.
    bool isTrue() const;
    /// A plain or IR integer (booleans count), if it is one.
    bool toInt(int64_t& value) const;

private:
    AttrValue(Kind kind, size_t size) : m_kind(kind), m_size(uint32_t(size)) {}
    bool isPlainInt() const { return m_kind == Kind::Bool || m_kind == Kind::Int; }
    size_t sizeIf(Kind kind) const { return m_kind == kind ? m_size : 0; }

    Kind m_kind = Kind::None;
    uint32_t m_size = 0; ///< of a text (bytes), a list or a dictionary
    union {
        int64_t m_integer = 0;
        double m_real;
        const char* m_text;
        const AttrValue* m_items; ///< of an Opaque: its type key and its index
        const DictEntry* m_entries;
        const tir::Node* m_node;
    };
};

struct DictEntry {
    AttrValue key;
    AttrValue value;
};

inline Dict AttrValue::entries() const
{
    return {m_kind == Kind::Dict ? m_entries : nullptr, sizeIf(Kind::Dict)};
}

/// Calls `visit(const Node&)` for every IR object in a value, in written order.
template <class Visit>
void forEachNode(const AttrValue& value, Visit&& visit)
{
    switch (value.kind()) {
    case AttrValue::Kind::Node:
        visit(*value.node());
        break;
    case AttrValue::Kind::List:
        for (const AttrValue& item : value.items())
            forEachNode(item, visit);
        break;
    case AttrValue::Kind::Dict:
        for (const DictEntry& entry : value.entries())
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

/// The same for several entries, in order; keys are copied.
Dict withEntries(Arena& arena, Dict dict,
                 std::initializer_list<std::pair<std::string_view, AttrValue>> entries);

/// `dict` with text keys in order; the same span when there is another key.
Dict sortedByKey(Arena& arena, Dict dict);

/// `dict` without `key`; the same span when it is not there.
Dict withoutEntry(Arena& arena, Dict dict, std::string_view key);

} // namespace tir
