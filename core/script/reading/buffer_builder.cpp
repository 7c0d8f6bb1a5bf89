#include "core/script/reading/buffer_builder.h"

#include "core/ir/contains.h"
#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/reading/buffer_fields.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>

namespace tir::script {

namespace {

DType storageType(DType type)
{
    return type.isBool() ? Int8.withLanes(type.lanes) : type;
}

} // namespace

bool BufferBuilder::readFields(CallSite& site, size_t firstPosition, BufferFields& fields)
{
    return BufferFieldReader(m_context, m_values, site, firstPosition).read(fields);
}

const Buffer* BufferBuilder::makeBuffer(CallSite& site, BufferFields& fields, std::string_view name)
{
    if (const Buffer* earlier = m_early.madeFor(*site.syntax).buffer())
        return earlier;
    const std::string_view hint = m_arena.intern(name);
    std::vector<DictEntry> kept;
    site.keepUnknown(kept);
    const Var* data = fields.data;
    if (!data)
        data = m_arena.make<Var>(m_arena.intern(std::string(name) + "_ptr"),
                                 pointerType(m_arena, storageType(fields.dtype), fields.scope));
    const Expr* offset = fields.elemOffset;
    if (!offset && fields.offsetFactor != 0)
        offset = m_arena.make<Var>("elem_offset",
                                   primType(m_arena, fields.shape.empty() ? Int32 : fields.shape[0]->dtype));
    if (!offset)
        offset = intImm(m_arena, fields.indexType(), 0);
    if (fields.isAutoBroadcast && fields.strides.empty())
        for (const Expr* extent : fields.shape)
            fields.strides.push_back(m_arena.make<Var>("stride", primType(m_arena, extent->dtype)));

    auto* buffer = m_arena.make<Buffer>(data, fields.dtype, m_arena.copy(fields.shape), offset, hint);
    buffer->strides = m_arena.copy(fields.strides);
    buffer->axisSeparators = m_arena.copy(fields.axisSeparators);
    buffer->alignment =
        fields.align > 0 && fields.align <= INT32_MAX ? int(fields.align) : Buffer::DefaultAlignment;
    buffer->offsetFactor =
        fields.offsetFactor > 0 && fields.offsetFactor <= INT32_MAX ? int(fields.offsetFactor) : 1;
    buffer->bufferType = fields.isAutoBroadcast ? BufferType::AutoBroadcast : BufferType::Default;
    buffer->layout = fields.layout;
    const bool isTrainium = fields.scope == "trn.sbuf" || fields.scope == "trn.psum";
    if (fields.hasDefaultLayout && !isTrainium && !(m_scopes.function && m_scopes.function->isSTir))
        buffer->layout = defaultLayout(m_arena, buffer->shape);
    buffer->allocatedAddr = m_arena.copy(fields.allocatedAddr);
    buffer->kept = m_arena.copy(kept);
    if (const std::string why = whyImpossible(*buffer); !why.empty())
        fail(site.syntax->span, "bad-buffer", why);
    return site.path == "Buffer" ? buffer : m_early.declaredNow(site.target, fields.data, buffer);
}

const Buffer* BufferBuilder::makeScalar(std::string_view name, DType type, std::string_view scope,
                                        const Var* given, const Expr* offset, Dict kept)
{
    const Var* data = given;
    if (!data)
        data = m_arena.make<Var>(m_arena.intern(std::string(name) + "_ptr"),
                                 pointerType(m_arena, storageType(type), scope));
    const std::array<const Expr*, 1> shape{intImm(m_arena, Int32, 1)};
    auto* buffer = m_arena.make<Buffer>(data, type, m_arena.copy(std::span<const Expr* const>(shape)),
                                        offset ? offset : intImm(m_arena, Int32, 0), m_arena.intern(name));
    buffer->layout = defaultLayout(m_arena, buffer->shape);
    buffer->kept = kept;
    return m_early.declaredNow(name, given, buffer);
}

/// `T.Buffer((16,), "float32", data=p)` as a statement: a buffer without a declaring statement.
Value BufferBuilder::bufferAnnotation(CallSite& site)
{
    BufferFields fields;
    if (!readFields(site, 0, fields))
        return {};
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    m_early.addUndeclared(buffer, fields.data == nullptr);
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

Value BufferBuilder::matchBuffer(CallSite& site)
{
    const Value* param = site.argument("param", 0);
    const Span span = site.syntax->span;
    if (!param)
        return fail(span, "missing-argument", "'match_buffer' takes a parameter or a region");
    BufferFields fields;
    if (!readFields(site, 1, fields))
        return {};
    const BufferRegion* source = as<BufferRegion>(param->node);
    if (const auto* element = as<BufferLoad>(param->node); element && param->is(Value::Kind::Expr)) {
        std::vector<const Range*> ranges;
        for (const Expr* index : element->indices)
            ranges.push_back(m_arena.make<Range>(index, intImm(m_arena, index->dtype, 1)));
        source = m_arena.make<BufferRegion>(element->buffer, m_arena.copy(ranges));
    }
    if (source) {
        if (!m_scopes.block)
            return fail(span, "outside-block", "a region is matched outside of a block");
        if (!site.isGiven("shape", 1))
            for (const Range* range : source->region)
                fields.shape.push_back(range->extent);
        if (!site.isGiven("dtype", 2))
            fields.dtype = source->buffer->dtype;
        const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
        m_scopes.block->matchBuffers.push_back(
            made(m_arena.make<MatchBufferRegion>(buffer, source), m_sink.span));
        return Value::ofNode(Value::Kind::Buffer, buffer);
    }
    const auto* var = as<Var>(param->expr());
    if (!var || !m_scopes.function ||
        std::ranges::find(m_scopes.function->params, var) == m_scopes.function->params.end())
        return fail(site.spanOf(param), "not-a-parameter",
                    "'match_buffer' takes a parameter of the function or a region of a buffer");
    if (!var->dtype.isHandle())
        return fail(site.spanOf(param), "type-mismatch",
                    "parameter " + quoted(var->name) + " has type " + toString(var->dtype) +
                        ", expected a handle");
    if (std::ranges::find(m_scopes.function->bufferMap, var, &BufferBinding::param) !=
        m_scopes.function->bufferMap.end())
        return fail(site.spanOf(param), "matched-twice",
                    "parameter " + quoted(var->name) + " is matched with a buffer already");
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    m_scopes.function->bufferMap.push_back({var, buffer});
    const auto remember = [&](const Node& node) {
        if (const auto* load = as<BufferLoad>(&node))
            m_scopes.function->describing.push_back({load->buffer, span});
        return false;
    };
    contains(*buffer, remember, Role::BufferParam);
    for (const DictEntry& entry : buffer->kept)
        if (entry.value.kind() == AttrValue::Kind::Node)
            contains(*entry.value.node(), remember);
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

/// `T.alloc_buffer`, `T.alloc_shared`, `T.alloc_local`.
Value BufferBuilder::allocBuffer(CallSite& site)
{
    const Value* notes = site.keyword("annotations");
    BufferFields fields;
    if (site.path == "alloc_shared")
        fields.scope = "shared";
    else if (site.path == "alloc_local")
        fields.scope = "local";
    std::vector<DictEntry> annotations;
    if (!readFields(site, 0, fields) || (notes && !notes->is(Value::Kind::None) &&
                                         !m_values.attrDict(*notes, site.spanOf(notes), annotations)))
        return {};
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    m_sink.emit(m_arena.make<AllocBuffer>(buffer, m_arena.copy(annotations)));
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

/// `A = T.allocate([128], "float32", "shared")` of an old text: A is the pointer, on which buffers are declared.
Value BufferBuilder::allocate(CallSite& site)
{
    BufferFields fields;
    const Value* shape = site.argument("extents", 0);
    const Value* dtype = site.argument("dtype", 1);
    const Value* scope = site.argument("scope", 2);
    const Value* condition = site.argument("condition", 3);
    const Value* notes = site.keyword("annotations");
    if (!shape || !dtype)
        return fail(site.syntax->span, "missing-argument", "'allocate' takes extents and a data type");
    const bool isAlways =
        !condition || condition->is(Value::Kind::None) || (condition->isNumber() && condition->integer != 0);
    if (!isAlways)
        return fail(site.spanOf(condition), "old-construct",
                    "an allocation on a condition has no form today");
    for (const Value& extent : m_values.toSequence(*shape))
        fields.shape.push_back(m_values.toExpr(extent, site.spanOf(shape)));
    std::vector<DictEntry> annotations;
    if (std::ranges::find(fields.shape, nullptr) != fields.shape.end() ||
        !m_values.toDType(*dtype, site.spanOf(dtype), fields.dtype) ||
        (scope && !m_values.toText(*scope, site.spanOf(scope), "the storage scope", fields.scope)) ||
        (notes && !notes->is(Value::Kind::None) &&
         !m_values.attrDict(*notes, site.spanOf(notes), annotations)))
        return {};
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    m_sink.emit(m_arena.make<AllocBuffer>(buffer, m_arena.copy(annotations)));
    return Value::ofExpr(buffer->data);
}

Value BufferBuilder::declBuffer(CallSite& site)
{
    BufferFields fields;
    if (!readFields(site, 0, fields))
        return {};
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    // Without a pointer the buffer is allocated instead of declared.
    if (fields.data || fields.scope == "tmem")
        m_sink.emit(m_arena.make<DeclBuffer>(buffer));
    else
        m_sink.emit(m_arena.make<AllocBuffer>(buffer));
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

Value BufferBuilder::blockAllocBuffer(CallSite& site)
{
    BufferFields fields;
    if (!readFields(site, 0, fields))
        return {};
    const Buffer* buffer = makeBuffer(site, fields, site.nameHint());
    if (m_scopes.block)
        m_scopes.block->allocBuffers.push_back(buffer);
    else if (m_scopes.function)
        m_scopes.function->rootAllocs.push_back(buffer);
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

/// `T.local_scalar("int32")`, `T.shared_scalar`, `T.alloc_scalar(dtype, scope=…)`.
Value BufferBuilder::scalarCall(CallSite& site)
{
    const Value* wanted = site.argument("dtype", 0);
    const Value* scopeValue = site.argument("scope", 1);
    DType type = Float32;
    std::string_view scope = site.path == "shared_scalar"  ? "shared"
                             : site.path == "local_scalar" ? "local"
                                                           : "global";
    if ((wanted && !m_values.toDType(*wanted, site.spanOf(wanted), type)) ||
        (scopeValue && !m_values.toText(*scopeValue, site.spanOf(scopeValue), "the storage scope", scope)))
        return {};
    std::vector<DictEntry> kept;
    site.keepUnknown(kept);
    const Buffer* buffer = makeScalar(site.nameHint(), type, scope, nullptr, nullptr, m_arena.copy(kept));
    m_sink.emit(m_arena.make<AllocBuffer>(buffer));
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

/// `T.decl_scalar("int32", data=p, elem_offset=3, scope="local")`.
Value BufferBuilder::declScalarCall(CallSite& site)
{
    const Value* wanted = site.argument("dtype", 0);
    const Value* data = site.argument("data", 1);
    const Value* scopeValue = site.argument("scope", 2);
    const Value* offset = site.argument("elem_offset", 3);
    const Span span = site.syntax->span;
    DType type;
    std::string_view scope;
    if (!wanted || !data)
        return fail(span, "missing-argument", "'decl_scalar' needs a data type and a pointer");
    if (!m_values.toDType(*wanted, site.spanOf(wanted), type) ||
        (scopeValue && !m_values.toText(*scopeValue, site.spanOf(scopeValue), "the storage scope", scope)))
        return {};
    const auto* pointer = as<Var>(m_values.toExpr(*data, site.spanOf(data)));
    if (!pointer || !as<PointerType>(pointer->type))
        return fail(site.spanOf(data), "bad-data",
                    "the data of a buffer must be a variable of a pointer type");
    const Expr* start = offset ? m_values.toExpr(*offset, site.spanOf(offset)) : nullptr;
    if (offset && !start)
        return {};
    std::vector<DictEntry> kept;
    site.keepUnknown(kept);
    const Buffer* buffer = makeScalar(site.nameHint(), type, scope, pointer, start, m_arena.copy(kept));
    m_sink.emit(m_arena.make<DeclBuffer>(buffer));
    return Value::ofNode(Value::Kind::Buffer, buffer);
}

} // namespace tir::script
