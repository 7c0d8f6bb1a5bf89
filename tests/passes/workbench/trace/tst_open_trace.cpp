/// Traces as recordings: the recording is reproduced, unreadable steps keep their text, and the steps of a folder of
/// TVM's DumpIR have verdicts.

#include "passes/workbench/check/check.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/passes/workbench/trace/module_text.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <algorithm>

#include <sys/stat.h>

using namespace tir;
using namespace tir::testing;

namespace {

RecordedRun runOf(const char* sample, const char* pipeline)
{
    const OpenedProgram program =
        openFile(sourcePath(QStringLiteral("samples/%1.py").arg(sample)).toStdString());
    return {program, *record(program, {.pipeline = pipeline})};
}

/// A file that DumpIR would have written.
struct DumpedStep {
    std::string pass; ///< in constructor form
    std::string text;
    Branch branch = Branch::Common;
};

std::vector<DumpedStep> dumpedSteps(const RecordedRun& run)
{
    std::vector<DumpedStep> steps;
    for (size_t number = 1; number < run.recording->moduleCount(); ++number)
        steps.push_back({run.recording->pass(number), printScript(run.recording->module(number)),
                         run.recording->branch(number)});
    return steps;
}

/// A program of 70 KB.
std::string largeText(size_t number)
{
    std::string text = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((9000,), \"int32\")):\n";
    for (size_t statement = 0; statement < 4000; ++statement)
        text += "    A[" + std::to_string(statement) + "] = " + std::to_string(number) + "\n";
    return text;
}

/// Step, property and severity of every breach, with the pass and the reason: one line each.
QStringList breachesOf(const Recording& recording)
{
    QStringList lines;
    for (const Step& step : recording.steps)
        for (const ContractBreach& breach : step.breaches)
            lines.append(
                QStringLiteral("%1 %2 %3 %4")
                    .arg(breach.step)
                    .arg(breach.isConvention ? "convention" : "error")
                    .arg(QString::fromUtf8(breach.property.data(), qsizetype(breach.property.size())))
                    .arg(QString::fromStdString(breach.message)));
    return lines;
}

/// With the prefix that TVM adds to the names.
void writeDump(const QString& folder, const std::vector<DumpedStep>& steps)
{
    for (size_t index = 0; index < steps.size(); ++index) {
        const std::string& pass = steps[index].pass;
        writeFile(QStringLiteral("%1/%2_tirx.%3.py")
                      .arg(folder)
                      .arg(index, 3, 10, QLatin1Char('0'))
                      .arg(QString::fromStdString(pass.substr(0, pass.find('(')))),
                  steps[index].text);
    }
}

void compareDiagnostics(const Diagnostics& found, const Diagnostics& expected)
{
    QCOMPARE(found.size(), expected.size());
    for (size_t index = 0; index < expected.size(); ++index) {
        QCOMPARE(found[index].message, expected[index].message);
        QCOMPARE(found[index].span.has_value(), expected[index].span.has_value());
        if (expected[index].span)
            QCOMPARE(found[index].span->begin, expected[index].span->begin);
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
        const RecordedRun run = runOf("two_kernels", pipeline);
        const Result<RecordedRun> read = runFromJson(toJson(run));
        QVERIFY(read && read->program.isOpen());
        QCOMPARE(QString::fromStdString(toJson(*read)), QString::fromStdString(toJson(run)));
        const Recording& expected = *run.recording;
        const Recording& found = *read->recording;
        QCOMPARE(found.pipeline, expected.pipeline);
        QCOMPARE(found.steps.size(), expected.steps.size());
        for (size_t number = 1; number < expected.moduleCount(); ++number) {
            QCOMPARE(found.pass(number), expected.pass(number));
            QVERIFY(found.verdict(number) == expected.verdict(number));
            QCOMPARE(found.repeatsModule(number), expected.repeatsModule(number));
            const StepText text = run.text(number);
            compareDiagnostics(read->diagnostics(number, read->text(number)), run.diagnostics(number, text));
            const auto knownConsequences = consequencesOf(found, number);
            QCOMPARE(knownConsequences.size(), consequencesOf(expected, number).size());
        }
        QCOMPARE(check(found).firstBad, check(expected).firstBad);
    }

    void unreadableTextStays()
    {
        nlohmann::json json = nlohmann::json::parse(toJson(runOf("reverse", "split")));
        nlohmann::json& text = json["texts"][json["steps"][1]["text"].get<size_t>()];
        const std::string unreadable =
            "this is not a program" + std::string(text.get<std::string>().size(), '!');
        text = unreadable;
        const RecordedRun opened = *runFromJson(json.dump());
        const Step& step = opened.recording->steps[1];
        QCOMPARE(step.after->functions.size(), size_t(1));
        QCOMPARE(std::string(as<OpaqueFunc>(step.after->functions[0].function)->text), unreadable);
        QCOMPARE(std::string(opened.text(2).source.text()), unreadable);
        const Diagnostics diagnostics = opened.diagnostics(2, opened.text(2));
        const auto warning = std::ranges::find(diagnostics, "unreadable-text", &Diagnostic::code);
        QVERIFY(warning != diagnostics.end());
        QVERIFY(warning->severity == Severity::Warning);
        QVERIFY(warning->span);
        QVERIFY(step.verdict == Verdict::Unread);
        // A check of it has not looked at every step, also after it was written and read once more.
        const RecordedRun again = *runFromJson(toJson(opened));
        const CheckReport report = check(*again.recording);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(report.findUnchecked(2) && report.findUnchecked(2)->gap == Gap::Unread);
        QVERIFY(!modulesOf(*opened.recording)[2].module);
        // The adjacent steps are unchanged.
        QVERIFY(as<PrimFunc>(opened.recording->steps[0].after->functions[0].function));
        QVERIFY(as<PrimFunc>(opened.recording->steps[3].after->functions[0].function));
    }

    void damagedFileSaysWhy()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.tirtrace");
        writeFile(path, "{\"format\": \"tirscope-trace\"");
        QVERIFY(isTrace(path.toStdString()));
        const RecordedRun opened = openTraceFile(path.toStdString());
        QVERIFY(!opened.program.isOpen() && !opened.recording);
        QVERIFY(hasError(opened.program.diagnostics));
        QVERIFY(!isTrace(sourcePath("samples/reverse.py").toStdString()));
    }

    void dumpIsJudged()
    {
        QTemporaryDir folder;
        const std::vector<DumpedStep> steps = dumpedSteps(runOf("two_kernels", "split@legacy-merge"));
        writeDump(folder.path(), steps);
        writeFile(folder.filePath("notes.txt"), "not ours");
        const RecordedRun run = openTraceFile(folder.path().toStdString());
        QVERIFY(run.recording);
        const Recording& recording = *run.recording;
        QCOMPARE(recording.steps.size(), steps.size());
        QCOMPARE(recording.pass(1), std::string("BindTarget"));
        QVERIFY(recording.verdict(4) == Verdict::IllFormed); // and still, after the merge
        const CheckReport report = check(recording);
        QCOMPARE(report.firstBad, std::optional(size_t(3)));
        // TVM's text does not state the variable of the buffer, only that it has no definition here.
        QVERIFY2(explain(report, recording).find("access to buffer 'total'") != std::string::npos,
                 explain(report, recording).c_str());
        QVERIFY(recording.steps[2].errorCount() > 0);
        QVERIFY(recording.steps[2].diagnostics[0].place != NoPlace);
        // Places are in the text of the file.
        QCOMPARE(std::string(run.text(3).source.text()), steps[2].text);
        QVERIFY(run.diagnostics(3, run.text(3)).front().span);
    }

    void largeTextsAreReadOnAllCores()
    {
        QTemporaryDir folder;
        constexpr size_t Steps = 12;
        constexpr size_t Unreadable = 5;
        constexpr size_t IllFormed = 9;
        std::vector<DumpedStep> steps;
        for (size_t number = 1; number <= Steps; ++number) {
            std::string text = largeText(number);
            if (number == IllFormed)
                text += "    x = T.int32()\n    A[0] = x\n";
            steps.push_back({"Pass" + std::to_string(number), number == Unreadable ? text + "(" : text});
        }
        writeDump(folder.path(), steps);
        const RecordedRun run = openTraceFile(folder.path().toStdString());
        QVERIFY(run.recording);
        QCOMPARE(run.recording->steps.size(), Steps);
        for (size_t number = 1; number <= Steps; ++number) {
            QCOMPARE(run.texts[number]->isOpen(), number != Unreadable);
            QVERIFY(run.text(number).source.text() == steps[number - 1].text);
            QVERIFY(run.recording->verdict(number) == (number == Unreadable  ? Verdict::Unread
                                                       : number == IllFormed ? Verdict::IllFormed
                                                       : number == 1         ? Verdict::Unchanged
                                                                             : Verdict::Imported));
            if (number == Unreadable)
                continue;
            // Step number 1 is the input as well, as a dump has none.
            const std::string print = printScript(run.recording->module(number), {.asBareFunction = true});
            QVERIFY(print.find("= " + std::to_string(number) + "\n") != std::string::npos);
        }
    }

    /// TVM stops at the first error and does not write what it was about to run.
    void runThatStoppedHasPassesToCome()
    {
        const auto lockstepEndOf = [](size_t first, const char* last) {
            std::vector<DumpedStep> steps = dumpedSteps(runOf("two_kernels", "s_tir"));
            const auto end = std::ranges::find(steps, last, &DumpedStep::pass);
            steps.erase(end + 1, steps.end());
            steps.erase(steps.begin(), steps.begin() + ptrdiff_t(first));
            steps.insert(steps.begin() + 2, {"OtherPass", steps[1].text});
            QTemporaryDir folder;
            writeDump(folder.path(), steps);
            const auto run = runFromDump(folder.path().toStdString());
            return run ? lockstepEnd(*run->recording) : size_t(0);
        };
        QVERIFY(lockstepEndOf(0, "VerifyMemory") > 30); // ThreadSync is to come for all of them
        QVERIFY(lockstepEndOf(0, "LowerInitBlock") > 3);
        QCOMPARE(lockstepEndOf(1, "LowerInitBlock"), size_t(0)); // not the beginning of a pipeline
    }

    void openingIsWatched_data()
    {
        QTest::addColumn<bool>("isFolder");
        QTest::newRow("folder") << true;
        QTest::newRow("file") << false;
    }

    void openingIsWatched()
    {
        QFETCH(bool, isFolder);
        QTemporaryDir folder;
        std::vector<DumpedStep> steps;
        for (size_t number = 1; number <= 12; ++number)
            steps.push_back({"Pass" + std::to_string(number), largeText(number)});
        writeDump(folder.path(), steps);
        std::string path = folder.path().toStdString();
        if (!isFolder) {
            const RecordedRun run = openTraceFile(path);
            path = folder.filePath("run.tirtrace").toStdString();
            writeFile(QString::fromStdString(path), toJson(run));
        }
        std::vector<int> reported;
        const auto tell = [&](int percent) {
            reported.push_back(percent);
            return true;
        };
        QVERIFY(readTrace(path, {.watch = tell}));
        QVERIFY(reported.size() > 12);
        QVERIFY(std::ranges::is_sorted(reported));
        QCOMPARE(reported.front(), 0);
        QVERIFY(reported.back() >= 99);
        for (const int limit : {0, 50}) {
            int last = 0;
            const Result<RecordedRun> ended =
                readTrace(path, {.watch = [&](int percent) { return (last = percent) < limit; }});
            QVERIFY(!ended);
            QCOMPARE(ended.diagnostics().front().code, std::string("cancelled"));
            QVERIFY(last <= limit + 10);
        }
    }

    void soundDumpIsSound()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("dump_ir"));
        writeDump(folder.filePath("dump_ir"), dumpedSteps(runOf("two_kernels", "split")));
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run.hasValue());
        QVERIFY2(!check(*run->recording).firstBad, explain(check(*run->recording), *run->recording).c_str());
    }

    void dumpHasTheBreachesOfItsPasses_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("property"); // of the first breach; may be empty
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
        const QStringList own = breachesOf(**recording);
        QCOMPARE(own.isEmpty(), property.isEmpty());
        QVERIFY2(property.isEmpty() || own.first().contains(property), qPrintable(own.join('\n')));
        const RecordedRun run{program, *recording};
        QTemporaryDir folder;
        writeDump(folder.path(), dumpedSteps(run));
        QCOMPARE(breachesOf(*openTraceFile(folder.path().toStdString()).recording), own);
        // A trace file of a tool that does not check contracts.
        std::string json = toJson(run);
        for (size_t at = json.find("\"breaches\""); at != std::string::npos; at = json.find("\"breaches\""))
            json.replace(at, 10, "\"unknown\"");
        QCOMPARE(breachesOf(*runFromJson(json)->recording), own);
    }

    void passesThatAreNotKnownMayEstablishProperties()
    {
        std::vector<DumpedStep> steps = dumpedSteps(runOf("two_kernels", "split"));
        std::ranges::find(steps, "AnnotateDeviceRegions", &DumpedStep::pass)->pass = "MarkRegions";
        QTemporaryDir folder;
        writeDump(folder.path(), steps);
        QCOMPARE(breachesOf(*openTraceFile(folder.path().toStdString()).recording), QStringList());
    }

    void dumpNamesTheStepThatBrokeAProperty()
    {
        std::vector<DumpedStep> steps = dumpedSteps(runOf("two_kernels", "split"));
        const auto split = std::ranges::find(steps, "SplitHostDevice", &DumpedStep::pass);
        const auto number = split - steps.begin() + 1;
        steps.insert(split, {"UnmarkRegions", (split - 2)->text}); // as before the regions
        QTemporaryDir folder;
        writeDump(folder.path(), steps);
        const QStringList breaches = breachesOf(*openTraceFile(folder.path().toStdString()).recording);
        QVERIFY(!breaches.isEmpty());
        const QString expected =
            QStringLiteral("SplitHostDevice requires \"device code is marked as regions\", which "
                           "does not hold since step %1, UnmarkRegions: ")
                .arg(number);
        QVERIFY2(breaches.first().contains(expected), qPrintable(breaches.first()));
    }

    void dumpBranches()
    {
        // TVM takes both modules out first, and then finishes them.
        std::vector<DumpedStep> steps = dumpedSteps(runOf("two_kernels", "build"));
        const auto device = std::ranges::find(steps, Branch::Device, &DumpedStep::branch);
        const DumpedStep filter = *device;
        steps.erase(device);
        steps.insert(std::ranges::find(steps, Branch::Host, &DumpedStep::branch) + 1, filter);
        steps.push_back(steps.back());
        steps.back().pass = "sequential";
        QTemporaryDir folder;
        writeDump(folder.path(), steps);
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run.hasValue());
        const Recording& recording = *run->recording;
        const RecordedRun own = runOf("two_kernels", "build");
        QCOMPARE(recording.steps.size(), own.recording->steps.size() + 1);
        QCOMPARE(recording.steps.back().pass.name, std::string("sequential"));
        QVERIFY(recording.steps.back().verdict == Verdict::Unchanged);
        for (size_t number = 1; number < recording.moduleCount() - 1; ++number) {
            const std::string pass = own.recording->pass(number);
            QCOMPARE(recording.pass(number), pass);
            QVERIFY2(recording.branch(number) == own.recording->branch(number), pass.c_str());
            QVERIFY2(recording.previous(number) == own.recording->previous(number), pass.c_str());
        }
        QVERIFY2(!check(*run->recording).firstBad, explain(check(*run->recording), *run->recording).c_str());
    }

    void dumpOfTvmBranches()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const Result<RecordedRun> run =
            runFromDump((*corpusFolder() + "/tvm_dumps/two_merges").toStdString());
        QVERIFY(run.hasValue());
        QStringList branches;
        const Recording& recording = *run->recording;
        for (const Step& step : recording.steps)
            if (step.pass.branch != Branch::Common)
                branches.append(QString::fromStdString(std::string(toString(step.pass.branch)).substr(0, 1) +
                                                       " " + toString(step.pass)));
        QCOMPARE(
            branches.join(", "),
            "h Filter(\"host\"), h LowerTVMBuiltin, h LowerCustomDatatypes, h LowerIntrin, h sequential, "
            "d Filter(\"device\"), d LowerWarpMemory, d StmtSimplify, d LowerCustomDatatypes, d LowerIntrin, "
            "d sequential");
        const size_t filter = recording.moduleCount() - 6;
        QCOMPARE(recording.previous(filter), filter - 6);
    }

    void aSlashAtTheEndIsNoPartOfTheName()
    {
        QTemporaryDir folder;
        writeDump(folder.path(), dumpedSteps(runOf("reverse", "split")));
        for (const QString& path : {folder.path(), folder.path() + QLatin1Char('/')}) {
            const RecordedRun run = openTraceFile(path.toStdString());
            QVERIFY(run.recording);
            QCOMPARE(run.program.source.name(), QFileInfo(folder.path()).fileName().toStdString());
        }
    }

    void fileThatIsNoTextIsAnUnreadStep()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("000_tirx.A.py"), moduleText(0));
        writeFile(folder.filePath("001_tirx.B.py"), "caf\xE9");
        writeFile(folder.filePath("002_tirx.C.py"), moduleText(1));
        const Result<RecordedRun> run = readTrace(folder.path().toStdString());
        QVERIFY(run);
        QVERIFY(run->recording->verdict(2) == Verdict::Unread);
        QVERIFY(run->text(2).source.text().find("is not UTF-8") != std::string_view::npos);
        QVERIFY(run->recording->verdict(3) == Verdict::Imported);
        writeFile(folder.filePath("000_tirx.A.py"), "\xE9");
        writeFile(folder.filePath("002_tirx.C.py"), "\xE9");
        QVERIFY(!readTrace(folder.path().toStdString()));
    }

    /// Nothing writes to the pipe.
    void pipeInAFolderIsAnUnreadStep()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("000_tirx.A.py"), moduleText(0));
        const std::string pipe = folder.filePath("001_tirx.B.py").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
        const Result<RecordedRun> run = readTrace(folder.path().toStdString());
        QVERIFY(run);
        QCOMPARE(run->recording->steps[1].diagnostics.front().message,
                 "the text of this step cannot be read: cannot read '" + pipe + "': is not a regular file");
        QCOMPARE(::mkfifo(folder.filePath("trace.jsonl").toStdString().c_str(), S_IRUSR | S_IWUSR), 0);
        QVERIFY(!readTrace(folder.path().toStdString()));
    }

    void manyFilesSortByNumber()
    {
        QTemporaryDir folder;
        for (const int number : {999, 1000, 998})
            writeFile(folder.filePath(
                          QStringLiteral("%1_tirx.P%2.py").arg(number, 3, 10, QLatin1Char('0')).arg(number)),
                      "text " + std::to_string(number));
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QCOMPARE(run->recording->pass(1), std::string("P998"));
        QCOMPARE(run->recording->pass(3), std::string("P1000"));
        QVERIFY(run->recording->verdict(3) == Verdict::Unread);
    }

    /// As TileLang writes it.
    void dumpOfAnOlderDialectIsRead()
    {
        const std::string header = "# from tvm.script import tir as T\n\n@T.prim_func\n"
                                   "def main(A: T.Buffer((128,), \"float16\")):\n"
                                   "    tx = T.launch_thread(\"threadIdx.x\", 128)\n";
        const std::string loads =
            "    buf_1 = T.Buffer((128,), \"float16\", data=buf_dyn_shmem, "
            "scope=\"shared.dyn\")\n    buf_1[tx] = A[tx]\n"
            "    T.call_extern(\"handle\", \"tl::gemm_ss<128, 128, 64>\", "
            "T.tvm_access_ptr(T.type_annotation(\"float16\"), buf_dyn_shmem, 0, 128, 1))\n";
        const std::string allocation = "    buf_dyn_shmem = T.allocate([256], \"uint8\", \"shared.dyn\")\n";
        const std::string sync = "    T.tvm_storage_sync(\"shared.dyn\")\n";
        QTemporaryDir folder;
        writeFile(folder.filePath("000_tl.LowerTileOp.py"), header + allocation + loads);
        writeFile(folder.filePath("001_tir.ThreadSync.py"), header + allocation + loads + sync);
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run.hasValue());
        for (size_t number = 0; number < run->recording->moduleCount(); ++number) {
            QVERIFY2(run->texts[number]->isOpen(), run->texts[number]->rendered().c_str());
            QVERIFY(run->recording->verdict(number) != Verdict::Unread);
            QVERIFY(run->recording->verdict(number) != Verdict::IllFormed);
        }
        QCOMPARE(std::string(run->text(2).source.text()), header + allocation + loads + sync);
    }

    void otherFoldersAreRefused()
    {
        QTemporaryDir folder;
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(!run);
        QVERIFY(run.diagnostics()[0].message.find("DumpIR") != std::string::npos);
    }

    void dumpsOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const QString corpus = *tir::testing::corpusFolder();
        for (const char* name : {"two_merges", "gpu_general_reduction_softmax_3_c75fa048"}) {
            const RecordedRun opened =
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
