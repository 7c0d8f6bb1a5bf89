#include "ui/comparison/comparison_model.h"

#include "ui/common/code_tokens.h"
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
                      const CodeFolds& folds, const Diagnostics& diagnostics)
{
    return {.text = std::shared_ptr<const CodeText>(text, &text->code),
            .rows = rows,
            .marks = marksOf(diagnostics, *text),
            .hints = text->hints,
            .folds = folds};
}

void arrangeExtras(CodeContent& content, const CodeExtras& extras)
{
    if (!extras.hasArgumentNames)
        content.hints.removeIf([](const CodeHint& hint) { return hint.isInlay(); });
    if (!extras.foldsDictionaries)
        content.folds.clear();
    if (extras.openFolds.empty())
        return;
    for (CodeFold& fold : content.folds)
        if (const auto chosen = extras.openFolds.find(fold.key); chosen != extras.openFolds.end())
            fold.isOpen = chosen->second;
}

/// By line of the text that is shown; a line that our print does not have is as old as the line above it.
std::shared_ptr<const std::vector<uint32_t>>
writersOfLines(const std::shared_ptr<const std::vector<uint32_t>>& printed, const ModuleText& text)
{
    if (text.printedLines.empty())
        return printed;
    std::vector<uint32_t> writers;
    for (const int line : text.printedLines)
        writers.push_back(line >= 0 && size_t(line) < printed->size() ? (*printed)[size_t(line)]
                          : writers.empty()                           ? 0
                                                                      : writers.back());
    return std::make_shared<const std::vector<uint32_t>>(std::move(writers));
}

CodeWriters writersOf(const Session& session, const ComparedStep& compared, size_t number,
                      const ModuleText& text)
{
    const std::shared_ptr<const LineHistory> history = session.lineHistory();
    if (!history)
        return {};
    CodeWriters writers{.ofLines = writersOfLines(history->writers(number), text),
                        .names = {},
                        .current = uint32_t(compared.number)};
    for (size_t step = 0; step < history->stepCount(); ++step)
        writers.names.append(toQString(compared.recording->pass(step)));
    return writers;
}

QString passName(const Recording& recording, size_t number)
{
    return toQString(toString(recording.steps[number - 1].pass));
}

/// A step without a result shows the module before it, with a remark.
QString afterHeading(const Recording& recording, size_t number, bool isSpan)
{
    if (number == 0)
        return Session::tr("Input");
    const QString pass = passName(recording, number);
    switch (recording.steps[number - 1].verdict) {
    case Verdict::Failed:
        return Session::tr("%1 failed: this is the module before it").arg(pass);
    case Verdict::NotImplemented:
        return Session::tr("%1 is not implemented: this is the module before it").arg(pass);
    case Verdict::Unchanged:
    case Verdict::Changed:
    case Verdict::IllFormed:
    case Verdict::Imported:
    case Verdict::Unread:
        break;
    }
    return isSpan ? Session::tr("After step %1, %2").arg(number).arg(pass)
                  : Session::tr("After %1").arg(pass);
}

QString unifiedHeading(const ComparedStep& compared, const ComparisonContent& content)
{
    const Recording& recording = *compared.recording;
    if (!compared.pinned && compared.first == compared.number && recording.hasResult(compared.number))
        return Session::tr("Before and after %1").arg(passName(recording, compared.number));
    return QStringLiteral("%1 · %2").arg(content.before->heading, content.after.heading);
}

bool isSame(const CodeRows& rows, int index)
{
    const RowKind kind = rows.rows[size_t(index)].kind;
    return kind == RowKind::Same || kind == RowKind::Fold;
}

/// Whether a group of changed rows starts here.
bool startsChange(const CodeRows& rows, int index)
{
    return !isSame(rows, index) && (index == 0 || isSame(rows, index - 1));
}

CodeContent sourceContent(const OpenedProgram& program)
{
    auto text = std::make_shared<CodeText>(std::string(program.source.text()));
    text->tokens = codeTokens(*text, CodeLanguage::Python);
    auto rows = std::make_shared<CodeRows>(CodeRows::plain(text->lineCount()));
    return {.text = std::move(text), .rows = std::move(rows), .marks = marksOf(program.diagnostics)};
}

} // namespace

