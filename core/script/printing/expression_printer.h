/// Prints expressions, calls, reductions, and the ranges and regions in them.

#pragma once

#include "core/script/printing/printer_part.h"

namespace tir::script {

class DeclarationPrinter;
class ValuePrinter;

class ExpressionPrinter : private PrinterPart {
public:
    ExpressionPrinter(PrintContext& context, ValuePrinter& values, DeclarationPrinter& declarations)
        : PrinterPart(context),
          m_values(values),
          m_declarations(declarations)
    {}

    // ---- print_expressions.cpp
    void expr(const Expr* expr);
    void operand(const Expr* operand, Binding loosest);
    void list(ExprList exprs, std::string_view open = "[", std::string_view close = "]");
    void indices(ExprList indices);
    const Expr* sum(const Expr* a, const Expr* b);

    // ---- print_calls.cpp
    /// The arguments by name at the end of a call.
    void unknownCallArguments(const Call& call, bool isFirst = false);

    // ---- print_reductions.cpp
    void reducer(const CommReducer& reducer);
    void indexMap(const IndexMap& map);
    void iterVar(const IterVar& axis);
    void range(const Range& range);
    void region(const BufferRegion& region);
    void predicate(const Predicate& predicate);

private:
    Binding bindingOf(const Expr* expr) const;
    bool isInfix(const Binary& binary) const;
    void binary(const Binary& binary);
    void integer(const IntImm& constant);
    void real(const FloatImm& constant);
    void text(const StringImm& constant);
    void negation(const Expr& value);
    void ramp(const Ramp& ramp);
    void let(const Let& let);
    void index(const Expr* index);
    void lanes(int lanes);
    void load(const BufferLoad& load, const Call* kept = nullptr);
    void call(const Call& call);
    void callArguments(const Call& call);
    void calleeName(const Call& call);
    void reduce(const Reduce& reduce);
    /// `isTuple`: the result is a tuple even when it is one.
    void lambda(VarList params, VarList more, ExprList results, bool isTuple);

    ValuePrinter& m_values;
    DeclarationPrinter& m_declarations;
};

} // namespace tir::script
