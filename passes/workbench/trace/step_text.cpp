#include "passes/workbench/trace/step_text.h"

#include "core/script/printing/print_spans.h"

namespace tir {

std::optional<Span> StepText::spanOf(Place place) const
{
    while (place != NoPlace && place < places.size()) {
        if (place < spans.size() && !spans[place].isEmpty())
            return spans[place];
        place = places[place].parent;
    }
    return std::nullopt;
}

std::optional<Span> StepText::spanOf(const Node* node) const
{
    if (!node)
        return std::nullopt;
    const Place own = places.firstPlaceOf(node);
    return spanOf(own != NoPlace ? own : places.firstPlaceMadeFrom(node));
}

Diagnostics StepText::placed(Diagnostics diagnostics) const
{
    for (Diagnostic& diagnostic : diagnostics) {
        if (!diagnostic.span)
            diagnostic.span = spanOf(diagnostic.place);
        for (DiagnosticNote& note : diagnostic.notes)
            if (!note.span)
                note.span = spanOf(note.place);
    }
    return diagnostics;
}

StepText sourceText(const OpenedProgram& program)
{
    return {.source = program.source,
            .places = PlaceTable(program.module()),
            .spans = program.parsed->spans.list()};
}

StepText printedText(const Module& module, const std::string& name, const PrintOptions& options)
{
    StepText text{.source = {}, .places = PlaceTable(module), .spans = {}};
    PrintedText printed = printWithSpans(module, text.places, options);
    text.source = SourceText(name, std::move(printed.text));
    text.spans = std::move(printed.placeSpans);
    return text;
}

std::string stepName(const std::string& program, size_t number, const std::string& pass)
{
    return program + "@" + std::to_string(number) + (pass.empty() ? "" : ":" + pass);
}

} // namespace tir