ComparisonContent comparisonContent(const Session& session, const CodeExtras& extras)
{
    ComparisonContent content;
    if (session.phase() == Phase::Unreadable) {
        content.after = {session.name(), sourceContent(*session.program())};
        return content;
    }
    const ComparedStepPointer compared = session.compared();
    if (!session.hasSteps() || !compared)
        return content;
    const Recording& recording = *compared->recording;
    const ComparedRows& rows = compared->rows;
    const size_t number = compared->number;
    const bool isSpan = compared->first != number;
    content.after = {
        afterHeading(recording, number, isSpan),
        contentOf(compared->after, rows.after, compared->foldsAfter, recording.diagnostics(number))};
    if (compared->pinned)
        content.before = {Session::tr("A: %1").arg(
                              compared->previous == 0
                                  ? Session::tr("Input")
                                  : Session::tr("After %1")
                                        .arg(passName(*compared->pinned->recording, compared->previous))),
                          contentOf(compared->before, rows.before, compared->foldsBefore,
                                    compared->pinned->recording->diagnostics(compared->previous))};
    else if (compared->before)
        content.before = {isSpan ? Session::tr("Before step %1, %2")
                                       .arg(compared->first)
                                       .arg(passName(recording, compared->first))
                                 : Session::tr("Before %1").arg(passName(recording, number)),
                          contentOf(compared->before, rows.before, compared->foldsBefore,
                                    recording.diagnostics(compared->previous))};
    if (compared->pinned)
        content.after.heading = Session::tr("B: %1").arg(content.after.heading);
    if (content.before) {
        content.unifiedHeading = unifiedHeading(*compared, content);
        content.before->content.gapText = compared->pinned ? Session::tr("No lines here in A")
                                          : isSpan         ? Session::tr("No lines here before these steps")
                                                           : Session::tr("No lines here before this step");
        content.after.content.gapText = compared->pinned ? Session::tr("No lines here in B")
                                        : isSpan         ? Session::tr("No lines here after these steps")
                                                         : Session::tr("No lines here after this step");
    }
    arrangeExtras(content.after.content, extras);
    if (content.before)
        arrangeExtras(content.before->content, extras);
    if (extras.hasWriters) {
        content.after.content.writers = writersOf(session, *compared, number, *compared->after);
        if (content.before && !compared->pinned)
            content.before->content.writers =
                writersOf(session, *compared, compared->previous, *compared->before);
    }
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

const CodeMark* firstProblem(const Diagnostics& diagnostics, const std::vector<CodeMark>& marks)
{
    for (const Severity severity : {Severity::Error, Severity::Warning})
        for (const Diagnostic& diagnostic : diagnostics) {
            const auto found = std::ranges::find(marks, diagnostic.message, &CodeMark::message);
            if (diagnostic.severity == severity && found != marks.end())
                return &*found;
        }
    return marks.empty() ? nullptr : &marks.front();
}

FoldedRows foldUnchanged(const CodeRows& before, const CodeRows& after, const std::set<int>& opened)
{
    const int count = int(after.rows.size());
    std::vector<bool> isShown(size_t(count), false);
    bool hasChange = false;
    for (int row = 0; row < count; ++row)
        if (!isSame(after, row)) {
            hasChange = true;
            for (int near = std::max(0, row - ContextRows); near <= std::min(count - 1, row + ContextRows);
                 ++near)
                isShown[size_t(near)] = true;
        }
    if (!hasChange)
        return {std::make_shared<CodeRows>(before), std::make_shared<CodeRows>(after)};

    auto left = std::make_shared<CodeRows>(before);
    auto right = std::make_shared<CodeRows>(after);
    left->rows.clear();
    right->rows.clear();
    const auto append = [](const CodeRows& from, CodeRows& to, int begin, int end, bool isFold) {
        for (int row = begin; row < end; ++row) {
            const CodeRows::Row& source = from.rows[size_t(row)];
            if (source.line >= 0)
                to.rowOfLine[size_t(source.line)] = int(to.rows.size()) - (isFold && row > begin ? 1 : 0);
            if (!isFold)
                to.rows.push_back(source);
            else if (row == begin)
                to.rows.push_back({source.line, RowKind::Fold, end - begin});
        }
    };
    for (int row = 0; row < count;) {
        int end = row + 1;
        while (end < count && isShown[size_t(end)] == isShown[size_t(row)])
            ++end;
        // One line takes no more room than its fold.
        const bool isFold =
            !isShown[size_t(row)] && end - row > 1 && !opened.contains(after.rows[size_t(row)].line);
        append(before, *left, row, end, isFold);
        append(after, *right, row, end, isFold);
        row = end;
    }
    return {std::move(left), std::move(right)};
}

std::shared_ptr<const CodeRows> withoutFillers(const CodeRows& rows)
{
    auto kept = std::make_shared<CodeRows>(rows);
    kept->rows.clear();
    for (const CodeRows::Row& row : rows.rows) {
        if (row.line < 0)
            continue;
        const int lines = row.kind == RowKind::Fold ? row.folded : 1;
        for (int line = row.line; line < row.line + lines && size_t(line) < kept->rowOfLine.size(); ++line)
            kept->rowOfLine[size_t(line)] = int(kept->rows.size());
        kept->rows.push_back(row);
    }
    return kept;
}

ChangeCount countChanges(const CodeRows& rows, int row)
{
    ChangeCount count;
    for (int index = 0; index < int(rows.rows.size()); ++index)
        if (startsChange(rows, index)) {
            ++count.total;
            count.current += index <= row ? 1 : 0;
        }
    return count;
}

Span firstChangedWord(const CodeContent& content, int row)
{
    const int line = content.rows->rows[size_t(row)].line;
    if (line < 0)
        return {};
    const uint32_t begin = content.text->lineStarts[size_t(line)];
    const uint32_t end = content.text->lineStarts[size_t(line) + 1];
    const std::vector<Span>& words = content.rows->words;
    const auto word = std::partition_point(words.begin(), words.end(),
                                           [&](const Span& each) { return each.begin < begin; });
    return word != words.end() && word->begin < end ? *word : Span();
}

int nextChange(const CodeRows& rows, int row, int direction)
{
    const int count = int(rows.rows.size());
    for (int index = row + direction; index >= 0 && index < count; index += direction)
        if (startsChange(rows, index))
            return index;
    return -1;
}

} // namespace tir::ui
