/// The recordings of the pass manager: verdicts, messages, observers, and stopping. The two bugs of the split are its
/// examples.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

/// Two launches, each with two shared buffers: enough to see whether their plans are kept apart.
constexpr const char* TwoLaunches = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            B[tx] = A[tx]
            X[tx] = B[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            C = T.alloc_buffer((32,), scope="shared.dyn")
            D = T.alloc_buffer((32,), scope="shared.dyn")
            C[tx] = Y[tx]
            D[tx] = Y[tx]
            Y[tx] = C[tx] + D[tx]
)";

OwnedModule parsed(const char* text)
{
    return parseModule(SourceText("test", text)).value().module;
}

std::shared_ptr<const Recording> run(const char* text, std::string_view passes,
                                     const PassRunOptions& options = {})
{
    return runPasses(parsed(text), parseInvocations(passes).value(), "", options);
}

std::shared_ptr<const Recording> runPipeline(const char* text, std::string_view name)
{
    return runPasses(parsed(text), findPipeline(name)->passes, std::string(name));
}

QStringList verdicts(const Recording& recording)
{
    QStringList lines;
    for (const Step& step : recording.steps)
        lines.append(QString::fromStdString(step.pass.name + " " + std::string(toString(step.verdict))));
    return lines;
}

const Step& stepOf(const Recording& recording, std::string_view pass)
{
    return *std::ranges::find_if(recording.steps, [&](const Step& step) { return step.pass.name == pass; });
}

QString messages(const Step& step)
{
    QStringList lines;
    for (const Diagnostic& diagnostic : step.diagnostics)
        lines.append(QString::fromStdString(diagnostic.message));
    return lines.join('\n');
}

QString notes(const Step& step)
{
    QStringList lines;
    for (const PassNote& note : step.notes)
        lines.append(QString::fromStdString(note.message));
    return lines.join('\n');
}

class Log : public Observer {
public:
    void stepStarted(size_t number, size_t count, const PassInvocation& pass) override
    {
        lines.append(QString("start %1/%2 ").arg(number).arg(count) + QString::fromStdString(pass.name));
    }
    void stepFinished(size_t number, const Step& step) override
    {
        lines.append(QString("end %1 ").arg(number) +
                     QString::fromStdString(std::string(toString(step.verdict))));
    }
    QStringList lines;
};

} // namespace

class TestPassManager : public QObject {
    Q_OBJECT

private slots:
    void hostAndDeviceBranchAfterTheSplit()
    {
        const auto recording = runPipeline(TwoLaunches, "build");
        std::map<Branch, size_t> last;
        for (size_t number = 1; number < recording->moduleCount(); ++number) {
            const Step& step = recording->steps[number - 1];
            QVERIFY2(step.errorCount() == 0, qPrintable(messages(step)));
            // The first step of a branch starts from the last common one, the others from the previous one.
            const auto own = last.find(step.pass.branch);
            QCOMPARE(step.previous, own != last.end() ? own->second : last[Branch::Common]);
            QCOMPARE(step.before, &recording->module(step.previous));
            last[step.pass.branch] = number;
        }
        QCOMPARE(last.size(), size_t(3));
        const auto names = [](const Module& module) {
            QStringList list;
            for (const ModuleEntry& entry : module.functions)
                list.append(QString::fromUtf8(entry.var->name.data(), qsizetype(entry.var->name.size())));
            return list.join(' ');
        };
        QCOMPARE(names(recording->module(last[Branch::Host])), "main");
        QCOMPARE(names(recording->module(last[Branch::Device])), "main_kernel main_kernel_1");
        QCOMPARE(names(*recording->result), names(recording->module(last[Branch::Common])));
        const QString text = QString::fromStdString(printScript(*recording->result));
        QVERIFY(text.contains(R"(T.call_packed_lowered("main_kernel", stack_ffi_any, 0, 3))"));
    }

    /// A pass with an invalid input is not accused of the consequences.
    void aRequirementThatAnEarlierStepBrokeNamesThatStep()
    {
        const auto recording = run(TwoLaunches, "BindTarget,UnifyThreadBinding,AnnotateDeviceRegions");
        const Step& last = recording->steps.back();
        QVERIFY(last.verdict == Verdict::IllFormed);
        QVERIFY2(messages(last).contains("AnnotateDeviceRegions requires \"launches are thread_extent "
                                         "statements\", which does not hold since step 2, "
                                         "UnifyThreadBinding: a loop is bound to"),
                 qPrintable(messages(last)));
        QVERIFY2(!messages(last).contains("outside of any device region"), qPrintable(messages(last)));

        const auto sound = run(TwoLaunches, "BindTarget,UnifyThreadBinding,AnnotateDeviceRegions",
                               {.mode = Mode::Sound, .config = {}});
        QVERIFY2(sound->steps.back().verdict == Verdict::Changed, qPrintable(messages(sound->steps.back())));
    }

