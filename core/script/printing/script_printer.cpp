#include "core/script/printing/script_printer.h"

#include "core/script/printing/print_spans.h"

namespace tir::script {

void ScriptPrinter::fragment(const Expr& expr)
{
    m_context.isFragment = true;
    m_context.names.open(nullptr, "");
    m_expressions.expr(&expr);
    m_context.names.close();
}

} // namespace tir::script

namespace tir {

Place PrintedText::placeAt(uint32_t offset) const
{
    Place best = NoPlace;
    uint32_t bestSize = UINT32_MAX;
    for (Place place = 0; place < placeSpans.size(); ++place) {
        const Span span = placeSpans[place];
        // Of equal stretches the inner place, which comes later, is meant.
        if (span.begin <= offset && offset < span.end && span.end - span.begin <= bestSize) {
            best = place;
            bestSize = span.end - span.begin;
        }
    }
    return best;
}

std::string printScript(const Module& module, const PrintOptions& options)
{
    script::ScriptPrinter printer(nullptr, options);
    printer.module(module);
    return printer.take(0).text;
}

PrintedText printWithPlaces(const Module& module, const PlaceTable& places, const PrintOptions& options)
{
    script::ScriptPrinter printer(&places, options);
    printer.module(module);
    return printer.take(places.size());
}

PrintedText printWithSpans(const Module& module, const PlaceTable& places, const PrintOptions& options)
{
    script::ScriptPrinter printer(&places, options, false);
    printer.module(module);
    return printer.take(places.size());
}

std::string printExpr(const Expr& expr)
{
    script::ScriptPrinter printer(nullptr, {});
    printer.fragment(expr);
    return printer.take(0).text;
}

} // namespace tir
