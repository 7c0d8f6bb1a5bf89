/// The named pipelines: their content, and that every stated reason for an order holds in them.

#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

QString content(const Pipeline& pipeline)
{
    QStringList passes;
    for (const PassInvocation& pass : pipeline.passes)
        passes.append(QString::fromStdString(toString(pass)));
    return passes.join(' ');
}

QString content(std::string_view pipeline)
{
    const Pipeline* found = findPipeline(pipeline);
    return found ? content(*found) : "no such pipeline";
}

} // namespace

class TestPipelines : public QObject {
    Q_OBJECT

private slots:
    void splitPipelines_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("tail");
        const QString merge = "MergeSharedMemoryAllocations";
        const QString oldMerge = R"(MergeSharedMemoryAllocations(mode="legacy"))";
        const QString split = " AnnotateDeviceRegions SplitHostDevice ";
        const QString launch = "LowerDeviceKernelLaunch";
        const QString oldLaunch = R"(LowerDeviceKernelLaunch(mode="legacy"))";
        const QString end = " MakePackedAPI FP8StorageLegalize BF16StorageLegalize";
        QTest::newRow("today") << "split"
                               << " " + merge + split + launch + end;
        QTest::newRow("before") << "split@before" << split + oldMerge + end + " " + oldLaunch;
        QTest::newRow("transitional") << "split@transitional"
                                      << " " + oldMerge + split + oldLaunch + end;
        QTest::newRow("merge") << "split@legacy-merge"
                               << " " + oldMerge + split + launch + end;
        QTest::newRow("launch") << "split@legacy-launch"
                                << " " + merge + split + oldLaunch + end;
    }

    void splitPipelines()
    {
        QFETCH(QString, name);
        QFETCH(QString, tail);
        QCOMPARE(content(name.toStdString()), "BindTarget AnnotateEntryFunc" + tail);
    }

    void buildEndsWithBothModules()
    {
        const Pipeline& build = *findPipeline("build@legacy-merge");
        QStringList branches;
        for (const PassInvocation& pass : build.passes)
            if (pass.branch != Branch::Common)
                branches.append(QString::fromStdString(std::string(toString(pass.branch)).substr(0, 1) + " " +
                                                       toString(pass)));
        QCOMPARE(branches.join('\n'),
                 "h Filter(\"host\")\nh LowerTVMBuiltin\nh LowerCustomDatatypes\nh LowerIntrin\n"
                 "d Filter(\"device\")\nd LowerWarpMemory\nd StmtSimplify\nd LowerCustomDatatypes\n"
                 "d LowerIntrin");
        QVERIFY(content("build").startsWith(content("split")));
    }

    void narrowLegalizesFirst()
    {
        QString split = content("split");
        QCOMPARE(content("narrow"),
                 split.replace("BindTarget ", "BindTarget BF16ComputeLegalize FP8ComputeLegalize "));
    }

    /// The order of the passes before the split tail, as in TVM.
    void scheduledPrograms()
    {
        const QString front =
            "CanonicalizeLoop LowerCrossThreadReduction LowerInitBlock PlanAndUpdateBufferAllocationLocation "
            "ConvertBlocksToOpaque LiftThreadBinding ManifestSharedMemoryLocalStage CompactBufferAllocation "
            "LowerAutoCopy UnifyThreadBinding LowerMatchBuffer StmtSimplify InjectPermutedLayout "
            "AnnotateIrregularLoop InjectSoftwarePipeline TransformMmaBufferLayout LowerOpaqueBlock ";
        const QString back =
            "FlattenBuffer BF16ComputeLegalize NarrowDataType(32) LoopPartition VectorizeLoop(True) "
            "InjectVirtualThread InjectDoubleBuffer StorageRewrite HoistIfThenElse UnrollLoop "
            "RenormalizeSplitPattern StmtSimplify RemoveNoOp RewriteUnsafeSelect CommonSubexprElim "
            "FP8ComputeLegalize VerifyVTCMLimit LowerVtcmAlloc VerifyMemory AnnotateEntryFunc "
            "ThreadSync(\"shared\") ThreadSync(\"shared.dyn\") ThreadSync(\"warp\") InferFragment "
            "LowerThreadAllreduce MergeSharedMemoryAllocations ";
        QVERIFY2(content("s_tir").startsWith("BindTarget " + front + back), qPrintable(content("s_tir")));
        QVERIFY2(
            content("adreno").startsWith("BindTarget TextureFlatten " + front + "InjectTextureAlloc " + back),
            qPrintable(content("adreno")));
    }

    void configurationChangesThePasses_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("was");
        QTest::addColumn<QString>("becomes");
        QTest::newRow("vectorize") << "tirx.disable_vectorize"
                                   << "VectorizeLoop(True)"
                                   << "VectorizeLoop(False)";
        QTest::newRow("storage") << "tirx.disable_storage_rewrite"
                                 << " StorageRewrite HoistIfThenElse"
                                 << " HoistIfThenElse";
        QTest::newRow("async") << "tirx.use_async_copy"
                               << " HoistIfThenElse"
                               << " LowerAsyncDMA HoistIfThenElse";
        QTest::newRow("cp.async") << "tirx.use_async_copy"
                                  << " MergeShared"
                                  << " InjectPTXAsyncCopy MergeShared";
        QTest::newRow("bounds") << "tirx.instrument_bound_checkers"
                                << " CommonSubexprElim"
                                << " InstrumentBoundCheckers CommonSubexprElim";
        QTest::newRow("ldg32 first") << "tirx.ptx_ldg32"
                                     << " CommonSubexprElim"
                                     << " InjectPTXLDG32(True) CommonSubexprElim";
        QTest::newRow("ldg32 second") << "tirx.ptx_ldg32"
                                      << " MergeShared"
                                      << " InjectPTXLDG32 MergeShared";
        QTest::newRow("cse") << "tirx.disable_cse_tir"
                             << " CommonSubexprElim"
                             << "";
        QTest::newRow("profile") << "tirx.instrument_lwp"
                                 << " FP8ComputeLegalize"
                                 << " InstrumentProfileIntrinsics FP8ComputeLegalize";
    }

    void configurationChangesThePasses()
    {
        QFETCH(QString, key);
        QFETCH(QString, was);
        QFETCH(QString, becomes);
        for (const char* name : {"s_tir", "adreno"}) {
            const Pipeline& plain = *findPipeline(name);
            const std::string switchedOn = key.toStdString();
            const QString after = content(underConfig(plain, {{switchedOn, true}}));
            QVERIFY(content(plain).contains(was));
            QVERIFY2(after.contains(becomes) && after != content(plain), qPrintable(after));
            QCOMPARE(content(underConfig(plain, {{switchedOn, false}})), content(plain));
        }
        const Pipeline& split = *findPipeline("split");
        QCOMPARE(content(underConfig(split, {{key.toStdString(), true}})), content(split));
    }

    void staticMergeIsAConfiguration()
    {
        const Pipeline& pipeline = *findPipeline("split@static-merge");
        QCOMPARE(content("split@static-merge"), content("split"));
        QVERIFY(pipeline.config.at("tirx.merge_static_smem") == PassArgument(true));
        QVERIFY(findPipeline("split")->config.empty());
    }

    void asyncCopyIsAConfiguration()
    {
        const Pipeline& pipeline = *findPipeline("s_tir@async-copy");
        QCOMPARE(content(pipeline), content(underConfig(*findPipeline("s_tir"), pipeline.config)));
        QVERIFY(content(pipeline).contains(" InjectPTXAsyncCopy"));
    }

    void switchesNameThePipeline_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("variants");
        for (const char* name : {"split", "build", "narrow", "s_tir", "adreno"})
            QTest::newRow(name) << name << 8;
        // Without a merge its switch is that of the launch.
        for (const char* name : {"tirx", "default_tirx", "trn"})
            QTest::newRow(name) << name << 4;
    }

    void switchesNameThePipeline()
    {
        QFETCH(QString, family);
        QFETCH(int, variants);
        const Pipeline& today = *findPipeline(family.toStdString());
        QSet<QString> names;
        for (const TailOrder order : {TailOrder::Today, TailOrder::Before})
            for (const LegacyMode merge : {LegacyMode::No, LegacyMode::Yes})
                for (const LegacyMode launch : {LegacyMode::No, LegacyMode::Yes}) {
                    const Pipeline& other = withSwitches(today, {order, merge, launch});
                    names.insert(QString::fromStdString(other.name));
                    QCOMPARE(&withSwitches(other, *other.switches), &other);
                    QCOMPARE(findPipeline(other.name), &other);
                    QVERIFY2(!forbidsRun(breachesOf(other)), other.name.c_str());
                }
        QCOMPARE(names.size(), variants);
        QVERIFY(names.contains(family) && names.contains(family + "@before") &&
                names.contains(family + "@transitional"));
    }

    void everyFullPipelineExistsInThreeForms_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"s_tir", "adreno", "tirx", "default_tirx", "trn"})
            QTest::newRow(name) << name;
    }

    void everyFullPipelineExistsInThreeForms()
    {
        QFETCH(QString, name);
        for (const char* suffix : {"", "@before", "@transitional"}) {
            const QString passes = content((name + suffix).toStdString());
            QVERIFY2(passes.startsWith("BindTarget "), qPrintable(passes));
            QVERIFY2(passes.contains("SplitHostDevice"), qPrintable(passes));
        }
    }

    void namesAreUnique()
    {
        QSet<QString> names;
        for (const Pipeline& pipeline : allPipelines())
            names.insert(QString::fromStdString(pipeline.name));
        QCOMPARE(size_t(names.size()), allPipelines().size());
    }

    void onlyHistoryBreaksContracts_data()
    {
        QTest::addColumn<QString>("name");
        for (const Pipeline& pipeline : allPipelines())
            QTest::newRow(pipeline.name.c_str()) << QString::fromStdString(pipeline.name);
    }

    void wrongOrdersBreakAConstraint_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto add = [](const char* name, const char* first, const char* second) {
            QTest::newRow(name) << name << first << second;
        };
        add("split@late-merge", "MergeSharedMemoryAllocations", "LowerDeviceKernelLaunch");
        add("split@early-storage", "MakePackedAPI", "BF16StorageLegalize");
        add("s_tir@late-reductions", "LowerCrossThreadReduction", "LowerInitBlock");
        add("s_tir@late-plan", "PlanAndUpdateBufferAllocationLocation", "ConvertBlocksToOpaque");
        add("s_tir@early-compaction", "PlanAndUpdateBufferAllocationLocation", "CompactBufferAllocation");
        add("s_tir@late-match", "LowerMatchBuffer", "LowerOpaqueBlock");
        add("s_tir@late-pipelining", "InjectSoftwarePipeline", "LowerOpaqueBlock");
        add("s_tir@early-storage-rewrite", "LowerOpaqueBlock", "StorageRewrite");
        add("s_tir@late-double-buffer", "InjectDoubleBuffer", "StorageRewrite");
        add("s_tir@early-barriers", "LowerOpaqueBlock", "ThreadSync(\"warp\")");
        add("s_tir@late-barriers", "ThreadSync(\"shared.dyn\")", "MergeSharedMemoryAllocations");
    }

    void wrongOrdersBreakAConstraint()
    {
        QFETCH(QString, name);
        QFETCH(QString, first);
        QFETCH(QString, second);
        const QStringList passes = content(name.toStdString()).split(' ');
        QVERIFY(passes.indexOf(second) >= 0);
        QVERIFY(passes.indexOf(second) < passes.indexOf(first));
        const std::vector<ContractBreach> breaches = breachesOf(*findPipeline(name.toStdString()));
        QVERIFY(std::ranges::any_of(breaches, [&](const ContractBreach& breach) {
            const bool isFirst = breach.pass == first.toStdString();
            const QString other = isFirst ? second : first;
            return (isFirst || breach.pass == second.toStdString()) && !breach.isConvention &&
                   QString::fromStdString(breach.message).contains(other);
        }));
        // The same passes in another order.
        QStringList today = content(name.split('@').front().toStdString()).split(' ');
        today.sort();
        QStringList sorted = passes;
        sorted.sort();
        QCOMPARE(sorted, today);
    }

    void onlyHistoryBreaksContracts()
    {
        QFETCH(QString, name);
        const Pipeline& pipeline = *findPipeline(name.toStdString());
        const std::vector<ContractBreach> breaches = breachesOf(pipeline);
        QVERIFY2(!forbidsRun(breaches), breaches.empty() ? "" : breaches.front().message.c_str());
        QCOMPARE(breaches.empty(), pipeline.history.empty());
        for (const ContractBreach& breach : breaches)
            QCOMPARE(breach.exemption, pipeline.history);
    }

    void historySaysWhichContractsItBreaks_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("breaches");
        const QString merge = R"(MergeSharedMemoryAllocations(mode="legacy"): a function has one launch )"
                              "with shared memory";
        const QString launch =
            R"(LowerDeviceKernelLaunch(mode="legacy"): exported host functions are packed)";
        QTest::newRow("merge") << "split@legacy-merge" << merge;
        QTest::newRow("launch") << "split@legacy-launch" << launch;
        QTest::newRow("both") << "split@transitional" << merge + '\n' + launch;
        QTest::newRow("full") << "s_tir@transitional" << merge + '\n' + launch;
        QTest::newRow("old order") << "split@before"
                                   << "MakePackedAPI: kernel calls are launches (convention)";
        QTest::newRow("today") << "split"
                               << "";
    }

    void historySaysWhichContractsItBreaks()
    {
        QFETCH(QString, name);
        QFETCH(QString, breaches);
        QStringList lines;
        for (const ContractBreach& breach : breachesOf(*findPipeline(name.toStdString())))
            lines.append(QString::fromStdString(breach.pass + ": " + std::string(breach.property)) +
                         (breach.isConvention ? " (convention)" : ""));
        QCOMPARE(lines.join('\n'), breaches);
    }

    void everyContractHasReasons()
    {
        for (const PassInfo& pass : allPasses()) {
            QVERIFY2(!pass.summary.empty(), pass.name.data());
            for (const auto* list : {&pass.required, &pass.established, &pass.invalidated})
                for (const ContractClause& clause : *list)
                    QVERIFY2(!clause.reason.empty(), pass.name.data());
        }
    }
};

TIR_TEST(TestPipelines)
#include "tst_pipelines.moc"
