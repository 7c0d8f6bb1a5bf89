/// The contracts of passes: every constraint on the order of the split is checked before anything runs, with the pass
/// that invalidated the property or its absence, and the possible positions.

#include "core/script/reading/parser.h"
#include "passes/framework/contracts.h"
#include "passes/framework/registry.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

/// A program as it comes before the split, without a target, two launches, arithmetic in bfloat16.
constexpr const char* Whole = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "bfloat16")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((8, 8), scope="shared.dyn")
            A[tx] = X[tx]
            B[tx // 8, tx % 8] = A[tx]
            X[tx] = B[tx // 8, tx % 8]
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = Y[tx] + Y[tx]
)";

constexpr const char* Plain = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = X[tx] + T.float32(1.0)
)";

std::vector<ContractBreach> check(const QString& passes, bool knowsInput)
{
    const auto list = parseInvocations(passes.toStdString()).value();
    if (!knowsInput)
        return checkContracts(list);
    const OwnedModule module = parseModule(SourceText("test", Whole)).value().module;
    return checkContracts(list, missingProperties(*module.module));
}

QStringList linesOf(const std::vector<ContractBreach>& breaches)
{
    QStringList lines;
    for (const ContractBreach& breach : breaches) {
        lines.append(QString::fromStdString(breach.message));
        lines.append(QString::fromStdString(breach.notes.back()));
    }
    return lines;
}

Result<std::shared_ptr<const Recording>> runList(const char* passes, bool force)
{
    RecordRequest request;
    request.passes = passes;
    request.force = force;
    return record(openText("test.py", Plain), request);
}

} // namespace

