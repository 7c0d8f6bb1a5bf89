/// Before and after side by side: aligned rows, one scrolling, marks of diagnostics, clicks that select.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_view.h"
#include "ui/common/elided_label.h"
#include "ui/common/placeholder.h"
#include "ui/common/search_bar.h"
#include "ui/comparison/comparison_model.h"
#include "ui/comparison/comparison_view.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void findLooksAtBothSides();
    void emptySessionHasNoText();
    void rowsOfBothSidesAreAligned();
    void programsAreComparedByTheirStructure();
    void movedLinesKnowTheirOtherEnd();
    void kindsOfChangesAreNamed_data();
    void kindsOfChangesAreNamed();
    void labelsLeadToTheirOtherEnd();
    void errorsAreMarked();
    void stepWithoutAResultSaysWhatIsShown();
    void parseErrorsAreMarkedInTheSource();
    void inputHasOneSide();
    void bothSidesScrollTogether();
    void clickSelectsTheEntity();
    void selectionIsRevealed();
    void stepsOpenAtTheirErrors();
    void changesAreFound();
    void equalLinesFold();
    void longHeadingsEndInDots();
    void changesAreCounted();
    void onlyChangesAreShown();
    void changedWordIsRevealed();
    void wholeLineIsShownWhereItIsCutOff_data();
    void wholeLineIsShownWhereItIsCutOff();
    void wholeLineIsNotInTheWay();
    void stepsOpenAtTheStartsOfLines();
    void narrowViewShowsOneSide();
    void oneSideHasNoFillers();
    void largeGapsSayWhatTheyAre();
    void classAroundAFunctionIsNoChange();
    void linesOfScopesStayAtTheTop_data();
    void linesOfScopesStayAtTheTop();
    void stickyLinesCanBeSwitchedOff();
    void closeClears();

private:
    static CodeView* codeOf(const ComparisonView& view, const char* name)
    {
        return view.findChild<CodeView*>(QString::fromLatin1(name));
    }

    /// Whether a line after the step is shown in full beside itself.
    static bool isInStrip(const ComparisonView& view, int line)
    {
        const CodeText& strip = *codeOf(view, "wholeLineCode")->content().text;
        return view.findChild<QWidget*>(QStringLiteral("wholeLine"))->isVisible() &&
               strip.line(strip.lineCount() - 1) == codeOf(view, "afterCode")->content().text->line(line);
    }

    /// Whether the line of a span is not scrolled sideways beyond its first character.
    static bool beginsInView(const CodeView& view, Span span)
    {
        const CodeText& text = *view.content().text;
        const uint32_t begin = text.lineStarts[size_t(text.lineAt(span.begin))];
        const auto first = uint32_t(text.text.find_first_not_of(' ', begin));
        return view.isWithinWidth({first, first + 1});
    }
};

void TestComparison::emptySessionHasNoText()
{
    Session session;
    QVERIFY(!comparisonContent(session).after.content.text);
    ComparisonView view(session);
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
}

void TestComparison::rowsOfBothSidesAreAligned()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const ComparisonContent content = comparisonContent(session);
    QVERIFY(content.before);
    const CodeContent& before = content.before->content;
    const CodeContent& after = content.after.content;
    QCOMPARE(before.rows->rows.size(), after.rows->rows.size());
    for (size_t row = 0; row < before.rows->rows.size(); ++row) {
        const CodeRows::Row left = before.rows->rows[row];
        const CodeRows::Row right = after.rows->rows[row];
        QVERIFY(left.line >= 0 || right.line >= 0);
        if (left.kind == RowKind::Same && !left.isRespelled)
            QCOMPARE(before.text->line(left.line), after.text->line(right.line));
    }
    QCOMPARE(content.after.heading, QStringLiteral("After MergeSharedMemoryAllocations"));
}

