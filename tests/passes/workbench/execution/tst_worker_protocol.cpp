/// Messages to and from the worker process: they are reproduced, and damaged ones are rejected.

#include "passes/workbench/execution/worker_protocol.h"
#include "tests/passes/workbench/execution/worker_requests.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstWorkerProtocol : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER); }

    void protocolRoundTrips();
    void protocolRefusesNonsense();
};

void TstWorkerProtocol::protocolRoundTrips()
{
    RunReport report;
    report.status = RunStatus::Failed;
    report.message = "ValueError: \"quoted\"\n";
    report.errorKind = "ValueError";
    report.device = "cpu";
    report.returnValue = "7";
    report.compileNs = 5;
    report.diagnostics = {error("cannot-run", "words")};
    report.diagnostics[0].place = 12;
    using Bytes = std::vector<std::byte>;
    report.tensors = {
        {"A", "uint8", {2}, Bytes{std::byte(1), std::byte(10)}, Bytes{std::byte(1), std::byte(10)}, false},
        {"B", "uint8", {}, Bytes{std::byte(3)}, Bytes{std::byte(4)}, true}};
    report.tensors[1].writers = {{1, 30}, {4, NoPlace}};
    Finding finding;
    finding.kind = FindingKind::Clobbered;
    finding.buffer = "S";
    finding.element = "S[3]";
    finding.scope = "shared.dyn";
    finding.access = {AccessKind::Read, 7, false, {1, 2, 3}, {4, 5, 6}};
    finding.detail = "words";
    finding.count = 9;
    report.findings = {finding, finding};
    report.findings[1].other = {AccessKind::Write, 8, true, {}, {}};
    report.findings[1].otherElement = "T[0]";
    const Result<RunReport> back = decodeReport(encodeReport(report));
    QVERIFY(back.hasValue());
    QVERIFY(back->status == report.status);
    QCOMPARE(back->message, report.message);
    QCOMPARE(back->errorKind, report.errorKind);
    QCOMPARE(back->returnValue, report.returnValue);
    QCOMPARE(back->compileNs, report.compileNs);
    QCOMPARE(back->diagnostics[0].place, Place(12));
    QCOMPARE(back->tensors.size(), size_t(2));
    QVERIFY(!back->tensors[0].isChanged());
    QVERIFY(back->tensors[0].before.data() == back->tensors[0].after.data()); // kept once
    QVERIFY(back->tensors[1].isChanged() && back->tensors[1].isScalar);
    QVERIFY(back->tensors[1].after == report.tensors[1].after);
    QVERIFY(back->tensors[1].writers == report.tensors[1].writers);
    QCOMPARE(back->tensors[1].writerOf(0), Place(30));
    QCOMPARE(back->tensors[1].writerOf(3), NoPlace);
    QCOMPARE(back->tensors[0].writerOf(0), NoPlace);
    QVERIFY(back->findings == report.findings);

    RunRequest runRequest = request("A[0] = 1");
    runRequest.entry = "main";
    runRequest.seed = 42;
    runRequest.isChecked = true;
    runRequest.isCompared = true;
    runRequest.inputs = {
        {"A", InputSpec::file("a.npy")}, {"B", InputSpec::ramp(0, 0.1)}, {"n", InputSpec::constant(7)}};
    const Result<RunRequest> same = decodeRequest(encodeRequest(runRequest));
    QVERIFY(same.hasValue());
    QCOMPARE(same->seed, runRequest.seed);
    QVERIFY(same->isChecked && same->isCompared);
    QVERIFY(same->inputs == runRequest.inputs);
    QCOMPARE(PlaceTable(*same->module.module).size(), PlaceTable(*runRequest.module.module).size());
}

void TstWorkerProtocol::protocolRefusesNonsense()
{
    const std::string good = encodeReport(runInWorker(request("A[0] = 1")));
    QVERIFY(decodeReport(good).hasValue());
    QVERIFY(!decodeReport(good.substr(0, good.size() - 1)).hasValue());
    QVERIFY(!decodeReport(good.substr(0, 20)).hasValue());
    QVERIFY(!decodeReport("{}\n").hasValue());
    QVERIFY(!decodeReport("").hasValue());
    // The bytes of a tensor whose entry is wrong are written nowhere (AddressSanitizer sees it if they are).
    QByteArray damaged = QByteArray::fromStdString(good);
    damaged.replace("\"isSent\":true", "\"isSent\":\"yes\"");
    QVERIFY(damaged.toStdString() != good);
    QVERIFY(!decodeReport(damaged.toStdString()).hasValue());
    // A report without tensors, of a run that failed after its inputs, and one with other tensors than its inputs.
    const size_t inputs = good.find('\n') + 1 + decodeReport(good)->tensors[0].before.size();
    RunReport other;
    other.message = "not enough memory";
    const Result<RunReport> failed = decodeReport(good.substr(0, inputs) + encodeReport(other));
    QVERIFY(failed && failed->tensors.empty());
    QCOMPARE(failed->message, other.message);
    other.tensors = {{}, {}};
    const EncodedPart outcome = encodeOutcome(other);
    QVERIFY(!decodeReport(good.substr(0, inputs) + outcome.line).hasValue());
    QVERIFY(!decodeReport(good.substr(0, inputs) + good).hasValue()); // inputs twice
    QVERIFY(!decodeReport(good.substr(inputs)).hasValue());           // and never
    QVERIFY(!decodeRequest("not json").hasValue());
    QVERIFY(!decodeRequest("{\"version\": 1}").hasValue());
    // The library would convert these to the integer of the field.
    for (const char* number : {"-1.0", "0.5", "1e300", "99999999999999999999"}) {
        QString fraction = QString::fromStdString(encodeRequest(request("A[0] = 1")));
        fraction.replace(QRegularExpression(QStringLiteral("\"seed\": ?\\d+")),
                         QStringLiteral("\"seed\":%1").arg(QString::fromUtf8(number)));
        QVERIFY2(!decodeRequest(fraction.toStdString()).hasValue(), number);
    }
}

TIR_TEST(TstWorkerProtocol)
#include "tst_worker_protocol.moc"