class TestContracts : public QObject {
    Q_OBJECT

private slots:
    void constraints_data()
    {
        QTest::addColumn<bool>("knowsInput");
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QStringList>("expected"); // of the message, then of the last note
        const auto row = [](const char* name, bool knowsInput, const char* passes, const char* message,
                            const char* note) {
            QTest::newRow(name) << knowsInput << passes << QStringList{message, note};
        };
        row("targets come first", true, "AnnotateDeviceRegions",
            "AnnotateDeviceRegions (step 1) requires \"every function has a target\", which does not hold: "
            "'main' has no target",
            "the property is established by BindTarget");
        row("flatten before merge", true, "BindTarget,MergeSharedMemoryAllocations",
            "MergeSharedMemoryAllocations (step 2) requires \"buffers have one dimension\", which does not "
            "hold: "
            "shared buffer 'B' is accessed with 2 indices",
            "the property is established by FlattenBuffer");
        row("flatten after merge", false, "MergeSharedMemoryAllocations,FlattenBuffer",
            "MergeSharedMemoryAllocations (step 1) requires \"buffers have one dimension\", which is only "
            "established later, by FlattenBuffer (step 2)",
            "it can run after FlattenBuffer (step 2)");
        const char* merged =
            " requires \"shared buffers have allocations of their own\", which "
            "MergeSharedMemoryAllocations (step 1) invalidates: all accesses of a launch go to "
            "one variable";
        for (const char* pass :
             {"VectorizeLoop", "StorageRewrite", "LowerThreadAllreduce", "InjectPTXAsyncCopy", "ThreadSync"})
            QTest::newRow(pass) << false << QStringLiteral("MergeSharedMemoryAllocations,") + pass
                                << QStringList{QString(pass) + " (step 2)" + merged,
                                               "it can run before MergeSharedMemoryAllocations (step 1)"};
        row("inits after reductions", false, "LowerInitBlock,LowerCrossThreadReduction",
            "LowerCrossThreadReduction (step 2) requires \"reductions have their init\", which "
            "LowerInitBlock "
            "(step 1) invalidates: an init becomes the start of the body",
            "it can run before LowerInitBlock (step 1)");
        row("plan before axes go", false, "ConvertBlocksToOpaque,PlanAndUpdateBufferAllocationLocation",
            "PlanAndUpdateBufferAllocationLocation (step 2) requires \"blocks have their axes\", which "
            "ConvertBlocksToOpaque (step 1) invalidates: axes are replaced by their values",
            "it can run before ConvertBlocksToOpaque (step 1)");
        row("plan before compaction", false, "CompactBufferAllocation,PlanAndUpdateBufferAllocationLocation",
            "CompactBufferAllocation (step 1) requires \"blocks allocate buffers where they are used\", "
            "which is "
            "only established later, by PlanAndUpdateBufferAllocationLocation (step 2)",
            "it can run after PlanAndUpdateBufferAllocationLocation (step 2)");
        row("matches before blocks go", false, "LowerOpaqueBlock,LowerMatchBuffer",
            "LowerMatchBuffer (step 2) requires \"blocks are whole\", which LowerOpaqueBlock (step 1) "
            "invalidates: they become allocations, conditions and launches",
            "it can run before LowerOpaqueBlock (step 1)");
        row("launches before sharing", false, "StorageRewrite,LowerOpaqueBlock",
            "StorageRewrite (step 1) requires \"launches are thread_extent statements\", which is only "
            "established later, by LowerOpaqueBlock (step 2)",
            "it can run after LowerOpaqueBlock (step 2)");
        row("launches before barriers", false, "ThreadSync,LowerOpaqueBlock",
            "ThreadSync (step 1) requires \"launches are thread_extent statements\", which is only "
            "established later, by LowerOpaqueBlock (step 2)",
            "it can run after LowerOpaqueBlock (step 2)");
        row("doubling before sharing", false, "StorageRewrite,InjectDoubleBuffer",
            "InjectDoubleBuffer (step 2) requires \"buffers have memory of their own\", which StorageRewrite "
            "(step 1) invalidates: a buffer may take the memory of another one",
            "it can run before StorageRewrite (step 1)");
        row("merge before launch", true,
            "BindTarget,AnnotateDeviceRegions,SplitHostDevice,LowerDeviceKernelLaunch",
            "LowerDeviceKernelLaunch (step 4) requires \"one dynamic shared allocation per launch\", which "
            "does not hold: a second dynamic shared buffer, 'B', is allocated in one launch",
            "the property is established by MergeSharedMemoryAllocations");
        row("merge before the split", false,
            "AnnotateDeviceRegions,SplitHostDevice,MergeSharedMemoryAllocations",
            "MergeSharedMemoryAllocations (step 3) requires \"launches are in the functions they were "
            "written "
            "in\", which SplitHostDevice (step 2) invalidates: kernels are new functions without a host",
            "it can run before SplitHostDevice (step 2)");
        row("legacy merge after the split", false,
            "MergeSharedMemoryAllocations(mode=\"legacy\"),AnnotateDeviceRegions,SplitHostDevice",
            "MergeSharedMemoryAllocations(mode=\"legacy\") (step 1) requires \"a function has one launch "
            "with "
            "shared memory\", which is only established later, by SplitHostDevice (step 3)",
            "it can run after SplitHostDevice (step 3)");
        row("entry before the split", false, "AnnotateDeviceRegions,SplitHostDevice,AnnotateEntryFunc",
            "AnnotateEntryFunc (step 3) requires \"launches are in the functions they were written in\", "
            "which "
            "SplitHostDevice (step 2) invalidates: kernels are new functions without a host",
            "it can run before SplitHostDevice (step 2)");
        row("memory is verified before the split", false,
            "BindTarget,AnnotateDeviceRegions,SplitHostDevice,VerifyMemory",
            "VerifyMemory (step 4) requires \"launches are in the functions they were written in\", which "
            "SplitHostDevice (step 3) invalidates: kernels are new functions without a host",
            "it can run after BindTarget (step 1) and before SplitHostDevice (step 3)");
        row("regions before the split", false, "SplitHostDevice,BindTarget,AnnotateDeviceRegions",
            "SplitHostDevice (step 1) requires \"device code is marked as regions\", which is only "
            "established later, by AnnotateDeviceRegions (step 3)",
            "it can run after AnnotateDeviceRegions (step 3)");
        row("split before launch", false,
            "BindTarget,LowerDeviceKernelLaunch,AnnotateDeviceRegions,SplitHostDevice",
            "LowerDeviceKernelLaunch (step 2) requires \"host and device code are separate functions\", "
            "which "
            "is only established later, by SplitHostDevice (step 4)",
            "it can run after SplitHostDevice (step 4)");
        row("launch before packing", false, "BindTarget,MakePackedAPI,LowerDeviceKernelLaunch",
            "MakePackedAPI (step 2) requires \"kernel calls are launches\", which is only "
            "established later, by LowerDeviceKernelLaunch (step 3)",
            "it can run after LowerDeviceKernelLaunch (step 3)");
        row("legacy launch after packing", false,
            "BindTarget,LowerDeviceKernelLaunch(mode=\"legacy\"),MakePackedAPI",
            "LowerDeviceKernelLaunch(mode=\"legacy\") (step 2) requires \"exported host functions are "
            "packed\", "
            "which is only established later, by MakePackedAPI (step 3)",
            "it can run after MakePackedAPI (step 3)");
        row("packing before storage", false, "BF16StorageLegalize,BindTarget,MakePackedAPI",
            "BF16StorageLegalize (step 1) requires \"no function takes buffers as parameters\", which is "
            "only "
            "established later, by MakePackedAPI (step 3)",
            "it can run after MakePackedAPI (step 3)");
        row("bfloat16: compute before storage", false, "BF16StorageLegalize,BF16ComputeLegalize",
            "BF16StorageLegalize (step 1) requires \"no arithmetic in bfloat16 that the target lacks\", "
            "which "
            "is only established later, by BF16ComputeLegalize (step 2)",
            "it can run after BF16ComputeLegalize (step 2)");
        row("float8: compute before storage", false, "FP8StorageLegalize,FP8ComputeLegalize",
            "FP8StorageLegalize (step 1) requires \"no arithmetic in float8 that the target lacks\", which "
            "is only "
            "established later, by FP8ComputeLegalize (step 2)",
            "it can run after FP8ComputeLegalize (step 2)");
    }

