/// The contracts of passes: every constraint on the order of the split is seen before anything runs, with
/// who broke it or never gave it, and where the pass may stand.

#include "core/script/parser.h"
#include "passes/framework/contracts.h"
#include "passes/framework/registry.h"
#include "passes/workbench/record.h"

#include <QtTest>

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
        QTest::addColumn<QStringList>("words"); // of the message, then of the last note
        const auto row = [](const char* name, bool knowsInput, const char* passes, const char* message,
                            const char* note) {
            QTest::newRow(name) << knowsInput << passes << QStringList{message, note};
        };
        row("targets are given first", true, "AnnotateDeviceRegions",
            "AnnotateDeviceRegions (step 1) needs \"every function has a target\", which nothing before it "
            "gives: 'main' has no target",
            "it is given by BindTarget");
        row("flatten before merge", true, "BindTarget,MergeSharedMemoryAllocations",
            "MergeSharedMemoryAllocations (step 2) needs \"buffers have one dimension\", which nothing "
            "before "
            "it gives: shared buffer 'B' is accessed with 2 indices",
            "it is given by FlattenBuffer");
        row("flatten behind merge", false, "MergeSharedMemoryAllocations,FlattenBuffer",
            "MergeSharedMemoryAllocations (step 1) needs \"buffers have one dimension\", which only "
            "FlattenBuffer (step 2) gives, behind it",
            "it may stand behind FlattenBuffer (step 2)");
        const char* merged = " needs \"shared buffers have allocations of their own\", which "
                             "MergeSharedMemoryAllocations (step 1) breaks: all accesses of a launch go to "
                             "one variable";
        for (const char* pass :
             {"VectorizeLoop", "StorageRewrite", "LowerThreadAllreduce", "InjectPTXAsyncCopy", "ThreadSync"})
            QTest::newRow(pass) << false << QStringLiteral("MergeSharedMemoryAllocations,") + pass
                                << QStringList{QString(pass) + " (step 2)" + merged,
                                               "it may stand before MergeSharedMemoryAllocations (step 1)"};
        row("merge before launch", true,
            "BindTarget,AnnotateDeviceRegions,SplitHostDevice,LowerDeviceKernelLaunch",
            "LowerDeviceKernelLaunch (step 4) needs \"one shared allocation per launch and kind\", which "
            "nothing before it gives: a second dynamic shared buffer, 'B', is allocated in one launch",
            "it is given by MergeSharedMemoryAllocations");
        row("merge before the split", false,
            "AnnotateDeviceRegions,SplitHostDevice,MergeSharedMemoryAllocations",
            "MergeSharedMemoryAllocations (step 3) needs \"launches stand in the functions they were written "
            "in\", which SplitHostDevice (step 2) breaks: kernels are new functions without a host",
            "it may stand before SplitHostDevice (step 2)");
        row("legacy merge behind the split", false,
            "MergeSharedMemoryAllocations(mode=\"legacy\"),AnnotateDeviceRegions,SplitHostDevice",
            "MergeSharedMemoryAllocations(mode=\"legacy\") (step 1) needs \"a function has one launch with "
            "shared memory\", which only SplitHostDevice (step 3) gives, behind it",
            "it may stand behind SplitHostDevice (step 3)");
        row("entry before the split", false, "AnnotateDeviceRegions,SplitHostDevice,AnnotateEntryFunc",
            "AnnotateEntryFunc (step 3) needs \"launches stand in the functions they were written in\", "
            "which "
            "SplitHostDevice (step 2) breaks: kernels are new functions without a host",
            "it may stand before SplitHostDevice (step 2)");
        row("memory is verified before the split", false,
            "BindTarget,AnnotateDeviceRegions,SplitHostDevice,VerifyMemory",
            "VerifyMemory (step 4) needs \"launches stand in the functions they were written in\", which "
            "SplitHostDevice (step 3) breaks: kernels are new functions without a host",
            "it may stand behind BindTarget (step 1) and before SplitHostDevice (step 3)");
        row("regions before the split", false, "SplitHostDevice,BindTarget,AnnotateDeviceRegions",
            "SplitHostDevice (step 1) needs \"device code is marked as regions\", which only "
            "AnnotateDeviceRegions (step 3) gives, behind it",
            "it may stand behind AnnotateDeviceRegions (step 3)");
        row("split before launch", false,
            "BindTarget,LowerDeviceKernelLaunch,AnnotateDeviceRegions,SplitHostDevice",
            "LowerDeviceKernelLaunch (step 2) needs \"host and device code are separate functions\", which "
            "only SplitHostDevice (step 4) gives, behind it",
            "it may stand behind SplitHostDevice (step 4)");
        row("launch before packing", false, "BindTarget,MakePackedAPI,LowerDeviceKernelLaunch",
            "MakePackedAPI (step 2) needs \"kernel calls are launches\", which only LowerDeviceKernelLaunch "
            "(step 3) gives, behind it",
            "it may stand behind LowerDeviceKernelLaunch (step 3)");
        row("legacy launch behind packing", false,
            "BindTarget,LowerDeviceKernelLaunch(mode=\"legacy\"),MakePackedAPI",
            "LowerDeviceKernelLaunch(mode=\"legacy\") (step 2) needs \"exported host functions are packed\", "
            "which only MakePackedAPI (step 3) gives, behind it",
            "it may stand behind MakePackedAPI (step 3)");
        row("packing before storage", false, "BF16StorageLegalize,BindTarget,MakePackedAPI",
            "BF16StorageLegalize (step 1) needs \"no function takes buffers as parameters\", which only "
            "MakePackedAPI (step 3) gives, behind it",
            "it may stand behind MakePackedAPI (step 3)");
        row("bfloat16: compute before storage", false, "BF16StorageLegalize,BF16ComputeLegalize",
            "BF16StorageLegalize (step 1) needs \"no arithmetic in bfloat16 that the target lacks\", which "
            "only BF16ComputeLegalize (step 2) gives, behind it",
            "it may stand behind BF16ComputeLegalize (step 2)");
        row("float8: compute before storage", false, "FP8StorageLegalize,FP8ComputeLegalize",
            "FP8StorageLegalize (step 1) needs \"no arithmetic in float8 that the target lacks\", which only "
            "FP8ComputeLegalize (step 2) gives, behind it",
            "it may stand behind FP8ComputeLegalize (step 2)");
    }

    void constraints()
    {
        QFETCH(bool, knowsInput);
        QFETCH(QString, passes);
        QFETCH(QStringList, words);
        const QStringList found = linesOf(check(passes, knowsInput));
        const auto at = found.indexOf(words[0]);
        QVERIFY2(at >= 0, qPrintable(found.join('\n')));
        QCOMPARE(found[at + 1], words[1]);
    }

    void simplifyBeforeCodeGeneration()
    {
        std::vector<PassInvocation> passes =
            parseInvocations("MergeSharedMemoryAllocations,AnnotateDeviceRegions").value();
        passes.push_back({.name = std::string(CodeGeneration), .positional = {}, .named = {}});
        const std::vector<ContractBreach> breaches = checkContracts(passes);
        QCOMPARE(breaches.size(), size_t(1));
        QVERIFY(breaches.front().isConvention);
        QCOMPARE(breaches.front().notes.back(), "it may stand before MergeSharedMemoryAllocations (step 1)");
        passes.insert(passes.begin() + 2, {.name = "StmtSimplify", .positional = {}, .named = {}});
        QVERIFY(checkContracts(passes).empty());
    }

    void inputMayHaveWhatAPassNeeds()
    {
        QVERIFY(check("BindTarget", true).empty());
        // Nothing is known of this input, and no pass of the list speaks of it.
        QVERIFY(check("LowerDeviceKernelLaunch", false).empty());
        QVERIFY(
            runList("BindTarget,MergeSharedMemoryAllocations,AnnotateDeviceRegions,SplitHostDevice", false));
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

QTEST_GUILESS_MAIN(TestContracts)
#include "tst_contracts.moc"