void TestComparison::programsAreComparedByTheirStructure()
{
    Session session;
    ComparisonView view(session);
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "matmul");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    // Three allocations become views of a new one, four indices change. A launch is only written in another way, which
    // indents everything below it.
    const auto* figures = view.findChild<QLabel*>(QStringLiteral("changesLabel"));
    QCOMPARE(figures->text(), QStringLiteral("+8 \u22127 "));
    const CodeRows& rows = *session.compared()->rows.after;
    QVERIFY(std::ranges::any_of(
        rows.rows, [](const CodeRows::Row& row) { return row.kind == RowKind::Same && row.isRespelled; }));
    view.findChild<QToolButton*>(QStringLiteral("structureButton"))->click();
    QTRY_COMPARE(session.compared()->mode, DiffMode::Lines);
    const ComparedRows& lines = session.compared()->rows;
    QVERIFY(lines.addedLines > 8);
    QCOMPARE(figures->text(), QStringLiteral("+%1 \u2212%2 ").arg(lines.addedLines).arg(lines.removedLines));
}

void TestComparison::movedLinesKnowTheirOtherEnd()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 300);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    const ComparedStepPointer compared = session.compared();
    const ComparedRows& rows = compared->rows;
    QVERIFY(rows.movedLines > 0);
    const auto* figures = view.findChild<QLabel*>(QStringLiteral("changesLabel"));
    QVERIFY2(figures->text().contains(QStringLiteral("%1 moved").arg(rows.movedLines)),
             qPrintable(figures->text()));
    int moved = 0;
    for (const CodeRows::Row& row : rows.after->rows) {
        if (row.kind != RowKind::Moved)
            continue;
        ++moved;
        const CodeRows::Row& other = rows.before->rows[size_t(rows.before->rowOfLine[size_t(row.otherEnd)])];
        QVERIFY(other.kind == RowKind::Moved);
        QCOMPARE(other.otherEnd, row.line);
    }
    QCOMPARE(moved, rows.movedLines);
    // A click on the number of a moved line shows its other end.
    auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    const auto* before = view.findChild<CodeView*>(QStringLiteral("beforeCode"));
    const auto first = std::ranges::find(rows.after->rows, RowKind::Moved, &CodeRows::Row::kind);
    QVERIFY(first != rows.after->rows.end());
    after->revealRow(int(first - rows.after->rows.begin()));
    const int y =
        int(first - rows.after->rows.begin()) * after->rowHeight() - after->verticalScrollBar()->value();
    QTest::mouseClick(after->viewport(), Qt::LeftButton, {}, QPoint(3, y + 4));
    QVERIFY(before->isLineVisible(first->otherEnd));
}

void TestComparison::kindsOfChangesAreNamed_data()
{
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("after");
    QTest::newRow("outlined") << "split"
                              << "two_kernels"
                              << "SplitHostDevice"
                              << QStringList({"outlined into main_kernel, ", "outlined into main_kernel_1, "})
                              << QStringList({"outlined from main, ", "outlined from main, "});
    QTest::newRow("copied") << "split"
                            << "shared_helper"
                            << "BindTarget" << QStringList({"copied to ceil_div_host, "})
                            << QStringList(
                                   {"annotated: target", "copied from ceil_div, ", "annotated: target"});
}

/// As text beside the line where the change starts, as `tirc opt --diff` lists them.
void TestComparison::kindsOfChangesAreNamed()
{
    QFETCH(QString, pipeline);
    QFETCH(QString, sample);
    QFETCH(QString, pass);
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    Session session;
    ComparisonView view(session);
    view.resize(900, 300);
    view.show();
    usePipeline(session, qPrintable(pipeline));
    session.openFile(samplePath(sample));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    TIR_GO_TO(session, stepOf(session, pass.toStdString()));
    const auto check = [&](const char* name, const QStringList& expected) {
        const CodeView* code = codeOf(view, name);
        QStringList texts;
        for (int row = 0; row < code->rowCount(); ++row)
            for (const CodeAside& aside : code->asides(row))
                texts.append(aside.text);
        for (const QString& text : texts)
            QVERIFY2(!text.startsWith(QStringLiteral("moved")), qPrintable(text));
        QCOMPARE(texts.size(), expected.size());
        for (qsizetype i = 0; i < texts.size(); ++i)
            QVERIFY2(texts[i].startsWith(expected[i]), qPrintable(texts[i]));
    };
    check("beforeCode", before);
    check("afterCode", after);
}

