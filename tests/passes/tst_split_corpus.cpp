/// The verdicts of the split pipelines on the random modules of the corpus: today's order and the old order are sound
/// on all of them, and the transitional order on none.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

enum class Kind { Today, Before, Transitional };

struct Sample {
    QString name;
    std::string text;
    Kind kind = Kind::Today;
    bool tvmStopped = false;
    PassConfig config;
};

/// Whether merging or splitting came first determines the order of the tail.
Kind kindOf(const QJsonObject& trace)
{
    if (trace["mode"].toString() == "new")
        return Kind::Today;
    for (const QJsonValue& step : trace["steps"].toArray()) {
        if (step.toObject()["pass"].toString().endsWith("SplitHostDevice"))
            return Kind::Before;
        if (step.toObject()["pass"].toString().endsWith("MergeSharedMemoryAllocations"))
            return Kind::Transitional;
    }
    return Kind::Before;
}

std::vector<Sample> samples(Kind kind)
{
    std::vector<Sample> found;
    for (const QString& path : filesBelow(*corpusFolder() + "/split", {"*.json"})) {
        const QJsonObject trace =
            QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
        if (kindOf(trace) != kind)
            continue;
        Sample sample{QFileInfo(path).fileName(),
                      trace["texts"].toArray()[0].toString().toStdString(),
                      kind,
                      trace["error"].isObject(),
                      {}};
        const QJsonObject config = trace["config"].toObject();
        for (auto entry = config.begin(); entry != config.end(); ++entry)
            sample.config[entry.key().toStdString()] = entry.value().toBool();
        found.push_back(std::move(sample));
    }
    return found;
}

std::shared_ptr<const Recording> run(const Sample& sample, std::string_view pipeline)
{
    PassRunOptions options;
    options.config = sample.config;
    const auto module = parseModule(SourceText(sample.name.toStdString(), sample.text)).value();
    return runPasses(module.module, findPipeline(pipeline)->passes, std::string(pipeline), options);
}

/// The first error of a run, with its step; empty if there is none.
QString firstError(const Recording& recording)
{
    for (const Step& step : recording.steps)
        for (const Diagnostic& diagnostic : step.diagnostics)
            if (diagnostic.severity == Severity::Error)
                return QString::fromStdString(step.pass.name + ": " + diagnostic.message);
    return {};
}

} // namespace

class TestSplitCorpus : public QObject {
    Q_OBJECT

private slots:
    void soundPipelinesAreFreeOfErrors_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<int>("least");
        QTest::newRow("today") << int(Kind::Today) << "split" << 140;
        QTest::newRow("before") << int(Kind::Before) << "split@before" << 58;
    }

    void soundPipelinesAreFreeOfErrors()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(int, kind);
        QFETCH(QString, pipeline);
        QFETCH(int, least);
        const std::vector<Sample> found = samples(Kind(kind));
        QVERIFY(int(found.size()) >= least);
        for (const Sample& sample : found) {
            const QString error = firstError(*run(sample, pipeline.toStdString()));
            // Where TVM rejected the module, an error is expected.
            QVERIFY2(error.isEmpty() != sample.tvmStopped, qPrintable(sample.name + " " + error));
        }
    }

    void transitionalPipelineNeverIs()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const std::vector<Sample> found = samples(Kind::Transitional);
        QVERIFY(found.size() >= 42);
        for (const Sample& sample : found)
            QVERIFY2(!firstError(*run(sample, "split@transitional")).isEmpty(), qPrintable(sample.name));
    }

    void soundModeIsFreeOfErrorsToo()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const std::vector<Sample> found = samples(Kind::Today);
        QVERIFY(found.size() >= 140);
        for (const Sample& sample : found) {
            PassRunOptions options;
            options.config = sample.config;
            options.mode = Mode::Sound;
            const auto module = parseModule(SourceText(sample.name.toStdString(), sample.text)).value();
            const auto recording = runPasses(module.module, findPipeline("split")->passes, "split", options);
            const QString error = firstError(*recording);
            QVERIFY2(error.isEmpty() || sample.tvmStopped, qPrintable(sample.name + " " + error));
        }
    }
};

TIR_TEST(TestSplitCorpus)
#include "tst_split_corpus.moc"
