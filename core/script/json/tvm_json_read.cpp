/// Reads a graph of nodes: plain values, functions, modules. Expressions and statements are in separate files.

#include "core/script/json/tvm_json.h"
#include "core/support/text_format.h"

#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/json/tvm_json_reader.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace tir {
namespace script {
namespace {

/// Puts quotes around the three tokens that standard JSON does not know.
std::string withQuotedTokens(std::string_view json)
{
    std::string text;
    text.reserve(json.size());
    bool isInString = false;
    for (size_t i = 0; i < json.size(); ++i) {
        if (isInString) {
            text += json[i];
            if (json[i] == '\\' && i + 1 < json.size())
                text += json[++i];
            else if (json[i] == '"')
                isInString = false;
            continue;
        }
        const std::string_view rest = json.substr(i);
        std::string_view token;
        for (const std::string_view known : {"NaN", "Infinity", "-Infinity"})
            if (rest.starts_with(known))
                token = known;
        if (token.empty()) {
            isInString = json[i] == '"';
            text += json[i];
        } else {
            text += '"' + std::string(token) + '"';
            i += token.size() - 1;
        }
    }
    return text;
}

/// The bytes of an element of the list `nodes`. Precondition: `json` is a graph that has it.
Span spanOfNode(std::string_view json, size_t index)
{
    size_t begin = 0; // of the element, or of the latest text
    size_t end = 0;
    std::string_view key;
    int depth = 0;
    bool isInNodes = false;
    for (size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '"') {
            const size_t start = i;
            for (++i; i < json.size() && json[i] != '"'; ++i)
                i += json[i] == '\\';
            if (depth == 1)
                key = json.substr(start, i + 1 - start);
        } else if (c == '[' || c == '{') {
            if (++depth == 2 && c == '[' && key == "\"nodes\"") {
                isInNodes = true;
                begin = i + 1;
            }
        } else if (isInNodes && depth == 2 && (c == ',' || c == ']')) {
            end = i;
            if (index-- == 0 || c == ']')
                break;
            begin = i + 1;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    begin = std::min(json.find_first_not_of(" \t\r\n", begin), end);
    return {uint32_t(begin), uint32_t(end)};
}

/// The bytes of a text in a node; of the whole node if it does not contain the text.
Span spanOf(std::string_view json, size_t node, const std::string& text)
{
    const Span whole = spanOfNode(json, node);
    const size_t at = json.substr(0, whole.end).find('"' + text + '"', whole.begin);
    if (text.empty() || at == std::string_view::npos)
        return whole;
    return {uint32_t(at), uint32_t(at + text.size() + 2)};
}

} // namespace

Json parseJson(std::string_view text)
{
    return Json::parse(withQuotedTokens(text), nullptr, /*allow_exceptions=*/false);
}

std::optional<double> realFrom(const Json& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (json == "Infinity" || json == "-Infinity")
        return (json == "Infinity" ? 1 : -1) * std::numeric_limits<double>::infinity();
    return std::nullopt;
}

void TvmJsonReader::readNode(const Json& node)
{
    if (!node.is_object() || !node.contains("type") || !node["type"].is_string()) {
        fail("expected an object with a string under 'type'");
        return;
    }
    static const Json Nothing = Json::object();
    m_type = node["type"].get<std::string>();
    const Json& data = node.contains("data") ? node["data"] : Nothing;
    if (!data.is_object()) {
        m_values.push_back(plain(data));
        return;
    }
    m_data = &data;
    AttrValue value = expr();
    if (value.isNone() && m_error.empty())
        value = stmt();
    if (value.isNone() && m_error.empty())
        value = other();
    m_values.push_back(value);
}

AttrValue TvmJsonReader::plain(const Json& data)
{
    if (m_type == "bool" && data.is_boolean())
        return AttrValue::ofBool(data.get<bool>());
    if (m_type == "int" && isInt64(data))
        return AttrValue::ofInt(data.get<int64_t>());
    if (m_type == "float" && realFrom(data))
        return AttrValue::ofFloat(*realFrom(data));
    if (m_type == "bool" || m_type == "int" || m_type == "float") {
        fail("'data' is not " + (m_type == "int" ? "an int of 64 bits" : "a " + m_type));
        return {};
    }
    if (data.is_string()) // ffi.String, DataType, ir.Op, target.TargetKind
        return AttrValue::ofString(m_arena.intern(data.get_ref<const std::string&>()));
    if (!data.is_array())
        return {};
    std::vector<AttrValue> items;
    for (const Json& item : data)
        items.push_back(at(item, "data"));
    if (m_type != "ffi.Map" && m_type != "ffi.Dict")
        return AttrValue::ofList(m_arena.copy(items));
    std::vector<DictEntry> entries;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
        entries.push_back({items[i], items[i + 1]});
    return AttrValue::ofDict(m_arena.copy(entries));
}

AttrValue TvmJsonReader::other()
{
    const std::string_view type = m_type;
    if (type == "tirx.Buffer")
        return buffer();
    if (type == "tirx.BufferRegion")
        return made<BufferRegion>(required<Buffer>("buffer"), list<Range>("region"));
    if (type == "tirx.MatchBufferRegion")
        return made<MatchBufferRegion>(required<Buffer>("buffer"), required<BufferRegion>("source"));
    if (type == "tirx.IterVar")
        return made<IterVar>(optional<Range>("dom"), required<Var>("var"),
                             IterType(small("iter_type", int(IterType::Tensorized))), text("thread_tag"));
    if (type == "tirx.CommReducer")
        return made<CommReducer>(list<Var>("lhs"), list<Var>("rhs"), list<Expr>("result"),
                                 list<Expr>("identity_element"));
    if (type == "tirx.IndexMap")
        return made<IndexMap>(list<Var>("initial_indices"), list<Expr>("final_indices"),
                              optional<IndexMap>("inverse_index_map"));
    if (type == "tirx.PrimFunc")
        return function();
    if (type == "tirscope.OpaqueFunc")
        return made<OpaqueFunc>(inlineText("text"), dict("attrs"));
    if (type == "tirscope.Opaque")
        return AttrValue::ofOpaque(m_arena, inlineText("type_key"), number("index"));
    if (type == "target.Target")
        return target();
    if (type == "ir.IRModule")
        return module();
    if (type == "ir.DictAttrs")
        return AttrValue::ofDict(dict("__dict__"));
    if (type == "ir.GlobalVar")
        return made<GlobalVar>(text("name_hint"));
    if (type == "ir.Range")
        return range();
    if (type == "ir.PrimType")
        return made<PrimType>(dtype());
    if (type == "ir.PointerType")
        return made<PointerType>(required<Type>("element_type"), text("storage_scope"));
    if (type == "ir.TupleType")
        return made<TupleType>(list<Type>("fields"));
    if (type == "ir.TensorMapType")
        return made<TensorMapType>();
    return layout();
}

AttrValue TvmJsonReader::range()
{
    const auto* min = required<Expr>("min");
    const auto* extent = required<Expr>("extent");
    if (m_error.empty() && !haveCommonType(min->dtype, extent->dtype))
        fail("'min' is of type " + toString(min->dtype) + " and 'extent' of type " + toString(extent->dtype) +
             ", which have no sum");
    return made<Range>(min, extent);
}

AttrValue TvmJsonReader::buffer()
{
    const Var* data = required<Var>("data");
    Buffer made(data, dtype(), list<Expr>("shape"), required<Expr>("elem_offset"), text("name"));
    made.strides = list<Expr>("strides");
    std::vector<int64_t> separators;
    for (const IntImm* separator : list<IntImm>("axis_separators"))
        separators.push_back(separator ? separator->value : 0);
    made.axisSeparators = m_arena.copy(separators);
    made.alignment = small("data_alignment", 1 << 20);
    made.offsetFactor = small("offset_factor", 1 << 20);
    made.bufferType = BufferType(small("buffer_type", 2));
    made.layout = optional<Layout>("layout");
    made.allocatedAddr = list<Expr>("allocated_addr");
    if (const std::string why = whyImpossible(made); !why.empty())
        fail(why);
    return this->made<Buffer>(made);
}

TvmJsonReader::Access TvmJsonReader::access()
{
    const Access found{required<Buffer>("buffer"), list<Expr>("indices")};
    if (m_error.empty() && !accessedType(*found.buffer, found.indices))
        fail("an access has more lanes than a vector");
    return found;
}

AttrValue TvmJsonReader::function()
{
    const VarList params = list<Var>("params");
    std::vector<BufferBinding> buffers;
    for (const DictEntry& entry : dict("buffer_map")) {
        buffers.push_back({as<Var>(entry.key.node()), as<Buffer>(entry.value.node())});
        if (!buffers.back().param || !buffers.back().buffer)
            fail("'buffer_map' must map variables to buffers");
    }
    std::ranges::stable_sort(buffers, {}, [&](const BufferBinding& binding) {
        return std::ranges::find(params, binding.param) - params.begin();
    });
    return made<PrimFunc>(params, required<Stmt>("body"), required<Type>("ret_type"), m_arena.copy(buffers),
                          dict("attrs"));
}

AttrValue TvmJsonReader::target()
{
    std::vector<std::string_view> keys;
    for (const AttrValue& key : value("keys").items())
        keys.push_back(key.text());
    const Dict attrs = dict("attrs");
    std::vector<DictEntry> sorted(attrs.begin(), attrs.end());
    std::ranges::sort(sorted, {}, [](const DictEntry& entry) { return entry.key.text(); });
    return made<Target>(text("kind"), text("tag"), m_arena.copy(keys), m_arena.copy(sorted),
                        optional<Target>("host"));
}

AttrValue TvmJsonReader::module()
{
    std::vector<ModuleEntry> entries;
    std::unordered_set<std::string_view> names;
    for (const DictEntry& entry : dict("functions")) {
        const auto* var = as<GlobalVar>(entry.key.node());
        const Node* function = entry.value.node();
        if (!var || (!as<PrimFunc>(function) && !as<OpaqueFunc>(function))) {
            fail("'functions' must map names to functions that this reader knows");
            return {};
        }
        if (!names.insert(var->name).second) {
            fail("'functions' holds " + quoted(var->name) + " twice");
            return {};
        }
        entries.push_back({var, static_cast<const Function*>(function)});
    }
    return made<Module>("Module", m_arena.copy(entries), dict("attrs"), dict("global_infos"));
}

} // namespace script

bool looksLikeTvmJson(std::string_view head)
{
    constexpr std::string_view Space = " \t\r\n";
    const auto skipTo = [&](char expected) {
        head.remove_prefix(std::min(head.find_first_not_of(Space), head.size()));
        const bool isThere = head.starts_with(expected);
        head.remove_prefix(isThere ? 1 : 0);
        return isThere;
    };
    if (!skipTo('{') || !skipTo('"'))
        return false;
    constexpr std::string_view Keys[] = {"root_index\"", "nodes\"", "metadata\""};
    return std::ranges::any_of(Keys, [&](std::string_view key) { return head.starts_with(key); });
}

Result<OwnedModule> fromTvmJson(std::string_view json, std::optional<Span>* failedAt)
{
    const script::Json graph = script::parseJson(json);
    if (graph.is_discarded())
        return error("bad-json", "this is not JSON");
    OwnedModule owned{std::make_shared<Arena>()};
    script::TvmJsonReader reader(*owned.arena);
    const Result<const Module*> module = reader.read(graph);
    if (!module) {
        if (failedAt && reader.failedNode())
            *failedAt = script::spanOf(json, *reader.failedNode(), reader.wrongText());
        return module.diagnostics();
    }
    owned.module = *module;
    return owned;
}

} // namespace tir
