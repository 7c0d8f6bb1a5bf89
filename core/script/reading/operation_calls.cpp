#include "core/script/reading/operation_calls.h"

#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/builtins.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/suggestion.h"
#include "core/script/syntax/literal.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <ranges>

namespace tir::script {
namespace {

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found;
    for (const auto word : std::views::split(text, ' '))
        if (!word.empty())
            found.emplace_back(word.begin(), word.end());
    return found;
}

} // namespace

DType OperationCalls::resultType(const Op& op, const std::vector<const Expr*>& args)
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

Dict OperationCalls::namedArguments(CallSite& site, std::vector<const Expr*>& args)
{
    std::vector<AttrValue> names;
    std::vector<DictEntry> kept;
    for (CallSite::Named& named : site.named) {
        named.isUsed = true;
        const std::string name(named.name.text);
        const Value& value = named.value;
        const bool isObject =
            value.is(Value::Kind::Dict) ||
            (value.is(Value::Kind::Node) && !value.buffer() && !as<BufferRegion>(value.node));
        if (isObject) { // no expression, so it is beside them
            kept.push_back({AttrValue::ofString(m_arena.intern(std::string(UnknownPrefix) + name)),
                            m_values.unknownValue(m_values.attrValue(value, named.syntax->span))});
            continue;
        }
        args.push_back(m_values.anyArgument(value, named.syntax->span));
        names.push_back(AttrValue::ofString(m_arena.intern(name)));
    }
    if (!names.empty())
        kept.push_back({AttrValue::ofString(UnknownNames), AttrValue::ofList(m_arena.copy(names))});
    return m_arena.copy(kept);
}

/// A call of an unknown operation: all its arguments, whatever they are, and the names of those
/// that have one.
Value OperationCalls::unknownCall(CallSite& site, DType type)
{
    std::vector<const Expr*> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(m_values.anyArgument(site.args[i], site.argSyntax[i]->span));
    const Dict annotations = namedArguments(site, args);
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const Op* op = opNamed(m_arena, m_arena.intern(site.path));
    return Value::ofExpr(
        made(m_arena.make<Call>(type, op, m_arena.copy(args), annotations), site.syntax->span));
}

/// A packed function takes a buffer as a description of a tensor.
const Expr* OperationCalls::arrayArgument(const Buffer* buffer, Span span)
{
    const auto shapeOf = [&](ExprList extents) {
        return made(callOp(m_arena, Handle, OpId::tvm_stack_make_shape,
                           std::vector<const Expr*>(extents.begin(), extents.end())),
                    span);
    };
    const Expr* strides = int32(m_arena, 0);
    if (!buffer->strides.empty())
        strides = shapeOf(buffer->strides);
    return made(callOp(m_arena, Handle, OpId::tvm_stack_make_array,
                       {made(buffer->data, span), shapeOf(buffer->shape), strides,
                        int32(m_arena, int64_t(buffer->shape.size())), constant(m_arena, buffer->dtype, 0),
                        buffer->elemOffset}),
                span);
}

Value OperationCalls::callWithUnknownArguments(CallSite& site, DType type, std::string_view path)
{
    std::vector<DictEntry> kept;
    const size_t errors = m_context.errors.size();
    site.keepUnknown(kept);
    if (m_context.errors.size() != errors)
        return {};
    site.path = m_arena.intern(std::string(UnknownOpPrefix) + std::string(path.empty() ? site.path : path));
    return unknownCall(site, type);
}

/// The same for a method, which becomes an operation: `x.astype("int8", color=1)` is kept as `T.Cast("int8", x,
/// color=1)`.
Value OperationCalls::methodWithUnknownArguments(const Value& result, const Value& base, CallSite& site)
{
    const Expr* value = result.expr();
    if (!value || !site.hasUnknown()) {
        if (!result.is(Value::Kind::Error))
            site.finish();
        return result;
    }
    std::string_view path = "vload";
    std::string_view taken; // by the operation, whose arguments have names, too
    std::vector<Value> args{result};
    if (site.path == "astype") {
        path = "Cast";
        taken = "dtype value";
        args = {Value::ofText(Value::Kind::String, m_arena.intern(toString(value->dtype))), base};
    } else if (site.path == "equal") {
        path = "EQ";
        taken = "a b";
        args = {base, *site.argument("other", 0)};
    } else if (const auto* call = as<Call>(value)) { // a pointer
        path = call->op->printedName;
        taken = call->op->parameters;
        args.clear();
        for (const Expr* arg : call->args)
            args.push_back(Value::ofExpr(arg));
    }
    std::erase_if(site.named, &CallSite::Named::isUsed);
    for (const CallSite::Named& named : site.named)
        for (const std::string_view name : words(taken))
            if (named.name.text == name)
                return fail(named.name.span, "unknown-argument",
                            quoted(site.path) + " has no argument " + quoted(name));
    site.args = std::move(args);
    site.argSyntax.assign(site.args.size(), site.syntax);
    site.positions = site.args.size();
    return callWithUnknownArguments(site, value->dtype, path);
}