    void aBranchThatStopsLeavesTheOtherAlone()
    {
        auto passes = parseInvocations("Filter(\"host\"),NoSuchPass,Filter(\"device\"),LowerIntrin").value();
        for (size_t i = 0; i < passes.size(); ++i)
            passes[i].branch = i < 2 ? Branch::Host : Branch::Device;
        const std::vector<PassInvocation>& trunk = findPipeline("split")->passes;
        passes.insert(passes.begin(), trunk.begin(), trunk.end());
        const auto recording = runPasses(parsed(TwoLaunches), passes, "");
        QCOMPARE(recording->steps.size(), passes.size());
        QVERIFY(recording->steps[trunk.size() + 1].verdict == Verdict::NotImplemented);
        QVERIFY(recording->steps[trunk.size() + 3].verdict != Verdict::NotImplemented);
        QCOMPARE(recording->steps[trunk.size() + 2].previous, trunk.size());
    }

    void aBranchWithoutFunctionsEnds()
    {
        auto passes = parseInvocations("Filter(\"device\"),LowerIntrin").value();
        for (PassInvocation& pass : passes)
            pass.branch = Branch::Device;
        const auto recording = runPasses(parsed(TwoLaunches), passes, "");
        QCOMPARE(recording->steps.size(), size_t(1));
        QVERIFY(recording->module(1).functions.empty());
        QCOMPARE(recording->result, &recording->module(0));
    }

    void todaysSplitIsSound()
    {
        const auto recording = runPipeline(TwoLaunches, "split");
        for (const Step& step : recording->steps)
            QVERIFY2(step.errorCount() == 0, qPrintable(messages(step)));
        QCOMPARE(recording->pipeline, std::string("split"));
        const Module& after = *stepOf(*recording, "LowerDeviceKernelLaunch").after;
        const QString text = QString::fromStdString(printScript(after));
        QVERIFY(text.contains(R"(T.call_packed("main_kernel", X.data, 64, 256))"));
        QVERIFY(text.contains(R"(T.call_packed("main_kernel_1", Y.data, 32, 256))"));
    }

    void legacyMergeLeavesTheSecondLaunchWithoutItsVariable()
    {
        const auto recording = runPipeline(TwoLaunches, "split@legacy-merge");
        const Step& merge = stepOf(*recording, "MergeSharedMemoryAllocations");
        QVERIFY(merge.verdict == Verdict::IllFormed);
        QCOMPARE(merge.errorCount(), 4); // C and D, each written and read
        QVERIFY(messages(merge).contains("'buf_dyn_shmem'"));
        const Step& split = stepOf(*recording, "SplitHostDevice");
        QVERIFY(split.verdict == Verdict::IllFormed);
        QVERIFY2(notes(split).contains("main_kernel_1 takes 'buf_dyn_shmem'"), qPrintable(notes(split)));
        QVERIFY2(notes(split).contains("The host does not define it"), qPrintable(notes(split)));
        QVERIFY2(notes(split).contains("it is allocated inside another region"), qPrintable(notes(split)));
    }

    void legacyLaunchIsIllFormedThoughItChangesNothing()
    {
        const auto recording = runPipeline(TwoLaunches, "split@legacy-launch");
        const Step& launch = stepOf(*recording, "LowerDeviceKernelLaunch");
        QVERIFY(launch.verdict == Verdict::IllFormed);
        QCOMPARE(launch.after, launch.before);
        QVERIFY2(notes(launch).contains("the kernel is never launched"), qPrintable(notes(launch)));
    }

    void oldOrderIsSoundWithBothOldPasses()
    {
        const auto recording = runPipeline(TwoLaunches, "split@before");
        for (const Step& step : recording->steps)
            QVERIFY2(step.errorCount() == 0, qPrintable(messages(step)));
    }

    void missingPassEndsTheRunWithAMessage()
    {
        const auto recording = run(TwoLaunches, "AnnotateEntryFunc,NotImplementedPass,BindTarget");
        QCOMPARE(verdicts(*recording),
                 QStringList({"AnnotateEntryFunc changed", "NotImplementedPass not implemented"}));
        const Step& last = recording->steps.back();
        QCOMPARE(last.errorCount(), 0);
        QCOMPARE(messages(last), "NotImplementedPass is not implemented: the run stops before it");
        QCOMPARE(last.after, last.before);
    }

    void refusalEndsTheRunAndKeepsTheModule()
    {
        const auto recording = run(TwoLaunches, "AnnotateDeviceRegions,SplitHostDevice");
        QCOMPARE(verdicts(*recording), QStringList({"AnnotateDeviceRegions failed"}));
        const Step& step = recording->steps.back();
        QCOMPARE(step.after, step.before);
        QCOMPARE(messages(step), "the function has no target; BindTarget gives it one");
        QVERIFY(step.diagnostics.front().place != NoPlace);
    }