void TestComparison::labelsLeadToTheirOtherEnd()
{
    Session session;
    ComparisonView view(session);
    view.resize(1400, 200);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    auto* before = codeOf(view, "beforeCode");
    const auto* after = codeOf(view, "afterCode");
    const std::vector<LineLabel>& labels = before->content().rows->labels;
    QCOMPARE(labels.size(), size_t(2));
    QVERIFY2(QString::fromStdString(labels[0].text).endsWith("; parameters: X_ptr (X.data), Y_ptr (Y.data)"),
             labels[0].text.c_str());
    for (const LineLabel& label : labels) {
        const int row = before->content().rows->rowOfLine[size_t(label.line)];
        before->revealRow(row);
        QTest::mouseClick(before->viewport(), Qt::LeftButton, {},
                          before->rectOf(before->asides(row).front(), row).topLeft() + QPoint(4, 4));
        QVERIFY(after->isLineVisible(label.otherEnd));
    }
}

void TestComparison::errorsAreMarked()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const ComparisonContent content = comparisonContent(session);
    const CodeContent& after = content.after.content;
    QVERIFY(!after.marks.empty());
    for (const CodeMark& mark : after.marks) {
        QVERIFY(mark.severity == Severity::Error);
        QCOMPARE(after.text->lineAt(mark.span.begin), after.text->lineAt(mark.span.end));
        const std::string_view marked =
            std::string_view(after.text->text).substr(mark.span.begin, mark.span.end - mark.span.begin);
        QVERIFY2(marked == "total" || marked == "spread", std::string(marked).c_str());
    }
    QVERIFY(content.before->content.marks.empty());
}

/// After a pass that failed, or that is not implemented, the module before it is shown under a heading with a remark.
void TestComparison::stepWithoutAResultSaysWhatIsShown()
{
    Session session;
    RunSetup setup = session.setup();
    const Pipeline* bad = findPipeline("split@legacy-merge");
    QVERIFY(bad);
    int failed = 0;
    int missing = 0;
    for (const bool isMissing : {false, true}) {
        setup.pipeline = *bad;
        if (isMissing) {
            setup.pipeline = {.name = {}, .summary = {}, .passes = {bad->passes.front()}};
            setup.pipeline.passes.emplace_back();
            setup.pipeline.passes.back().name = "NotImplementedYet";
        }
        session.setSetup(setup);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        for (size_t number = 1; number < session.stepCount(); ++number) {
            TIR_GO_TO(session, number);
            const Verdict verdict = session.recording()->steps[number - 1].verdict;
            failed += verdict == Verdict::Failed;
            missing += verdict == Verdict::NotImplemented;
            const bool hasResult = verdict != Verdict::Failed && verdict != Verdict::NotImplemented;
            const QString heading = comparisonContent(session).after.heading;
            QCOMPARE(heading.contains(QStringLiteral("this is the module before it")), !hasResult);
            QCOMPARE(heading.startsWith(QStringLiteral("After ")), hasResult);
        }
    }
    QVERIFY(failed > 0);
    QVERIFY(missing > 0);
}

void TestComparison::parseErrorsAreMarkedInTheSource()
{
    Session session;
    session.openText(QStringLiteral("broken"), QStringLiteral("@T.prim_func\ndef f(:\n    pass\n"));
    QTRY_COMPARE(session.phase(), Phase::Unreadable);
    const ComparisonContent content = comparisonContent(session);
    QVERIFY(!content.before);
    QCOMPARE(content.after.content.text->lineCount(), 3);
    // In the colors of an editor, although nothing is known about its names.
    QVERIFY(!content.after.content.text->tokens.empty());
    QCOMPARE(content.after.content.text->tokens.front().kind, TokenKind::Decorator);
    QVERIFY(!content.after.content.marks.empty());
    QCOMPARE(content.after.content.text->lineAt(content.after.content.marks.front().span.begin), 1);
}

void TestComparison::inputHasOneSide()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 500);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(codeOf(view, "beforeCode")->isVisible());
    TIR_GO_TO(session, 0);
    QVERIFY(!codeOf(view, "beforeCode")->isVisible());
    QVERIFY(codeOf(view, "afterCode")->hasText());
}

