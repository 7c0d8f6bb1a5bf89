/// The pipelines that TVM ran on real kernels, run again step by step: what every step computes is what its
/// input computes. Steps before ThreadSync run in lockstep. What cannot be run is counted by its reason, and
/// nothing but the bugs that the corpus shows may be refused.

#include "core/script/parser.h"
#include "passes/workbench/compare_runs.h"
#include "passes/workbench/run_here.h"
#include "tests/support/test_files.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include <set>

using namespace tir;
using namespace tir::testing;

namespace {

/// Floats are summed in another order once threads reduce together; 1e-3 covers float16 data and 4,096 terms.
constexpr double SumTolerance = 1e-3;

struct TraceStep {
    std::string pass;
    int text = 0;
    bool isLockstep = false;
};

/// The modules of a trace that are whole programs, each text once; the input first.
std::vector<TraceStep> wholeSteps(const QJsonObject& trace)
{
    const QJsonArray steps = trace["steps"].toArray();
    const auto passOf = [&](qsizetype number) { return steps[number]["pass"].toString().toStdString(); };
    qsizetype lastBarriers = -1;
    for (qsizetype number = 0; number < steps.size(); ++number)
        if (passOf(number).ends_with(".ThreadSync"))
            lastBarriers = number;
    std::vector<TraceStep> result;
    std::set<int> known;
    const auto add = [&](const std::string& pass, int text, bool isLockstep) {
        if (known.insert(text).second)
            result.push_back({pass, text, isLockstep});
    };
    add("", steps[0]["before"].toInt(), true);
    for (qsizetype number = 0; number < steps.size() && !passOf(number).ends_with(".Filter"); ++number)
        if (steps[number]["after"].isDouble())
            add(passOf(number), steps[number]["after"].toInt(), number < lastBarriers);
    return result;
}

RunReport runText(const std::string& text, bool isLockstep, const OwnedModule& signature, OwnedModule* module)
{
    const Result<ParsedModule> parsed = parseModule(SourceText("step.py", text));
    if (!parsed) {
        RunReport unreadable;
        unreadable.message = parsed.diagnostics().front().message;
        return unreadable;
    }
    *module = parsed->module;
    RunRequest request;
    request.module = parsed->module;
    request.signature = signature;
    request.seed = 5;
    request.isLockstep = isLockstep;
    return runHere(request);
}

/// Without the names in it.
QString reasonOf(const RunReport& report)
{
    QString reason = QString::fromStdString(report.message).section('\n', 0, 0);
    return reason.replace(QRegularExpression(QStringLiteral("'[^']*'")), QStringLiteral("…"));
}

} // namespace

class TstRunTraces : public QObject {
    Q_OBJECT

private slots:
    void stepsAgree_data();
    void stepsAgree();
    void cleanupTestCase();

private:
    int m_ran = 0;
    QMap<QString, int> m_refused;
};

void TstRunTraces::stepsAgree_data()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QTest::addColumn<QString>("path");
    // Those of small tensors: the others take minutes each.
    const QStringList small = {"shared_helper.s_tir.json", "two_kernels.s_tir.json", "two_merges.s_tir.json"};
    for (const QString& path : filesBelow(*corpusFolder() + "/traces", small))
        QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
}

void TstRunTraces::stepsAgree()
{
    QFETCH(QString, path);
    const QJsonObject trace =
        QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
    const QJsonArray texts = trace["texts"].toArray();
    OwnedModule input;
    RunReport reference;
    for (const TraceStep& step : wholeSteps(trace)) {
        OwnedModule module;
        const RunReport report =
            runText(texts[step.text].toString().toStdString(), step.isLockstep, input, &module);
        const std::string where = step.pass.empty() ? "the input" : step.pass;
        if (report.status == RunStatus::Refused) {
            ++m_refused[reasonOf(report)];
            continue;
        }
        QVERIFY2(report.status == RunStatus::Done, (where + ": " + report.message).c_str());
        ++m_ran;
        if (step.pass.empty()) {
            input = module;
            reference = report;
            continue;
        }
        const RunComparison comparison =
            compareRuns(report, reference, {.relative = SumTolerance, .absolute = SumTolerance});
        QVERIFY2(comparison.isEqual(), (where + ": " + explain(comparison)).c_str());
    }
}

void TstRunTraces::cleanupTestCase()
{
    if (!corpusFolder())
        return;
    qInfo("%d steps ran", m_ran);
    for (auto reason = m_refused.cbegin(); reason != m_refused.cend(); ++reason)
        qInfo("%d refused: %s", reason.value(), qPrintable(reason.key()));
    QVERIFY(m_refused.isEmpty());
}

QTEST_GUILESS_MAIN(TstRunTraces)
#include "tst_run_traces.moc"
