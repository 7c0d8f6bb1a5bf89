/// A pass that does nothing although it has something to do is found out: each pass that establishes a property
/// in turn is replaced by one that returns its module.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

/// A program with something to do for a pass, and what is found if the pass leaves it undone.
struct IdleCase {
    const char* pass;
    const char* code;
    const char* passes; ///< the list that is run; the pass is in it
    const char* program;
};

/// Two dynamic shared buffers, arithmetic in both narrow types.
constexpr const char* Narrow = R"(
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
constexpr const char* Split =
    "BindTarget,BF16ComputeLegalize,FP8ComputeLegalize,AnnotateEntryFunc,MergeSharedMemoryAllocations,"
    "AnnotateDeviceRegions,SplitHostDevice,LowerDeviceKernelLaunch,MakePackedAPI,FP8StorageLegalize,"
    "BF16StorageLegalize";

constexpr const char* ThreadLoops = R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8, 8), "int32")):
    for i in T.thread_binding(8, thread="threadIdx.x"):
        A = T.alloc_buffer((8, 8), "int32", scope="shared")
        A[i, 0] = X[i, 0]
        for j in T.thread_binding(8, thread="threadIdx.x"):
            X[i, j] = A[i, 0]
)";

constexpr const char* PackedCall = R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    T.func_attr({"target": T.target({"kind": "llvm"}), "global_symbol": "main"})
    T.call_packed("show", X.data)
)";

constexpr IdleCase Cases[] = {
    {"BindTarget", "function-without-target", Split, Narrow},
    {"AnnotateEntryFunc", "entry-not-marked", Split, Narrow},
    {"MergeSharedMemoryAllocations", "several-dynamic-allocations", Split, Narrow},
    {"AnnotateDeviceRegions", "launch-outside-region", Split, Narrow},
    {"SplitHostDevice", "launch-left-in-host", Split, Narrow},
    {"LowerDeviceKernelLaunch", "kernel-called-directly", Split, Narrow},
    {"MakePackedAPI", "function-not-packed", Split, Narrow},
    {"BF16ComputeLegalize", "narrow-arithmetic-left", Split, Narrow},
    {"FP8ComputeLegalize", "narrow-arithmetic-left", Split, Narrow},
    {"BF16StorageLegalize", "narrow-storage-left", Split, Narrow},
    {"FP8StorageLegalize", "narrow-storage-left", Split, Narrow},
    {"UnifyThreadBinding", "repeated-thread-axis", "UnifyThreadBinding", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    with T.launch_thread("threadIdx.x", 8) as tx:
        with T.launch_thread("threadIdx.x", 8) as ty:
            X[tx] = ty
)"},
    {"FlattenBuffer", "several-indices", "FlattenBuffer", ThreadLoops},
    {"LowerOpaqueBlock", "loop-launch", "LowerOpaqueBlock", ThreadLoops},
    {"LowerTVMBuiltin", "packed-call-left", "LowerTVMBuiltin", PackedCall},
    {"Filter", "packed-call-left", "Filter(\"device\")", PackedCall},
    {"StmtSimplify", "ramp-plus-broadcast", "StmtSimplify", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    Y[T.Ramp(0, 1, 4)] = X[T.Ramp(0, 1, 4) + T.Broadcast(4, 4)]
)"},
    {"InjectVirtualThread", "virtual-thread-left", "InjectVirtualThread", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 16)
    vx = T.launch_thread("vthread.x", 4)
    X[tx * 4 + vx] = T.float32(1.0)
)"},
    {"VerifyMemory", "device-memory-on-host", "BindTarget,VerifyMemory", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    X[0] = T.float32(1.0)
)"},
};

/// A run in which the pass `lazy` returns the module that it is given.
std::shared_ptr<const Recording> run(const IdleCase& idle, std::string_view lazy)
{
    static PassInfo replaced;
    Arena arena;
    PassRunOptions options;
    options.target = targetFromText(arena, R"({"kind": "cuda", "arch": "sm_75", "host": "llvm"})").value();
    options.passOf = [&](const PassInvocation& invocation) -> const PassInfo* {
        const PassInfo* pass = findPass(invocation.name);
        if (invocation.name != lazy)
            return pass;
        replaced = *pass;
        replaced.run = [](const Module& module, PassContext&) -> PassOutcome { return &module; };
        return &replaced;
    };
    const OwnedModule module = parseModule(SourceText("test", idle.program)).value().module;
    return runPasses(module, parseInvocations(idle.passes).value(), "", options);
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
    void passesThatWorkKeepThem_data() { listCases(); }
    /// VerifyMemory refuses what it finds.
    void passesThatWorkKeepThem()
    {
        QFETCH(size_t, number);
        const IdleCase& idle = Cases[number];
        const QStringList refused = idle.pass == std::string_view("VerifyMemory")
                                        ? QStringList{"VerifyMemory: pass-failed"}
                                        : QStringList();
        QCOMPARE(errorsOf(*run(idle, "")), refused);
    }

    void passesThatDoNothingDoNot_data() { listCases(); }
    void passesThatDoNothingDoNot()
    {
        QFETCH(size_t, number);
        const IdleCase& idle = Cases[number];
        const auto recording = run(idle, idle.pass);
        const auto step = std::ranges::find_if(
            recording->steps, [&](const Step& candidate) { return candidate.pass.name == idle.pass; });
        QVERIFY(step != recording->steps.end());
        QVERIFY2(step->verdict == Verdict::IllFormed, qPrintable(errorsOf(*recording).join('\n')));
        const bool isFound = std::ranges::any_of(step->diagnostics, [&](const Diagnostic& diagnostic) {
            return diagnostic.severity == Severity::Error && diagnostic.code == idle.code;
        });
        QVERIFY2(isFound, qPrintable(errorsOf(*recording).join('\n')));
    }

    /// Every pass that establishes what a module can show is in the list.
    void noPassIsLeftOut()
    {
        for (const PassInfo& pass : allPasses())
            for (const ContractClause& clause : pass.established) {
                const Detection detection = detectionOf(clause.property);
                if (detection == Detection::Never || detection == Detection::InputOnly)
                    continue;
                const bool isListed =
                    std::ranges::any_of(Cases, [&](const IdleCase& idle) { return idle.pass == pass.name; });
                QVERIFY2(isListed, std::string(pass.name).c_str());
            }
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
        PassRunOptions options;
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)), QStringList());
        options.config["tirx.merge_static_smem"] = true;
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)), QStringList());
        options.passOf = [&](const PassInvocation&) { return &lazy; };
        QCOMPARE(errorsOf(*runPasses(module, passes, "", options)),
                 QStringList{"MergeSharedMemoryAllocations: several-static-allocations"});
    }

    void errorsHaveAPlace_data() { listCases(); }
    void errorsHaveAPlace()
    {
        QFETCH(size_t, number);
        const auto recording = run(Cases[number], Cases[number].pass);
        for (const Step& step : recording->steps)
            for (const Diagnostic& diagnostic : step.diagnostics)
                if (diagnostic.severity == Severity::Error && diagnostic.code != "pass-failed")
                    QVERIFY2(diagnostic.place != NoPlace, diagnostic.message.c_str());
    }

private:
    static void listCases()
    {
        QTest::addColumn<size_t>("number");
        for (size_t i = 0; i < std::size(Cases); ++i)
            QTest::addRow("%s", Cases[i].pass) << i;
    }
};

TIR_TEST(TestIdlePasses)
#include "tst_idle_passes.moc"