void TestComparison::bothSidesScrollTogether()
{
    Session session;
    ComparisonView view(session);
    view.resize(500, 200);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    CodeView* before = codeOf(view, "beforeCode");
    CodeView* after = codeOf(view, "afterCode");
    after->verticalScrollBar()->setValue(60);
    QCOMPARE(before->verticalScrollBar()->value(), 60);
    before->horizontalScrollBar()->setValue(40);
    QCOMPARE(after->horizontalScrollBar()->value(), 40);
    QCOMPARE(before->verticalScrollBar()->maximum(), after->verticalScrollBar()->maximum());
}

void TestComparison::clickSelectsTheEntity()
{
    Session session;
    ComparisonView view(session);
    view.resize(1400, 900);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    TIR_GO_TO(session, 0);
    CodeView* after = codeOf(view, "afterCode");
    const CodeText& code = *after->content().text;
    const auto token = std::find_if(code.tokens.begin(), code.tokens.end(),
                                    [](const CodeToken& t) { return t.kind == TokenKind::Buffer; });
    QVERIFY(token != code.tokens.end());
    QTest::mouseClick(after->viewport(), Qt::LeftButton, {},
                      after->rectOf({token->begin, token->end}).center());
    QCOMPARE(session.selection().identity, token->identity);
    QCOMPARE(session.selection().place, token->place);
}

void TestComparison::selectionIsRevealed()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 160);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    CodeView* after = codeOf(view, "afterCode");
    const ModuleText& text = *session.compared()->after;
    const Place last = Place(text.places.size() - 1);
    session.selectPlace(last);
    QVERIFY(after->isLineVisible(text.code.lineAt(text.spanOf(last).begin)));
    session.selectPlace(1);
    QVERIFY(after->isLineVisible(text.code.lineAt(text.spanOf(1).begin)));
}

/// The first error of this step is far to the right.
void TestComparison::stepsOpenAtTheirErrors()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    ComparisonView view(session);
    view.resize(900, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    const CodeView* after = codeOf(view, "afterCode");
    const CodeMark* problem = firstProblem(session.diagnostics(), after->content().marks);
    QVERIFY(problem);
    QCOMPARE(problem->message, session.diagnostics().front().message);
    const Span mark = problem->span;
    QVERIFY(after->isLineVisible(after->content().text->lineAt(mark.begin)));
    QVERIFY(after->horizontalScrollBar()->maximum() > 0);
    QVERIFY(after->isWithinWidth(mark) || isInStrip(view, after->content().text->lineAt(mark.begin)));
    QVERIFY(beginsInView(*after, mark));
}

void TestComparison::changesAreFound()
{
    CodeRows rows;
    using enum RowKind;
    for (const RowKind kind : {Same, Added, Added, Same, Filler, Same})
        rows.rows.push_back({0, kind});
    QCOMPARE(nextChange(rows, -1, 1), 1);
    QCOMPARE(nextChange(rows, 1, 1), 4);
    QCOMPARE(nextChange(rows, 4, 1), -1);
    QCOMPARE(nextChange(rows, 4, -1), 1);
    QCOMPARE(nextChange(rows, 1, -1), -1);
}

void TestComparison::equalLinesFold()
{
    CodeRows rows;
    for (int line = 0; line < 20; ++line) {
        rows.rows.push_back({line, line == 9 ? RowKind::Added : RowKind::Same});
        rows.rowOfLine.push_back(line);
    }
    const auto inWords = [](const CodeRows& folded) {
        QStringList words;
        for (const CodeRows::Row& row : folded.rows)
            words.append(row.kind == RowKind::Fold ? QStringLiteral("%1+%2").arg(row.line).arg(row.folded)
                                                   : QString::number(row.line));
        return words.join(QLatin1Char(' '));
    };
    const FoldedRows folded = foldUnchanged(rows, rows, {});
    QCOMPARE(inWords(*folded.after), QStringLiteral("0+6 6 7 8 9 10 11 12 13+7"));
    QCOMPARE(inWords(*folded.before), inWords(*folded.after));
    QCOMPARE(folded.after->rowOfLine[3], 0);
    QCOMPARE(folded.after->rowOfLine[9], 4);
    QCOMPARE(folded.after->rowOfLine[19], 8);
    QCOMPARE(nextChange(*folded.after, -1, 1), 4);
    QCOMPARE(inWords(*foldUnchanged(rows, rows, {13}).after),
             QStringLiteral("0+6 6 7 8 9 10 11 12 13 14 15 16 17 18 19"));

    // Without a change there is nothing to fold around.
    rows.rows[9].kind = RowKind::Same;
    QCOMPARE(foldUnchanged(rows, rows, {}).after->rows.size(), size_t(20));
}

