/// Calls that stand for statements or change the function: `T.evaluate`, `T.bind`, `T.func_attr`, methods of
/// buffers.

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/unknown_arguments.h"

#include <algorithm>
#include <array>

namespace tir::script {

Value Evaluator::evaluateStatementCall(CallSite& site)
{
    const Expr* value = exprArgument(site, "value", 0);
    if (value && !std::ranges::all_of(site.named, &CallSite::Named::isUsed))
        return callWithUnknownArguments(site, value->dtype);
    if (value)
        emit(m_arena.make<Evaluate>(value));
    return value ? Value::ofNone() : Value();
}

/// `T.buffer_store(A, value, [i])`.
Value Evaluator::storeCall(CallSite& site)
{
    const Value* target = argument(site, "buffer", 0);
    const Value* value = argument(site, "value", 1);
    const Value* where = argument(site, "indices", 2);
    const Value* mask = argument(site, "predicate", 3);
    if (!target || !target->buffer() || !value || !where)
        return fail(site.syntax->span, "missing-argument",
                    "'buffer_store' takes a buffer, a value and indices");
    return storeWith(site, target->buffer(), *value, *where, mask);
}

Value Evaluator::storeWith(CallSite& site, const Buffer* buffer, const Value& value, const Value& where,
                           const Value* mask)
{
    std::vector<const Expr*> indices;
    for (const Value& index : toSequence(where))
        indices.push_back(toExpr(index, argumentSpan(site, &where)));
    const Expr* predicate = nullptr;
    if (mask && !mask->is(Value::Kind::None)) {
        predicate = toExpr(*mask, argumentSpan(site, mask));
        if (!predicate)
            return {};
    }
    if (std::ranges::find(indices, nullptr) != indices.end() ||
        !hasRank(buffer, indices.size(), site.syntax->span))
        return {};
    const Stmt* stmt =
        storeTo(buffer, indices, value, argumentSpan(site, &value), predicate, site.syntax->span);
    if (!stmt)
        return {};
    std::vector<DictEntry> kept;
    keep(site, kept, site.path == "vstore" ? site.path : std::string_view());
    if (!kept.empty())
        stmt = m_arena.make<AttrStmt>(AttrValue::ofDict(m_arena.copy(kept)), UnknownStore, int32(m_arena, 0),
                                      stmt);
    emit(stmt);
    return Value::ofNone();
}

/// `x = T.bind(e[, type])`, `T.bind(e, var=v)`.
Value Evaluator::bindCall(CallSite& site)
{
    const Expr* value = exprArgument(site, "value", 0);
    const Value* wanted = argument(site, "type_annotation", 1);
    const Value* given = keyword(site, "var");
    if (!value)
        return {};
    const Var* var = given ? as<Var>(given->expr()) : nullptr;
    if (!var) {
        const Type* type = wanted && !wanted->is(Value::Kind::None)
                               ? typeFrom(*wanted, argumentSpan(site, wanted))
                               : typeOf(value);
        if (!type)
            return {};
        var = m_arena.make<Var>(nameFor(site), type);
    }
    if (var->dtype != value->dtype)
        return fail(site.syntax->span, "type-mismatch",
                    "'" + std::string(var->name) + "' has type " + toString(var->dtype) +
                        ", its value has type " + toString(value->dtype));
    made(var, site.syntax->span);
    if (!std::ranges::all_of(site.named, &CallSite::Named::isUsed)) {
        std::erase_if(site.named, &CallSite::Named::isUsed);
        site.args = {Value::ofExpr(value)};
        site.argSyntax.resize(1, site.syntax);
        value = callWithUnknownArguments(site, value->dtype).expr();
        if (!value)
            return {};
    }
    emit(m_arena.make<Bind>(var, value));
    return Value::ofExpr(var);
}

/// The type that a bound value has: pointers keep what they point to. (ir.md 3)
const Type* Evaluator::typeOf(const Expr* value)
{
    if (const auto* var = as<Var>(value))
        return var->type;
    if (const auto* call = as<Call>(value)) {
        if (call->isOp(OpId::tvm_access_ptr) && !call->args.empty())
            return pointerType(m_arena, call->args[0]->dtype, "");
        if (call->isOp(OpId::address_of) && !call->args.empty())
            if (const auto* load = as<BufferLoad>(call->args[0]))
                return pointerType(m_arena, load->buffer->dtype, load->buffer->scopeText());
    }
    return value->dtype.isVoid() ? voidType(m_arena) : primType(m_arena, value->dtype);
}

Value Evaluator::funcAttrCall(CallSite& site)
{
    const Value* dict = argument(site, "attrs", 0);
    if (!dict)
        return fail(site.syntax->span, "missing-argument", "'func_attr' takes a dictionary");
    if (!m_function)
        return fail(site.syntax->span, "outside-function", "'func_attr' stands outside of a function");
    std::vector<DictEntry> entries;
    if (!attrDict(*dict, argumentSpan(site, dict), entries))
        return {};
    for (DictEntry& entry : entries) {
        if (entry.key.kind() == AttrValue::Kind::String)
            entry.key = AttrValue::ofString(currentKey(entry.key.text(), argumentSpan(site, dict)));
        const bool isKnown = std::ranges::any_of(
            m_function->attrs, [&](const DictEntry& known) { return known.key.text() == entry.key.text(); });
        if (isKnown)
            return fail(site.syntax->span, "duplicate-attribute",
                        "attribute '" + std::string(entry.key.text()) + "' is given twice");
        m_function->attrs.push_back(entry);
    }
    keep(site, m_function->attrs, "func_attr");
    return Value::ofNone();
}

Value Evaluator::methodCall(const Value& base, const Syntax& callee, CallSite& site)
{
    const std::string_view name = callee.text;
    const Span span = site.syntax->span;
    if (base.is(Value::Kind::Expr)) {
        const Expr* expr = base.expr();
        if (name == "astype") {
            const Value* wanted = argument(site, "dtype", 0);
            DType type;
            if (!wanted || !toDType(*wanted, argumentSpan(site, wanted), type))
                return {};
            return Value::ofExpr(constantOrCast(base, type, span));
        }
        if (name == "equal") {
            const Value* other = argument(site, "other", 0);
            return other ? comparison(Operator::Equal, base, *other, span, argumentSpan(site, other), span)
                         : Value();
        }
        if (const auto* load = as<BufferLoad>(expr); load && (name == "ptr_to" || name == "buffer"))
            return methodCall(Value::ofNode(Value::Kind::BufferObject, load->buffer), callee, site);
    }
    if (base.is(Value::Kind::Node) && asLayout(base.node))
        return fail(callee.nameSpan, "needs-tvm",
                    "TVM computes '" + std::string(name) + "' of a layout; write " +
                        (name == "apply"
                             ? "the indices that it gives"
                             : "the layout that it gives, as in 'T.TileLayout(T.S[(8, 16):(16, 1)])'"));
    const Buffer* buffer = base.buffer();
    if (!buffer)
        return fail(callee.nameSpan, "unknown-method",
                    std::string(describe(base.kind)) + " has no method '" + std::string(name) + "'");
    made(buffer, callee.base->span);
    if (name == "scope")
        return Value::ofText(Value::Kind::String, buffer->scopeText());
    if (name == "vload" || name == "ptr_to") {
        const Value* where = argument(site, name == "vload" ? "begin" : "indices", 0);
        const Value* wanted = name == "vload" ? argument(site, "dtype", 1) : nullptr;
        const Value* mask = name == "vload" ? argument(site, "predicate", 2) : nullptr;
        if (!where)
            return fail(span, "missing-argument", "'" + std::string(name) + "' needs indices");
        std::vector<const Expr*> indices;
        for (const Value& index : toSequence(*where))
            indices.push_back(toExpr(index, argumentSpan(site, where)));
        const Expr* predicate =
            mask && !mask->is(Value::Kind::None) ? toExpr(*mask, argumentSpan(site, mask)) : nullptr;
        if (std::ranges::find(indices, nullptr) != indices.end() || !hasRank(buffer, indices.size(), span))
            return {};
        DType type = buffer->dtype;
        if (wanted && !wanted->is(Value::Kind::None) && !toDType(*wanted, argumentSpan(site, wanted), type))
            return {};
        if (type.lanes != buffer->dtype.lanes && type.lanes > 1 && indices.back()->dtype.isScalar())
            indices.back() =
                made(m_arena.make<Ramp>(indices.back(), intImm(m_arena, indices.back()->dtype, 1),
                                        type.lanes / std::max(1, int(buffer->dtype.lanes))),
                     span);
        const Expr* element = load(buffer, indices, predicate, span);
        if (element && wanted && !wanted->is(Value::Kind::None) && element->dtype != type)
            return fail(argumentSpan(site, wanted), "type-mismatch",
                        "the element has type " + toString(element->dtype) + ", not " + toString(type));
        if (!element || name == "vload")
            return Value::ofExpr(element);
        return Value::ofExpr(made(callOp(m_arena, Handle, OpId::address_of, {element}), span));
    }
    if (name == "vstore") {
        const Value* where = argument(site, "begin", 0);
        const Value* value = argument(site, "value", 1);
        if (!where || !value)
            return fail(span, "missing-argument", "'vstore' takes indices and a value");
        return storeWith(site, buffer, *value, *where, argument(site, "predicate", 2));
    }
    if (name == "access_ptr")
        return accessPtr(buffer, site);
    if (name == "view" || name == "local" || name == "permute" || name == "partition") {
        const Buffer* view = viewOf(buffer, site);
        return Value::ofNode(Value::Kind::Buffer, view);
    }
    if (name == "with_dtype")
        return fail(callee.nameSpan, "needs-tvm",
                    "TVM makes the buffer of 'with_dtype'; write 'T.decl_buffer(shape, dtype, data=" +
                        std::string(buffer->name) + ".data)'");
    if (name == "offset_of" || name == "elem_offset_of" || name == "byte_offset_of")
        return fail(callee.nameSpan, "needs-tvm",
                    "TVM computes '" + std::string(name) + "' of a buffer; write the offset that it gives");
    return fail(callee.nameSpan, "unknown-method", "a buffer has no method '" + std::string(name) + "'");
}

/// `A.access_ptr("r", offset=…)`: a `tvm_access_ptr` over the whole buffer.
Value Evaluator::accessPtr(const Buffer* buffer, CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* maskValue = argument(site, "access_mask", 0);
    int64_t mask = 0;
    if (!maskValue)
        return fail(span, "missing-argument", "'access_ptr' needs an access mask");
    if (maskValue->is(Value::Kind::String))
        mask = (maskValue->text.find('r') != std::string_view::npos ? 1 : 0) +
               (maskValue->text.find('w') != std::string_view::npos ? 2 : 0);
    else if (!toInt(*maskValue, argumentSpan(site, maskValue), "the access mask", mask))
        return {};
    const Value* pointer = argument(site, "ptr_type", 1);
    const Value* lanes = argument(site, "content_lanes", 2);
    const Value* offsetValue = argument(site, "offset", 3);
    const Value* extentValue = argument(site, "extent", 4);
    int64_t laneCount = 1;
    if (lanes && !toInt(*lanes, argumentSpan(site, lanes), "the number of lanes", laneCount))
        return {};
    if (laneCount != 1 || (pointer && pointer->text != "handle"))
        return fail(span, "needs-tvm",
                    "TVM makes pointers to vectors and of other types; write 'T.tvm_access_ptr(…)' as it "
                    "prints them");
    const Expr* offset =
        offsetValue ? toExpr(*offsetValue, argumentSpan(site, offsetValue)) : int32(m_arena, 0);
    if (!offset)
        return {};
    if (!isConstInt(buffer->elemOffset, 0))
        offset = arithmetic(BinaryOp::Add, buffer->elemOffset, offset, span);
    const Expr* extent = nullptr;
    if (extentValue && !extentValue->is(Value::Kind::None)) {
        extent = toExpr(*extentValue, argumentSpan(site, extentValue));
    } else {
        extent = int32(m_arena, 1);
        for (const Expr* dimension : buffer->shape)
            extent = mul(m_arena, extent, dimension);
        if (offsetValue)
            extent = arithmetic(BinaryOp::Sub, extent, offset, span);
    }
    if (!extent)
        return {};
    const Expr* type = made(callOp(m_arena, buffer->dtype, OpId::type_annotation, {}), span);
    return Value::ofExpr(made(callOp(m_arena, Handle, OpId::tvm_access_ptr,
                                     {type, made(buffer->data, span), offset, extent, int32(m_arena, mask)}),
                              span));
}

} // namespace tir::script
