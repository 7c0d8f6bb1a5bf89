/// The window in a desktop session whose decimal point is a comma: texts and results are those
/// of every other session.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/run/run_model.h"
#include "ui/run/run_view.h"

#include <QLabel>
#include <QTableView>

#include <clocale>
#include <tuple>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const char* const Program = "@T.prim_func(s_tir=True)\n"
                            "def main(X: T.Buffer((64,), \"float32\"), Y: T.Buffer((64,), \"float32\")):\n"
                            "    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
                            "        Y[tx] = X[tx] * T.float32(0.5) + T.float32(2.75)\n";

} // namespace

class TestLocale : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void fractionsAreReadAndShown();
    void fractionsAreRun();

private:
    std::string m_before;
};

void TestLocale::initTestCase()
{
    const QByteArray locale = commaLocale();
    QVERIFY2(!locale.isEmpty(), "no sources of locales, the package 'locales' is missing");
    m_before = std::setlocale(LC_ALL, nullptr);
    QVERIFY(std::setlocale(LC_ALL, locale.constData()));
    QCOMPARE(std::localeconv()->decimal_point, ",");
}

void TestLocale::cleanupTestCase()
{
    std::setlocale(LC_ALL, m_before.c_str());
}

void TestLocale::fractionsAreReadAndShown()
{
    Session session;
    session.openText(QStringLiteral("fractions"), QString::fromUtf8(Program));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    for (size_t step = 0; step < session.stepCount(); ++step) {
        TIR_GO_TO(session, step);
        const std::string& text = session.compared()->after->code.text;
        if (text.find("Y[") == std::string::npos && text.find("Y_") == std::string::npos)
            continue; // the host half
        QVERIFY2(text.find("T.float32(0.5)") != std::string::npos, text.c_str());
        QVERIFY2(text.find("T.float32(2.75)") != std::string::npos, text.c_str());
    }
}

void TestLocale::fractionsAreRun()
{
    Session session;
    RunView view(session);
    session.openText(QStringLiteral("fractions"), QString::fromUtf8(Program));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    view.run();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY(status->text().contains(QStringLiteral("done on the CPU")));
    const QAbstractItemModel& table = *view.findChild<QTableView*>(QStringLiteral("runTable"))->model();
    // 0.5 X + 2.75 where X is between -1 and 1.
    for (const auto& [column, least, greatest] :
         {std::tuple(RunModel::Min, 2.25, 2.5), std::tuple(RunModel::Max, 3.0, 3.25)}) {
        const QString figure = table.index(1, column).data().toString();
        QVERIFY2(figure.toDouble() >= least && figure.toDouble() <= greatest, qPrintable(rowsOf(table)));
    }
}

TIR_TEST(TestLocale)
#include "tst_locale.moc"