void TestComparison::changesAreCounted()
{
    CodeRows rows;
    using enum RowKind;
    for (const RowKind kind : {Same, Added, Added, Fold, Filler, Same})
        rows.rows.push_back({0, kind});
    for (const auto& [row, current] : {std::pair(-1, 0), {0, 0}, {1, 1}, {3, 1}, {4, 2}, {5, 2}}) {
        QCOMPARE(countChanges(rows, row).current, current);
        QCOMPARE(countChanges(rows, row).total, 2);
    }
}

void TestComparison::onlyChangesAreShown()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc"));
    CodeView* before = codeOf(view, "beforeCode");
    CodeView* after = codeOf(view, "afterCode");
    const int all = after->rowCount();
    view.findChild<QToolButton*>(QStringLiteral("only-changesButton"))->click();
    QVERIFY(after->rowCount() < all / 2);
    QCOMPARE(before->rowCount(), after->rowCount());
    QCOMPARE(view.findChild<QLabel*>(QStringLiteral("changePosition"))->text(), QStringLiteral("1/1 "));

    // A fold opens on request, or when something in it is searched for.
    const CodeText& text = *after->content().text;
    const uint32_t last = text.lineStarts[size_t(text.lineCount() - 1)];
    after->reveal({last, last + 1});
    QVERIFY(after->isLineVisible(text.lineCount() - 1));
    QVERIFY(after->rowCount() < all);
    emit before->unfoldRequested(0);
    QCOMPARE(after->rowCount(), all);
}

void TestComparison::changedWordIsRevealed()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc")); // changes the end of a very long line
    CodeView* after = codeOf(view, "afterCode");
    // The step opens at the word; going to the change again shows it again.
    const Span first = firstChangedWord(after->content(), nextChange(*after->content().rows, -1, 1));
    QVERIFY(!first.isEmpty());
    const int line = after->content().text->lineAt(first.begin);
    QVERIFY(after->isWithinWidth(first) || isInStrip(view, line));
    QVERIFY(beginsInView(*after, first));
    QTest::keyClick(&view, Qt::Key_Escape);
    after->horizontalScrollBar()->setValue(0);
    after->verticalScrollBar()->setValue(0);
    view.findChild<QToolButton*>(QStringLiteral("next-changeButton"))->click();
    const int row = nextChange(*after->content().rows, -1, 1);
    const Span word = firstChangedWord(after->content(), row);
    QVERIFY(!word.isEmpty());
    QVERIFY(after->isWithinWidth(word) || isInStrip(view, line));
    QVERIFY(beginsInView(*after, word));
    QCOMPARE(codeOf(view, "beforeCode")->horizontalScrollBar()->value(),
             after->horizontalScrollBar()->value());
}

void TestComparison::wholeLineIsShownWhereItIsCutOff_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("side by side") << QStringList();
    QTest::newRow("one side") << QStringList{"side-by-side"};
    QTest::newRow("unified") << QStringList{"unified"};
    QTest::newRow("only changes") << QStringList{"only-changes"};
}

