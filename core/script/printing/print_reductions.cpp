/// Reductions and their parts: reducers, lambdas, ranges and iteration variables.

#include "core/script/printing/script_printer.h"

namespace tir::script {

void ScriptPrinter::lambda(VarList params, VarList more, ExprList results, bool isTuple)
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

void ScriptPrinter::reducer(const CommReducer& reducer)
{
    builtin("comm_reducer");
    plain("(");
    m_names.open(&reducer, frame().indent);
    lambda(reducer.lhs, reducer.rhs, reducer.result, false);
    m_names.close();
    plain(", ");
    list(reducer.identity);
    unknownArguments(reducer.kept);
    plain(")");
}

void ScriptPrinter::reduce(const Reduce& reduce)
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

void ScriptPrinter::indexMap(const IndexMap& map)
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

void ScriptPrinter::range(const Range& range)
{
    builtin("Range");
    plain("(");
    expr(range.min);
    plain(", ");
    expr(sum(range.min, range.extent));
    unknownArguments(range.kept);
    plain(")");
}

void ScriptPrinter::iterVar(const IterVar& axis)
{
    builtin("iter_var");
    plain("(");
    useVar(axis.var);
    plain(", ");
    if (axis.dom)
        range(*axis.dom);
    else
        keyword("None");
    plain(", ");
    string(toString(axis.iterType));
    plain(", ");
    string(axis.threadTag);
    unknownArguments(axis.kept);
    plain(")");
}

} // namespace tir::script
