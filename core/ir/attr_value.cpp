#include "core/ir/attr_value.h"

#include "core/ir/expr.h"

#include <algorithm>
#include <vector>

namespace tir {

AttrValue AttrValue::ofBool(bool value)
{
    AttrValue made(Kind::Bool, 0);
    made.m_integer = value;
    return made;
}

AttrValue AttrValue::ofInt(int64_t value)
{
    AttrValue made(Kind::Int, 0);
    made.m_integer = value;
    return made;
}

AttrValue AttrValue::ofFloat(double value)
{
    AttrValue made(Kind::Float, 0);
    made.m_real = value;
    return made;
}

AttrValue AttrValue::ofString(std::string_view value)
{
    AttrValue made(Kind::String, value.size());
    made.m_text = value.data();
    return made;
}

AttrValue AttrValue::ofList(std::span<const AttrValue> values)
{
    AttrValue made(Kind::List, values.size());
    made.m_items = values.data();
    return made;
}

AttrValue AttrValue::ofDict(Dict values)
{
    AttrValue made(Kind::Dict, values.size());
    made.m_entries = values.data();
    return made;
}

AttrValue AttrValue::ofNode(const tir::Node* value)
{
    AttrValue made(Kind::Node, 0);
    made.m_node = value;
    return made;
}

AttrValue AttrValue::ofOpaque(Arena& arena, std::string_view typeKey, int64_t index)
{
    const AttrValue parts[] = {ofString(typeKey), ofInt(index)};
    AttrValue made(Kind::Opaque, std::size(parts));
    made.m_items = arena.copy(std::span<const AttrValue>(parts)).data();
    return made;
}

std::string_view AttrValue::typeKey() const
{
    return m_kind == Kind::Opaque ? m_items[0].text() : std::string_view();
}

int64_t AttrValue::index() const
{
    return m_kind == Kind::Opaque ? m_items[1].integer() : 0;
}

bool AttrValue::isTrue() const
{
    int64_t value = 0;
    return toInt(value) && value != 0;
}

bool AttrValue::toInt(int64_t& value) const
{
    if (isPlainInt()) {
        value = m_integer;
        return true;
    }
    if (const auto* constant = as<IntImm>(node())) {
        value = constant->value;
        return true;
    }
    return false;
}

const AttrValue* find(Dict dict, std::string_view key)
{
    for (const DictEntry& entry : dict)
        if (entry.key.kind() == AttrValue::Kind::String && entry.key.text() == key)
            return &entry.value;
    return nullptr;
}

Dict withEntry(Arena& arena, Dict dict, std::string_view key, const AttrValue& value)
{
    return withEntries(arena, dict, {{key, value}});
}

Dict withEntries(Arena& arena, Dict dict,
                 std::initializer_list<std::pair<std::string_view, AttrValue>> entries)
{
    size_t count = dict.size();
    for (const auto& [key, value] : entries)
        count += !find(dict, key);
    const std::span<DictEntry> made = arena.makeArray<DictEntry>(count);
    std::ranges::copy(dict, made.begin());
    size_t size = dict.size();
    for (const auto& [key, value] : entries) {
        const auto isHere = [&](const DictEntry& entry) {
            return entry.key.kind() == AttrValue::Kind::String && entry.key.text() == key;
        };
        const auto known = std::find_if(made.begin(), made.begin() + ptrdiff_t(size), isHere);
        if (known != made.begin() + ptrdiff_t(size))
            known->value = value;
        else
            made[size++] = {AttrValue::ofString(arena.intern(key)), value};
    }
    return made.first(size);
}

Dict sortedByKey(Arena& arena, Dict dict)
{
    const auto isText = [](const DictEntry& entry) { return entry.key.kind() == AttrValue::Kind::String; };
    const auto keyOf = [](const DictEntry& entry) { return entry.key.text(); };
    if (!std::ranges::all_of(dict, isText) || std::ranges::is_sorted(dict, {}, keyOf))
        return dict;
    std::vector<DictEntry> entries(dict.begin(), dict.end());
    std::ranges::stable_sort(entries, {}, keyOf);
    return arena.copy(entries);
}

Dict withoutEntry(Arena& arena, Dict dict, std::string_view key)
{
    if (!find(dict, key))
        return dict;
    std::vector<DictEntry> entries;
    for (const DictEntry& entry : dict)
        if (entry.key.kind() != AttrValue::Kind::String || entry.key.text() != key)
            entries.push_back(entry);
    return arena.copy(entries);
}

} // namespace tir
