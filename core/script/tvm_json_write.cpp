/// Writing: every object once, by identity; texts and plain values once, by value.

#include "core/script/tvm_json.h"

#include "core/ir/make.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <vector>

namespace tir {
namespace {

/// The three tokens outside of standard JSON are TVM's.
std::string number(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    const std::string_view written(text);
    return written.find_first_of(".e") == std::string_view::npos ? std::string(written) + ".0"
                                                                 : std::string(written);
}

std::string quoted(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// TVM writes void as the empty text.
std::string quoted(DType type)
{
    return type.isVoid() ? "\"\"" : '"' + toString(type) + '"';
}

/// The fields of a node, in order.
class Fields {
public:
    Fields& add(std::string_view key, std::string_view value)
    {
        m_text += (m_text.empty() ? "\"" : ",\"") + std::string(key) + "\":" + std::string(value);
        return *this;
    }
    Fields& add(std::string_view key, int64_t value) { return add(key, std::to_string(value)); }
    std::string object() const { return "{" + m_text + "}"; }

private:
    std::string m_text;
};

class Writer {
public:
    std::string write(const Module& module)
    {
        line("{\"type\":\"None\"}");
        const int64_t root = node(&module);
        std::string text = "{\"root_index\":" + std::to_string(root) + ",\"nodes\":[";
        for (size_t i = 0; i < m_nodes.size(); ++i)
            text += (i ? ",\n" : "\n") + m_nodes[i];
        return text + "\n],\"metadata\":{\"tvm_version\":\"0.25.dev0\"}}";
    }

private:
    static constexpr int64_t None = 0;

    int64_t line(std::string text)
    {
        m_nodes.push_back(std::move(text));
        return int64_t(m_nodes.size()) - 1;
    }
    int64_t typed(std::string_view type, std::string_view data)
    {
        return line("{\"type\":\"" + std::string(type) + "\",\"data\":" + std::string(data) + "}");
    }
    /// A plain value: one node per distinct line.
    int64_t shared(std::string_view type, const std::string& data)
    {
        const auto [found, isNew] = m_shared.emplace(std::string(type) + data, 0);
        if (isNew)
            found->second = typed(type, data);
        return found->second;
    }
    int64_t string(std::string_view text) { return shared("ffi.String", quoted(text)); }
    int64_t primType(DType type)
    {
        return typed("ir.PrimType", Fields().add("span", None).add("dtype", quoted(type)).object());
    }
    int64_t intNode(DType type, int64_t value)
    {
        return typed("ir.IntImm",
                     Fields().add("span", None).add("dtype", quoted(type)).add("value", value).object());
    }

    int64_t indices(const std::vector<int64_t>& items, std::string_view type = "ffi.Array")
    {
        std::string data = "[";
        for (size_t i = 0; i < items.size(); ++i)
            data += (i ? "," : "") + std::to_string(items[i]);
        return typed(type, data + "]");
    }
    template <class List>
    int64_t array(const List& list)
    {
        std::vector<int64_t> items;
        for (const auto* item : list)
            items.push_back(node(item));
        return indices(items);
    }
    int64_t map(Dict dict)
    {
        std::vector<int64_t> items;
        for (const DictEntry& entry : dict) {
            items.push_back(value(entry.key));
            items.push_back(value(entry.value));
        }
        return indices(items, "ffi.Map");
    }
    int64_t dictAttrs(Dict dict)
    {
        return typed("ir.DictAttrs", Fields().add("__dict__", map(dict)).object());
    }

    int64_t value(const AttrValue& value)
    {
        switch (value.kind) {
        case AttrValue::Kind::None:
            return None;
        case AttrValue::Kind::Bool:
            return shared("bool", value.integer ? "true" : "false");
        case AttrValue::Kind::Int:
            return shared("int", std::to_string(value.integer));
        case AttrValue::Kind::Float:
            return shared("float", number(value.real));
        case AttrValue::Kind::String:
            return string(value.text);
        case AttrValue::Kind::List: {
            std::vector<int64_t> items;
            for (const AttrValue& item : value.items)
                items.push_back(this->value(item));
            return indices(items);
        }
        case AttrValue::Kind::Dict:
            return map(value.entries);
        case AttrValue::Kind::Node:
            return node(value.node);
        case AttrValue::Kind::Opaque:
            return opaque("tirscope.Opaque", value.text, value.integer);
        }
        return None;
    }
    int64_t opaque(std::string_view type, std::string_view key, int64_t index)
    {
        return typed(type, Fields().add("type_key", quoted(key)).add("index", index).object());
    }

    int64_t node(const Node* node)
    {
        if (!node)
            return None;
        if (const auto known = m_indices.find(node); known != m_indices.end())
            return known->second;
        const int64_t index = node->isExpr()   ? expr(static_cast<const Expr&>(*node))
                              : node->isStmt() ? stmt(static_cast<const Stmt&>(*node))
                                               : other(*node);
        m_indices.emplace(node, index);
        return index;
    }

    int64_t expr(const Expr& expr);
    int64_t stmt(const Stmt& stmt);
    int64_t other(const Node& node);
    int64_t buffer(const Buffer& buffer);
    int64_t module(const Module& module);
    int64_t function(const PrimFunc& function);
    int64_t target(const Target& target);

    std::vector<std::string> m_nodes;
    std::unordered_map<const Node*, int64_t> m_indices;
    std::unordered_map<std::string, int64_t> m_shared;
};

int64_t Writer::expr(const Expr& expr)
{
    Fields fields;
    fields.add("span", None).add("dtype", quoted(expr.dtype));
    switch (expr.kind) {
    case NodeKind::Binary: {
        const auto& binary = to<Binary>(expr);
        fields.add("a", node(binary.a)).add("b", node(binary.b));
        return typed("tirx." + std::string(toString(binary.op)), fields.object());
    }
    case NodeKind::Broadcast:
        fields.add("value", node(to<Broadcast>(expr).value)).add("lanes", intNode(Int32, expr.dtype.lanes));
        return typed("tirx.Broadcast", fields.object());
    case NodeKind::BufferLoad: {
        const auto& load = to<BufferLoad>(expr);
        fields.add("buffer", node(load.buffer)).add("indices", array(load.indices));
        return typed("tirx.BufferLoad", fields.add("predicate", node(load.predicate)).object());
    }
    case NodeKind::Call: {
        const auto& call = to<Call>(expr);
        fields.add("op", call.op ? shared("ir.Op", quoted(call.op->name)) : node(call.function));
        fields.add("args", array(call.args)).add("annotations", map(call.annotations));
        return typed("tirx.Call", fields.object());
    }
    case NodeKind::Cast:
        return typed("tirx.Cast", fields.add("value", node(to<Cast>(expr).value)).object());
    case NodeKind::FloatImm:
        return typed("ir.FloatImm", fields.add("value", number(to<FloatImm>(expr).value)).object());
    case NodeKind::IntImm:
        return typed("ir.IntImm", fields.add("value", to<IntImm>(expr).value).object());
    case NodeKind::Let: {
        const auto& let = to<Let>(expr);
        fields.add("var", node(let.var)).add("value", node(let.value)).add("body", node(let.body));
        return typed("tirx.Let", fields.object());
    }
    case NodeKind::Not:
        return typed("tirx.Not", fields.add("a", node(to<Not>(expr).value)).object());
    case NodeKind::OpaqueExpr:
        return opaque("tirscope.OpaqueExpr", to<OpaqueExpr>(expr).typeKey, to<OpaqueExpr>(expr).index);
    case NodeKind::ProducerLoad:
        fields.add("producer", string(to<ProducerLoad>(expr).producer));
        return typed("tirx.ProducerLoad",
                     fields.add("indices", array(to<ProducerLoad>(expr).indices)).object());
    case NodeKind::Ramp:
        fields.add("base", node(to<Ramp>(expr).base)).add("stride", node(to<Ramp>(expr).stride));
        return typed("tirx.Ramp", fields.add("lanes", intNode(Int32, expr.dtype.lanes)).object());
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(expr);
        fields.add("combiner", node(reduce.combiner)).add("source", array(reduce.source));
        fields.add("init", array(reduce.init)).add("axis", array(reduce.axis));
        fields.add("condition", node(reduce.condition)).add("value_index", int64_t(reduce.valueIndex));
        return typed("tirx.Reduce", fields.object());
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(expr);
        fields.add("condition", node(select.condition)).add("true_value", node(select.trueValue));
        return typed("tirx.Select", fields.add("false_value", node(select.falseValue)).object());
    }
    case NodeKind::Shuffle:
        fields.add("vectors", array(to<Shuffle>(expr).vectors));
        return typed("tirx.Shuffle", fields.add("indices", array(to<Shuffle>(expr).indices)).object());
    case NodeKind::StringImm:
        return typed("tirx.StringImm", fields.add("value", string(to<StringImm>(expr).value)).object());
    case NodeKind::Var: {
        const auto& var = to<Var>(expr);
        fields.add("name", string(var.name)).add("type_annotation", node(var.type));
        return typed(var.isSize ? "tirx.SizeVar" : "tirx.Var", fields.object());
    }
    default:
        TIR_CHECK(false) << "no expression: " << toString(expr.kind);
    }
    return None;
}

int64_t Writer::stmt(const Stmt& stmt)
{
    Fields fields;
    fields.add("span", None);
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        fields.add("buffer", node(to<AllocBuffer>(stmt).buffer));
        fields.add("annotations", map(to<AllocBuffer>(stmt).annotations));
        break;
    case NodeKind::AssertStmt: {
        const auto& check = to<AssertStmt>(stmt);
        const int64_t kind = typed("tirx.StringImm", Fields()
                                                         .add("span", None)
                                                         .add("dtype", "\"handle\"")
                                                         .add("value", string(check.errorKind))
                                                         .object());
        fields.add("condition", node(check.condition)).add("error_kind", kind);
        fields.add("message_parts", array(check.messageParts));
        break;
    }
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(stmt);
        fields.add("node", value(attr.node)).add("attr_key", string(attr.key));
        fields.add("value", node(attr.value)).add("body", node(attr.body));
        break;
    }
    case NodeKind::Bind:
        fields.add("var", node(to<Bind>(stmt).var)).add("value", node(to<Bind>(stmt).value));
        break;
    case NodeKind::BufferStore: {
        const auto& store = to<BufferStore>(stmt);
        fields.add("buffer", node(store.buffer)).add("value", node(store.value));
        fields.add("indices", array(store.indices)).add("predicate", node(store.predicate));
        break;
    }
    case NodeKind::DeclBuffer:
        fields.add("buffer", node(to<DeclBuffer>(stmt).buffer));
        break;
    case NodeKind::Evaluate:
        fields.add("value", node(to<Evaluate>(stmt).value));
        break;
    case NodeKind::For: {
        const auto& loop = to<For>(stmt);
        fields.add("loop_var", node(loop.loopVar))
            .add("min", node(loop.min))
            .add("extent", node(loop.extent));
        fields.add("kind", int64_t(loop.forKind)).add("body", node(loop.body));
        fields.add("thread_binding", node(loop.threadBinding)).add("annotations", map(loop.annotations));
        fields.add("step", node(loop.step));
        break;
    }
    case NodeKind::IfThenElse: {
        const auto& branch = to<IfThenElse>(stmt);
        fields.add("condition", node(branch.condition)).add("then_case", node(branch.thenCase));
        fields.add("else_case", node(branch.elseCase));
        break;
    }
    case NodeKind::SBlock: {
        const auto& block = to<SBlock>(stmt);
        fields.add("iter_vars", array(block.iterVars)).add("reads", array(block.reads));
        fields.add("writes", array(block.writes)).add("name_hint", string(block.name));
        fields.add("alloc_buffers", array(block.allocBuffers))
            .add("match_buffers", array(block.matchBuffers));
        fields.add("annotations", map(block.annotations))
            .add("init", node(block.init))
            .add("body", node(block.body));
        break;
    }
    case NodeKind::SBlockRealize: {
        const auto& realize = to<SBlockRealize>(stmt);
        fields.add("iter_values", array(realize.iterValues)).add("predicate", node(realize.predicate));
        fields.add("block", node(realize.block));
        break;
    }
    case NodeKind::SeqStmt:
        fields.add("seq", array(to<SeqStmt>(stmt).seq));
        break;
    case NodeKind::While:
        fields.add("condition", node(to<While>(stmt).condition)).add("body", node(to<While>(stmt).body));
        break;
    default:
        break; // Break and Continue have no fields
    }
    return typed("tirx." + std::string(toString(stmt.kind)), fields.object());
}

