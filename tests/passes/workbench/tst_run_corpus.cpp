/// The random modules of the corpus, run: none brings the code generator down, and the steps of a pipeline
/// compute the same as the module they were made from. (Merging is where results may part: these modules
/// read shared memory that nobody wrote, and merged memory holds other leftovers.)

#include "core/script/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/run_here.h"
#include "tests/support/test_files.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr int MaxFiles = 40;

RunReport runModule(const OwnedModule& module, const OwnedModule& signature)
{
    RunRequest request;
    request.module = module;
    request.signature = signature;
    request.seed = 3;
    return runHere(request);
}

bool haveSameOutputs(const RunReport& left, const RunReport& right)
{
    for (size_t index = 0; index < left.tensors.size(); ++index)
        if (left.tensors[index].after != right.tensors[index].after)
            return false;
    return left.tensors.size() == right.tensors.size();
}

} // namespace

class TstRunCorpus : public QObject {
    Q_OBJECT

private slots:
    void stepsAgree_data();
    void stepsAgree();
    void mostModulesRun();

private:
    int m_files = 0;
    int m_ran = 0;
    int m_diverged = 0;
};

void TstRunCorpus::stepsAgree_data()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QTest::addColumn<QString>("path");
    const QStringList paths = filesBelow(*corpusFolder() + "/split", {"*.new.json"});
    for (const QString& path : paths.mid(0, MaxFiles))
        QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
}

void TstRunCorpus::stepsAgree()
{
    QFETCH(QString, path);
    const QJsonObject trace =
        QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
    const Result<ParsedModule> parsed =
        parseModule(SourceText(path.toStdString(), trace["source"].toString().toStdString()));
    QVERIFY(parsed.hasValue());
    ++m_files;
    RunReport reference = runModule(parsed->module, {});
    if (reference.status == RunStatus::Failed) {
        // Random conditions around barriers.
        QVERIFY2(reference.message.starts_with("BarrierDivergence: "), reference.message.c_str());
        ++m_diverged;
        return;
    }
    QVERIFY2(reference.status == RunStatus::Done, reference.message.c_str());
    ++m_ran;

    const Pipeline* pipeline = findPipeline("split");
    const auto recording = runPasses(parsed->module, pipeline->passes, pipeline->name);
    const Module* previous = parsed->module.module;
    for (const Step& step : recording->steps) {
        if (step.after == previous)
            continue;
        previous = step.after;
        const RunReport report = runModule({recording->arena, step.after}, parsed->module);
        QVERIFY2(report.status == RunStatus::Done, (toString(step.pass) + ": " + report.message).c_str());
        if (step.pass.name == "MergeSharedMemoryAllocations")
            reference = report;
        QVERIFY2(haveSameOutputs(report, reference), toString(step.pass).c_str());
    }
}

void TstRunCorpus::mostModulesRun()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QCOMPARE(m_ran + m_diverged, m_files);
    QVERIFY2(m_ran * 10 >= m_files * 8,
             qPrintable(QStringLiteral("%1 of %2 ran, %3 diverged").arg(m_ran).arg(m_files).arg(m_diverged)));
}

QTEST_GUILESS_MAIN(TstRunCorpus)
#include "tst_run_corpus.moc"
