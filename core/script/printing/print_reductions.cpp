/// Reductions and their parts: reducers, lambdas, ranges and iteration variables.

#include "core/ir/make.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

namespace tir::script {

void ExpressionPrinter::lambda(VarList params, VarList more, ExprList results, bool isTuple)
{
    keyword("lambda ");
    size_t count = 0;
    for (const VarList& part : {params, more}) {
        for (const Var* param : part) {
            separator(count++);
            define(param, param->name);
            name(param);
        }
    }
    plain(": ");
    if (results.size() == 1 && !isTuple)
        expr(results[0]);
    else
        list(results, "(", results.size() == 1 ? ",)" : ")");
}

void ExpressionPrinter::reducer(const CommReducer& reducer)
{
    builtin("comm_reducer");
    plain("(");
    m_names.open(&reducer, frame().indent);
    lambda(reducer.lhs, reducer.rhs, reducer.result, false);
    m_names.close();
    plain(", ");
    list(reducer.identity);
    m_values.unknownArguments(reducer.kept);
    plain(")");
}

void ExpressionPrinter::reduce(const Reduce& reduce)
{
    builtin("reduce");
    plain("(");
    reducer(*reduce.combiner);
    plain(", source=");
    list(reduce.source);
    plain(", init=");
    list(reduce.init);
    plain(", axis=[");
    for (size_t i = 0; i < reduce.axis.size(); ++i) {
        separator(i);
        iterVar(*reduce.axis[i]);
    }
    plain("], condition=");
    expr(reduce.condition);
    plain(", value_index=");
    number(reduce.valueIndex);
    plain(")");
}

void ExpressionPrinter::indexMap(const IndexMap& map)
{
    builtin("index_map");
    plain("(");
    const auto mapping = [this](const IndexMap& given) {
        m_names.open(&given, frame().indent);
        lambda(given.initial, {}, given.final, true);
        m_names.close();
    };
    mapping(map);
    if (map.inverse) {
        plain(", inverse_index_map=");
        mapping(*map.inverse);
    }
    plain(")");
}

void ExpressionPrinter::range(const Range& range)
{
    builtin("Range");
    plain("(");
    expr(range.min);
    plain(", ");
    expr(sum(range.min, range.extent));
    m_values.unknownArguments(range.kept);
    plain(")");
}

void ExpressionPrinter::iterVar(const IterVar& axis)
{
    builtin("iter_var");
    plain("(");
    m_declarations.useVar(axis.var);
    plain(", ");
    if (axis.dom)
        range(*axis.dom);
    else
        keyword("None");
    plain(", ");
    string(toString(axis.iterType));
    plain(", ");
    string(axis.threadTag);
    m_values.unknownArguments(axis.kept);
    plain(")");
}

void ExpressionPrinter::region(const BufferRegion& region)
{
    const At at(*this, &region);
    m_declarations.bufferObject(region.buffer);
    plain("[");
    if (region.region.empty())
        plain("()");
    for (size_t i = 0; i < region.region.size(); ++i) {
        separator(i);
        const Range& bounds = *region.region[i];
        const At atRange(*this, &bounds);
        expr(bounds.min);
        if (!isConstInt(bounds.extent, 1)) {
            plain(":");
            expr(sum(bounds.min, bounds.extent));
        }
    }
    plain("]");
}

void ExpressionPrinter::predicate(const Predicate& predicate)
{
    const At at(*this, &predicate);
    const Expr* const results[] = {predicate.condition};
    m_names.open(&predicate, frame().indent);
    lambda(predicate.vars, {}, results, false);
    m_names.close();
}

} // namespace tir::script