int64_t Writer::other(const Node& node)
{
    switch (node.kind) {
    case NodeKind::Buffer:
        return buffer(to<Buffer>(node));
    case NodeKind::BufferRegion:
        return typed("tirx.BufferRegion", Fields()
                                              .add("buffer", this->node(to<BufferRegion>(node).buffer))
                                              .add("region", array(to<BufferRegion>(node).region))
                                              .object());
    case NodeKind::CommReducer: {
        const auto& reducer = to<CommReducer>(node);
        Fields fields;
        fields.add("lhs", array(reducer.lhs))
            .add("rhs", array(reducer.rhs))
            .add("result", array(reducer.result));
        fields.add("identity_element", array(reducer.identity)).add("span", None);
        return typed("tirx.CommReducer", fields.object());
    }
    case NodeKind::GlobalVar: {
        // One object per name, as in TVM: the map of functions and every call share it.
        const std::string name = quoted(to<GlobalVar>(node).name);
        const auto known = m_shared.find("ir.GlobalVar" + name);
        if (known != m_shared.end())
            return known->second;
        Fields fields;
        fields.add("span", None).add("struct_info_", None).add("name_hint", string(to<GlobalVar>(node).name));
        return m_shared["ir.GlobalVar" + name] = typed("ir.GlobalVar", fields.object());
    }
    case NodeKind::IndexMap: {
        const auto& map = to<IndexMap>(node);
        Fields fields;
        fields.add("initial_indices", array(map.initial)).add("final_indices", array(map.final));
        return typed("tirx.IndexMap", fields.add("inverse_index_map", this->node(map.inverse)).object());
    }
    case NodeKind::IterVar: {
        const auto& axis = to<IterVar>(node);
        Fields fields;
        fields.add("dom", this->node(axis.dom)).add("var", this->node(axis.var));
        fields.add("iter_type", int64_t(axis.iterType)).add("thread_tag", string(axis.threadTag));
        return typed("tirx.IterVar", fields.object());
    }
    case NodeKind::Layout:
        return typed("tirscope.Layout", Fields().add("text", quoted(to<Layout>(node).text)).object());
    case NodeKind::MatchBufferRegion:
        return typed("tirx.MatchBufferRegion",
                     Fields()
                         .add("buffer", this->node(to<MatchBufferRegion>(node).buffer))
                         .add("source", this->node(to<MatchBufferRegion>(node).source))
                         .object());
    case NodeKind::Module:
        return module(to<Module>(node));
    case NodeKind::OpaqueFunc: {
        Fields fields;
        fields.add("attrs", dictAttrs(to<OpaqueFunc>(node).attrs))
            .add("text", quoted(to<OpaqueFunc>(node).text));
        return typed("tirscope.OpaqueFunc", fields.object());
    }
    case NodeKind::PointerType: {
        const auto& pointer = to<PointerType>(node);
        Fields fields;
        fields.add("span", None).add("element_type", this->node(pointer.element));
        return typed("ir.PointerType", fields.add("storage_scope", string(pointer.scope)).object());
    }
    case NodeKind::PrimFunc:
        return function(to<PrimFunc>(node));
    case NodeKind::PrimType:
        return primType(to<PrimType>(node).dtype);
    case NodeKind::Range: {
        Fields fields;
        fields.add("min", this->node(to<Range>(node).min)).add("extent", this->node(to<Range>(node).extent));
        return typed("ir.Range", fields.add("span", None).object());
    }
    case NodeKind::Target:
        return target(to<Target>(node));
    case NodeKind::TensorMapType:
        return typed("ir.TensorMapType", Fields().add("span", None).object());
    case NodeKind::TupleType:
        return typed("ir.TupleType",
                     Fields().add("span", None).add("fields", array(to<TupleType>(node).fields)).object());
    default:
        TIR_CHECK(false) << "no object of its own: " << toString(node.kind);
    }
    return None;
}

