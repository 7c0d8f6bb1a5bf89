#include "core/script/reading/method_calls.h"

#include "core/ir/make.h"
#include "core/script/reading/buffer_accesses.h"
#include "core/script/reading/builtin_statements.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/operators.h"
#include "core/script/reading/view_builder.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {

Value MethodCalls::methodCall(const Value& base, const Syntax& callee, CallSite& site)
{
    const std::string_view name = callee.text;
    if (base.is(Value::Kind::Expr)) {
        if (name == "astype")
            return converted(base, site);
        if (name == "equal")
            return equal(base, site);
        if (const auto* load = as<BufferLoad>(base.expr()); load && (name == "ptr_to" || name == "buffer"))
            return methodCall(Value::ofNode(Value::Kind::BufferObject, load->buffer), callee, site);
    }
    if (base.is(Value::Kind::Node) && asLayout(base.node))
        return fail(callee.nameSpan(), "needs-tvm",
                    "TVM computes " + quoted(name) + " of a layout; write " +
                        (name == "apply"
                             ? "the indices that it gives"
                             : "the layout that it gives, as in 'T.TileLayout(T.S[(8, 16):(16, 1)])'"));
    const Buffer* buffer = base.buffer();
    if (!buffer)
        return fail(callee.nameSpan(), "unknown-method",
                    std::string(describe(base.kind)) + " has no method " + quoted(name));
    made(buffer, callee.base->span);
    return bufferMethod(buffer, callee, site);
}

Value MethodCalls::converted(const Value& base, CallSite& site)
{
    const Value* wanted = site.argument("dtype", 0);
    DType type;
    if (!wanted || !m_values.toDType(*wanted, site.spanOf(wanted), type))
        return {};
    return Value::ofExpr(m_values.constantOrCast(base, type, site.syntax->span));
}

Value MethodCalls::equal(const Value& base, CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* other = site.argument("other", 0);
    return other ? m_operators.comparison(Operator::Equal, base, *other, span, site.spanOf(other), span)
                 : Value();
}

Value MethodCalls::bufferMethod(const Buffer* buffer, const Syntax& callee, CallSite& site)
{
    const std::string_view name = callee.text;
    if (name == "scope")
        return Value::ofText(Value::Kind::String, buffer->scopeText());
    if (name == "vload")
        return Value::ofExpr(element(buffer, site, name));
    if (name == "ptr_to") {
        const Expr* pointee = element(buffer, site, name);
        return Value::ofExpr(
            pointee ? made(callOp(m_arena, Handle, OpId::address_of, {pointee}), site.syntax->span)
                    : nullptr);
    }
    if (name == "vstore")
        return vstore(buffer, site);
    if (name == "access_ptr")
        return accessPtr(buffer, site);
    if (name == "view" || name == "local" || name == "permute" || name == "partition") {
        const Buffer* view = m_views.viewOf(buffer, site);
        return Value::ofNode(Value::Kind::Buffer, view);
    }
    if (name == "with_dtype")
        return fail(callee.nameSpan(), "needs-tvm",
                    "TVM makes the buffer of 'with_dtype'; write 'T.decl_buffer(shape, dtype, data=" +
                        std::string(buffer->name) + ".data)'");
    if (name == "offset_of" || name == "elem_offset_of" || name == "byte_offset_of")
        return fail(callee.nameSpan(), "needs-tvm",
                    "TVM computes " + quoted(name) + " of a buffer; write the offset that it gives");
    return fail(callee.nameSpan(), "unknown-method", "a buffer has no method " + quoted(name));
}

