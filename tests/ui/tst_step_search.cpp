/// Finding a text in all steps.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/chooser.h"
#include "ui/common/matched_text.h"
#include "ui/main_window.h"

#include <QAction>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestStepSearch : public QObject {
    Q_OBJECT
private slots:
    void aLineOfAnotherStepIsChosen()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,step=1,find-in-steps", window, session), QString());
        QPointer<QWidget> chooser = window.findChild<QWidget*>(QStringLiteral("stepSearch"));
        QVERIFY(chooser);
        auto* field = chooser->findChild<QLineEdit*>();
        auto* list = chooser->findChild<QListWidget*>();
        QCOMPARE(list->count(), 0);
        QTest::keyClicks(field, "call_packed(\"main_kernel");
        QTRY_VERIFY(list->count() > 0);
        QVERIFY2(list->item(0)->text().contains("T.call_packed(\"main_kernel"),
                 qPrintable(list->item(0)->text()));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(!chooser);
        waitForJobs(session);
        QVERIFY(session.step() > 1);
        const ComparedStepPointer compared = session.compared();
        QCOMPARE(compared->number, session.step());
        // The chosen line is selected.
        const Span span = compared->after->spanOf(session.selection().place);
        const CodeText& code = compared->after->code;
        QVERIFY(code.line(code.lineAt(span.begin)).find("call_packed") != std::string_view::npos);
    }

    /// Both sides of a match become shorter, so that a narrow row shows it.
    void matchesStayInSight()
    {
        const QFontMetrics plain(QApplication::font());
        QFont boldFont = QApplication::font();
        boldFont.setBold(true);
        const QFontMetrics bold(boldFont);
        const QString line =
            QStringLiteral("values = T.Buffer((128,), data=buf_dyn_shmem.data, scope=\"shared.dyn\")");
        const MatchedText text = MatchedText::of(line, line.indexOf("buf_dyn"), 7);
        const auto widthOf = [&](const MatchedText& shown) {
            return plain.horizontalAdvance(shown.before + shown.after) + bold.horizontalAdvance(shown.match);
        };
        for (const int width : {widthOf(text), 2000}) {
            const MatchedText whole = elideAround(text, width, plain, bold);
            QCOMPARE(whole.before + whole.match + whole.after, line);
        }
        for (const int width : {100, 160, 240, 320}) {
            const MatchedText shown = elideAround(text, width, plain, bold);
            QCOMPARE(shown.match, QStringLiteral("buf_dyn"));
            QVERIFY2(widthOf(shown) <= width + 2, qPrintable(shown.before + shown.match + shown.after));
            QVERIFY(shown.before != text.before || shown.after != text.after);
        }
        QVERIFY(elideAround(text, 30, plain, bold).match.size() < 7);
    }

    void whatIsSearchedForIsMarked()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,pipeline=split,step=1,find-in-steps", window, session),
                 QString());
        auto* chooser = window.findChild<QWidget*>(QStringLiteral("stepSearch"));
        auto* list = chooser->findChild<QListWidget*>();
        QTest::keyClicks(chooser->findChild<QLineEdit*>(), "BUF_dyn");
        QTRY_VERIFY(list->count() > 0);
        for (int row = 0; row < list->count(); ++row) {
            const QListWidgetItem& item = *list->item(row);
            QCOMPARE(item.text().mid(item.data(Chooser::MatchBeginRole).toInt(),
                                     item.data(Chooser::MatchLengthRole).toInt()),
                     QStringLiteral("buf_dyn"));
        }
    }

    void withoutALineItSaysSo()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QCOMPARE(performActions("sample=two_kernels,find-in-steps", window, session), QString());
        auto* chooser = window.findChild<QWidget*>(QStringLiteral("stepSearch"));
        auto* list = chooser->findChild<QListWidget*>();
        QTest::keyClicks(chooser->findChild<QLineEdit*>(), "no such line");
        QTRY_VERIFY(list->count() == 1 && list->item(0)->text() == QStringLiteral("Nothing found"));
        QVERIFY(!list->item(0)->flags().testFlag(Qt::ItemIsEnabled));
    }

    void withoutARunThereIsNothingToSearch()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QVERIFY(!window.findChild<QAction*>(QStringLiteral("find-in-steps"))->isEnabled());
        QVERIFY(!performActions("find-in-steps", window, session).isEmpty());
        QVERIFY(!window.findChild<QWidget*>(QStringLiteral("stepSearch")));
    }
};

TIR_TEST(TestStepSearch)
#include "tst_step_search.moc"
