#include "core/script/json/metadata.h"

#include "core/ir/node_fields.h"
#include "core/script/json/tvm_json_reader.h"
#include "core/script/syntax/literal.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tir::script {
namespace {

constexpr std::string_view StringImmKey = "tirx.StringImm";
constexpr std::string_view TextKey = "ffi.String";

using Ordered = nlohmann::ordered_json;

/// Nodes of a graph, children first; texts are once.
class GraphBuilder {
public:
    GraphBuilder() = default;
    /// Appends to the nodes of another graph.
    explicit GraphBuilder(Ordered nodes) : m_nodes(std::move(nodes)) {}

    size_t add(std::string_view type, Ordered data)
    {
        m_nodes.push_back({{"type", type}, {"data", std::move(data)}});
        return m_nodes.size() - 1;
    }
    size_t none()
    {
        if (!m_none) {
            m_nodes.push_back({{"type", "None"}});
            m_none = m_nodes.size() - 1;
        }
        return *m_none;
    }
    size_t text(std::string_view text)
    {
        const auto [found, isNew] = m_texts.emplace(std::string(text), 0);
        if (isNew)
            found->second = add(TextKey, text);
        return found->second;
    }
    size_t constant(std::string_view text)
    {
        const size_t span = none();
        const size_t value = this->text(text);
        return add(StringImmKey, {{"span", span}, {"dtype", "handle"}, {"value", value}});
    }
    std::string graph(size_t root)
    {
        const Ordered graph = {{"root_index", root},
                               {"nodes", std::move(m_nodes)},
                               {"metadata", {{"tvm_version", "0.25.dev0"}}}};
        return graph.dump(2, ' ', false, Ordered::error_handler_t::replace);
    }

private:
    Ordered m_nodes = Ordered::array();
    std::optional<size_t> m_none;
    std::map<std::string, size_t> m_texts;
};

/// The nodes of the lists in a section, by type key.
std::map<std::string, std::vector<size_t>> listsOf(const Ordered& graph)
{
    std::map<std::string, std::vector<size_t>> lists;
    const auto isIndex = [&](const Ordered& json) {
        return json.is_number_unsigned() && json.get<size_t>() < graph["nodes"].size();
    };
    const auto dataOf = [&](const Ordered& index) -> const Ordered* {
        const Ordered& node = graph["nodes"][index.get<size_t>()];
        return node.is_object() && node.contains("data") ? &node["data"] : nullptr;
    };
    if (!graph.is_object() || !graph.contains("nodes") || !graph.contains("root_index") ||
        !isIndex(graph["root_index"]))
        return lists;
    const Ordered* root = dataOf(graph["root_index"]);
    if (!root || !root->is_array())
        return lists;
    for (size_t i = 0; i + 1 < root->size(); i += 2) {
        if (!isIndex((*root)[i]) || !isIndex((*root)[i + 1]))
            continue;
        const Ordered* key = dataOf((*root)[i]);
        const Ordered* items = dataOf((*root)[i + 1]);
        if (!key || !key->is_string() || !items || !items->is_array())
            continue;
        std::vector<size_t>& list = lists[key->get<std::string>()];
        for (const Ordered& item : *items)
            list.push_back(isIndex(item) ? item.get<size_t>() : SIZE_MAX);
    }
    return lists;
}

/// Quotes and backslashes escaped, line ends as they are.
std::string asTripleString(std::string_view json)
{
    std::string text;
    while (!json.empty()) {
        const std::string_view line = json.substr(0, json.find('\n'));
        const std::string escaped = stringLiteral(line);
        text += std::string_view(escaped).substr(1, escaped.size() - 2);
        json.remove_prefix(line.size());
        if (!json.empty()) {
            text += '\n';
            json.remove_prefix(1);
        }
    }
    return "metadata = tvm.ir.load_json(\"\"\"" + text + "\"\"\")\n";
}

} // namespace

Result<Dict> readMetadata(Arena& arena, std::string_view json)
{
    const Json graph = parseJson(json);
    if (graph.is_discarded())
        return error("bad-metadata", "the metadata is not JSON");
    const Result<AttrValue> root = TvmJsonReader(arena).readRoot(graph);
    if (!root)
        return root.diagnostics();
    if (root->kind() != AttrValue::Kind::Dict)
        return error("bad-metadata", "the metadata is not a map of type keys");
    return root->entries();
}