/// The load of `A.vload(begin, dtype, predicate)`, or of the element of `A.ptr_to(indices)`.
const Expr* MethodCalls::element(const Buffer* buffer, CallSite& site, std::string_view method)
{
    const Span span = site.syntax->span;
    const bool isLoad = method == "vload";
    const Value* where = site.argument(isLoad ? "begin" : "indices", 0);
    const Value* wanted = isLoad ? site.argument("dtype", 1) : nullptr;
    const Value* mask = isLoad ? site.argument("predicate", 2) : nullptr;
    if (!where)
        return failNode(span, "missing-argument", quoted(method) + " needs indices");
    std::vector<const Expr*> indices;
    for (const Value& index : m_values.toSequence(*where))
        indices.push_back(m_values.toExpr(index, site.spanOf(where)));
    const Expr* predicate =
        mask && !mask->is(Value::Kind::None) ? m_values.toExpr(*mask, site.spanOf(mask)) : nullptr;
    if (std::ranges::find(indices, nullptr) != indices.end() ||
        !m_accesses.hasRank(buffer, indices.size(), span))
        return nullptr;
    DType type = buffer->dtype;
    const bool isTyped = wanted && !wanted->is(Value::Kind::None);
    if (isTyped && !m_values.toDType(*wanted, site.spanOf(wanted), type))
        return nullptr;
    if (type.lanes != buffer->dtype.lanes && type.lanes > 1 && indices.back()->dtype.isScalar())
        indices.back() = made(m_arena.make<Ramp>(indices.back(), intImm(m_arena, indices.back()->dtype, 1),
                                                 type.lanes / std::max(1, int(buffer->dtype.lanes))),
                              span);
    const Expr* element = m_values.load(buffer, indices, predicate, span);
    if (element && isTyped && element->dtype != type)
        return failNode(site.spanOf(wanted), "type-mismatch",
                        "the element has type " + toString(element->dtype) + ", not " + toString(type));
    return element;
}

Value MethodCalls::vstore(const Buffer* buffer, CallSite& site)
{
    const Value* where = site.argument("begin", 0);
    const Value* value = site.argument("value", 1);
    if (!where || !value)
        return fail(site.syntax->span, "missing-argument", "'vstore' takes indices and a value");
    return m_statementBuiltins.storeWith(site, buffer, *value, *where, site.argument("predicate", 2));
}

/// `A.access_ptr("r", offset=…)`: a `tvm_access_ptr` over the whole buffer.
Value MethodCalls::accessPtr(const Buffer* buffer, CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* maskValue = site.argument("access_mask", 0);
    int64_t mask = 0;
    if (!maskValue)
        return fail(span, "missing-argument", "'access_ptr' needs an access mask");
    if (maskValue->is(Value::Kind::String))
        mask = (maskValue->text.find('r') != std::string_view::npos ? 1 : 0) +
               (maskValue->text.find('w') != std::string_view::npos ? 2 : 0);
    else if (!m_values.toInt(*maskValue, site.spanOf(maskValue), "the access mask", mask))
        return {};
    const Value* pointer = site.argument("ptr_type", 1);
    const Value* lanes = site.argument("content_lanes", 2);
    const Value* offsetValue = site.argument("offset", 3);
    const Value* extentValue = site.argument("extent", 4);
    int64_t laneCount = 1;
    if (lanes && !m_values.toInt(*lanes, site.spanOf(lanes), "the number of lanes", laneCount))
        return {};
    if (laneCount != 1 || (pointer && pointer->text != "handle"))
        return fail(span, "needs-tvm",
                    "TVM makes pointers to vectors and of other types; write 'T.tvm_access_ptr(…)' as it "
                    "prints them");
    const Expr* offset =
        offsetValue ? m_values.toExpr(*offsetValue, site.spanOf(offsetValue)) : int32(m_arena, 0);
    if (!offset)
        return {};
    if (!isConstInt(buffer->elemOffset, 0))
        offset = m_operators.arithmetic(BinaryOp::Add, buffer->elemOffset, offset, span);
    const Expr* extent = nullptr;
    if (extentValue && !extentValue->is(Value::Kind::None)) {
        extent = m_values.toExpr(*extentValue, site.spanOf(extentValue));
    } else {
        extent = int32(m_arena, 1);
        for (const Expr* dimension : buffer->shape)
            extent = mul(m_arena, extent, dimension);
        if (offsetValue)
            extent = m_operators.arithmetic(BinaryOp::Sub, extent, offset, span);
    }
    if (!extent)
        return {};
    const Expr* type = made(callOp(m_arena, buffer->dtype, OpId::type_annotation, {}), span);
    return Value::ofExpr(made(callOp(m_arena, Handle, OpId::tvm_access_ptr,
                                     {type, made(buffer->data, span), offset, extent, int32(m_arena, mask)}),
                              span));
}

} // namespace tir::script