int64_t Writer::buffer(const Buffer& buffer)
{
    std::vector<int64_t> separators;
    for (const int64_t separator : buffer.axisSeparators)
        separators.push_back(intNode(Int32, separator));
    Fields fields;
    fields.add("data", node(buffer.data))
        .add("dtype", quoted(buffer.dtype))
        .add("shape", array(buffer.shape));
    fields.add("strides", array(buffer.strides)).add("axis_separators", indices(separators));
    fields.add("elem_offset", node(buffer.elemOffset)).add("name", string(buffer.name));
    fields.add("data_alignment", int64_t(buffer.alignment))
        .add("offset_factor", int64_t(buffer.offsetFactor));
    fields.add("buffer_type", int64_t(buffer.bufferType))
        .add("span", None)
        .add("layout", node(buffer.layout));
    return typed("tirx.Buffer", fields.add("allocated_addr", array(buffer.allocatedAddr)).object());
}

int64_t Writer::function(const PrimFunc& function)
{
    const int64_t attrs = dictAttrs(function.attrs);
    const int64_t params = array(function.params);
    const int64_t type = node(function.retType);
    std::vector<int64_t> buffers;
    for (const BufferBinding& binding : function.bufferMap) {
        buffers.push_back(node(binding.param));
        buffers.push_back(node(binding.buffer));
    }
    Fields fields;
    fields.add("span", None).add("struct_info_", None).add("attrs", attrs).add("params", params);
    fields.add("ret_type", type)
        .add("buffer_map", indices(buffers, "ffi.Map"))
        .add("body", node(function.body));
    return typed("tirx.PrimFunc", fields.object());
}

