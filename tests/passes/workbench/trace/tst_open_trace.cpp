/// Traces as recordings: what was recorded comes back, what cannot be read keeps its text, and a folder of
/// TVM's DumpIR is judged step by step.

#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

Trace traceOf(const char* sample, const char* pipeline)
{
    const OpenedProgram program =
        openFile(sourcePath(QStringLiteral("samples/%1.py").arg(sample)).toStdString());
    return makeTrace(**record(program, {.pipeline = pipeline}), program);
}

void writeFile(const QString& path, const std::string& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), qint64(text.size()));
}

/// Step, property and severity of every breach, with the pass and the reason: one line each.
QStringList breachesOf(const Trace& trace)
{
    QStringList lines;
    for (size_t number = 1; number < trace.steps.size(); ++number)
        for (const TraceBreach& breach : trace.steps[number].breaches)
            lines.append(QStringLiteral("%1 %2 %3 %4")
                             .arg(number)
                             .arg(breach.isConvention ? "convention" : "error")
                             .arg(QString::fromStdString(breach.property))
                             .arg(QString::fromStdString(breach.message)));
    return lines;
}

/// What DumpIR would have written of the steps; the merge is a file with a prefix, as TVM names it.
void writeDump(const QString& folder, const Trace& trace)
{
    for (size_t number = 1; number < trace.steps.size(); ++number) {
        const std::string& pass = trace.steps[number].pass;
        writeFile(QStringLiteral("%1/%2_tirx.%3.py")
                      .arg(folder)
                      .arg(number - 1, 3, 10, QLatin1Char('0'))
                      .arg(QString::fromStdString(pass.substr(0, pass.find('(')))),
                  trace.texts[trace.steps[number].text]);
    }
}

} // namespace

class TestOpenTrace : public QObject {
    Q_OBJECT

private slots:
    void comesBack_data()
    {
        QTest::addColumn<QByteArray>("pipeline");
        for (const char* pipeline : {"split", "split@legacy-merge", "split@legacy-launch"})
            QTest::newRow(pipeline) << QByteArray(pipeline);
    }

    void comesBack()
    {
        QFETCH(QByteArray, pipeline);
        const Trace trace = traceOf("two_kernels", pipeline);
        const OpenedTrace opened = openTrace(*traceFromJson(toJson(trace)));
        QVERIFY2(opened.program.isOpen(), opened.program.rendered().c_str());
        QVERIFY(opened.recording);
        const Trace again = makeTrace(*opened.recording, opened.program);
        QCOMPARE(again.pipeline, trace.pipeline);
        QCOMPARE(again.texts, trace.texts);
        QCOMPARE(again.steps.size(), trace.steps.size());
        for (size_t number = 0; number < trace.steps.size(); ++number) {
            const TraceStep& expected = trace.steps[number];
            const TraceStep& found = again.steps[number];
            QCOMPARE(found.pass, expected.pass);
            QVERIFY(found.verdict == expected.verdict);
            QCOMPARE(found.durationNs, expected.durationNs);
            QCOMPARE(found.notes.size(), expected.notes.size());
            QCOMPARE(found.diagnostics.size(), expected.diagnostics.size());
            for (size_t index = 0; index < expected.diagnostics.size(); ++index) {
                QCOMPARE(found.diagnostics[index].message, expected.diagnostics[index].message);
                QCOMPARE(found.diagnostics[index].span.has_value(),
                         expected.diagnostics[index].span.has_value());
                if (expected.diagnostics[index].span)
                    QCOMPARE(found.diagnostics[index].span->begin, expected.diagnostics[index].span->begin);
            }
        }
        QCOMPARE(check(again).firstBad, check(trace).firstBad);
    }

    void unreadableTextStays()
    {
        Trace trace = traceOf("reverse", "split");
        trace.texts[trace.steps[2].text] = "this is no program";
        const OpenedTrace opened = openTrace(trace);
        const Step& step = opened.recording->steps[1];
        QCOMPARE(step.after->functions.size(), size_t(1));
        QCOMPARE(std::string(as<OpaqueFunc>(step.after->functions[0].function)->text), "this is no program");
        const auto warning = std::ranges::find(step.diagnostics, "unreadable-text", &Diagnostic::code);
        QVERIFY(warning != step.diagnostics.end());
        QVERIFY(warning->severity == Severity::Warning);
        QVERIFY(step.verdict == Verdict::Unread);
        // A check of it has not looked at every step, also after it was written and read once more.
        const Trace again = *traceFromJson(toJson(makeTrace(*opened.recording, opened.program)));
        const CheckReport report = check(again);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(report.findUnchecked(2) && report.findUnchecked(2)->gap == Gap::Unread);
        QVERIFY(!modulesOf(*opened.recording)[2].module);
        // The steps around it are what they were.
        QVERIFY(as<PrimFunc>(opened.recording->steps[0].after->functions[0].function));
        QVERIFY(as<PrimFunc>(opened.recording->steps[3].after->functions[0].function));
    }