/// The strip has the line of both sides, with the same changed words, below the line.
void TestComparison::wholeLineIsShownWhereItIsCutOff()
{
    QFETCH(QStringList, switches);
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc")); // changes the end of a very long line
    for (const QString& name : switches)
        view.findChild<QAction*>(name)->trigger();
    const auto* strip = view.findChild<QWidget*>(QStringLiteral("wholeLine"));
    QTest::keyClick(&view, Qt::Key_Escape); // the step opens with it
    QVERIFY(!strip->isVisible());
    view.findChild<QAction*>(QStringLiteral("next-change"))->trigger();
    QVERIFY(strip->isVisible());

    const CodeContent& shown = codeOf(view, "wholeLineCode")->content();
    const ComparedStepPointer compared = session.compared();
    const size_t row = size_t(nextChange(*compared->rows.after, -1, 1));
    const int before = compared->rows.before->rows[row].line;
    const int after = compared->rows.after->rows[row].line;
    QCOMPARE(shown.text->lineCount(), 2);
    QCOMPARE(shown.text->line(0), compared->before->code.line(before));
    QCOMPARE(shown.text->line(1), compared->after->code.line(after));
    const auto wordsOf = [](const CodeRows& rows, const CodeText& text, int line) {
        return std::ranges::count_if(rows.words,
                                     [&](const Span& word) { return text.lineAt(word.begin) == line; });
    };
    QVERIFY(!shown.rows->words.empty());
    QCOMPARE(wordsOf(*shown.rows, *shown.text, 0),
             wordsOf(*compared->rows.before, compared->before->code, before));
    QCOMPARE(wordsOf(*shown.rows, *shown.text, 1),
             wordsOf(*compared->rows.after, compared->after->code, after));
    QVERIFY(codeOf(view, "wholeLineCode")->isLineVisible(1));

    const CodeView* code =
        codeOf(view, switches.contains(QStringLiteral("unified")) ? "unifiedCode" : "afterCode");
    const Span word = firstChangedWord(code->content(), nextChange(*code->content().rows, -1, 1));
    const QRect rect = code->rectOf(word);
    QVERIFY(!strip->geometry().intersects(
        QRect(code->viewport()->mapTo(strip->parentWidget(), rect.topLeft()), rect.size())));
    QVERIFY(strip->parentWidget()->rect().contains(strip->geometry()));
}

/// It goes away as soon as one looks at something else, or the line is not cut off any more.
void TestComparison::wholeLineIsNotInTheWay()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 200);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc"));
    const auto* strip = view.findChild<QWidget*>(QStringLiteral("wholeLine"));
    const auto trigger = [&](const char* action) {
        view.findChild<QAction*>(QLatin1String(action))->trigger();
    };
    CodeView* after = codeOf(view, "afterCode");
    const auto check = [&](auto leave) {
        trigger("next-change");
        QVERIFY(strip->isVisible());
        leave();
        QTRY_VERIFY(!strip->isVisible());
    };
    selectText(session, "main");
    const Selection selection = session.selection();
    QVERIFY(!selection.isEmpty());
    check([&] { QTest::keyClick(after, Qt::Key_Escape); });
    QVERIFY2(session.selection() == selection, "for which Escape has to be pressed again");
    check([&] { QTest::keyClick(&view, Qt::Key_Escape); });
    check([&] {
        QScrollBar* bar = after->verticalScrollBar();
        bar->setValue(bar->value() > 0 ? 0 : bar->maximum());
    });
    check([&] { QTest::keyClick(after, Qt::Key_Down); });
    check([&] { trigger("wrap-lines"); });
    trigger("next-change");
    QVERIFY2(!strip->isVisible(), "a wrapped line is not cut off");
    trigger("wrap-lines");
    check([&] { session.goTo(0); });
    TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc"));
    check([&] { session.close(); });
}

/// Unless what they open at would be out of sight; also after a step that was scrolled.
void TestComparison::stepsOpenAtTheStartsOfLines()
{
    Session session;
    usePipeline(session, "split");
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    QScrollBar* bar = codeOf(view, "afterCode")->horizontalScrollBar();
    for (const char* step : {"MakePackedAPI", "BF16StorageLegalize"}) {
        TIR_GO_TO(session, stepOf(session, "AnnotateEntryFunc"));
        bar->setValue(bar->maximum());
        QVERIFY(bar->value() > 0);
        TIR_GO_TO(session, stepOf(session, step));
        QCOMPARE(bar->value(), 0);
    }
}

void TestComparison::narrowViewShowsOneSide()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QVERIFY(codeOf(view, "beforeCode")->isVisible());
    view.resize(400, 400);
    QTRY_VERIFY(!codeOf(view, "beforeCode")->isVisible());
    QVERIFY(codeOf(view, "afterCode")->isVisible());
}