    void constraints()
    {
        QFETCH(bool, knowsInput);
        QFETCH(QString, passes);
        QFETCH(QStringList, expected);
        const QStringList found = linesOf(check(passes, knowsInput));
        const auto at = found.indexOf(expected[0]);
        QVERIFY2(at >= 0, qPrintable(found.join('\n')));
        QCOMPARE(found[at + 1], expected[1]);
    }

    void passesThatEstablishAreNamedWithTheirArgument()
    {
        const OwnedModule module = parseModule(SourceText("test", R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    T.func_attr({"target": T.target({"kind": "llvm"})})
    T.call_packed("show", X.data)
)"))
                                       .value()
                                       .module;
        const auto breaches =
            checkContracts(parseInvocations("LowerIntrin").value(), missingProperties(*module.module));
        QCOMPARE(breaches.size(), size_t(1));
        QCOMPARE(breaches.front().notes.back(),
                 "the property is established by Filter(\"device\") or LowerTVMBuiltin");
    }

    void simplifyBeforeCodeGeneration()
    {
        std::vector<PassInvocation> passes =
            parseInvocations("MergeSharedMemoryAllocations,AnnotateDeviceRegions").value();
        passes.push_back({.name = std::string(CodeGeneration), .positional = {}, .named = {}});
        const std::vector<ContractBreach> breaches = checkContracts(passes);
        QCOMPARE(breaches.size(), size_t(1));
        QVERIFY(breaches.front().isConvention);
        QCOMPARE(breaches.front().notes.back(), "it can run before MergeSharedMemoryAllocations (step 1)");
        passes.insert(passes.begin() + 2, {.name = "StmtSimplify", .positional = {}, .named = {}});
        QVERIFY(checkContracts(passes).empty());
    }

    void inputMayHaveWhatAPassNeeds()
    {
        QVERIFY(check("BindTarget", true).empty());
        // The properties of this input are unknown, and no pass of the list mentions it.
        QVERIFY(check("LowerDeviceKernelLaunch", false).empty());
        QVERIFY(
            runList("BindTarget,MergeSharedMemoryAllocations,AnnotateDeviceRegions,SplitHostDevice", false));
    }

    /// The launch lowering of this list is the legacy one, which requires packed functions. The input has no
    /// function that would have to be packed, but the list makes one.
    void propertyThatIsEstablishedTooLate()
    {
        const QStringList lines = linesOf(check("BindTarget,AnnotateDeviceRegions,SplitHostDevice,"
                                                "LowerDeviceKernelLaunch(mode=\"legacy\"),MakePackedAPI",
                                                true));
        QVERIFY2(lines.contains("LowerDeviceKernelLaunch(mode=\"legacy\") (step 4) requires \"exported host "
                                "functions are packed\", which is only established later, by MakePackedAPI "
                                "(step 5)"),
                 qPrintable(lines.join('\n')));
    }

    /// The passes whose requirements are not met are not at fault.
    void programThatLacksAPropertyIsReportedForTheInput()
    {
        constexpr const char* Bound = R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        B[tx] = A[tx]
)";
        for (const char* pipeline : {"split", "split@before", "split@legacy-merge"}) {
            const OpenedProgram program = openText("test.py", Bound);
            const auto run = record(program, {.pipeline = pipeline});
            QVERIFY(run);
            const Diagnostics& ofInput = (*run)->inputDiagnostics;
            const auto found = std::ranges::find(ofInput, "contract", &Diagnostic::code);
            QVERIFY(found != ofInput.end() && found->severity == Severity::Error);
            QVERIFY2(found->message.ends_with("use pipeline 's_tir'"), found->message.c_str());
            QVERIFY(found->notes.front().message.find("launches are thread_extent statements") !=
                    std::string::npos);
            QVERIFY(found->place != NoPlace);
            for (const Step& step : (*run)->steps)
                if (step.pass.name == "AnnotateDeviceRegions" || step.pass.name == "SplitHostDevice")
                    QVERIFY2(step.verdict != Verdict::IllFormed, pipeline);
        }
    }

