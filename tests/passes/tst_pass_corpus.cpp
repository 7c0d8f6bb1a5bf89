/// Every pass that is built, on every run of it that the corpus recorded from TVM: our result is compared
/// with TVM's, structurally first and to the byte as a second figure. Where TVM refused, so must we.

#include "core/ir/structural_equal.h"
#include "core/script/parser.h"
#include "core/script/printer.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "tests/support/test_files.h"
#include "tests/support/text_losses.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <map>

using namespace tir;
using namespace tir::testing;

namespace {

/// One recorded run of one pass; no `after` when TVM refused.
struct PassRun {
    PassInvocation pass;
    PassConfig config;
    std::string before;
    std::optional<std::string> after;
    QString origin; ///< the file, and the step in it
    /// Steps right before this one whose passes are built, and the text the first of them started from.
    std::vector<PassInvocation> history;
    std::string historyStart;
};

PassArgument asArgument(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool();
    if (value.isString())
        return value.toString().toStdString();
    return int64_t(value.toInteger());
}

PassConfig configOf(const QJsonObject& object)
{
    PassConfig config;
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        config[entry.key().toStdString()] = asArgument(entry.value());
    return config;
}

QJsonObject readJson(const QString& path)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
}

/// The invocation behind a name in a trace, which carries a prefix and no arguments.
PassInvocation invocationOf(const QString& recordedName, bool isLegacy)
{
    PassInvocation pass{.name = recordedName.section('.', -1).toStdString(), .positional = {}, .named = {}};
    if (isLegacy && (pass.name == "MergeSharedMemoryAllocations" || pass.name == "LowerDeviceKernelLaunch"))
        pass.named["mode"] = std::string("legacy");
    return pass;
}

/// The steps of a trace that ran `pass`, and the one in which TVM stopped.
void addTraceRuns(const QString& path, const QString& pass, std::vector<PassRun>& runs)
{
    const QJsonObject trace = readJson(path);
    const bool isLegacy = trace["mode"].toString() == "legacy" || trace["pipeline"].toString().contains('@');
    const QJsonArray texts = trace["texts"].toArray();
    const QJsonArray steps = trace["steps"].toArray();
    const PassConfig config = configOf(trace["config"].toObject());
    const auto text = [&](const QJsonValue& index) { return texts[index.toInt()].toString().toStdString(); };
    const auto origin = [&](qsizetype step) {
        return QStringLiteral("%1 step %2").arg(QFileInfo(path).fileName()).arg(step + 1);
    };
    std::vector<PassInvocation> history;
    std::string historyStart;
    int filters = 0;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const QJsonObject step = steps[i].toObject();
        PassInvocation invocation = invocationOf(step["pass"].toString(), isLegacy);
        // The host module is taken out first, then the device module, both from the same one.
        if (invocation.name == "Filter")
            invocation.positional.push_back(std::string(filters++ == 0 ? "host" : "device"));
        if (invocation.name == pass.toStdString())
            runs.push_back({invocation, config, text(step["before"]), text(step["after"]), origin(i), history,
                            historyStart});
        if (invocation.name == "ConvertSSA")
            continue; // a part of the step behind it
        if (!findPass(invocation.name))
            history.clear();
        else if (history.empty())
            historyStart = text(step["before"]);
        if (findPass(invocation.name))
            history.push_back(invocation);
    }
    const QString stopped = trace["error"].toObject()["pass"].toString();
    if (stopped.section('.', -1) == pass)
        runs.push_back({invocationOf(stopped, isLegacy), config,
                        steps.isEmpty() ? text(0) : text(steps.last().toObject()["after"]), std::nullopt,
                        origin(steps.size()), history, historyStart});
}

void addSingleRuns(const QString& folder, std::vector<PassRun>& runs)
{
    for (const QString& path : filesBelow(folder, {"case.json"})) {
        const QJsonObject info = readJson(path);
        const QString base = QFileInfo(path).path();
        const auto passes = parseInvocations(info["pass"].toString().toStdString());
        if (!passes || passes->size() != 1)
            QFAIL(qPrintable(path + ": cannot read the name of the pass"));
        runs.push_back({passes->front(),
                        configOf(info["config"].toObject()),
                        *readFile(base + "/before.py"),
                        readFile(base + "/after.py"),
                        base.section('/', -2),
                        {},
                        {}});
    }
}

/// How our result compares with TVM's.
enum class Agreement {
    SameText,
    Equal,
    EqualAsText,     ///< what the printed texts say is equal: they do not tell undefined variables apart
    EqualButForLoss, ///< what the text of the input does not say is all the difference
    EqualInChain,    ///< equal when the steps before ran here too: the text of the input does not say enough
    Different,
    Unreadable, ///< TVM's own text of the input uses a name before its definition: nothing to run
};

struct Outcome {
    Agreement agreement = Agreement::Different;
    QString why;
};

std::optional<ParsedModule> parse(const std::string& text, QString& why)
{
    auto parsed = parseModule(SourceText("corpus", text));
    if (parsed)
        return std::move(parsed).value();
    why = "unreadable: " + QString::fromStdString(parsed.diagnostics().front().message);
    return std::nullopt;
}

