/// A pass that does nothing although it has something to do is found out: each pass of the split in turn is
/// replaced by one that returns its module.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

/// Something for every pass: two dynamic shared buffers, arithmetic in both narrow types.
constexpr const char* Program = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "bfloat16"), Y: T.Buffer((64,), "float8_e4m3fn")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), "bfloat16", scope="shared.dyn")
            B = T.alloc_buffer((64,), "float8_e4m3fn", scope="shared.dyn")
            A[tx] = X[tx] + X[tx]
            B[tx] = Y[tx] * Y[tx]
            X[tx] = A[tx]
            Y[tx] = B[tx]
)";

constexpr const char* Passes =
    "BindTarget,BF16ComputeLegalize,FP8ComputeLegalize,AnnotateEntryFunc,MergeSharedMemoryAllocations,"
    "AnnotateDeviceRegions,SplitHostDevice,LowerDeviceKernelLaunch,MakePackedAPI,FP8StorageLegalize,"
    "BF16StorageLegalize";

/// A run in which the pass `lazy` returns the module it is given.
std::shared_ptr<const Recording> run(const std::string& lazy)
{
    static PassInfo replaced;
    Arena arena;
    RunOptions options;
    options.target = targetFromText(arena, R"({"kind": "cuda", "arch": "sm_75", "host": "llvm"})").value();
    options.passOf = [&](const PassInvocation& invocation) -> const PassInfo* {
        const PassInfo* pass = findPass(invocation.name);
        if (invocation.name != lazy)
            return pass;
        replaced = *pass;
        replaced.run = [](const Module& module, PassContext&) -> PassOutcome { return &module; };
        return &replaced;
    };
    const OwnedModule module = parseModule(SourceText("test", Program)).value().module;
    return runPasses(module, parseInvocations(Passes).value(), "", options);
}

QStringList errorsOf(const Recording& recording)
{
    QStringList lines;
    for (const Step& step : recording.steps)
        for (const Diagnostic& diagnostic : step.diagnostics)
            if (diagnostic.severity == Severity::Error)
                lines.append(QString::fromStdString(step.pass.name + ": " + diagnostic.code));
    return lines;
}

} // namespace

class TestIdlePasses : public QObject {
    Q_OBJECT

private slots:
    void passesThatWorkKeepThem() { QCOMPARE(errorsOf(*run("")), QStringList()); }

    void passesThatDoNothingDoNot_data()
    {
        QTest::addColumn<QString>("code");
        QTest::newRow("BindTarget") << "function-without-target";
        QTest::newRow("AnnotateEntryFunc") << "entry-not-marked";
        QTest::newRow("MergeSharedMemoryAllocations") << "several-dynamic-allocations";
        QTest::newRow("AnnotateDeviceRegions") << "launch-outside-region";
        QTest::newRow("SplitHostDevice") << "launch-left-in-host";
        QTest::newRow("LowerDeviceKernelLaunch") << "kernel-called-directly";
        QTest::newRow("MakePackedAPI") << "function-not-packed";
        QTest::newRow("BF16ComputeLegalize") << "narrow-arithmetic-left";
        QTest::newRow("FP8ComputeLegalize") << "narrow-arithmetic-left";
        QTest::newRow("BF16StorageLegalize") << "narrow-storage-left";
        QTest::newRow("FP8StorageLegalize") << "narrow-storage-left";
    }

    void passesThatDoNothingDoNot()
    {
        QFETCH(QString, code);
        const QString pass = QString::fromUtf8(QTest::currentDataTag());
        const auto recording = run(pass.toStdString());
        const auto step = std::ranges::find_if(recording->steps, [&](const Step& candidate) {
            return QString::fromStdString(candidate.pass.name) == pass;
        });
        QVERIFY(step != recording->steps.end());
        QVERIFY(step->verdict == Verdict::IllFormed);
        const bool isFound = std::ranges::any_of(step->diagnostics, [&](const Diagnostic& diagnostic) {
            return diagnostic.severity == Severity::Error && QString::fromStdString(diagnostic.code) == code;
        });
        QVERIFY2(isFound, qPrintable(errorsOf(*recording).join('\n')));
    }

    void staticMemoryIsMergedOnRequest()
    {
        const OwnedModule module = parseModule(SourceText("test", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared")
        B = T.alloc_buffer((64,), scope="shared")
        A[tx] = X[tx]
        B[tx] = X[tx]
        X[tx] = A[tx] + B[tx]
)"))
                                       .value()
                                       .module;
        PassInfo lazy = *findPass("MergeSharedMemoryAllocations");
        lazy.run = [](const Module& given, PassContext&) -> PassOutcome { return &given; };
        const auto passes = parseInvocations("MergeSharedMemoryAllocations").value();
        RunOptions options;
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)), QStringList());
        options.config["tirx.merge_static_smem"] = true;
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)), QStringList());
        options.passOf = [&](const PassInvocation&) { return &lazy; };
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)),
                 QStringList{"MergeSharedMemoryAllocations: several-static-allocations"});
    }

    void memoryIsVerifiedAgain()
    {
        PassInfo lazy = *findPass("VerifyMemory");
        lazy.run = [](const Module& module, PassContext&) -> PassOutcome { return &module; };
        RunOptions options;
        options.passOf = [&](const PassInvocation& pass) {
            return pass.name == lazy.name ? &lazy : findPass(pass.name);
        };
        const OwnedModule module = parseModule(SourceText("test", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    X[0] = T.float32(1.0)
)"))
                                       .value()
                                       .module;
        const auto recording =
            runPasses(module, parseInvocations("BindTarget,VerifyMemory").value(), "", options);
        QCOMPARE(errorsOf(*recording), QStringList{"VerifyMemory: device-memory-on-host"});
    }

    /// Every property that a pass establishes and that a module can show is checked, or passes could not rely on it.
    void promisesAreErrorsWithAPlace()
    {
        for (const char* pass : {"BindTarget", "AnnotateDeviceRegions", "SplitHostDevice", "MakePackedAPI"}) {
            const auto recording = run(pass);
            for (const Step& step : recording->steps)
                for (const Diagnostic& diagnostic : step.diagnostics)
                    if (diagnostic.severity == Severity::Error && diagnostic.code != "pass-failed")
                        QVERIFY2(diagnostic.place != NoPlace, diagnostic.message.c_str());
        }
    }
};

TIR_TEST(TestIdlePasses)
#include "tst_idle_passes.moc"
