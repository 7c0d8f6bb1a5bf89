#include "ui/comparison/comparison_model.h"

#include "ui/common/text.h"

#include <algorithm>

namespace tir::ui {
namespace {

std::vector<CodeMark> sorted(std::vector<CodeMark> marks)
{
    std::sort(marks.begin(), marks.end(), [](const CodeMark& a, const CodeMark& b) {
        return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    });
    return marks;
}

CodeContent contentOf(const ModuleTextPointer& text, const std::shared_ptr<const CodeRows>& rows,
                      const Diagnostics& diagnostics)
{
    return {.text = std::shared_ptr<const CodeText>(text, &text->code),
            .rows = rows,
            .marks = marksOf(diagnostics, *text)};
}

QString passName(const Recording& recording, size_t number)
{
    return toQString(toString(recording.steps[number - 1].pass));
}

CodeContent sourceContent(const OpenedProgram& program)
{
    auto text = std::make_shared<CodeText>(std::string(program.source.text()));
    auto rows = std::make_shared<CodeRows>(CodeRows::plain(text->lineCount()));
    return {.text = std::move(text), .rows = std::move(rows), .marks = marksOf(program.diagnostics)};
}

} // namespace

ComparisonContent comparisonContent(const Session& session)
{
    ComparisonContent content;
    if (session.phase() == Phase::Unreadable) {
        content.after = {session.name(), sourceContent(*session.program())};
        return content;
    }
    const ComparedStepPointer compared = session.compared();
    if (session.phase() != Phase::Ready || !compared)
        return content;
    const Recording& recording = *session.recording();
    const size_t number = compared->number;
    content.after = {number == 0 ? Session::tr("Input")
                                 : Session::tr("After %1").arg(passName(recording, number)),
                     contentOf(compared->after, compared->afterRows, recording.diagnostics(number))};
    if (compared->before)
        content.before = {
            Session::tr("Before %1").arg(passName(recording, number)),
            contentOf(compared->before, compared->beforeRows, recording.diagnostics(recording.previous(number)))};
    return content;
}

std::vector<CodeMark> marksOf(const Diagnostics& diagnostics, const ModuleText& text)
{
    std::vector<CodeMark> marks;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::Note)
            continue;
        Span span = text.spanOf(diagnostic.place);
        if (span.isEmpty())
            continue;
        // Of a whole function or loop the first line is enough.
        span.end = std::min(span.end, text.code.lineStarts[size_t(text.code.lineAt(span.begin)) + 1] - 1);
        marks.push_back({span, diagnostic.severity, diagnostic.message});
    }
    return sorted(std::move(marks));
}

std::vector<CodeMark> marksOf(const Diagnostics& diagnostics)
{
    std::vector<CodeMark> marks;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.span)
            // An error at the end of a line covers no byte; it is shown all the same.
            marks.push_back(
                {{diagnostic.span->begin, std::max(diagnostic.span->end, diagnostic.span->begin + 1)},
                 diagnostic.severity,
                 diagnostic.message});
    return sorted(std::move(marks));
}

int nextChange(const CodeRows& rows, int row, int direction)
{
    const int count = int(rows.rows.size());
    const auto starts = [&](int index) {
        const auto isSame = [&](int i) { return rows.rows[size_t(i)].kind == RowKind::Same; };
        return !isSame(index) && (index == 0 || isSame(index - 1));
    };
    for (int index = row + direction; index >= 0 && index < count; index += direction)
        if (starts(index))
            return index;
    return -1;
}

} // namespace tir::ui
