/// Calls of operations: which arguments they take, and of what type they are; those that nobody knows are
/// kept.

#include "core/ir/make.h"
#include "core/script/evaluator.h"
#include "core/script/kept_arguments.h"

#include <algorithm>
#include <ranges>

namespace tir::script {
namespace {

/// A buffer of one element stands for that element.
bool isElementBuffer(const Value& value)
{
    const Buffer* buffer = value.buffer();
    return value.is(Value::Kind::Buffer) && buffer->shape.size() == 1 && isConstInt(buffer->shape[0], 1);
}

} // namespace

/// What an operation takes: an expression, or a buffer as its data.
const Expr* Evaluator::callArgument(const Value& value, Span span)
{
    if (const Buffer* buffer = value.buffer()) {
        return isElementBuffer(value) ? toExpr(value, span) : made(buffer->data, span);
    }
    if (value.is(Value::Kind::Type))
        if (const auto* type = as<PrimType>(value.type()))
            return made(stringImm(m_arena, toString(type->dtype)), span);
    return toExpr(value, span);
}

DType Evaluator::resultType(const Op& op, const std::vector<const Expr*>& args, const CallSite&)
{
    const auto at = [&](size_t index) { return index < args.size() ? args[index]->dtype : Int32; };
    switch (op.result) {
    case ResultRule::Unknown:
    case ResultRule::Printed:
    case ResultRule::Int32:
        return Int32;
    case ResultRule::Void:
        return Void;
    case ResultRule::Handle:
        return Handle;
    case ResultRule::Bool:
        return args.empty() ? Bool : Bool.withLanes(args[0]->dtype.lanes);
    case ResultRule::Int64:
        return Int64;
    case ResultRule::UInt32:
        return UInt32;
    case ResultRule::UInt64:
        return UInt64;
    case ResultRule::Float32:
        return Float32;
    case ResultRule::FirstArg:
    case ResultRule::Operands:
        return at(0);
    case ResultRule::SecondArg:
    case ResultRule::Branches:
        return at(1);
    }
    return Int32;
}

const Expr* Evaluator::withType(const Expr* value, DType type, Span span)
{
    const auto* call = as<Call>(value);
    if (!call || !call->op || call->dtype != Int32 || type.isVoid())
        return value;
    const bool isUntold = call->op->result == ResultRule::Unknown || call->isOp("tirx.tvm_call_packed") ||
                          call->isOp("tirx.tvm_call_cpacked");
    return isUntold ? made(m_arena.make<Call>(type, call->op, call->args, call->annotations), span) : value;
}

Dict Evaluator::namedArguments(CallSite& site, std::vector<const Expr*>& args)
{
    std::vector<AttrValue> names;
    for (CallSite::Named& named : site.named) {
        args.push_back(anyArgument(named.value, named.syntax->span));
        names.push_back(AttrValue::ofString(m_arena.intern(named.name.text)));
        named.isUsed = true;
    }
    const DictEntry kept{AttrValue::ofString(KeptNames), AttrValue::ofList(m_arena.copy(names))};
    return names.empty() ? Dict() : m_arena.copy(std::span<const DictEntry>(&kept, 1));
}

/// A call of an operation that nobody knows: all its arguments, whatever they are, and the names of those
/// that have one.
Value Evaluator::unknownCall(CallSite& site, DType type)
{
    std::vector<const Expr*> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(anyArgument(site.args[i], site.argSyntax[i]->span));
    const Dict annotations = namedArguments(site, args);
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const Op* op = opNamed(m_arena, m_arena.intern(site.path));
    return Value::ofExpr(
        made(m_arena.make<Call>(type, op, m_arena.copy(args), annotations), site.syntax->span));
}

/// A packed function takes a buffer as a description of a tensor.
const Expr* Evaluator::arrayArgument(const Buffer* buffer, Span span)
{
    const auto shapeOf = [&](ExprList extents) {
        return made(callOp(m_arena, Handle, "tirx.tvm_stack_make_shape",
                           std::vector<const Expr*>(extents.begin(), extents.end())),
                    span);
    };
    const Expr* strides = int32(m_arena, 0);
    if (!buffer->strides.empty())
        strides = shapeOf(buffer->strides);
    return made(callOp(m_arena, Handle, "tirx.tvm_stack_make_array",
                       {made(buffer->data, span), shapeOf(buffer->shape), strides,
                        int32(m_arena, int64_t(buffer->shape.size())), constant(m_arena, buffer->dtype, 0),
                        buffer->elemOffset}),
                span);
}

Value Evaluator::keptCall(CallSite& site, DType type, std::string_view path)
{
    std::vector<DictEntry> kept;
    const size_t errors = m_diagnostics.size();
    keep(site, kept);
    if (m_diagnostics.size() != errors)
        return {};
    if (!path.empty())
        site.path = path;
    return unknownCall(site, type);
}

/// The same for a method. What it means is an operation already, or becomes one: `x.astype("int8", color=1)`
/// is kept as `T.Cast("int8", x, color=1)`.
Value Evaluator::keptMethod(const Value& result, const Value& base, CallSite& site)
{
    const Expr* value = result.expr();
    if (!value || std::ranges::all_of(site.named, &CallSite::Named::isUsed)) {
        if (!result.is(Value::Kind::Error))
            finish(site);
        return result;
    }
    std::string_view path = LoadOp;
    std::vector<Value> args{result};
    if (const auto* call = as<Call>(value)) {
        path = call->op->printedName;
        args.clear();
        for (const Expr* arg : call->args)
            args.push_back(Value::ofExpr(arg));
    } else if (site.path == "astype") {
        path = "Cast";
        args = {Value::ofText(Value::Kind::String, m_arena.intern(toString(value->dtype))), base};
    } else if (site.path == "equal") {
        path = "EQ";
        args = {base, *argument(site, "other", 0)};
    }
    std::erase_if(site.named, &CallSite::Named::isUsed);
    site.args = std::move(args);
    site.argSyntax.assign(site.args.size(), site.syntax);
    return keptCall(site, value->dtype, path);
}

/// Whether all arguments that are given by name have a place among the others.
bool Evaluator::namesHavePlaces(CallSite& site, const Op& op)
{
    if (site.named.empty())
        return true;
    size_t withPlace = keyword(site, "dtype") ? 1 : 0;
    bool isPlace = true;
    for (const auto word : std::views::split(op.parameters, ' ')) {
        const std::string_view name(word.begin(), word.end());
        isPlace = isPlace && !name.starts_with('*');
        if (name != "dtype" && keyword(site, name) && isPlace)
            ++withPlace;
    }
    return withPlace == site.named.size();
}

/// Appends the arguments that are given by name, in the order of the operation; false after an error.
bool Evaluator::placeNamedArguments(CallSite& site, const Op& op, std::vector<const Expr*>& args)
{
    size_t place = 0;
    for (const auto word : std::views::split(op.parameters, ' ')) {
        const std::string_view name(word.begin(), word.end());
        if (name == "dtype")
            continue;
        const auto given =
            std::ranges::find(site.named, name, [](const CallSite::Named& named) { return named.name.text; });
        if (given != site.named.end() && place == args.size()) {
            args.push_back(callArgument(given->value, given->syntax->span));
        } else if (given != site.named.end()) {
            const bool isTwice = place < args.size();
            fail(given->syntax->span, isTwice ? "duplicate-argument" : "missing-argument",
                 "argument '" + std::string(name) +
                     (isTwice ? "' is given twice, by position and by name"
                              : "' is given without the one before it"));
            return false;
        }
        ++place;
    }
    return true;
}

/// Every `T.<dotted name>(…)` that is no known constructor: an operation with its arguments as they stand.
Value Evaluator::opCall(CallSite& site)
{
    const Span span = site.syntax->span;
    if (site.path.empty())
        return fail(span, "not-callable", "'T' is no function, expected an operation of it");
    const Op* op = findPrintedOp(site.path);
    if (site.path == "launch_thread" || site.path == "attr" || site.path == "hint")
        return fail(span, "misplaced-frame",
                    "'" + std::string(site.path) +
                        "' opens a scope: it stands on a line of its own or after 'with'");
    if (!op) {
        note(span, "unknown-operation",
             "'" + std::string(site.path) + "' is no operation that TVM registers; it is kept as it stands");
        return unknownCall(site, Int32);
    }

    const bool isWhole = namesHavePlaces(site, *op);
    DType type = Int32;
    bool hasType = false;
    size_t first = 0;
    size_t last = site.args.size();
    if (const Value* given = keyword(site, "dtype")) {
        if (!toDType(*given, argumentSpan(site, given), type))
            return {};
        hasType = true;
    } else if (op->dtypePosition != DTypePosition::None && !site.args.empty()) {
        const bool isFirst = op->dtypePosition == DTypePosition::First;
        const Value& written = isFirst ? site.args.front() : site.args.back();
        // A program that gives other arguments by name may have been written for TVM's wrapper, without a
        // type.
        hasType = isWhole || written.is(Value::Kind::String) || written.is(Value::Kind::Type);
        if (hasType &&
            !toDType(written, (isFirst ? site.argSyntax.front() : site.argSyntax.back())->span, type))
            return {};
        first = hasType && isFirst ? 1 : 0;
        last -= hasType && !isFirst ? 1 : 0;
    }

    // `T.call_llvm_pure_intrin("float32x4", "llvm.fma", …)` and all other arguments.
    std::vector<const Expr*> args;
    const bool isPacked = op->is("tirx.tvm_call_packed") || op->is("tirx.tvm_call_cpacked");
    for (size_t i = first; i < last; ++i) {
        const Span at = site.argSyntax[i]->span;
        const bool isArray = isPacked && site.args[i].buffer() && !isElementBuffer(site.args[i]);
        args.push_back(isArray ? arrayArgument(site.args[i].buffer(), at) : callArgument(site.args[i], at));
    }
    if (isWhole && !site.named.empty() && !placeNamedArguments(site, *op, args))
        return {};
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    if (!isWhole)
        return keptCall(site, hasType ? type : resultType(*op, args, site));
    if (op->result == ResultRule::Operands && args.size() >= 2) {
        const DType typeA = args[0]->dtype;
        args[0] = withType(args[0], args[1]->dtype, span);
        args[1] = withType(args[1], typeA, span);
        if (!matchTypes(m_arena, args[0], args[1]))
            return fail(span, "type-mismatch",
                        "operands of types " + toString(args[0]->dtype) + " and " + toString(args[1]->dtype) +
                            " do not go together");
    }
    if (!hasType)
        type = resultType(*op, args, site);
    return Value::ofExpr(made(m_arena.make<Call>(type, op, m_arena.copy(args)), span));
}

/// `T.cuda.func_call("f", x, source_code="…", return_type="int32")`: the source is the last argument.
Value Evaluator::cudaFuncCall(CallSite& site)
{
    const Value* source = keyword(site, "source_code");
    const Value* wanted = keyword(site, "return_type");
    DType type = Void;
    if (wanted && !toDType(*wanted, argumentSpan(site, wanted), type))
        return {};
    std::vector<const Expr*> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(callArgument(site.args[i], site.argSyntax[i]->span));
    if (source)
        args.push_back(callArgument(*source, argumentSpan(site, source)));
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    return Value::ofExpr(made(callOp(m_arena, type, "tirx.cuda_func_call", args), site.syntax->span));
}

} // namespace tir::script