/// Appends the arguments that are given by name to the others, in the order of the operation; false if the position of
/// one is not known, or if an earlier one is missing, for which only TVM knows a default.
bool OperationCalls::placeNamedArguments(CallSite& site, const Op& op)
{
    size_t left = size_t(std::ranges::count(site.named, false, &CallSite::Named::isUsed));
    if (left == 0)
        return true;
    const size_t given = site.args.size();
    size_t place = 0;
    bool isPlace = true;
    for (const std::string_view name : words(op.parameters)) {
        isPlace = isPlace && !name.starts_with('*');
        if (name.starts_with('*') || (name == "dtype" && op.dtypePosition != DTypePosition::None))
            continue;
        site.accepted.push_back(name);
        const auto named = std::ranges::find(
            site.named, name, [](const CallSite::Named& argument) { return argument.name.text; });
        if (named != site.named.end() && isPlace && place == site.args.size()) {
            site.args.push_back(named->value);
            site.argSyntax.push_back(named->syntax);
            --left;
        }
        ++place;
    }
    if (left == 0)
        return true;
    site.args.resize(given);
    site.argSyntax.resize(given);
    // Known arguments need no remark.
    for (CallSite::Named& named : site.named)
        named.isUsed = std::ranges::find(site.accepted, named.name.text) != site.accepted.end();
    return false;
}

/// Takes the type of the result from the arguments; false after an error. A program that was written for TVM's
/// constructor may lack a type that a print has.
bool OperationCalls::takeType(CallSite& site, const Op& op, std::optional<DType>& type)
{
    if (op.dtypePosition == DTypePosition::None)
        return true;
    DType found;
    if (const Value* named = site.keyword("dtype")) {
        if (!m_values.toDType(*named, site.spanOf(named), found))
            return false;
    } else if (site.args.empty()) {
        return true;
    } else {
        const size_t at = op.dtypePosition == DTypePosition::First ? 0 : site.args.size() - 1;
        const Value& written = site.args[at];
        const bool isType = written.is(Value::Kind::Type) ||
                            (written.is(Value::Kind::String) &&
                             (dtypeFromString(written.text) || looksLikeDType(written.text)));
        const bool isOptional =
            !op.parameters.empty() && op.parameters.find("dtype") == std::string_view::npos;
        if (!isType && isOptional) {
            type = op.is(OpId::dp4a) ? Int32 : Void;
            return true;
        }
        if (!m_values.toDType(written, site.argSyntax[at]->span, found))
            return false;
        site.args.erase(site.args.begin() + ptrdiff_t(at));
        site.argSyntax.erase(site.argSyntax.begin() + ptrdiff_t(at));
    }
    type = found;
    return true;
}

/// Of a misspelled operation or builtin; empty if there is none. Searched once for each name: dumps of other compilers
/// repeat theirs.
std::string_view OperationCalls::nameMeant(std::string_view path)
{
    constexpr size_t Shortest = 6; // any short name is close to another one
    if (path.size() < Shortest)
        return {};
    const auto [found, isNew] = m_namesMeant.try_emplace(path);
    if (isNew) {
        std::vector<std::string_view> known = builtinNames();
        for (const Op& op : allOps())
            known.push_back(op.printedName);
        found->second = closestName(path, known);
    }
    return found->second;
}

/// Every `T.<dotted name>(…)` that is not a known constructor: an operation with its arguments as they are.
Value OperationCalls::opCall(CallSite& site)
{
    const Span span = site.syntax->span;
    if (site.path.empty())
        return fail(span, "not-callable", "'T' is not a function, expected an operation of it");
    const Op* op = findPrintedOp(site.path);
    if (!op)
        op = findOp(site.path);
    if (site.path == "launch_thread" || site.path == "attr" || site.path == "hint")
        return fail(span, "misplaced-frame",
                    quoted(site.path) + " opens a scope: write it on a line of its own or after 'with'");
    if (!op) {
        const std::string meant(nameMeant(site.path));
        note(span, "unknown-operation",
             quoted(site.path) + " is not an operation that TVM registers; it is kept as it is" +
                 (meant.empty() ? "" : "; did you mean " + quoted(meant) + "?"));
        return unknownCall(site, Int32);
    }

    const std::vector<Value> givenArgs = site.named.empty() ? std::vector<Value>() : site.args;
    const std::vector<const Syntax*> givenSyntax =
        site.named.empty() ? std::vector<const Syntax*>() : site.argSyntax;
    std::optional<DType> type;
    if (!takeType(site, *op, type))
        return {};
    const bool isWhole = placeNamedArguments(site, *op);
    // `T.call_llvm_pure_intrin("float32x4", "llvm.fma", …)` and all other arguments.
    std::vector<const Expr*> args;
    const bool isPacked = op->is(OpId::tvm_call_packed) || op->is(OpId::tvm_call_cpacked);
    for (size_t i = 0; i < site.args.size(); ++i) {
        const Span at = site.argSyntax[i]->span;
        const bool isArray = isPacked && site.args[i].buffer() &&
                             !(site.args[i].is(Value::Kind::Buffer) && isScalarBuffer(site.args[i].buffer()));
        args.push_back(isArray ? arrayArgument(site.args[i].buffer(), at)
                               : m_values.callArgument(site.args[i], at));
    }
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    if (op->result == ResultRule::Operands && args.size() >= 2) {
        const DType typeA = args[0]->dtype;
        args[0] = m_values.withType(args[0], args[1]->dtype, span);
        args[1] = m_values.withType(args[1], typeA, span);
        if (!matchTypes(m_arena, args[0], args[1]))
            return fail(span, "type-mismatch",
                        "operands of types " + toString(args[0]->dtype) + " and " + toString(args[1]->dtype) +
                            " do not go together");
    }
    if (!type)
        type = resultType(*op, args);
    if (!isWhole) {
        site.args = givenArgs;
        site.argSyntax = givenSyntax;
        return callWithUnknownArguments(site, *type);
    }
    return Value::ofExpr(made(m_arena.make<Call>(*type, op, m_arena.copy(args)), span));
}

