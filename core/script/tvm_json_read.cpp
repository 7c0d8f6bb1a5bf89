/// Reading: nodes stand behind their children, so one pass in order builds everything, without recursion.

#include "core/script/tvm_json.h"

#include "core/ir/make.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

namespace tir {
namespace {

using Json = nlohmann::json;

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

class Reader {
public:
    explicit Reader(Arena& arena) : m_arena(arena) {}

    Result<const Module*> read(const Json& graph)
    {
        if (!graph.is_object() || !graph.contains("nodes") || !graph["nodes"].is_array())
            return error("bad-json", "expected an object with a list under 'nodes'");
        const Json& nodes = graph["nodes"];
        for (m_index = 0; m_index < nodes.size(); ++m_index) {
            readNode(nodes[m_index]);
            if (!m_error.empty())
                return error("bad-json", "node " + std::to_string(m_index) + ": " + m_error);
        }
        const Json root = graph.value("root_index", Json(nodes.size() - 1));
        const bool isIndex = root.is_number_unsigned() && root.get<size_t>() < m_values.size();
        const auto* module = isIndex ? as<Module>(m_values[root.get<size_t>()].node) : nullptr;
        if (!module)
            return error("bad-json", "the root of the graph is no ir.IRModule");
        return module;
    }

private:
    // ---- access to the fields of the node being read; a failure is remembered, the answer is harmless

    void fail(std::string message)
    {
        if (m_error.empty())
            m_error = std::move(message);
    }
    const Json* field(std::string_view key)
    {
        const auto found = m_data->find(key);
        if (found != m_data->end())
            return &*found;
        fail("the field '" + std::string(key) + "' of " + m_type + " is missing");
        return nullptr;
    }
    int64_t number(std::string_view key)
    {
        const Json* json = field(key);
        if (json && (json->is_number_integer() || json->is_boolean()))
            return json->is_boolean() ? json->get<bool>() : json->get<int64_t>();
        fail("'" + std::string(key) + "' is no integer");
        return 0;
    }
    /// An inline number that must lie within [0, limit].
    int small(std::string_view key, int limit)
    {
        const int64_t value = number(key);
        if (value < 0 || value > limit)
            fail("'" + std::string(key) + "' is out of range");
        return int(std::clamp<int64_t>(value, 0, limit));
    }
    DType dtype(std::string_view key = "dtype")
    {
        const Json* json = field(key);
        if (json && json->is_string())
            if (const auto type = dtypeFromString(json->get_ref<const std::string&>()))
                return *type;
        fail("'" + std::string(key) + "' is no data type");
        return Int32;
    }
    std::string_view inlineText(std::string_view key)
    {
        const Json* json = field(key);
        if (json && json->is_string())
            return m_arena.intern(json->get_ref<const std::string&>());
        fail("'" + std::string(key) + "' is no text");
        return {};
    }
    AttrValue at(const Json& index, std::string_view what)
    {
        if (index.is_number_unsigned() && index.get<size_t>() < m_index)
            return m_values[index.get<size_t>()];
        fail("'" + std::string(what) + "' is no index of an earlier node");
        return {};
    }
    AttrValue value(std::string_view key)
    {
        const Json* json = field(key);
        return json ? at(*json, key) : AttrValue();
    }
    std::string_view text(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.kind != AttrValue::Kind::String)
            fail("'" + std::string(key) + "' is no text");
        return found.text;
    }
    Dict dict(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.kind != AttrValue::Kind::Dict)
            fail("'" + std::string(key) + "' is no map");
        return found.entries;
    }

