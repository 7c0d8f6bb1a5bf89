/// The named pipelines: their content, and that every stated reason for an order holds in them.

#include "passes/framework/registry.h"
#include "passes/pipelines.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

namespace {

QString content(std::string_view pipeline)
{
    const Pipeline* found = findPipeline(pipeline);
    if (!found)
        return "no such pipeline";
    QStringList passes;
    for (const PassInvocation& pass : found->passes)
        passes.append(QString::fromStdString(toString(pass)));
    return passes.join(' ');
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

    void staticMergeIsAConfiguration()
    {
        const Pipeline& pipeline = *findPipeline("split@static-merge");
        QCOMPARE(content("split@static-merge"), content("split"));
        QVERIFY(pipeline.config.at("tirx.merge_static_smem") == PassArgument(true));
        QVERIFY(findPipeline("split")->config.empty());
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
        QTest::newRow("merge") << "split@late-merge"
                               << "MergeSharedMemoryAllocations"
                               << "LowerDeviceKernelLaunch";
        QTest::newRow("storage") << "split@early-storage"
                                 << "MakePackedAPI"
                                 << "BF16StorageLegalize";
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
            return breach.pass == second.toStdString() && !breach.isConvention &&
                   QString::fromStdString(breach.message).contains(first);
        }));
        // The same passes as today, in another order.
        QStringList today = content("split").split(' ');
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
            for (const auto* list : {&pass.needs, &pass.gives, &pass.breaks})
                for (const Property& property : *list)
                    QVERIFY2(!property.reason.empty(), pass.name.data());
        }
    }
};

QTEST_GUILESS_MAIN(TestPipelines)
#include "tst_pipelines.moc"
