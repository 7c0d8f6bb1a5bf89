/// Recordings of an unmodified TVM: pass by pass, our passes make the same modules of the same modules, so that
/// `tirc check --against ours` reports only what a modified TVM does otherwise.

#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/pass_events.h"
#include "tests/passes/recorded_config.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// Every such program takes as long as all of its passes: a tenth of them is compared.
constexpr int Share = 10;

RecordedRun recordingOf(const QJsonObject& trace)
{
    PassEvents events;
    const QJsonArray texts = trace["texts"].toArray();
    const auto text = [&](const QJsonValue& number) {
        return events.textIndex(texts[number.toInt()].toString().toStdString());
    };
    for (const QJsonValue& value : trace["steps"].toArray()) {
        const QJsonObject step = value.toObject();
        events.passes.push_back({.name = step["pass"].toString().toStdString()});
        const size_t pass = events.passes.size() - 1;
        events.add(PassEvent::Kind::Before, pass, text(step["before"]));
        events.add(PassEvent::Kind::After, pass, text(step["after"]));
    }
    return runFromEvents(std::move(events)).value();
}

} // namespace

class TestRecordedPasses : public QObject {
    Q_OBJECT

private slots:
    void unmodifiedPassesAreOurs();
};

void TestRecordedPasses::unmodifiedPassesAreOurs()
{
    TIR_SKIP_WITHOUT_CORPUS();
    size_t compared = 0;
    int programs = 0;
    QStringList different;
    const QStringList files = filesBelow(*corpusFolder() + "/scheduled", {"*.json"});
    for (qsizetype index = 0; index < files.size(); index += Share) {
        const QJsonObject trace = readJson(files[index]);
        const RecordedRun run = recordingOf(trace);
        Arena arena;
        CompareWithOurs options{.config = configOf(trace["config"].toObject())};
        if (const auto target = targetFromText(arena, trace["target"].toString().toStdString()))
            options.target = *target;
        const PassComparison found = compareWithOurs(*run.recording, options);
        for (const DifferentStep& step : found.different)
            different.append(
                QFileInfo(files[index]).fileName() + ": " +
                QString::fromStdString(run.recording->pass(step.step.first) + " " + step.reason));
        compared += found.comparedCount;
        ++programs;
    }
    qInfo().noquote() << QStringLiteral("%1 passes of %2 programs").arg(compared).arg(programs);
    QCOMPARE(different, QStringList());
    QVERIFY(programs >= 15 && compared >= 827);
}

TIR_TEST(TestRecordedPasses)
#include "tst_recorded_passes.moc"
