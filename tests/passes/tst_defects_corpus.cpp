/// How often each known TVM defect is reported on the corpus, on programs of all kinds: in the mode as-tvm, where the
/// counts may not go down, and not at all in the sound mode.

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

/// How often the corpus has a known TVM defect.
struct Count {
    int reports = 0;
    int programs = 0;
};
using Counts = std::map<std::string, Count>;

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

std::map<std::string, QStringList> defects(const OwnedModule& module, const Sample& sample, Mode mode)
{
    std::map<std::string, QStringList> found;
    PassRunOptions options;
    options.mode = mode;
    options.config = sample.config;
    options.verify = false;
    const auto recording = runPasses(module, sample.passes, "", options);
    for (const Step& step : recording->steps)
        for (const Diagnostic& diagnostic : step.diagnostics)
            if (findTvmDefect(diagnostic.code))
                found[diagnostic.code].append(QString::fromStdString(diagnostic.message));
    return found;
}

} // namespace

class TestDefectsCorpus : public QObject {
    Q_OBJECT

private slots:
    void counts_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("programs");
        QTest::addColumn<Counts>("least"); // a count that goes down is a defect that is no longer found
        QTest::newRow("split") << "split" << 140
                               << Counts{{"defect-other-element-size", {7, 7}},
                                         {"defect-private-return", {30, 30}},
                                         {"defect-reuse-without-barrier", {24, 23}}};
        QTest::newRow("merge")
            << "merge" << 227
            << Counts{{"defect-address-lifetime", {6, 6}},         {"defect-load-in-binding", {7, 7}},
                      {"defect-other-element-size", {404, 115}},   {"defect-overlapping-buffers", {32, 23}},
                      {"defect-reuse-without-barrier", {102, 68}}, {"defect-static-reuse", {4, 3}},
                      {"defect-symbolic-reuse", {1, 1}},           {"defect-tiny-buffer", {7, 7}},
                      {"defect-variable-passed-on", {38, 32}},     {"defect-vector-lanes", {76, 53}}};
        QTest::newRow("passes") << "passes" << 1129
                                << Counts{{"defect-float8-zero", {2, 2}},
                                          {"defect-pipeline-versions", {1, 1}}};
    }

    void counts()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(int, programs);
        QFETCH(Counts, least);
        const std::vector<Sample> samples =
            folder == "split"   ? traces(folder, findPipeline("split")->passes)
            : folder == "merge" ? traces(folder, parseInvocations("MergeSharedMemoryAllocations").value())
                                : singleRuns();
        Counts counts;
        const QString only = qEnvironmentVariable("TIR_SHOW_DEFECT");
        for (const Sample& sample : samples) {
            const auto parsed = parseModule(SourceText(sample.name.toStdString(), sample.text));
            QVERIFY2(parsed.hasValue(), qPrintable(sample.name));
            for (const auto& [code, messages] : defects(parsed->module, sample, Mode::AsTvm)) {
                ++counts[code].programs;
                counts[code].reports += int(messages.size());
                if (QString::fromStdString(code) == only)
                    qInfo().noquote() << sample.name << messages.join(" | ");
            }
            for (const auto& [code, messages] : defects(parsed->module, sample, Mode::Sound))
                QVERIFY2(false, qPrintable(sample.name + " in sound mode: " + messages.first()));
        }
        for (const auto& [code, count] : counts)
            qInfo().noquote() << QStringLiteral("%1: %2 in %3 of %4 programs")
                                     .arg(QString::fromStdString(code))
                                     .arg(count.reports)
                                     .arg(count.programs)
                                     .arg(samples.size());
        QVERIFY2(int(samples.size()) >= programs, qPrintable(QString::number(samples.size()) + " programs"));
        for (const auto& [code, count] : least)
            QVERIFY2(counts[code].reports >= count.reports && counts[code].programs >= count.programs,
                     qPrintable(QStringLiteral("%1: expected %2 in %3 programs")
                                    .arg(QString::fromStdString(code))
                                    .arg(count.reports)
                                    .arg(count.programs)));
    }
};

TIR_TEST(TestDefectsCorpus)
#include "tst_defects_corpus.moc"
