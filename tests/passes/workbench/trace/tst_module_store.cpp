/// A recording that is larger than memory should be: everything that can be said about it is the same.

#include "core/script/printing/printer.h"
#include "core/support/parallel.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/line_history.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tir;

namespace {

constexpr int Files = 9;

/// A kernel whose statements differ from file to file, in 0.6 MB.
QByteArray textOf(int number)
{
    QByteArray text = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((9000,), \"int32\")):\n";
    for (int statement = 0; statement < 9000; ++statement)
        text += "    A[" + QByteArray::number(statement) + "] = A[" +
                QByteArray::number((statement * 7 + number) % 9000) + "] * T.int32(3) + A[" +
                QByteArray::number(statement) + "]\n";
    return text;
}

void writeDump(const QString& folder)
{
    for (int number = 1; number <= Files; ++number) {
        QFile file(QStringLiteral("%1/00%2_tirx.Pass%2.py").arg(folder).arg(number));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(textOf(number));
    }
}

} // namespace

class TestModuleStore : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        writeDump(m_folder.path());
    }

    void recordingWithinTheLimitHasNone()
    {
        const RecordedRun run = openTraceFile(m_folder.path().toStdString());
        QVERIFY(run.recording);
        QVERIFY(!run.recording->store);
    }

    void everythingStaysTheSame()
    {
        const std::string path = m_folder.path().toStdString();
        const RecordedRun whole = openTraceFile(path);
        const RecordedRun stored = openTraceFile(path, {.moduleBytesInMemory = 1});
        QVERIFY(whole.recording && stored.recording);
        QVERIFY(stored.recording->store);
        QCOMPARE(stored.recording->moduleCount(), whole.recording->moduleCount());
        for (size_t number = 0; number < whole.recording->moduleCount(); ++number)
            QVERIFY(printScript(stored.recording->module(number)) ==
                    printScript(whole.recording->module(number)));
        QVERIFY(toJson(stored) == toJson(whole));
        QCOMPARE(check(*stored.recording).firstBad, check(*whole.recording).firstBad);
        const LineHistory history = lineHistory(*stored.recording);
        QVERIFY(history.events(Files - 1, 100) == lineHistory(*whole.recording).events(Files - 1, 100));
    }

    void modulesThatAreFarAwayLeaveMemory()
    {
        const RecordedRun run = openTraceFile(m_folder.path().toStdString(), {.moduleBytesInMemory = 1});
        QVERIFY(run.recording && run.recording->store);
        size_t most = 0;
        for (size_t number = 0; number < run.recording->moduleCount(); ++number) {
            run.recording->module(number);
            most = std::max(most, run.recording->store->bytesInMemory());
        }
        const size_t bytesOfOne = run.texts.front()->parsed->module.arena->bytesUsed();
        QVERIFY2(most > 0 && most < 5 * bytesOfOne,
                 qPrintable(QStringLiteral("%1 bytes of modules with %2 each").arg(most).arg(bytesOfOne)));
        // Comparing addresses reads nothing.
        const size_t before = run.recording->store->bytesInMemory();
        for (size_t number = 0; number < run.recording->moduleCount(); ++number)
            run.recording->repeatsModule(number);
        QCOMPARE(run.recording->store->bytesInMemory(), before);
    }

    void modulesAreUsedByManyThreads()
    {
        const RecordedRun run = openTraceFile(m_folder.path().toStdString(), {.moduleBytesInMemory = 1});
        QVERIFY(run.recording);
        const size_t count = run.recording->moduleCount();
        std::vector<std::string> texts(4 * count);
        inParallel(texts.size(), 3, [&](size_t index) {
            texts[index] = printScript(run.recording->module(index * 5 % count));
        });
        for (size_t index = 0; index < texts.size(); ++index)
            QVERIFY(texts[index] == printScript(run.recording->module(index * 5 % count)));
    }

private:
    QTemporaryDir m_folder;
};

TIR_TEST(TestModuleStore)
#include "tst_module_store.moc"
