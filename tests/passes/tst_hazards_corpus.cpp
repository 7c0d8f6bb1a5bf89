/// How often each hazard is reported on the corpus: defects of TVM's passes on programs of all kinds in the faithful
/// mode, and nothing at all in the sound one.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "passes/framework/tvm_defects.h"
#include "passes/pipelines.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <map>

using namespace tir;
using namespace tir::testing;

namespace {

struct Sample {
    QString name;
    std::string text;
    std::vector<PassInvocation> passes;
    PassConfig config;
};

QJsonObject readJson(const QString& path)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
}

PassConfig configOf(const QJsonObject& object)
{
    PassConfig config;
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        if (entry.value().isBool())
            config[entry.key().toStdString()] = entry.value().toBool();
    return config;
}

/// The first text of each trace of today's passes, under the given passes.
std::vector<Sample> traces(const QString& folder, const std::vector<PassInvocation>& passes)
{
    std::vector<Sample> found;
    for (const QString& path : filesBelow(*corpusFolder() + '/' + folder, {"*.json"})) {
        const QJsonObject trace = readJson(path);
        if (trace["mode"].toString() == "new")
            found.push_back({QFileInfo(path).fileName(), trace["texts"].toArray()[0].toString().toStdString(),
                             passes, configOf(trace["config"].toObject())});
    }
    return found;
}

std::vector<Sample> singleRuns()
{
    std::vector<Sample> found;
    for (const PassInfo& pass : allPasses()) {
        const QString name = QString::fromUtf8(pass.name.data(), qsizetype(pass.name.size()));
        for (const QString& path : filesBelow(*corpusFolder() + "/passes/" + name, {"case.json"})) {
            const QJsonObject info = readJson(path);
            const QString folder = QFileInfo(path).path();
            found.push_back({name + '/' + folder.section('/', -1),
                             readFile(folder + "/before.py").value_or(""),
                             parseInvocations(info["pass"].toString().toStdString()).value(),
                             configOf(info["config"].toObject())});
        }
    }
    return found;
}

std::map<std::string, QStringList> hazards(const Sample& sample, Mode mode)
{
    std::map<std::string, QStringList> found;
    const auto module = parseModule(SourceText(sample.name.toStdString(), sample.text));
    if (!module)
        return found;
    RunOptions options;
    options.mode = mode;
    options.config = sample.config;
    options.verify = false;
    const auto recording = runPasses(module->module, sample.passes, "", options);
    for (const Step& step : recording->steps)
        for (const Diagnostic& diagnostic : step.diagnostics)
            if (findTvmDefect(diagnostic.code))
                found[diagnostic.code].append(QString::fromStdString(diagnostic.message));
    return found;
}

} // namespace

class TestHazardsCorpus : public QObject {
    Q_OBJECT

private slots:
    void counts_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"split", "merge", "passes"})
            QTest::newRow(folder) << folder;
    }

    void counts()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        const std::vector<Sample> samples =
            folder == "split"   ? traces(folder, findPipeline("split")->passes)
            : folder == "merge" ? traces(folder, parseInvocations("MergeSharedMemoryAllocations").value())
                                : singleRuns();
        QVERIFY(!samples.empty());
        std::map<std::string, std::pair<int, int>> counts; // programs, reports
        const QString only = qEnvironmentVariable("TIR_SHOW_HAZARD");
        for (const Sample& sample : samples) {
            for (const auto& [code, messages] : hazards(sample, Mode::AsTvm)) {
                ++counts[code].first;
                counts[code].second += int(messages.size());
                if (QString::fromStdString(code) == only)
                    qInfo().noquote() << sample.name << messages.join(" | ");
            }
            for (const auto& [code, messages] : hazards(sample, Mode::Sound))
                QVERIFY2(false, qPrintable(sample.name + " in sound mode: " + messages.first()));
        }
        for (const auto& [code, count] : counts)
            qInfo().noquote() << QStringLiteral("%1: %2 in %3 of %4 programs")
                                     .arg(QString::fromStdString(code))
                                     .arg(count.second)
                                     .arg(count.first)
                                     .arg(samples.size());
    }
};

TIR_TEST(TestHazardsCorpus)
#include "tst_hazards_corpus.moc"