const AttrValue* findMetadata(Dict objects, std::string_view typeKey, int64_t number)
{
    const AttrValue* list = find(objects, typeKey);
    if (!list || number < 0 || size_t(number) >= list->items().size() ||
        list->items()[size_t(number)].isNone())
        return nullptr;
    return &list->items()[size_t(number)];
}

MetadataTable::MetadataTable(const Module& module)
{
    reserveIn(module, Role::Part);
    for (const Dict dict : {module.attrs, module.globalInfos})
        for (const DictEntry& entry : dict)
            reserveIn(entry.value);
}

void MetadataTable::reserveIn(const Node& node, Role role)
{
    if (const auto* opaque = as<OpaqueExpr>(&node))
        reserve(opaque->typeKey, opaque->index);
    const NodeFields locals = fieldsOf(node);
    reserveIn(locals.subject);
    for (const DictEntry& entry : locals.dict)
        reserveIn(entry.value);
    forEachChild(node, role, [this](const Node& child, Role childRole) { reserveIn(child, childRole); });
}

void MetadataTable::reserveIn(const AttrValue& value)
{
    if (value.kind() == AttrValue::Kind::Opaque)
        reserve(value.typeKey(), value.index());
    for (const AttrValue& item : value.items())
        reserveIn(item);
    for (const DictEntry& entry : value.entries())
        reserveIn(entry.value);
}

MetadataTable::Group& MetadataTable::group(std::string_view typeKey)
{
    const auto found = std::ranges::find(m_groups, typeKey, &Group::typeKey);
    if (found != m_groups.end())
        return *found;
    return m_groups.emplace_back(Group{typeKey, {}});
}

void MetadataTable::reserve(std::string_view typeKey, int64_t number)
{
    /// In a text written by hand, numbers may be anything.
    constexpr int64_t Limit = 1 << 20;
    if (number < 0 || number >= Limit)
        return;
    std::vector<Item>& items = group(typeKey).items;
    if (items.size() <= size_t(number))
        items.resize(size_t(number) + 1, {.constant = nullptr, .text = {}, .isReserved = true});
}

int64_t MetadataTable::numberOf(const StringImm& constant)
{
    std::vector<Item>& items = group(StringImmKey).items;
    const auto found = std::ranges::find(items, &constant, &Item::constant);
    const auto number = found - items.begin();
    if (found == items.end())
        items.push_back({.constant = &constant, .text = constant.value});
    return number;
}

int64_t MetadataTable::numberOfText(std::string_view text)
{
    std::vector<Item>& items = group(TextKey).items;
    const auto found =
        std::ranges::find_if(items, [&](const Item& item) { return !item.isReserved && item.text == text; });
    const auto number = found - items.begin();
    if (found == items.end())
        items.push_back({.constant = nullptr, .text = text});
    return number;
}

MetadataTable::Section MetadataTable::section(std::string_view original) const
{
    const auto isReserved = [](const Group& group) {
        return std::ranges::any_of(group.items, &Item::isReserved);
    };
    const bool needsOriginal = std::ranges::any_of(m_groups, isReserved);
    const bool hasNew = std::ranges::any_of(m_groups, [](const Group& group) {
        return std::ranges::any_of(group.items, [](const Item& item) { return !item.isReserved; });
    });
    Ordered source = Ordered::object();
    if (needsOriginal && !original.empty())
        source = Ordered::parse(original, nullptr, /*allow_exceptions=*/false);
    const std::map<std::string, std::vector<size_t>> known = listsOf(source);

    bool isComplete = true;
    GraphBuilder builder = known.empty() ? GraphBuilder() : GraphBuilder(source["nodes"]);
    Ordered entries = Ordered::array();
    for (const Group& group : m_groups) {
        entries.push_back(builder.text(group.typeKey));
        const auto list = known.find(std::string(group.typeKey));
        Ordered items = Ordered::array();
        for (size_t i = 0; i < group.items.size(); ++i) {
            const Item& item = group.items[i];
            if (item.constant) {
                items.push_back(builder.constant(item.text));
            } else if (!item.isReserved) {
                items.push_back(builder.text(item.text));
            } else if (list != known.end() && i < list->second.size() && list->second[i] != SIZE_MAX) {
                items.push_back(list->second[i]);
            } else {
                items.push_back(builder.none());
                isComplete = false;
            }
        }
        entries.push_back(builder.add("ffi.Array", std::move(items)));
    }
    if (isComplete && !hasNew) // only objects of the original text
        return {asTripleString(original), true};
    const size_t root = builder.add("ffi.Map", std::move(entries));
    return {asTripleString(builder.graph(root)), isComplete};
}

} // namespace tir::script