    void forbiddenListsDoNotRun()
    {
        const auto refused = runList("BindTarget,SplitHostDevice", false);
        QVERIFY(!refused);
        QCOMPARE(refused.diagnostics().front().code, "contract");
        const auto forced = runList("BindTarget,SplitHostDevice", true);
        QVERIFY(forced);
        QVERIFY((*forced)->steps[0].breaches.empty());
        QCOMPARE((*forced)->steps[1].breaches.size(), size_t(1));
        QCOMPARE((*forced)->steps[1].breaches.front().property, "device code is marked as regions");
    }

    void conventionsForbidNothing()
    {
        const auto run = runList("BindTarget,AnnotateDeviceRegions,SplitHostDevice,"
                                 "MergeSharedMemoryAllocations",
                                 false);
        QVERIFY(run);
        QVERIFY((*run)->steps[3].breaches.front().isConvention);
    }

    void pipelinesAreJudgedByTheirOrder()
    {
        RecordRequest request;
        request.pipeline = "split@legacy-merge";
        const auto run = record(openText("test.py", Plain), request);
        QVERIFY(run);
        QCOMPARE((*run)->steps[2].breaches.size(), size_t(1));
        QVERIFY(!(*run)->steps[2].breaches.front().exemption.empty());
    }

    /// A pass that is built states its contract itself.
    void contractsAreStatedOnce()
    {
        QSet<QString> names;
        for (const Contract& contract : allContracts())
            names.insert(QString::fromUtf8(contract.pass.data(), qsizetype(contract.pass.size())));
        QCOMPARE(size_t(names.size()), allContracts().size());
        for (const PassInfo& pass : allPasses())
            QVERIFY(names.contains(QString::fromUtf8(pass.name.data(), qsizetype(pass.name.size()))));
    }
};

TIR_TEST(TestContracts)
#include "tst_contracts.moc"