    void damagedFileSaysWhy()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.tirtrace");
        writeFile(path, "{\"format\": \"tirscope-trace\"");
        QVERIFY(isTrace(path.toStdString()));
        const OpenedTrace opened = openTraceFile(path.toStdString());
        QVERIFY(!opened.program.isOpen() && !opened.recording);
        QVERIFY(hasError(opened.program.diagnostics));
        QVERIFY(!isTrace(sourcePath("samples/reverse.py").toStdString()));
    }

    void dumpIsJudged()
    {
        QTemporaryDir folder;
        const Trace recorded = traceOf("two_kernels", "split@legacy-merge");
        writeDump(folder.path(), recorded);
        writeFile(folder.filePath("notes.txt"), "not ours");
        const Result<Trace> trace = traceFromDump(folder.path().toStdString());
        QVERIFY(trace.hasValue());
        QCOMPARE(trace->steps.size(), recorded.steps.size());
        QCOMPARE(trace->steps[1].pass, std::string("BindTarget"));
        QVERIFY(trace->steps[4].verdict == Verdict::IllFormed); // and still, after the merge
        const CheckReport report = check(*trace);
        QCOMPARE(report.firstBad, std::optional(size_t(3)));
        // The text of TVM does not say on which variable the buffer lies, only that nothing defines it here.
        QVERIFY2(explain(report, *trace).find("access to buffer 'total'") != std::string::npos,
                 explain(report, *trace).c_str());
        const OpenedTrace opened = openTraceFile(folder.path().toStdString());
        QVERIFY(opened.recording);
        QVERIFY(opened.recording->steps[2].errorCount() > 0);
        QVERIFY(opened.recording->steps[2].diagnostics[0].place != NoPlace);
    }

    void soundDumpIsSound()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("dump_ir"));
        writeDump(folder.filePath("dump_ir"), traceOf("two_kernels", "split"));
        const Result<Trace> trace = traceFromDump(folder.path().toStdString());
        QVERIFY(trace.hasValue());
        QVERIFY2(!check(*trace).firstBad, explain(check(*trace), *trace).c_str());
    }

    void dumpHasTheBreachesOfItsPasses_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("property"); // of the first breach; empty: there is none
        QTest::newRow("none") << "BindTarget,AnnotateEntryFunc,AnnotateDeviceRegions,SplitHostDevice"
                              << "";
        QTest::newRow("a pass is missing") << "BindTarget,AnnotateEntryFunc,SplitHostDevice"
                                           << "device code is marked as regions";
        QTest::newRow("too late") << "BindTarget,SplitHostDevice,AnnotateDeviceRegions"
                                  << "device code is marked as regions";
        QTest::newRow("invalidated")
            << "BindTarget,AnnotateDeviceRegions,SplitHostDevice,MergeSharedMemoryAllocations"
            << "launches are in the functions they were written in";
        QTest::newRow("of the input") << "AnnotateEntryFunc,AnnotateDeviceRegions"
                                      << "every function has a target";
    }

    void dumpHasTheBreachesOfItsPasses()
    {
        QFETCH(QString, passes);
        QFETCH(QString, property);
        const OpenedProgram program = openFile(sourcePath("samples/two_kernels.py").toStdString());
        const auto recording = record(program, {.passes = passes.toStdString(), .force = true});
        QVERIFY(recording.hasValue());
        const Trace own = makeTrace(**recording, program);
        QCOMPARE(breachesOf(own).isEmpty(), property.isEmpty());
        QVERIFY2(property.isEmpty() || breachesOf(own).first().contains(property),
                 qPrintable(breachesOf(own).join('\n')));
        QTemporaryDir folder;
        writeDump(folder.path(), own);
        const Result<Trace> dumped = traceFromDump(folder.path().toStdString());
        QVERIFY(dumped.hasValue());
        QCOMPARE(breachesOf(*dumped), breachesOf(own));
        // The window shows those of the recording.
        const OpenedTrace opened = openTrace(*dumped);
        QCOMPARE(breachesOf(makeTrace(*opened.recording, opened.program)), breachesOf(own));
        // A trace file of somebody who checks no contracts.
        std::string json = toJson(own);
        for (size_t at = json.find("\"breaches\""); at != std::string::npos; at = json.find("\"breaches\""))
            json.replace(at, 10, "\"unknown\"");
        QCOMPARE(breachesOf(*traceFromJson(json)), breachesOf(own));
    }

    void passesThatAreNotKnownMayEstablishProperties()
    {
        Trace own = traceOf("two_kernels", "split");
        for (TraceStep& step : own.steps)
            if (step.pass == "AnnotateDeviceRegions")
                step.pass = "MarkRegions";
        QTemporaryDir folder;
        writeDump(folder.path(), own);
        QCOMPARE(breachesOf(*traceFromDump(folder.path().toStdString())), QStringList());
    }

    void dumpNamesTheStepThatBrokeAProperty()
    {
        Trace own = traceOf("two_kernels", "split");
        size_t split = 1;
        while (own.steps[split].pass != "SplitHostDevice")
            ++split;
        TraceStep undone = own.steps[split - 2]; // before the regions
        undone.pass = "UnmarkRegions";
        own.steps.insert(own.steps.begin() + ptrdiff_t(split), undone);
        QTemporaryDir folder;
        writeDump(folder.path(), own);
        const Result<Trace> dumped = traceFromDump(folder.path().toStdString());
        const QStringList breaches = breachesOf(*dumped);
        QVERIFY(!breaches.isEmpty());
        const QString expected =
            QStringLiteral("SplitHostDevice requires \"device code is marked as regions\", which "
                           "does not hold since step %1, UnmarkRegions: ")
                .arg(split);
        QVERIFY2(breaches.first().contains(expected), qPrintable(breaches.first()));
    }

    void dumpBranches()
    {
        // TVM takes both modules out first, and then finishes them.
        Trace recorded = traceOf("two_kernels", "build");
        const auto device = std::ranges::find(recorded.steps, Branch::Device, &TraceStep::branch);
        const TraceStep filter = *device;
        recorded.steps.erase(device);
        const auto host = std::ranges::find(recorded.steps, Branch::Host, &TraceStep::branch);
        recorded.steps.insert(host + 1, filter);
        TraceStep whole = recorded.steps.back();
        whole.pass = "sequential";
        recorded.steps.push_back(whole);
        QTemporaryDir folder;
        writeDump(folder.path(), recorded);
        const Result<Trace> trace = traceFromDump(folder.path().toStdString());
        QVERIFY(trace.hasValue());
        const Trace own = traceOf("two_kernels", "build");
        QCOMPARE(trace->steps.size(), own.steps.size());
        for (size_t number = 1; number < own.steps.size(); ++number) {
            const std::string pass = own.steps[number].pass;
            QCOMPARE(trace->steps[number].pass, pass);
            QVERIFY2(trace->steps[number].branch == own.steps[number].branch, pass.c_str());
            QVERIFY2(trace->steps[number].previous == own.steps[number].previous, pass.c_str());
        }
        QVERIFY2(!check(*trace).firstBad, explain(check(*trace), *trace).c_str());
    }

    void dumpOfTvmBranches()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const Result<Trace> trace = traceFromDump((*corpusFolder() + "/tvm_dumps/two_merges").toStdString());
        QVERIFY(trace.hasValue());
        QStringList branches;
        for (const TraceStep& step : trace->steps)
            if (step.branch != Branch::Common)
                branches.append(QString::fromStdString(std::string(toString(step.branch)).substr(0, 1) + " " +
                                                       step.pass));
        QCOMPARE(
            branches.join(", "),
            "h Filter(\"host\"), h LowerTVMBuiltin, h LowerCustomDatatypes, h LowerIntrin, "
            "d Filter(\"device\"), d LowerWarpMemory, d StmtSimplify, d LowerCustomDatatypes, d LowerIntrin");
        const size_t filter = trace->steps.size() - 5;
        QCOMPARE(trace->steps[filter].previous, filter - 5);
    }

    void manyFilesSortByNumber()
    {
        QTemporaryDir folder;
        for (const int number : {999, 1000, 5})
            writeFile(folder.filePath(
                          QStringLiteral("%1_tirx.P%2.py").arg(number, 3, 10, QLatin1Char('0')).arg(number)),
                      "text " + std::to_string(number));
        const Result<Trace> trace = traceFromDump(folder.path().toStdString());
        QCOMPARE(trace->steps[1].pass, std::string("P5"));
        QCOMPARE(trace->steps[3].pass, std::string("P1000"));
        QVERIFY(trace->steps[3].verdict == Verdict::Unread);
    }

    void otherFoldersAreRefused()
    {
        QTemporaryDir folder;
        const Result<Trace> trace = traceFromDump(folder.path().toStdString());
        QVERIFY(!trace);
        QVERIFY(trace.diagnostics()[0].message.find("DumpIR") != std::string::npos);
    }

    void dumpsOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const QString corpus = *tir::testing::corpusFolder();
        for (const char* name : {"two_merges", "gpu_general_reduction_softmax_3_c75fa048"}) {
            const OpenedTrace opened =
                openTraceFile((corpus + "/tvm_dumps/" + QString::fromUtf8(name)).toStdString());
            QVERIFY2(opened.recording, opened.program.rendered().c_str());
            QVERIFY(opened.recording->steps.size() > 40);
            for (const Step& step : opened.recording->steps) {
                for (const ContractBreach& breach : step.breaches)
                    QFAIL(breach.message.c_str());
                for (const Diagnostic& diagnostic : step.diagnostics)
                    QVERIFY2(diagnostic.code != "unreadable-text",
                             (toString(step.pass) + ": " + diagnostic.message).c_str());
            }
        }
    }
};

TIR_TEST(TestOpenTrace)
#include "tst_open_trace.moc"
