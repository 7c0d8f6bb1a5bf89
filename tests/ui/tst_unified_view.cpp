/// Before and after as one text.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/code_view.h"
#include "ui/comparison/unified_text.h"
#include "ui/main_window.h"

#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

using Side = ComparisonSideName;

/// The rows as text: "-" and "+" before lines of one side only.
QStringList shownLines(const CodeContent& content)
{
    QStringList lines;
    for (const CodeRows::Row& row : content.rows->rows)
        lines.append((row.kind == RowKind::Removed ? "-"
                      : row.kind == RowKind::Added ? "+"
                                                   : " ") +
                     QString::fromStdString(std::string(content.text->line(row.line))));
    return lines;
}

} // namespace

class TestUnifiedView : public QObject {
    Q_OBJECT
private slots:
    void everyLineOfBothSidesIsThere()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        for (size_t step = 1; step < session.stepCount(); ++step) {
            TIR_GO_TO(session, step);
            const ComparisonContent content = comparisonContent(session);
            const UnifiedText unified = unify(*content.before, content.after);
            // The lines that are not removed are the right side.
            QString right;
            for (size_t line = 0; line < unified.lines.size(); ++line)
                if (unified.lines[line].side == Side::After)
                    right +=
                        QString::fromStdString(std::string(unified.content.text->line(int(line)))) + "\n";
            QCOMPARE(right.trimmed(), QString::fromStdString(session.compared()->after->code.text).trimmed());
            const auto removed = std::ranges::count(unified.lines, Side::Before, &UnifiedText::Line::side);
            int expected = 0;
            for (const CodeRows::Row& row : content.before->content.rows->rows)
                expected += row.line >= 0 && row.kind != RowKind::Same;
            QCOMPARE(int(removed), expected);
            // Lines of the left side are shown as themselves or, if they are unchanged, as those of the right one.
            for (const CodeRows::Row& row : content.before->content.rows->rows) {
                if (row.line < 0)
                    continue;
                const int shown = unified.lineShowing(Side::Before, row.line);
                QVERIFY(shown >= 0);
                if (row.kind != RowKind::Same || !row.isRespelled)
                    QCOMPARE(unified.content.text->line(shown), content.before->content.text->line(row.line));
            }
            // Places come back to where they were.
            for (const CodeToken& token : session.compared()->after->code.tokens) {
                const Span span = unified.spanOf(Side::After, {token.begin, token.end});
                QCOMPARE(unified.content.text->text.substr(span.begin, span.end - span.begin),
                         std::string(session.compared()->after->code.textOf(token)));
                QVERIFY(unified.origin(span.begin) == std::pair(Side::After, token.begin));
            }
        }
    }

    void removedLinesAreAboveAddedOnes()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        const ComparisonContent content = comparisonContent(session);
        const QStringList lines = shownLines(unify(*content.before, content.after).content);
        const qsizetype removed = lines.indexOf(QRegularExpression("^- *values = .*"));
        const qsizetype added = lines.indexOf(QRegularExpression("^\\+ *values = .*"));
        QVERIFY2(removed >= 0 && added > removed, qPrintable(lines.join('\n')));
    }

    void theWindowShowsItAndAClickSelects()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,pipeline=split,step=MergeSharedMemoryAllocations,unified",
                                window, session),
                 QString());
        auto* unified = window.findChild<CodeView*>(QStringLiteral("unifiedCode"));
        QVERIFY(unified->isVisible());
        QVERIFY(!window.findChild<CodeView*>(QStringLiteral("beforeCode"))->isVisible());
        QVERIFY(!window.findChild<CodeView*>(QStringLiteral("afterCode"))->isVisible());
        const CodeContent& content = unified->content();
        const CodeToken* name = nullptr;
        for (const CodeToken& token : content.text->tokens)
            if (content.text->textOf(token) == "buf_dyn_shmem" && !name)
                name = &token;
        QVERIFY(name);
        const Node* identity = name->identity;
        emit unified->clicked(name->begin);
        QCOMPARE(session.selection().identity, identity);
        QVERIFY(session.selection().place != NoPlace);
        QCOMPARE(performActions("next-change,only-changes,next,unified", window, session), QString());
        QVERIFY(!unified->isVisible());
        QVERIFY(window.findChild<CodeView*>(QStringLiteral("afterCode"))->isVisible());
    }

    /// One of the two ways to show both sides is on, and the heading names what is shown.
    void onlyOneWayOfShowingBothSidesIsOn()
    {
        Session session;
        MainWindow window(session);
        window.resize(1400, 620);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,pipeline=split,step=SplitHostDevice", window, session),
                 QString());
        const auto shown = [&] {
            QStringList parts;
            for (const char* name : {"side-by-side", "unified"})
                if (window.findChild<QAction*>(QString::fromLatin1(name))->isChecked())
                    parts.append(QString::fromLatin1(name));
            for (const char* name : {"beforeCode", "afterCode", "unifiedCode"})
                if (window.findChild<CodeView*>(QString::fromLatin1(name))->isVisible())
                    parts.append(QString::fromLatin1(name));
            return parts.join(' ');
        };
        const auto* heading =
            window.findChild<CodeView*>(QStringLiteral("unifiedCode"))->parentWidget()->findChild<QLabel*>();
        auto* panes = window.findChild<QToolButton*>(QStringLiteral("side-by-sideButton"));
        const QString both = QStringLiteral("side-by-side beforeCode afterCode");
        const QString unified = QStringLiteral("unified unifiedCode");
        QCOMPARE(shown(), both);
        QCOMPARE(heading->text(), QStringLiteral("After SplitHostDevice"));
        QCOMPARE(performActions("unified", window, session), QString());
        QCOMPARE(shown(), unified);
        QCOMPARE(heading->text(), QStringLiteral("Before and after SplitHostDevice"));
        QCOMPARE(performActions("unified", window, session), QString());
        QCOMPARE(shown(), both);
        QCOMPARE(performActions("unified", window, session), QString());
        panes->click();
        QCOMPARE(shown(), both);
        QCOMPARE(heading->text(), QStringLiteral("After SplitHostDevice"));
        panes->click();
        QCOMPARE(shown(), QStringLiteral("afterCode"));
        QCOMPARE(performActions("unified", window, session), QString());
        QCOMPARE(shown(), unified);
        QCOMPARE(performActions("unified", window, session), QString());
        QCOMPARE(shown(), QStringLiteral("afterCode"));
    }

    void theChangeInViewStaysInView()
    {
        Session session;
        MainWindow window(session);
        window.resize(1400, 620);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,pipeline=split,step=MergeSharedMemoryAllocations", window,
                                session),
                 QString());
        const auto* position = window.findChild<QLabel*>(QStringLiteral("changePosition"));
        QVERIFY(position);
        const int total = position->text().section('/', 1).trimmed().toInt();
        QVERIFY2(total > 2, qPrintable(position->text()));
        for (int change = 1; change < total; ++change) {
            QCOMPARE(performActions("next-change", window, session), QString());
            const QString shown = position->text();
            QCOMPARE(performActions("unified", window, session), QString());
            QCOMPARE(position->text(), shown);
            const auto* unified = window.findChild<CodeView*>(QStringLiteral("unifiedCode"));
            const CodeRows& rows = *unified->content().rows;
            const bool seesChange = std::ranges::any_of(rows.rows, [&](const CodeRows::Row& row) {
                return row.kind != RowKind::Same && unified->isLineVisible(row.line);
            });
            QVERIFY(seesChange);
            QCOMPARE(performActions("unified", window, session), QString());
            QCOMPARE(position->text(), shown);
        }
    }

    void wrappedLinesAndTheKeyboardStay()
    {
        Session session;
        MainWindow window(session);
        window.resize(1280, 720);
        window.show();
        QCOMPARE(
            performActions("sample=matmul,pipeline=split,step=MakePackedAPI,fold-dictionaries,wrap-lines",
                           window, session),
            QString());
        auto* after = window.findChild<CodeView*>(QStringLiteral("afterCode"));
        auto* unified = window.findChild<CodeView*>(QStringLiteral("unifiedCode"));
        window.activateWindow();
        after->setFocus();
        QTRY_VERIFY(after->hasFocus());
        QVERIFY(after->visualLineCount() > after->rowCount());
        after->verticalScrollBar()->setValue(after->verticalScrollBar()->maximum() / 2);
        const int line = after->content().rows->rows[size_t(after->rowLookedAt())].line;
        QVERIFY(line >= 0);
        const std::string words(after->content().text->line(line));
        QCOMPARE(performActions("unified", window, session), QString());
        QVERIFY(unified->hasFocus());
        QCoreApplication::processEvents();
        const CodeContent& content = unified->content();
        bool isInView = false;
        for (int shown = 0; shown < content.text->lineCount(); ++shown)
            isInView |= content.text->line(shown) == words && unified->isLineVisible(shown);
        QVERIFY2(isInView, words.c_str());
        QCOMPARE(performActions("unified", window, session), QString());
        QVERIFY(after->hasFocus());
    }

    /// However many lines a change adds, what it removes is in view when the change is gone to.
    void aChangeIsShownFromItsBeginning_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("step");
        QTest::newRow("split") << "matmul"
                               << "SplitHostDevice";
        QTest::newRow("merge") << "two_kernels"
                               << "MergeSharedMemoryAllocations";
        QTest::newRow("launches") << "two_kernels"
                                  << "LowerDeviceKernelLaunch";
    }
    void aChangeIsShownFromItsBeginning()
    {
        QFETCH(QString, sample);
        QFETCH(QString, step);
        Session session;
        MainWindow window(session);
        window.resize(1280, 720);
        window.show();
        QCOMPARE(performActions(QStringLiteral("sample=%1,pipeline=split,step=%2,unified").arg(sample, step),
                                window, session),
                 QString());
        const auto* unified = window.findChild<CodeView*>(QStringLiteral("unifiedCode"));
        const CodeRows& rows = *unified->content().rows;
        std::vector<int> groups; // first rows of changes
        for (int row = 0; row < unified->rowCount(); ++row)
            if (rows.rows[size_t(row)].kind != RowKind::Same &&
                (row == 0 || rows.rows[size_t(row) - 1].kind == RowKind::Same))
                groups.push_back(row);
        QVERIFY(!groups.empty());
        QVERIFY(unified->isLineVisible(rows.rows[size_t(groups.front())].line));
        for (size_t group = 1; group < groups.size(); ++group) {
            QCOMPARE(performActions("next-change", window, session), QString());
            QVERIFY(unified->isLineVisible(rows.rows[size_t(groups[group])].line));
        }
    }

    void aMovedLineLeadsToItsOtherEnd()
    {
        Session session;
        MainWindow window(session);
        window.resize(1400, 620);
        window.show();
        QCOMPARE(
            performActions("sample=two_kernels,pipeline=split,step=SplitHostDevice,unified", window, session),
            QString());
        auto* unified = window.findChild<CodeView*>(QStringLiteral("unifiedCode"));
        const CodeRows& rows = *unified->content().rows;
        int followed = 0;
        for (int row = 0; row < unified->rowCount(); ++row) {
            const std::vector<CodeAside> asides = unified->asides(row);
            if (asides.empty() || asides.front().otherEnd < 0)
                continue;
            const bool isBefore = asides.front().text.startsWith(QStringLiteral("outlined into"));
            QVERIFY(isBefore || asides.front().text.startsWith(QStringLiteral("outlined from")));
            // The numbers are those of the other side, which the other line shows.
            const auto other = std::ranges::find_if(rows.rows, [&](const CodeRows::Row& each) {
                return each.kind == (isBefore ? RowKind::Added : RowKind::Moved) &&
                       each.isMovedAway != isBefore && each.number == asides.front().otherEnd;
            });
            QVERIFY(other != rows.rows.end());
            unified->revealRow(row);
            QTest::mouseClick(unified->viewport(), Qt::LeftButton, {},
                              unified->rectOf(asides.front(), row).topLeft() + QPoint(4, 4));
            QVERIFY(unified->isLineVisible(other->line));
            ++followed;
        }
        QVERIFY(followed > 1);
    }
};

TIR_TEST(TestUnifiedView)
#include "tst_unified_view.moc"
