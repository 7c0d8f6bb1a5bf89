/// Loads and calls, with their unknown arguments.

#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isNames(const AttrValue& names, const Call& call)
{
    return names.items().size() <= call.args.size() &&
           std::ranges::all_of(names.items(), [](const AttrValue& name) {
               return name.kind() == AttrValue::Kind::String && isArgumentName(name.text());
           });
}

/// Whether a call has unknown arguments by name, and nothing else beside its arguments.
bool isKeptCall(const Call& call)
{
    return !call.annotations.empty() && !(call.op && findOp(call.op->name)) &&
           std::ranges::all_of(call.annotations, [&](const DictEntry& entry) {
               return isKept(entry) || (entry.key.text() == UnknownNames && isNames(entry.value, call));
           });
}

/// The names of its last arguments.
std::span<const AttrValue> keptNames(const Call& call)
{
    const auto names = std::ranges::find(call.annotations, UnknownNames,
                                         [](const DictEntry& entry) { return entry.key.text(); });
    return isKeptCall(call) && names != call.annotations.end() ? names->value.items()
                                                               : std::span<const AttrValue>();
}

} // namespace

/// `kept`: the element is its first argument, and its last ones are the unknown arguments of the load.
void ExpressionPrinter::load(const BufferLoad& load, const Call* kept)
{
    {
        const At at(*this, load.buffer);
        m_declarations.useBuffer(load.buffer);
    }
    if (load.predicate || kept) {
        plain(".");
        token(TokenKind::Builtin, "vload");
        plain("(");
        list(load.indices);
        if (load.predicate) {
            plain(", predicate=");
            expr(load.predicate);
        }
        if (kept)
            unknownCallArguments(*kept);
        plain(")");
    } else if (!isBareElement(*load.buffer, load.indices)) {
        indices(load.indices);
    }
}

void ExpressionPrinter::calleeName(const Call& call)
{
    if (call.function) {
        if (!m_context.moduleName.empty()) {
            plain(m_context.moduleName);
            plain(".");
        }
        token(TokenKind::Function, call.function->name, call.function);
        return;
    }
    builtin(call.op->printedName);
}

void ExpressionPrinter::call(const Call& call)
{
    const bool isNone = call.isUnlistedOp(NoneOp) && call.args.empty();
    if (isNone || call.isUnlistedOp(ListOp) || call.isUnlistedOp(TupleOp)) {
        if (isNone)
            keyword("None");
        else
            list(call.args, call.op->isUnlisted(ListOp) ? "[" : "(",
                 call.op->isUnlisted(ListOp) ? "]"
                 : call.args.size() == 1     ? ",)"
                                             : ")");
        return;
    }
    if (const auto* load =
            call.isUnlistedOp(LoadOp) && !call.args.empty() ? as<BufferLoad>(call.args[0]) : nullptr) {
        this->load(*load, &call);
        return;
    }
    if (!call.annotations.empty() && !isKeptCall(call)) {
        builtin("Call");
        plain("(");
        m_values.dtypeText(call.dtype);
        plain(", ");
        if (call.op)
            string(call.op->name);
        else
            calleeName(call);
        plain(", ");
        list(call.args);
        plain(", annotations=");
        m_values.dict(call.annotations);
        plain(")");
        return;
    }
    calleeName(call);
    plain("(");
    callArguments(call);
    plain(")");
}

/// The arguments by name at the end of a call.
void ExpressionPrinter::unknownCallArguments(const Call& call, bool isFirst)
{
    const std::span<const AttrValue> names = keptNames(call);
    for (size_t i = 0; i < names.size(); ++i) {
        plain(i == 0 && isFirst ? "" : ", ");
        plain(names[i].text());
        plain("=");
        expr(call.args[call.args.size() - names.size() + i]);
    }
    if (isKeptCall(call))
        m_values.unknownArguments(call.annotations, {}, isFirst && names.empty());
}

void ExpressionPrinter::callArguments(const Call& call)
{
    size_t count = 0;
    const DTypePosition position = call.op ? call.op->dtypePosition : DTypePosition::None;
    if (position == DTypePosition::First) {
        m_values.dtypeText(call.dtype);
        ++count;
    }
    ExprList args = call.args;
    const bool hasSource = call.isOp(OpId::cuda_func_call) && args.size() > 1;
    if (hasSource)
        args = args.first(args.size() - 1);
    for (const Expr* arg : args.first(args.size() - keptNames(call).size())) {
        separator(count++);
        expr(arg);
    }
    unknownCallArguments(call, count == 0);
    if (position == DTypePosition::Last) {
        separator(count);
        m_values.dtypeText(call.dtype);
    }
    if (!hasSource)
        return;
    separator(count);
    plain("source_code=");
    const auto* source = as<StringImm>(call.args.back());
    if (source)
        string(source->value);
    else
        expr(call.args.back());
    if (!call.dtype.isVoid()) {
        plain(", return_type=");
        m_values.dtypeText(call.dtype);
    }
}

} // namespace tir::script
