/// Reports with large tensors: they are kept once while they arrive, and nothing is believed about their sizes.

#include "core/script/reading/parser.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/worker_protocol.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QtTest>

using namespace tir;

namespace {

constexpr uint64_t Megabyte = 1 << 20;

/// `bytes` of one tensor, all of which change.
RunRequest addition(uint64_t bytes)
{
    const std::string count = std::to_string(bytes / 4);
    const std::string text = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((" + count +
                             ",), \"int32\")):\n    for i in range(" + count +
                             "):\n        A[i] = A[i] + 1\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    RunRequest asked;
    if (parsed)
        asked.module = parsed->module;
    return asked;
}

/// A line of /proc/self/status, in bytes; 0 if there is none.
uint64_t memoryOf(const QByteArray& line)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& each : status.readAll().split('\n'))
        if (each.startsWith(line + ':'))
            return each.mid(line.size() + 1).simplified().split(' ').front().toULongLong() * 1024;
    return 0;
}

/// From now on, VmHWM is the peak of what is resident.
bool forgetPeak()
{
    QFile references(QStringLiteral("/proc/self/clear_refs"));
    return references.open(QIODevice::WriteOnly) && references.write("5") == 1;
}

std::string answerOf(const RunReport& report)
{
    const EncodedReport encoded = encodeReport(report);
    std::string text = encoded.head;
    for (const std::string_view tensor : encoded.tensors)
        text += tensor;
    return text;
}

RunReport someReport()
{
    const std::vector<std::byte> ones(12, std::byte(1));
    const std::vector<std::byte> twos(12, std::byte(2));
    RunReport report;
    report.status = RunStatus::Done;
    report.device = "cpu";
    report.tensors.push_back({"A", "int32", {3}, ones, twos});
    report.tensors.push_back({"empty", "int32", {0}, SharedBytes(), SharedBytes()});
    report.tensors.push_back({"B", "int32", {3}, twos, twos});
    return report;
}

} // namespace

class TestLargeReports : public QObject {
    Q_OBJECT
private slots:
    void init() { qputenv("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC); }

    void tensorsAreKeptOnce()
    {
#ifdef TIR_IS_SANITIZED
        QSKIP("a sanitizer takes more address space than any limit allows");
#endif
        constexpr uint64_t Bytes = 64 * Megabyte;
        QVERIFY(runInWorker(addition(4)).status == RunStatus::Done); // all that is needed once is there
        QVERIFY(forgetPeak());
        const uint64_t before = memoryOf("VmRSS");
        const RunReport report = runInWorker(addition(Bytes));
        const uint64_t peak = memoryOf("VmHWM") - before;
        QVERIFY(report.status == RunStatus::Done);
        QVERIFY(report.tensors[0].isChanged());
        const QByteArray shown = QByteArray::number(qulonglong(peak / Megabyte)) + " MiB";
        QVERIFY2(peak >= 2 * Bytes, shown.constData()); // as they were, and as they became
        QVERIFY2(peak < 2 * Bytes + 8 * Megabyte, shown.constData());
    }

    void piecesMayEndAnywhere()
    {
        const RunReport report = someReport();
        const std::string bytes = answerOf(report);
        for (size_t length = 1; length <= bytes.size(); ++length) {
            ReportReader reader(bytes.size());
            for (size_t at = 0; at < bytes.size(); at += length)
                reader.add(std::string_view(bytes).substr(at, length));
            QVERIFY(reader.head() == std::string_view(bytes).substr(0, bytes.find('\n')));
            const Result<RunReport> read = reader.finish();
            QVERIFY(read);
            QCOMPARE(answerOf(*read), bytes);
        }
    }

    void unfinishedReportsAreRefused()
    {
        const std::string bytes = answerOf(someReport());
        for (size_t length = 0; length < bytes.size(); ++length) {
            ReportReader reader(bytes.size());
            reader.add(std::string_view(bytes).substr(0, length));
            QVERIFY(!reader.finish());
        }
    }

    void sizesAreNotBelieved_data()
    {
        QTest::addColumn<QString>("bytes");
        for (const char* bytes : {"1000000", "9000000000000000000", "18446744073709551615", "-1", "1e300"})
            QTest::newRow(bytes) << bytes;
    }

    void sizesAreNotBelieved()
    {
        QFETCH(QString, bytes);
        QString text = QString::fromStdString(answerOf(someReport()));
        text.replace(QStringLiteral("\"bytes\":12"), QStringLiteral("\"bytes\":") + bytes);
        QVERIFY(text.contains(bytes));
#ifdef TIR_IS_SANITIZED // AddressSanitizer ends the program where there is not enough memory
        const std::vector<uint64_t> limits{100};
#else
        const std::vector<uint64_t> limits{100, UINT64_MAX};
#endif
        for (const uint64_t limit : limits) {
            ReportReader reader(limit);
            reader.add(text.toStdString());
            QVERIFY(!reader.finish());
        }
    }
};

TIR_TEST(TestLargeReports)
#include "tst_large_reports.moc"
