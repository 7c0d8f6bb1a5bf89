/// Whole scheduled programs that the corpus recorded from TVM, run here from the first step to the last in one
/// go: after every step, the module must be TVM's. Where TVM refused, so must we, at the same pass.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/passes/agreement.h"
#include "tests/passes/recorded_config.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// The programs that end otherwise than in TVM.
const QStringList KnownDifferences{
    // TVM does not find the pointer of a host allocation of bfloat16 again, and stops.
    "reduce_857_394.json: TVM refused at BF16StorageLegalize, and we did not",
};

/// The programs that are compared up to a step whose text uses a name before its definition.
const QStringList KnownUnreadable{
    // The host allocates VTCM after its declaration in the text.
    "vtcm_857_490.json", "vtcm_858_94.json", "vtcm_860_33.json",
    "vtcm_860_45.json",  "vtcm_860_99.json", "vtcm_864_17.json",
};

/// The steps of a trace under the names of ours, in which passes that other passes run are not steps.
class RecordedSteps {
public:
    explicit RecordedSteps(const QJsonObject& trace) : m_texts(trace["texts"].toArray())
    {
        for (const QJsonValue& value : trace["steps"].toArray()) {
            const QJsonObject step = value.toObject();
            m_steps.push_back({step["pass"].toString().section('.', -1).toStdString(), step["before"].toInt(),
                               step["after"].toInt()});
        }
    }

    /// The text after the next step of this pass; null if there is none, and if it changed nothing.
    struct Match {
        bool isThere = false;
        std::optional<std::string> changed = {};
    };
    Match next(const PassInvocation& pass)
    {
        // Both modules are taken out before either is finished.
        const bool isFilter = pass.name == "Filter";
        size_t& at = isFilter ? m_nextFilter : m_next;
        size_t found = at;
        while (found < m_steps.size() && m_steps[found].pass != pass.name)
            ++found;
        if (found == m_steps.size())
            return {};
        at = found + 1;
        const auto& step = m_steps[found];
        Match match{true, std::nullopt};
        if (step.before != step.after || isFilter)
            match.changed = m_texts[step.after].toString().toStdString();
        return match;
    }

private:
    struct Step {
        std::string pass;
        int before;
        int after;
    };
    QJsonArray m_texts;
    std::vector<Step> m_steps;
    size_t m_next = 0;
    size_t m_nextFilter = 0;
};

/// How the run of a program compares with TVM's.
struct Outcome {
    QString difference = {};   ///< the first one; empty when every step is TVM's
    int steps = 0;             ///< compared ones that changed the module
    bool isUnreadable = false; ///< TVM's text of the next step uses a name before its definition
};

Outcome compareRun(const QString& path)
{
    Outcome outcome;
    const auto differing = [&](const QString& difference) {
        outcome.difference = difference;
        return outcome;
    };
    const QJsonObject trace = readJson(path);
    const QJsonArray texts = trace["texts"].toArray();
    const int first = trace["steps"].toArray().first().toObject()["before"].toInt();
    const QString input = trace.contains("input") ? trace["input"].toString() : texts[first].toString();
    const auto parsed = parseModule(SourceText("corpus", input.toStdString()));
    if (!parsed)
        return differing("the input cannot be read");
    PassRunOptions options;
    options.config = configOf(trace["config"].toObject());
    options.verify = false;
    options.takesNotes = false;
    Arena arena;
    if (const auto target = targetFromText(arena, trace["target"].toString().toStdString()))
        options.target = *target;
    const Pipeline* pipeline = findPipeline(trace["pipeline"].toString().toStdString());
    const auto recording =
        runPasses(parsed->module, underConfig(*pipeline, options.config).passes, pipeline->name, options);

    const QString stopped = trace["error"].toObject()["pass"].toString().section('.', -1);
    RecordedSteps recorded(trace);
    for (const Step& step : recording->steps) {
        const QString name = QString::fromStdString(toString(step.pass));
        if (step.verdict == Verdict::NotImplemented)
            return differing("not implemented: " + name);
        if (step.verdict == Verdict::Failed) {
            const QString message = QString::fromStdString(step.diagnostics.front().message);
            return stopped.toStdString() == step.pass.name ? outcome
                                                           : differing(name + " refused: " + message);
        }
        const RecordedSteps::Match match = recorded.next(step.pass);
        if (!match.isThere && !stopped.isEmpty())
            return differing("TVM refused at " + stopped + ", and we did not");
        if (!match.isThere) // TVM finishes no empty module
            return outcome;
        if (!match.changed)
            continue;
        const Comparison comparison = compareWithText(*step.after, *match.changed);
        outcome.isUnreadable = comparison.why.contains("cannot be read");
        if (outcome.isUnreadable)
            return outcome;
        if (comparison.agreement == Agreement::Different)
            return differing(name + ": " + comparison.why);
        ++outcome.steps;
    }
    return outcome;
}

} // namespace

class TestScheduledCorpus : public QObject {
    Q_OBJECT

private slots:
    void everyStepIsThatOfTvm_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("leastPrograms");
        QTest::addColumn<int>("leastSteps");
        QTest::newRow("scheduled") << "/scheduled" << 145 << 2700;
        QTest::newRow("traces") << "/traces" << 21 << 476;
    }

    void everyStepIsThatOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(int, leastPrograms);
        QFETCH(int, leastSteps);
        int programs = 0;
        int steps = 0;
        QStringList different;
        QStringList unreadable;
        for (const QString& path : filesBelow(*corpusFolder() + folder, {"*.json"})) {
            if (folder == "/traces" && !path.endsWith(".s_tir.json"))
                continue;
            const QString name = QFileInfo(path).fileName();
            const Outcome outcome = compareRun(path);
            ++programs;
            steps += outcome.steps;
            if (!outcome.difference.isEmpty())
                different += name + ": " + outcome.difference;
            if (outcome.isUnreadable)
                unreadable += name;
        }
        qInfo().noquote() << QStringLiteral("%1 steps of %2 programs are TVM's").arg(steps).arg(programs);
        const bool isScheduled = folder == "/scheduled";
        QCOMPARE(different, isScheduled ? KnownDifferences : QStringList());
        QCOMPARE(unreadable, isScheduled ? KnownUnreadable : QStringList());
        QVERIFY(programs >= leastPrograms);
        QVERIFY(steps >= leastSteps);
    }
};

TIR_TEST(TestScheduledCorpus)
#include "tst_scheduled_corpus.moc"
