/// Finding a text in all steps.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/main_window.h"

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

    void withoutARunThereIsNothingToSearch()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QVERIFY(performActions("find-in-steps", window, session).isEmpty());
        QVERIFY(!window.findChild<QWidget*>(QStringLiteral("stepSearch")));
    }
};

TIR_TEST(TestStepSearch)
#include "tst_step_search.moc"
