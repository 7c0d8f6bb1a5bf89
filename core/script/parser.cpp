#include "core/script/parser.h"

#include "core/script/evaluator.h"
#include "core/script/lexer.h"
#include "core/script/place_spans.h"
#include "core/script/read_progress.h"
#include "core/script/reporting.h"

#include <algorithm>

namespace tir {
namespace {

/// More than anyone reads; a broken file can have one at every token.
constexpr size_t MaxDiagnostics = 100;

void sortAndLimit(Diagnostics& diagnostics)
{
    std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& diagnostic) {
        return diagnostic.span ? diagnostic.span->begin : UINT32_MAX;
    });
    if (diagnostics.size() <= MaxDiagnostics)
        return;
    const size_t more = diagnostics.size() - MaxDiagnostics;
    const bool isBounded = diagnostics.size() >= script::MaxReported;
    diagnostics.resize(MaxDiagnostics);
    diagnostics.push_back(error("too-many-errors", std::string(isBounded ? "and at least " : "and ") +
                                                       std::to_string(more) + " more errors"));
}

} // namespace

Result<ParsedModule> parseModule(const SourceText& source, const ParseOptions& options)
{
    if (source.text().size() > INT32_MAX)
        return error("too-large", "the text is larger than 2 GiB");
    auto arena = std::make_shared<Arena>();
    Arena syntaxArena;
    Diagnostics diagnostics;
    script::ReadProgress progress(options.watch, source.text().size());
    progress.begin(0, 15);
    const std::vector<script::Lexeme> lexemes = script::lex(source.text(), *arena, diagnostics, &progress);
    progress.begin(15, 35);
    const script::Suite file = script::parseSyntax(lexemes, syntaxArena, diagnostics, &progress);
    progress.begin(35, 80);

    ParsedModule parsed;
    parsed.dialect = script::dialectOf(source.text(), lexemes);
    script::Evaluator evaluator(source.text(), parsed.dialect, *arena, diagnostics, &progress);
    const Module* module = evaluator.module(file, options, parsed.isBareFunction);
    progress.begin(80, 100);
    if (progress.isCancelled())
        return error("cancelled", "the reading was cancelled");
    if (!module || hasError(diagnostics)) {
        sortAndLimit(diagnostics);
        return diagnostics;
    }
    parsed.module = {arena, module};
    parsed.spans = script::placeSpans(*module, std::move(evaluator.nodeSpans()));
    parsed.metadata = evaluator.metadata();
    parsed.remarks = std::move(evaluator.remarks());
    return parsed;
}

} // namespace tir
