#include "core/script/reading/parser.h"

#include "core/script/reading/script_reader.h"
#include "core/script/syntax/lexer.h"
#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/reporting.h"

#include <algorithm>
#include <utility>

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
    Diagnostics diagnostics;
    script::ReadProgress progress(options.watch, source.text().size());
    progress.begin(0, 15);
    script::Tokens tokens = script::lex(source.text(), *arena, diagnostics, &progress);
    progress.begin(15, 20);

    ParsedModule parsed;
    parsed.dialect = script::dialectOf(source.text(), tokens);
    script::SyntaxReader syntax(std::move(tokens), diagnostics, &progress);
    const script::Suite file = syntax.file();
    progress.begin(20, 100);
    script::ScriptReader reader(source.text(), syntax, parsed.dialect, *arena, diagnostics, &progress);
    const Module* module = reader.module(file, options, parsed.isBareFunction);
    if (progress.isCancelled())
        return error("cancelled", "the reading was cancelled");
    if (!module || hasError(diagnostics)) {
        sortAndLimit(diagnostics);
        return diagnostics;
    }
    parsed.module = {arena, module};
    parsed.spans = TextSpans(arena, reader.takeSpans());
    parsed.metadata = reader.metadata();
    parsed.remarks = std::move(reader.remarks());
    return parsed;
}

} // namespace tir