void TestComparison::oneSideHasNoFillers()
{
    Session session;
    ComparisonView view(session);
    view.resize(1000, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const CodeView* after = codeOf(view, "afterCode");
    const int lines = after->content().text->lineCount();
    QVERIFY(after->rowCount() > lines);
    auto* panes = view.findChild<QToolButton*>(QStringLiteral("side-by-sideButton"));
    panes->click();
    QCOMPARE(after->rowCount(), lines);
    for (int line = 0; line < lines; ++line)
        QCOMPARE(after->content().rows->rows[size_t(after->content().rows->rowOfLine[size_t(line)])].line,
                 line);
    panes->click();
    QVERIFY(after->rowCount() > lines);
}

/// A step that begins with new functions shows nothing else on the left.
void TestComparison::largeGapsSayWhatTheyAre()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 300);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "matmul");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    const CodeView* before = codeOf(view, "beforeCode");
    QCOMPARE(before->content().gapText, QStringLiteral("No lines here before this step"));
    const std::vector<QRect> gaps = before->gaps();
    QCOMPARE(gaps.size(), size_t(1));
    QVERIFY(before->viewport()->rect().contains(gaps[0]));
    const auto isFiller = [&](int y) {
        return before->content().rows->rows[size_t(before->rowAt(y))].line < 0;
    };
    QVERIFY(isFiller(gaps[0].top()) && isFiller(gaps[0].bottom()));
    QVERIFY(!isFiller(gaps[0].top() - 1));
    QVERIFY(codeOf(view, "afterCode")->gaps().empty());
    // One line more or less is no such gap.
    TIR_GO_TO(session, stepOf(session, "AnnotateDeviceRegions"));
    QVERIFY(before->gaps().empty());
    // The body that is gone is on the left only.
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    CodeView* after = codeOf(view, "afterCode");
    const auto& rows = after->content().rows->rows;
    const auto filler = std::ranges::find(rows, -1, &CodeRows::Row::line);
    QVERIFY(filler != rows.end());
    after->revealRow(int(filler - rows.begin()) + 3);
    QCOMPARE(after->content().gapText, QStringLiteral("No lines here after this step"));
    QVERIFY(!after->gaps().empty());
}

/// A program that is one function is shown in a module from the start if a step adds another function.
void TestComparison::classAroundAFunctionIsNoChange()
{
    Session session;
    usePipeline(session, "split");
    session.openText(QStringLiteral("bare.py"),
                     QStringLiteral("@T.prim_func(s_tir=True)\n"
                                    "def main(A: T.Buffer((128,), \"float32\")):\n"
                                    "    with T.launch_thread(\"threadIdx.x\", 128) as tx:\n"
                                    "        A[tx] = A[tx] * T.float32(2)\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.program()->parsed->isBareFunction);
    const size_t split = stepOf(session, "SplitHostDevice");
    QVERIFY(session.recording()->module(split).functions.size() > 1);
    TIR_GO_TO(session, split);
    const ComparedStepPointer compared = session.compared();
    for (const CodeRows::Row& row : compared->rows.after->rows)
        if (row.line >= 0 && !compared->after->code.line(row.line).starts_with("    "))
            QVERIFY2(row.kind == RowKind::Same || compared->after->code.line(row.line).empty(),
                     std::string(compared->after->code.line(row.line)).c_str());
    QTRY_VERIFY(session.lineCounts().size() > split);
    QCOMPARE(session.lineCounts()[split].added, compared->rows.addedLines);
    const auto hasClass = [&] {
        return session.compared()->after->code.text.find("\nclass ") != std::string::npos;
    };
    TIR_GO_TO(session, 0);
    QVERIFY(hasClass());

    RunSetup setup = session.setup();
    setup.pipeline.name.clear();
    setup.pipeline.passes.resize(stepOf(session, "BindTarget"));
    session.setSetup(std::move(setup));
    QTRY_VERIFY(session.phase() == Phase::Ready && session.compared() && session.stepCount() == 2);
    QVERIFY(!hasClass());
}

void TestComparison::linesOfScopesStayAtTheTop_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isUnified");
    QTest::newRow("before") << "beforeCode" << false;
    QTest::newRow("after") << "afterCode" << false;
    QTest::newRow("unified") << "unifiedCode" << true;
}

/// The launch and the function of a line deep in a kernel, of a changed line as well as of an unchanged one.
void TestComparison::linesOfScopesStayAtTheTop()
{
    QFETCH(QString, name);
    QFETCH(bool, isUnified);
    Session session;
    ComparisonView view(session);
    view.resize(1000, 300);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "matmul");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    if (isUnified)
        view.findChild<QAction*>(QStringLiteral("unified"))->trigger();
    CodeView* code = codeOf(view, qPrintable(name));
    QVERIFY(code->hasText());
    const CodeText& text = *code->content().text;
    const auto trimmed = [&](int line) {
        return QString::fromStdString(std::string(text.line(line))).trimmed();
    };
    code->verticalScrollBar()->setValue(0);
    QVERIFY(code->stickyLines().empty());
    int deepest = 0;
    for (int row = 0; row * code->rowHeight() <= code->verticalScrollBar()->maximum(); ++row) {
        code->verticalScrollBar()->setValue(row * code->rowHeight());
        const std::vector<int> lines = code->stickyLines();
        deepest = std::max(deepest, int(lines.size()));
        for (size_t i = 0; i < lines.size(); ++i) {
            QVERIFY(!code->isLineVisible(lines[i]));
            QVERIFY(i == 0 || lines[i] > lines[i - 1]);
            QCOMPARE(trimmed(lines[i]).startsWith(QStringLiteral("def ")), i == 0);
        }
    }
    QVERIFY(deepest >= 2);
    QVERIFY(deepest <= 3);
}