    template <class T>
    static const T* checked(const Node* node)
    {
        if constexpr (std::is_same_v<T, Expr>)
            return node && node->isExpr() ? static_cast<const Expr*>(node) : nullptr;
        else if constexpr (std::is_same_v<T, Stmt>)
            return node && node->isStmt() ? static_cast<const Stmt*>(node) : nullptr;
        else if constexpr (std::is_same_v<T, Type>)
            return node && (node->kind == NodeKind::PrimType || node->kind == NodeKind::PointerType ||
                            node->kind == NodeKind::TupleType || node->kind == NodeKind::TensorMapType)
                       ? static_cast<const Type*>(node)
                       : nullptr;
        else
            return as<T>(node);
    }
    template <class T>
    const T* optional(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.isNone())
            return nullptr;
        const T* node = checked<T>(found.node);
        if (!node)
            fail("'" + std::string(key) + "' is a node of another kind than expected");
        return node;
    }
    template <class T>
    const T* required(std::string_view key)
    {
        const T* node = optional<T>(key);
        if (!node)
            fail("'" + std::string(key) + "' of " + m_type + " must not be empty");
        return node;
    }
    template <class T>
    std::span<const T* const> list(std::string_view key, size_t atLeast = 0)
    {
        std::vector<const T*> items;
        for (const AttrValue& item : value(key).items) {
            items.push_back(checked<T>(item.node));
            if (!items.back())
                fail("'" + std::string(key) + "' holds a node of another kind than expected");
        }
        if (items.size() < atLeast)
            fail("'" + std::string(key) + "' of " + m_type + " is too short");
        return m_arena.copy(items);
    }

    // ---- nodes

    template <class T, class... Args>
    AttrValue made(Args&&... args)
    {
        // With a field missing, constructors that look into their children must not run.
        if (!m_error.empty())
            return {};
        return AttrValue::ofNode(m_arena.make<T>(std::forward<Args>(args)...));
    }

    void readNode(const Json& node);
    AttrValue plain(const Json& data);
    AttrValue expr();
    AttrValue stmt();
    AttrValue other();
    AttrValue buffer();
    AttrValue call();
    AttrValue function();
    AttrValue module();
    AttrValue target();

    Arena& m_arena;
    std::vector<AttrValue> m_values;
    size_t m_index = 0;
    std::string m_type;
    const Json* m_data = nullptr;
    std::string m_error;
};