int64_t Writer::target(const Target& target)
{
    std::vector<int64_t> keys;
    for (const std::string_view key : target.keys)
        keys.push_back(string(key));
    Fields fields;
    fields.add("kind", shared("target.TargetKind", quoted(target.kindName))).add("tag", string(target.tag));
    fields.add("keys", indices(keys)).add("attrs", map(target.attrs)).add("host", node(target.host));
    return typed("target.Target", fields.object());
}

int64_t Writer::module(const Module& module)
{
    std::vector<int64_t> functions;
    std::vector<int64_t> names;
    for (const ModuleEntry& entry : module.functions) {
        const int64_t var = node(entry.var);
        functions.insert(functions.end(), {var, node(entry.function)});
        names.insert(names.end(), {string(entry.var->name), var});
    }
    Fields fields;
    fields.add("functions", indices(functions, "ffi.Map")).add("global_var_map_", indices(names, "ffi.Map"));
    fields.add("source_map",
               typed("ir.SourceMap", Fields().add("source_map", indices({}, "ffi.Map")).object()));
    fields.add("attrs", dictAttrs(module.attrs)).add("global_infos", map(module.globalInfos));
    return typed("ir.IRModule", fields.object());
}

} // namespace

std::string toTvmJson(const Module& module)
{
    return Writer().write(module);
}

} // namespace tir
