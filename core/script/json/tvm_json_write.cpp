/// Writes a graph of nodes: buffers, functions, modules. Expressions and statements are in separate files.

#include "core/script/json/tvm_json.h"

#include "core/script/json/tvm_json_writer.h"
#include "core/support/decimal.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tir {
namespace script {

std::string jsonNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    const std::string written = decimalText(value, 17);
    return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
}

std::string jsonText(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string jsonText(DType type)
{
    return type.isVoid() ? "\"\"" : '"' + toString(type) + '"';
}

int64_t TvmJsonWriter::other(const Node& node)
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
        return typed("tirx.CommReducer", withKept(fields, reducer.kept).object());
    }
    case NodeKind::GlobalVar:
        return globalVar(to<GlobalVar>(node));
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
        return typed("tirx.IterVar", withKept(fields, axis.kept).object());
    }
    case NodeKind::Iter:
    case NodeKind::ComposeLayout:
    case NodeKind::SwizzleLayout:
    case NodeKind::TileLayout:
        return layout(node);
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
            .add("text", jsonText(to<OpaqueFunc>(node).text));
        return typed("tirscope.OpaqueFunc", fields.object());
    }
    case NodeKind::Predicate: {
        const auto& predicate = to<Predicate>(node);
        Fields fields;
        fields.add("vars", array(predicate.vars)).add("pred", this->node(predicate.condition));
        return typed("tirx.Predicate", fields.object());
    }
    case NodeKind::PrimFunc:
        return function(to<PrimFunc>(node));
    case NodeKind::Range: {
        Fields fields;
        fields.add("min", this->node(to<Range>(node).min)).add("extent", this->node(to<Range>(node).extent));
        return typed("ir.Range", withKept(fields.add("span", None), to<Range>(node).kept).object());
    }
    case NodeKind::ScopeIdDef:
        return scopeIdDef(to<ScopeIdDef>(node));
    case NodeKind::Target:
        return target(to<Target>(node));
    default:
        return type(node);
    }
}

/// One object per name, as in TVM: the map of functions and every call share it.
int64_t TvmJsonWriter::globalVar(const GlobalVar& var)
{
    const std::string name = jsonText(var.name);
    const auto known = m_shared.find("ir.GlobalVar" + name);
    if (known != m_shared.end())
        return known->second;
    Fields fields;
    fields.add("span", None).add("struct_info_", None).add("name_hint", string(var.name));
    return m_shared["ir.GlobalVar" + name] = typed("ir.GlobalVar", fields.object());
}

int64_t TvmJsonWriter::type(const Node& node)
{
    switch (node.kind) {
    case NodeKind::PointerType: {
        const auto& pointer = to<PointerType>(node);
        Fields fields;
        fields.add("span", None).add("element_type", this->node(pointer.element));
        return typed("ir.PointerType", fields.add("storage_scope", string(pointer.scope)).object());
    }
    case NodeKind::PrimType:
        return primType(to<PrimType>(node).dtype);
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

int64_t TvmJsonWriter::buffer(const Buffer& buffer)
{
    std::vector<int64_t> separators;
    for (const int64_t separator : buffer.axisSeparators)
        separators.push_back(intNode(Int32, separator));
    Fields fields;
    fields.add("data", node(buffer.data))
        .add("dtype", jsonText(buffer.dtype))
        .add("shape", array(buffer.shape));
    fields.add("strides", array(buffer.strides)).add("axis_separators", indices(separators));
    fields.add("elem_offset", node(buffer.elemOffset)).add("name", string(buffer.name));
    fields.add("data_alignment", int64_t(buffer.alignment))
        .add("offset_factor", int64_t(buffer.offsetFactor));
    fields.add("buffer_type", int64_t(buffer.bufferType))
        .add("span", None)
        .add("layout", node(buffer.layout));
    fields.add("allocated_addr", array(buffer.allocatedAddr));
    return typed("tirx.Buffer", withKept(fields, buffer.kept).object());
}

int64_t TvmJsonWriter::function(const PrimFunc& function)
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

int64_t TvmJsonWriter::target(const Target& target)
{
    std::vector<int64_t> keys;
    for (const std::string_view key : target.keys)
        keys.push_back(string(key));
    Fields fields;
    fields.add("kind", shared("target.TargetKind", jsonText(target.kindName))).add("tag", string(target.tag));
    fields.add("keys", indices(keys)).add("attrs", map(target.attrs)).add("host", node(target.host));
    return typed("target.Target", fields.object());
}

int64_t TvmJsonWriter::module(const Module& module)
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

} // namespace script

std::string toTvmJson(const Module& module)
{
    return script::TvmJsonWriter().write(module);
}

} // namespace tir
