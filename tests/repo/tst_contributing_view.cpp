/// The view that CONTRIBUTING.md adds: it is in the window and follows the step.

#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QtTest>

using namespace tir::testing;
using namespace tir::ui;

class TstContributingView : public QObject {
    Q_OBJECT
private slots:
    void followsTheStep()
    {
        Session session;
        MainWindow window(session);
        QVERIFY(window.showView(QStringLiteral("step_name")));
        auto* label = window.findChild<QLabel*>(QStringLiteral("stepName"));
        QVERIFY(label);
        QCOMPARE(label->text(), QString());
        session.openFile(sourcePath("samples/reverse.py"));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        session.goTo(0);
        QCOMPARE(label->text(), QStringLiteral("Input"));
        session.goTo(1);
        QCOMPARE(label->text(), QString::fromStdString(toString(session.recording()->steps.front().pass)));
        session.close();
        QCOMPARE(label->text(), QString());
    }
};

TIR_TEST(TstContributingView)
#include "tst_contributing_view.moc"
