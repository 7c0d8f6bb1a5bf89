#include "app/cli/output.h"

#include "passes/workbench/program/text_file.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

} // namespace

const char* toString(Severity severity)
{
    constexpr const char* Names[] = {"note", "warning", "error"};
    return Names[size_t(severity)];
}

ExitCode writeResult(const std::string& path, std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    text += '\n';
    return writeBytes(path, text);
}

ExitCode writeBytes(const std::string& path, const std::string& bytes)
{
    if (path.empty() || path == "-") {
        const bool isWritten =
            std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
        if (!isWritten)
            std::fprintf(stderr, "error: cannot write to standard output\n");
        return isWritten ? ExitCode::Done : ExitCode::Unusable;
    }
    const Result<bool> written = writeFileAtomically(path, bytes);
    report(written.diagnostics());
    return written ? ExitCode::Done : ExitCode::Unusable;
}

void report(const Diagnostics& diagnostics, const SourceText& source)
{
    if (diagnostics.empty())
        return;
    std::string text = render(diagnostics, source);
    if (!text.ends_with('\n'))
        text += '\n';
    std::fputs(text.c_str(), stderr);
}

void report(const Diagnostics& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics) {
        std::fprintf(stderr, "%s: %s\n", toString(diagnostic.severity), diagnostic.message.c_str());
        for (const DiagnosticNote& note : diagnostic.notes)
            std::fprintf(stderr, "note: %s\n", note.message.c_str());
    }
}

void addSpan(Json& json, const std::optional<Span>& span, const SourceText& source)
{
    const bool isKnown = span.has_value();
    const LineColumn begin = isKnown ? source.lineColumn(span->begin) : LineColumn();
    const LineColumn end = isKnown ? source.lineColumn(span->end) : LineColumn();
    json["line"] = isKnown ? Json(begin.line) : Json(nullptr);
    json["column"] = isKnown ? Json(begin.column) : Json(nullptr);
    json["endLine"] = isKnown ? Json(end.line) : Json(nullptr);
    json["endColumn"] = isKnown ? Json(end.column) : Json(nullptr);
}

Json lineOf(const StepText& text, Place place)
{
    const std::optional<Span> span = text.spanOf(place);
    return span ? Json(text.source.lineColumn(span->begin).line) : Json(nullptr);
}

Json toJson(const Diagnostics& diagnostics, const SourceText& source)
{
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        Json entry = {{"severity", toString(diagnostic.severity)},
                      {"code", diagnostic.code},
                      {"message", diagnostic.message}};
        addSpan(entry, diagnostic.span, source);
        entry["notes"] = Json::array();
        for (const DiagnosticNote& note : diagnostic.notes) {
            Json remark = {{"message", note.message}};
            addSpan(remark, note.span, source);
            entry["notes"].push_back(std::move(remark));
        }
        list.push_back(std::move(entry));
    }
    return list;
}

Json toJson(Span span, const SourceText& source)
{
    Json json = Json::object();
    addSpan(json, span, source);
    return json;
}

Json toJson(const Dialect& dialect, const SourceText& source)
{
    const auto textOrNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json json = {{"label", dialect.label()},
                 {"age", toString(dialect.age)},
                 {"prefix", textOrNull(dialect.prefix)},
                 {"module", textOrNull(dialect.module)},
                 {"hasBlocks", dialect.hasBlocks},
                 {"hasTilePrograms", dialect.hasTilePrograms},
                 {"hasRelax", dialect.hasRelax},
                 {"signs", Json::array()}};
    for (const Dialect::Sign& sign : dialect.signs) {
        Json entry = {{"message", sign.message}};
        addSpan(entry, sign.span, source);
        json["signs"].push_back(std::move(entry));
    }
    return json;
}

std::string printed(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace tir::cli