/// `T.cuda.func_call("f", x, source_code="…", return_type="int32")`: the source is the last argument.
Value OperationCalls::cudaFuncCall(CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* name = site.argument("func_name", 0);
    const Value* source = site.keyword("source_code");
    const Value* wanted = site.keyword("return_type");
    DType type = Void;
    if (wanted && !m_values.toDType(*wanted, site.spanOf(wanted), type))
        return {};
    if (!name || !source)
        return fail(span, "missing-argument",
                    "'func_call' takes the name of a function, and its source by name");
    std::vector<const Expr*> args{m_values.callArgument(*name, site.spanOf(name))};
    for (size_t i = 1; i < site.args.size(); ++i)
        args.push_back(m_values.callArgument(site.args[i], site.argSyntax[i]->span));
    args.push_back(m_values.callArgument(*source, site.spanOf(source)));
    site.positions = site.args.size();
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    return Value::ofExpr(made(callOp(m_arena, type, OpId::cuda_func_call, args), span));
}

/// `T.call_intrin("float32", "tirx.exp", x)`.
Value OperationCalls::intrinsicCall(CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* wanted = site.keyword("dtype");
    const size_t first = wanted ? 0 : 1;
    if (!wanted && !site.args.empty())
        wanted = &site.args[0];
    DType type;
    std::string_view name;
    if (!wanted || site.args.size() <= first)
        return fail(span, "missing-argument", "'call_intrin' takes a data type and the name of an operation");
    if (!m_values.toDType(*wanted, site.spanOf(wanted), type) ||
        !m_values.toText(site.args[first], site.argSyntax[first]->span, "the operation", name))
        return {};
    std::vector<const Expr*> args;
    for (size_t i = first + 1; i < site.args.size(); ++i)
        args.push_back(m_values.callArgument(site.args[i], site.argSyntax[i]->span));
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const std::string today =
        name.starts_with("tir.") ? "tirx." + std::string(name.substr(4)) : std::string(name);
    return Value::ofExpr(
        made(m_arena.make<Call>(type, opNamed(m_arena, m_arena.intern(today)), m_arena.copy(args)), span));
}

/// `T.Call("dtype", "tirx.op", [args], annotations={…})`: a call with its annotations.
Value OperationCalls::genericCall(CallSite& site)
{
    const Value* wanted = site.argument("dtype", 0);
    const Value* callee = site.argument("op", 1);
    const Value* given = site.argument("args", 2);
    const Value* notes = site.argument("annotations", 3);
    const Span span = site.syntax->span;
    if (!wanted || !callee || !given)
        return fail(span, "missing-argument", "'Call' takes a data type, an operation and its arguments");
    DType type;
    if (!m_values.toDType(*wanted, site.spanOf(wanted), type))
        return {};
    std::vector<const Expr*> args;
    for (const Value& item : m_values.toSequence(*given))
        args.push_back(m_values.callArgument(item, site.spanOf(given)));
    std::vector<DictEntry> annotations;
    if (std::ranges::find(args, nullptr) != args.end() ||
        (notes && !m_values.attrDict(*notes, site.spanOf(notes), annotations)))
        return {};
    const Dict dict = m_arena.copy(annotations);
    if (callee->is(Value::Kind::Function))
        return Value::ofExpr(
            made(m_arena.make<Call>(type, as<GlobalVar>(callee->node), m_arena.copy(args), dict), span));
    std::string_view name;
    if (!m_values.toText(*callee, site.spanOf(callee), "the operation", name))
        return {};
    if (!isDottedName(name))
        return fail(site.spanOf(callee), "bad-operation",
                    quoted(name) + " names no operation, expected something like \"tirx.exp\"");
    return Value::ofExpr(
        made(m_arena.make<Call>(type, opNamed(m_arena, name), m_arena.copy(args), dict), span));
}

} // namespace tir::script