void Reader::readNode(const Json& node)
{
    if (!node.is_object() || !node.contains("type") || !node["type"].is_string()) {
        fail("expected an object with a text under 'type'");
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

AttrValue Reader::plain(const Json& data)
{
    if (m_type == "bool" && data.is_boolean())
        return AttrValue::ofBool(data.get<bool>());
    if (m_type == "int" && data.is_number_integer())
        return AttrValue::ofInt(data.get<int64_t>());
    if (m_type == "float" && realFrom(data))
        return AttrValue::ofFloat(*realFrom(data));
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

const std::unordered_map<std::string_view, BinaryOp>& binaryOps()
{
    static const auto Ops = [] {
        std::unordered_map<std::string_view, BinaryOp> ops;
        for (int op = 0; op <= int(BinaryOp::Or); ++op)
            ops.emplace(toString(BinaryOp(op)), BinaryOp(op));
        return ops;
    }();
    return Ops;
}

AttrValue Reader::expr()
{
    const std::string_view type = m_type;
    if (type == "ir.IntImm")
        return made<IntImm>(dtype(), number("value"));
    if (type == "ir.FloatImm") {
        const Json* json = field("value");
        const auto real = json ? realFrom(*json) : std::nullopt;
        if (!real)
            fail("'value' is no number");
        return made<FloatImm>(dtype(), real.value_or(0));
    }
    if (type == "tirscope.OpaqueExpr")
        return made<OpaqueExpr>(inlineText("type_key"), number("index"));
    if (!type.starts_with("tirx."))
        return {};
    const std::string_view name = type.substr(5);
    if (const auto op = binaryOps().find(name); op != binaryOps().end())
        return made<Binary>(op->second, required<Expr>("a"), required<Expr>("b"));
    if (name == "StringImm")
        return made<StringImm>(text("value"));
    if (name == "Var" || name == "SizeVar")
        return made<Var>(text("name"), required<Type>("type_annotation"), name == "SizeVar");
    if (name == "Cast")
        return made<Cast>(dtype(), required<Expr>("value"));
    if (name == "Not")
        return made<Not>(required<Expr>("a"));
    if (name == "Select")
        return made<Select>(required<Expr>("condition"), required<Expr>("true_value"),
                            required<Expr>("false_value"));
    if (name == "BufferLoad")
        return made<BufferLoad>(dtype(), required<Buffer>("buffer"), list<Expr>("indices"),
                                optional<Expr>("predicate"));
    if (name == "ProducerLoad")
        return made<ProducerLoad>(dtype(), text("producer"), list<Expr>("indices"));
    if (name == "Ramp")
        return made<Ramp>(required<Expr>("base"), required<Expr>("stride"), dtype().lanes);
    if (name == "Broadcast")
        return made<Broadcast>(required<Expr>("value"), dtype().lanes);
    if (name == "Shuffle")
        return made<Shuffle>(list<Expr>("vectors", 1), list<Expr>("indices", 1));
    if (name == "Let")
        return made<Let>(required<Var>("var"), required<Expr>("value"), required<Expr>("body"));
    if (name == "Call")
        return call();
    if (name == "Reduce") {
        const ExprList source = list<Expr>("source", 1);
        const int index = small("value_index", std::max(0, int(source.size()) - 1));
        return made<Reduce>(required<CommReducer>("combiner"), source, list<Expr>("init"),
                            list<IterVar>("axis"), required<Expr>("condition"), index);
    }
    return {};
}

AttrValue Reader::call()
{
    const DType type = dtype();
    const AttrValue callee = value("op");
    const ExprList args = list<Expr>("args");
    const Dict annotations = m_data->contains("annotations") ? dict("annotations") : Dict();
    if (const auto* function = as<GlobalVar>(callee.node))
        return made<Call>(type, function, args, annotations);
    if (callee.kind != AttrValue::Kind::String)
        fail("'op' is neither an operation nor a function");
    return made<Call>(type, opNamed(m_arena, callee.text), args, annotations);
}

AttrValue Reader::stmt()
{
    if (!m_type.starts_with("tirx."))
        return {};
    const std::string_view name = std::string_view(m_type).substr(5);
    if (name == "Bind")
        return made<Bind>(required<Var>("var"), required<Expr>("value"));
    if (name == "AllocBuffer")
        return made<AllocBuffer>(required<Buffer>("buffer"), dict("annotations"));
    if (name == "DeclBuffer")
        return made<DeclBuffer>(required<Buffer>("buffer"));
    if (name == "BufferStore")
        return made<BufferStore>(required<Buffer>("buffer"), required<Expr>("value"), list<Expr>("indices"),
                                 optional<Expr>("predicate"));
    if (name == "Evaluate")
        return made<Evaluate>(required<Expr>("value"));
    if (name == "AssertStmt") {
        const auto* kind = required<StringImm>("error_kind");
        return made<AssertStmt>(required<Expr>("condition"), kind ? kind->value : std::string_view(),
                                list<Expr>("message_parts"));
    }
    if (name == "Break")
        return made<Break>();
    if (name == "Continue")
        return made<Continue>();
    if (name == "SeqStmt")
        return made<SeqStmt>(list<Stmt>("seq", 2));
    if (name == "AttrStmt")
        return made<AttrStmt>(value("node"), text("attr_key"), required<Expr>("value"),
                              required<Stmt>("body"));
    if (name == "For")
        return made<For>(required<Var>("loop_var"), required<Expr>("min"), required<Expr>("extent"),
                         ForKind(small("kind", int(ForKind::ThreadBinding))), required<Stmt>("body"),
                         optional<IterVar>("thread_binding"), dict("annotations"), optional<Expr>("step"));
    if (name == "While")
        return made<While>(required<Expr>("condition"), required<Stmt>("body"));
    if (name == "IfThenElse")
        return made<IfThenElse>(required<Expr>("condition"), required<Stmt>("then_case"),
                                optional<Stmt>("else_case"));
    if (name == "SBlock") {
        SBlock block(text("name_hint"), required<Stmt>("body"));
        block.iterVars = list<IterVar>("iter_vars");
        block.reads = list<BufferRegion>("reads");
        block.writes = list<BufferRegion>("writes");
        block.allocBuffers = list<Buffer>("alloc_buffers");
        block.matchBuffers = list<MatchBufferRegion>("match_buffers");
        block.annotations = dict("annotations");
        block.init = optional<Stmt>("init");
        return made<SBlock>(block);
    }
    if (name == "SBlockRealize")
        return made<SBlockRealize>(list<Expr>("iter_values"), required<Expr>("predicate"),
                                   required<SBlock>("block"));
    return {};
}

AttrValue Reader::other()
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
    if (type == "tirscope.Layout")
        return made<Layout>(inlineText("text"));
    if (type == "tirscope.Opaque") {
        AttrValue opaque;
        opaque.kind = AttrValue::Kind::Opaque;
        opaque.text = inlineText("type_key");
        opaque.integer = number("index");
        return opaque;
    }
    if (type == "target.Target")
        return target();
    if (type == "ir.IRModule")
        return module();
    if (type == "ir.DictAttrs")
        return AttrValue::ofDict(dict("__dict__"));
    if (type == "ir.GlobalVar")
        return made<GlobalVar>(text("name_hint"));
    if (type == "ir.Range")
        return made<Range>(required<Expr>("min"), required<Expr>("extent"));
    if (type == "ir.PrimType")
        return made<PrimType>(dtype());
    if (type == "ir.PointerType")
        return made<PointerType>(required<Type>("element_type"), text("storage_scope"));
    if (type == "ir.TupleType")
        return made<TupleType>(list<Type>("fields"));
    if (type == "ir.TensorMapType")
        return made<TensorMapType>();
    return {};
}

AttrValue Reader::buffer()
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
    return this->made<Buffer>(made);
}

AttrValue Reader::function()
{
    const VarList params = list<Var>("params");
    std::vector<BufferBinding> buffers;
    for (const DictEntry& entry : dict("buffer_map")) {
        buffers.push_back({as<Var>(entry.key.node), as<Buffer>(entry.value.node)});
        if (!buffers.back().param || !buffers.back().buffer)
            fail("'buffer_map' must map variables to buffers");
    }
    std::ranges::stable_sort(buffers, {}, [&](const BufferBinding& binding) {
        return std::ranges::find(params, binding.param) - params.begin();
    });
    return made<PrimFunc>(params, required<Stmt>("body"), required<Type>("ret_type"), m_arena.copy(buffers),
                          dict("attrs"));
}

AttrValue Reader::target()
{
    std::vector<std::string_view> keys;
    for (const AttrValue& key : value("keys").items)
        keys.push_back(key.text);
    const Dict attrs = dict("attrs");
    std::vector<DictEntry> sorted(attrs.begin(), attrs.end());
    std::ranges::sort(sorted, {}, [](const DictEntry& entry) { return entry.key.text; });
    return made<Target>(text("kind"), text("tag"), m_arena.copy(keys), m_arena.copy(sorted),
                        optional<Target>("host"));
}

AttrValue Reader::module()
{
    std::vector<ModuleEntry> entries;
    for (const DictEntry& entry : dict("functions")) {
        const auto* var = as<GlobalVar>(entry.key.node);
        const Node* function = entry.value.node;
        if (!var || (!as<PrimFunc>(function) && !as<OpaqueFunc>(function))) {
            fail("'functions' must map names to functions that this reader knows");
            return {};
        }
        entries.push_back({var, static_cast<const Function*>(function)});
    }
    return made<Module>("Module", m_arena.copy(entries), dict("attrs"), dict("global_infos"));
}

} // namespace

Result<OwnedModule> fromTvmJson(std::string_view json)
{
    const Json graph = Json::parse(withQuotedTokens(json), nullptr, /*allow_exceptions=*/false);
    if (graph.is_discarded())
        return error("bad-json", "this is no JSON");
    OwnedModule owned{std::make_shared<Arena>()};
    const Result<const Module*> module = Reader(*owned.arena).read(graph);
    if (!module)
        return module.diagnostics();
    owned.module = *module;
    return owned;
}

} // namespace tir
