#include "core/script/syntax/source.h"

#include "core/support/utf8.h"

#include <algorithm>

namespace tir {
namespace {

/// How much of a long line an error shows around its column.
constexpr size_t ShownBefore = 90;
constexpr size_t ShownAfter = 60;

std::vector<uint32_t> lineStarts(std::string_view text)
{
    std::vector<uint32_t> starts{0};
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
        starts.push_back(uint32_t(end + 1));
    return starts;
}

/// The line and the carets below it; of a long line, the part around the span.
std::string excerpt(const SourceText& source, Span span)
{
    const LineColumn at = source.lineColumn(span.begin);
    const std::string_view line = source.line(at.line);
    const size_t column = std::min(size_t(at.column - 1), line.size());
    const size_t first = characterBoundary(line, column > ShownBefore + 20 ? column - ShownBefore : 0);
    size_t last = line.size() > column + ShownAfter + 20 ? column + ShownAfter : line.size();
    while (last < line.size() && isUtf8Continuation(line[last]))
        ++last;

    std::string text = first > 0 ? "..." : "";
    std::string carets(text.size(), ' ');
    text += line.substr(first, last - first);
    for (const char byte : line.substr(first, column - first))
        if (!isUtf8Continuation(byte))
            carets += byte == '\t' ? '\t' : ' ';
    const size_t end = std::clamp(column + (span.end > span.begin ? span.end - span.begin : 1), column, last);
    carets += '^';
    for (size_t i = column + 1; i < end; ++i)
        if (!isUtf8Continuation(line[i]))
            carets += '~';
    if (last < line.size())
        text += "...";
    return text + "\n" + carets + "\n";
}

std::string_view word(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return {};
}

std::string entry(std::string_view kind, const std::string& message, const std::optional<Span>& span,
                  const SourceText& source)
{
    std::string text = source.name();
    if (span) {
        const LineColumn at = source.lineColumn(span->begin);
        text += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    if (!text.empty())
        text += ": ";
    text += std::string(kind) + ": " + message + "\n";
    if (span)
        text += excerpt(source, *span);
    return text;
}

} // namespace

SourceText::SourceText(std::string name, std::string text)
    : m_name(std::move(name)),
      m_text(std::make_shared<const std::string>(std::move(text))),
      m_lineStarts(Lazy<uint32_t>::from([content = m_text] { return lineStarts(*content); }))
{}

LineColumn SourceText::lineColumn(uint32_t offset) const
{
    const std::vector<uint32_t>& starts = m_lineStarts;
    if (starts.empty())
        return {};
    const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    const auto line = next - starts.begin();
    return {int(line), int(offset - starts[size_t(line - 1)]) + 1};
}

std::string_view SourceText::line(int number) const
{
    const std::vector<uint32_t>& starts = m_lineStarts;
    if (number < 1 || size_t(number) > starts.size())
        return {};
    const size_t begin = starts[size_t(number - 1)];
    const size_t end = size_t(number) < starts.size() ? starts[size_t(number)] - 1 : text().size();
    std::string_view line = text().substr(begin, end - begin);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::string render(const Diagnostic& diagnostic, const SourceText& source)
{
    std::string text = entry(word(diagnostic.severity), diagnostic.message, diagnostic.span, source);
    for (const DiagnosticNote& note : diagnostic.notes)
        text += entry(word(Severity::Note), note.message, note.span, source);
    return text;
}

std::string render(const Diagnostics& diagnostics, const SourceText& source)
{
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        text += render(diagnostic, source);
    return text;
}

} // namespace tir