    void internalErrorOfAPassIsCaught()
    {
        const auto recording = run(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.attr(T.target("cuda"), "target", 0):
            with T.attr(0, "thread_extent", 64):
                X[0] = T.float32(1)
)",
                                   "SplitHostDevice");
        QCOMPARE(verdicts(*recording), QStringList({"SplitHostDevice failed"}));
        QCOMPARE(messages(recording->steps[0]),
                 "InternalError: a thread_extent names no thread axis; write it with T.launch_thread");
    }

    void modulesThatLackArgumentsReachNoPass_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("reason");
        QTest::newRow("of an access pointer")
            << "T.evaluate(T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data))"
            << "ThreadSync(\"shared\")"
            << "operation 'tvm_access_ptr' takes 5 arguments, but it gets 2";
        QTest::newRow("of an address") << "T.evaluate(T.address_of())"
                                       << "StorageRewrite"
                                       << "operation 'address_of' takes 1 argument, but it gets 0";
        QTest::newRow("of a shift") << "A[T.shift_left(n)] = T.float32(1)"
                                    << "StmtSimplify"
                                    << "operation 'shift_left' takes 2 arguments, but it gets 1";
    }

    void modulesThatLackArgumentsReachNoPass()
    {
        QFETCH(QString, statement);
        QFETCH(QString, passes);
        QFETCH(QString, reason);
        const QString text =
            "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((64,), \"float32\"), n: T.int32):\n    " +
            statement;
        const OwnedModule module = parseModule(SourceText("test", text.toStdString())).value().module;
        const auto recording = runPasses(module, parseInvocations(passes.toStdString()).value(), "");
        const Step& step = recording->steps.front();
        QVERIFY(step.verdict == Verdict::Failed);
        QCOMPARE(messages(step), "no pass can read the module before: " + reason);
    }

    void wrongArgumentFailsTheStep()
    {
        const auto recording = run(TwoLaunches, "SplitHostDevice(fast=True)");
        QCOMPARE(verdicts(*recording), QStringList({"SplitHostDevice failed"}));
        QCOMPARE(messages(recording->steps[0]), "SplitHostDevice has no option 'fast'");
    }

    void notesAreTakenUnlessTheyAreUnwanted()
    {
        const char* passes = "BindTarget, MergeSharedMemoryAllocations";
        const auto recording = run(TwoLaunches, passes);
        QVERIFY(notes(recording->steps[1]).contains("go into one allocation of 256 bytes"));
        const auto silent = run(TwoLaunches, passes, {.config = {}, .takesNotes = false});
        for (const Step& step : silent->steps)
            QVERIFY(step.notes.empty());
    }

    /// Passes take the features of a function from the verdict, or compute them.
    void aRunWithoutVerdictsComesToTheSame()
    {
        const auto verified = run(TwoLaunches, "BindTarget, AnnotateDeviceRegions, SplitHostDevice, "
                                               "LowerDeviceKernelLaunch, MakePackedAPI, FP8StorageLegalize");
        const auto unverified = run(TwoLaunches,
                                    "BindTarget, AnnotateDeviceRegions, SplitHostDevice, "
                                    "LowerDeviceKernelLaunch, MakePackedAPI, FP8StorageLegalize",
                                    {.config = {}, .verify = false});
        QCOMPARE(verified->steps.size(), unverified->steps.size());
        QCOMPARE(printScript(*verified->result), printScript(*unverified->result));
        for (size_t i = 0; i < verified->steps.size(); ++i)
            QCOMPARE(notes(verified->steps[i]), notes(unverified->steps[i]));
    }

    void unchangedIsTheSameModule()
    {
        const auto recording = run(TwoLaunches, "ConvertSSA");
        QCOMPARE(verdicts(*recording), QStringList({"ConvertSSA unchanged"}));
        QCOMPARE(&recording->module(1), &recording->module(0));
    }

    void observerSeesEveryStep()
    {
        Log log;
        PassRunOptions options;
        options.observer = &log;
        run(TwoLaunches, "ConvertSSA,NotImplementedPass,BindTarget", options);
        QCOMPARE(log.lines, QStringList({"start 1/3 ConvertSSA", "end 1 unchanged",
                                         "start 2/3 NotImplementedPass", "end 2 not implemented"}));
    }

    void cancelledRunKeepsWhatItHas()
    {
        struct Canceller : Observer {
            void stepFinished(size_t, const Step&) override { cancelled = true; }
            std::atomic<bool> cancelled = false;
        } canceller;
        PassRunOptions options;
        options.observer = &canceller;
        options.cancelled = &canceller.cancelled;
        QCOMPARE(run(TwoLaunches, "BindTarget,AnnotateEntryFunc", options)->steps.size(), size_t(1));
    }

    void withoutVerificationNothingIsIllFormed()
    {
        PassRunOptions options;
        options.verify = false;
        const auto recording = run(TwoLaunches, R"(MergeSharedMemoryAllocations(mode="legacy"))", options);
        QCOMPARE(verdicts(*recording), QStringList({"MergeSharedMemoryAllocations changed"}));
    }

    void targetOfTheCallerMayGo()
    {
        std::shared_ptr<const Recording> recording;
        {
            Arena arena;
            PassRunOptions options;
            options.target = *targetFromText(arena, "llvm");
            recording = run(TwoLaunches, "BindTarget", options);
        }
        QVERIFY(printScript(recording->module(1)).find(R"("kind": "llvm")") != std::string::npos);
    }
};

TIR_TEST(TestPassManager)
#include "tst_pass_manager.moc"