std::string withoutFinalNewline(std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

Outcome compareResults(const Module& ours, const std::string& ourText, const std::string& theirText)
{
    if (ourText == theirText)
        return {Agreement::SameText, {}};
    const EqualOptions options{.mapFreeVars = true, .ignoreAssertMessages = true};
    Outcome outcome;
    const auto theirs = parse(theirText, outcome.why);
    if (!theirs)
        return outcome;
    const auto difference = findDifference(ours, *theirs->module.module, options);
    if (!difference)
        return {Agreement::Equal, {}};
    outcome.why = QString::fromStdString(difference->message);
    QString ignored;
    const auto reread = parse(ourText, ignored);
    if (reread && !findDifference(*reread->module.module, *theirs->module.module, options))
        outcome.agreement = Agreement::EqualAsText;
    return outcome;
}

std::shared_ptr<const Recording> runHere(const std::string& text, const std::vector<PassInvocation>& passes,
                                         const PassRun& run, QString& why)
{
    const auto module = parse(text, why);
    if (!module)
        return nullptr;
    RunOptions options;
    options.config = run.config;
    options.verify = false;
    return runPasses(module->module, passes, "", options);
}

/// What the last step came to.
Outcome judge(const Recording& recording, const PassRun& run)
{
    const Step& step = recording.steps.back();
    if (step.verdict == Verdict::Unchanged && step.notes.empty())
        qWarning("%s does not say why it changed nothing: %s", step.pass.name.c_str(),
                 qPrintable(run.origin));
    const bool isRefused = step.verdict == Verdict::Failed;
    if (isRefused && run.after)
        return {Agreement::Different, "refused: " + QString::fromStdString(step.diagnostics.front().message)};
    if (!run.after)
        return isRefused ? Outcome{Agreement::SameText, {}}
                         : Outcome{Agreement::Different, "TVM refused, and we did not"};
    return compareResults(*step.after, printScript(*step.after), withoutFinalNewline(*run.after));
}

Outcome compare(const PassRun& run)
{
    Outcome alone;
    const auto recording = runHere(run.before, {run.pass}, run, alone.why);
    if (!recording) {
        alone.agreement = Agreement::Unreadable;
        return alone;
    }
    alone = judge(*recording, run);
    if (alone.agreement == Agreement::Different && run.after &&
        recording->steps.back().verdict != Verdict::Failed) {
        const QString loss =
            lossIn(run.before, printScript(*recording->steps.back().after), withoutFinalNewline(*run.after));
        if (!loss.isEmpty())
            return {Agreement::EqualButForLoss, loss};
    }
    if (alone.agreement == Agreement::SameText || run.history.empty())
        return alone;
    // The text of the input may leave out what it takes to come to the same result.
    std::vector<PassInvocation> chain = run.history;
    chain.push_back(run.pass);
    QString ignored;
    const auto replayed = runHere(run.historyStart, chain, run, ignored);
    if (!replayed || replayed->steps.size() != chain.size())
        return alone;
    Outcome together = judge(*replayed, run);
    if (together.agreement == Agreement::SameText)
        return together;
    if (alone.agreement == Agreement::Different && together.agreement != Agreement::Different)
        together.agreement = Agreement::EqualInChain;
    return alone.agreement == Agreement::Different ? together : alone;
}

} // namespace

class TestPassCorpus : public QObject {
    Q_OBJECT

private slots:
    void resultsAreThoseOfTvm_data()
    {
        QTest::addColumn<QString>("pass");
        for (const PassInfo& pass : allPasses())
            QTest::newRow(std::string(pass.name).c_str())
                << QString::fromUtf8(pass.name.data(), qsizetype(pass.name.size()));
    }

    void resultsAreThoseOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, pass);
        std::vector<PassRun> runs;
        addSingleRuns(*corpusFolder() + "/passes/" + pass, runs);
        for (const char* folder : {"/split", "/merge", "/traces"})
            for (const QString& path : filesBelow(*corpusFolder() + folder, {"*.json"}))
                addTraceRuns(path, pass, runs);
        if (runs.empty())
            QSKIP("the corpus holds no run of this pass");

        std::map<Agreement, int> counts;
        for (const PassRun& run : runs) {
            const Outcome outcome = compare(run);
            ++counts[outcome.agreement];
            if (outcome.agreement != Agreement::SameText && !outcome.why.isEmpty())
                qInfo().noquote() << run.origin << outcome.why;
        }
        const int unreadable = counts[Agreement::Unreadable];
        const int count = int(runs.size()) - unreadable;
        const int equal = count - counts[Agreement::Different];
        qInfo().noquote() << QStringLiteral(
                                 "%1 of %2 runs equal: %3 to the byte, %4 as text, %5 in a chain, %6 but for "
                                 "what the text of the input leaves out; %7 unreadable")
                                 .arg(equal)
                                 .arg(count)
                                 .arg(counts[Agreement::SameText])
                                 .arg(counts[Agreement::EqualAsText])
                                 .arg(counts[Agreement::EqualInChain])
                                 .arg(counts[Agreement::EqualButForLoss])
                                 .arg(unreadable);
        QVERIFY2(equal * 100 >= count * 95, "fewer than 95 % of the results are TVM's");
        QVERIFY2(unreadable * 100 <= count * 5, "too many inputs cannot be read");
    }
};

QTEST_GUILESS_MAIN(TestPassCorpus)
#include "tst_pass_corpus.moc"
