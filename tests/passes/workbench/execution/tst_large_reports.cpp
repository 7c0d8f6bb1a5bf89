/// Reports with large tensors: they are kept once while they arrive, and nothing is believed about their sizes.

#include "core/script/reading/parser.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/worker_protocol.h"
#include "tests/passes/workbench/execution/worker_requests.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QtTest>

#include <sys/resource.h>

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
    RunRequest request;
    if (parsed)
        request.module = parsed->module;
    return request;
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

/// From now on, VmHWM is the peak of the resident memory.
bool forgetPeak()
{
    QFile references(QStringLiteral("/proc/self/clear_refs"));
    return references.open(QIODevice::WriteOnly) && references.write("5") == 1;
}

/// The most that one of the workers so far had in memory: they count when their server has ended.
uint64_t peakOfWorkers()
{
    testing::endWorkerServer();
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return uint64_t(usage.ru_maxrss) * 1024;
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

    /// The initial bytes are sent before the program starts.
    void workersKeepTensorsOnce()
    {
#ifdef TIR_IS_SANITIZED
        QSKIP("a sanitizer takes more address space than any limit allows");
#endif
        constexpr uint64_t Bytes = 384 * Megabyte;
        QVERIFY(runInWorker(addition(4)).status == RunStatus::Done);
        const uint64_t before = peakOfWorkers();
        {
            const RunReport report = runInWorker(addition(Bytes));
            QVERIFY(report.status == RunStatus::Done);
            QVERIFY(report.tensors[0].isChanged());
        }
        QVERIFY(forgetPeak()); // of this process: it counts for children that it starts
        const uint64_t peak = peakOfWorkers() - before;
        const QByteArray shown = QByteArray::number(qulonglong(peak / Megabyte)) + " MiB";
        QVERIFY2(peak >= Bytes / 2, shown.constData());
        QVERIFY2(peak < Bytes + Bytes / 4, shown.constData());
    }

    void unchangedTensorsAreKeptOnce()
    {
        // Whatever a worker sends again.
        RunReport report = someReport();
        std::string bytes;
        const auto add = [&](const EncodedPart& part) {
            bytes += part.line;
            for (const std::string_view tensor : part.tensors)
                bytes += tensor;
        };
        add(encodeInputs(report.tensors));
        for (RunTensor& tensor : report.tensors)
            tensor.before = SharedBytes();
        add(encodeOutcome(report));
        for (size_t length = 1; length <= bytes.size(); ++length) {
            ReportReader reader(bytes.size());
            for (size_t at = 0; at < bytes.size(); at += length)
                reader.add(std::string_view(bytes).substr(at, length));
            const Result<RunReport> read = reader.finish();
            QVERIFY(read);
            QCOMPARE(encodeReport(*read), encodeReport(someReport()));
            QVERIFY(read->tensors[2].before.data() == read->tensors[2].after.data());
        }
        ReportReader reader(3 * 12); // of two tensors before, and one after the run
        reader.add(bytes);
        QVERIFY(reader.finish());
        ReportReader small(3 * 12 - 1);
        small.add(bytes);
        QVERIFY(!small.finish());
    }

    void piecesMayEndAnywhere()
    {
        const RunReport report = someReport();
        const std::string bytes = encodeReport(report);
        for (size_t length = 1; length <= bytes.size(); ++length) {
            ReportReader reader(bytes.size());
            for (size_t at = 0; at < bytes.size(); at += length)
                reader.add(std::string_view(bytes).substr(at, length));
            QVERIFY(reader.head().starts_with("{") && reader.head().ends_with("}\n"));
            QVERIFY(reader.head().find("\"status\"") != std::string_view::npos);
            const Result<RunReport> read = reader.finish();
            QVERIFY(read);
            QCOMPARE(encodeReport(*read), bytes);
        }
    }

    void memoryComesFirst()
    {
        const GpuMemoryUse memory{.argumentBytes = 12, .freeBytes = 100, .totalBytes = int64_t(1) << 40};
        const std::string bytes = encodeMemory(memory) + encodeReport(someReport());
        for (size_t length = 1; length <= bytes.size(); ++length) {
            std::vector<GpuMemoryUse> heard;
            ReportReader reader(bytes.size(), [&](const GpuMemoryUse& use) { heard.push_back(use); });
            for (size_t at = 0; at < bytes.size(); at += length)
                reader.add(std::string_view(bytes).substr(at, length));
            const Result<RunReport> read = reader.finish();
            QVERIFY(read);
            QCOMPARE(encodeReport(*read), encodeReport(someReport()));
            QCOMPARE(heard.size(), size_t(1));
            QCOMPARE(heard[0].argumentBytes, int64_t(12));
            QCOMPARE(heard[0].freeBytes, int64_t(100));
            QCOMPARE(heard[0].totalBytes, int64_t(1) << 40);
        }
    }

    void unfinishedReportsAreRefused()
    {
        const std::string bytes = encodeReport(someReport());
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
        QString text = QString::fromStdString(encodeReport(someReport()));
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
