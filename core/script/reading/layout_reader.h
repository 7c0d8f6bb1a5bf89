/// Layouts: `T.TileLayout(T.S[(8, 4):(1 @ Axis.laneid, 1)] + T.R[2:4] + 64)` and the others. `@`, `T.S` and
/// `T.R` mean something nowhere else, so the specification is read from the syntax.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
class ExpressionReader;
class Names;

class LayoutReader : public ReaderPart {
public:
    LayoutReader(ReadContext& context, Names& names, Conversions& values, ExpressionReader& expressions,
                 CallReader& calls)
        : ReaderPart(context),
          m_names(names),
          m_values(values),
          m_expressions(expressions),
          m_calls(calls)
    {}

    Value layoutValue(const Syntax& syntax);
    static bool isLayoutCall(std::string_view path);
    Value tileLayoutCall(const Syntax& call);
    Value iterCall(CallSite& site);
    Value swizzleLayoutCall(CallSite& site);
    Value composeLayoutCall(CallSite& site);

private:
    struct TileSpec;
    bool tileSpec(const Syntax& syntax, TileSpec& spec);
    bool isTileSpec(const Syntax& syntax) const;
    bool tileIters(const Syntax& subscript, std::vector<const Iter*>& iters);
    const Expr* alongAxis(const Syntax& syntax, std::string_view& axis);
    const Expr* integerIn(const Syntax& syntax);
    Value tileFromIters(CallSite& site);

    Names& m_names;
    Conversions& m_values;
    ExpressionReader& m_expressions;
    CallReader& m_calls;
};

} // namespace tir::script