void TestComparison::stickyLinesCanBeSwitchedOff()
{
    Session session;
    ComparisonView view(session);
    view.resize(1000, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "matmul");
    CodeView* code = codeOf(view, "afterCode");
    code->verticalScrollBar()->setValue(code->verticalScrollBar()->maximum());
    QVERIFY(!code->stickyLines().empty());
    QAction* action = view.findChild<QAction*>(QStringLiteral("sticky-lines"));
    QVERIFY(action && action->isChecked());
    action->trigger();
    for (const char* name : {"beforeCode", "afterCode", "unifiedCode"})
        QVERIFY(codeOf(view, name)->stickyLines().empty());
    action->trigger();
    QVERIFY(!code->stickyLines().empty());
}

void TestComparison::closeClears()
{
    Session session;
    ComparisonView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    session.close();
    QVERIFY(!codeOf(view, "afterCode")->hasText());
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
}

void TestComparison::longHeadingsEndInDots()
{
    ElidedLabel heading;
    heading.setText(QStringLiteral("After MergeSharedMemoryAllocations"));
    heading.resize(80, 20);
    QVERIFY(heading.shownText().startsWith(QLatin1String("After")));
    QVERIFY(heading.shownText().endsWith(QChar(0x2026)));
    heading.resize(2000, 20);
    QCOMPARE(heading.shownText(), heading.text());
}

/// What only one side has is found whichever side has the keyboard.
void TestComparison::findLooksAtBothSides()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 300);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    view.findChild<QAction*>(QStringLiteral("find"))->trigger();
    auto* field = view.findChild<QLineEdit*>(QStringLiteral("searchEdit"));
    const auto* count = view.findChild<SearchBar*>()->findChild<QLabel*>();
    const auto countOf = [&](const char* name, std::string_view wanted) {
        const CodeView* code = view.findChild<CodeView*>(QLatin1String(name));
        return findAll(code->content().text->text, wanted).size();
    };
    field->setText(QStringLiteral("tvm_storage_sync"));
    QCOMPARE(count->text(), QStringLiteral("1 of %1 (%2 on the other side)")
                                .arg(countOf("afterCode", "tvm_storage_sync"))
                                .arg(countOf("beforeCode", "tvm_storage_sync")));
    const char* const removed = "values = T.alloc_buffer";
    QCOMPARE(countOf("afterCode", removed), size_t(0));
    field->setText(QLatin1String(removed));
    QCOMPARE(count->text(), QStringLiteral("1 of 1"));
    field->setText(QStringLiteral("no such text"));
    QCOMPARE(count->text(), QStringLiteral("no match"));
}

TIR_TEST(TestComparison)
#include "tst_comparison_view.moc"
