/// Every pass that is built, on every run of it that the corpus recorded from TVM: our result is compared
/// with TVM's, structurally first and to the byte as a second figure. Where TVM refused, so must we.

#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "tests/passes/agreement.h"
#include "tests/passes/text_readings.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
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
    QString origin;          ///< the file, and the step in it
    std::string target = {}; ///< empty: the default one
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

/// `a.b.SomeConfig(first=True, second=2)`, the way a text shows an object, as an object.
std::optional<QJsonObject> objectFromText(const QString& text)
{
    static const QRegularExpression Form(R"(^[\w.]+Config\((.*)\)$)");
    const QRegularExpressionMatch match = Form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    QJsonObject object;
    for (const QString& field : match.captured(1).split(", ", Qt::SkipEmptyParts)) {
        const QString value = field.section('=', 1);
        const bool isFlag = value == "True" || value == "False";
        object[field.section('=', 0, 0)] = isFlag ? QJsonValue(value == "True") : QJsonValue(value.toInt());
    }
    return object;
}

/// Fields of objects get separate keys: `tirx.UnrollLoop.auto_max_step`.
PassConfig configOf(const QJsonObject& object)
{
    PassConfig config;
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const std::string key = entry.key().toStdString();
        const std::optional<QJsonObject> fields =
            entry->isObject() ? entry->toObject() : objectFromText(entry->toString());
        if (!fields) {
            config[key] = asArgument(entry.value());
            continue;
        }
        for (auto field = fields->begin(); field != fields->end(); ++field)
            config[key + '.' + field.key().toStdString()] = asArgument(field.value());
    }
    return config;
}

/// The passes of one trace, whose names carry a prefix and no arguments, with the arguments they ran with.
class Invocations {
public:
    Invocations(bool isLegacy, const PassConfig& config) : m_isLegacy(isLegacy), m_config(config) {}

    PassInvocation next(const QString& recordedName)
    {
        PassInvocation pass{
            .name = recordedName.section('.', -1).toStdString(), .positional = {}, .named = {}};
        const int run = m_runs[pass.name]++;
        if (m_isLegacy &&
            (pass.name == "MergeSharedMemoryAllocations" || pass.name == "LowerDeviceKernelLaunch"))
            pass.named["mode"] = std::string("legacy");
        if (pass.name == "ThreadSync")
            pass.positional = {std::string(run == 0 ? "shared" : run == 1 ? "shared.dyn" : "warp")};
        if (pass.name == "VectorizeLoop")
            pass.positional = {!m_config.contains("tirx.disable_vectorize")};
        // The host module is taken out first, then the device module, both from the same one.
        if (pass.name == "Filter")
            pass.positional = {std::string(run == 0 ? "host" : "device")};
        return pass;
    }

private:
    bool m_isLegacy;
    const PassConfig& m_config;
    std::map<std::string, int> m_runs;
};

/// The steps of a trace up to one of its steps, as far back as their passes are built.
class History {
public:
    /// A pass that consists of others starts where the first of them did: they are taken out again.
    void goBackTo(int before)
    {
        while (!m_steps.empty() && m_steps.back().after != before)
            m_steps.pop_back();
    }
    void add(const PassInvocation& pass, int before, int after) { m_steps.push_back({pass, before, after}); }
    void clear() { m_steps.clear(); }

    std::vector<PassInvocation> passes() const
    {
        std::vector<PassInvocation> passes;
        for (const StepOfTrace& step : m_steps)
            passes.push_back(step.pass);
        return passes;
    }
    /// The number of the text that the first of them started from; 0 if there is none.
    int start() const { return m_steps.empty() ? 0 : m_steps.front().before; }

private:
    struct StepOfTrace {
        PassInvocation pass;
        int before; ///< numbers of texts
        int after;
    };
    std::vector<StepOfTrace> m_steps;
};

struct TraceFile {
    QString path;
    QJsonObject trace;
};

/// Each is read once for all passes.
const std::vector<TraceFile>& traceFiles()
{
    static const std::vector<TraceFile> Files = [] {
        std::vector<TraceFile> files;
        for (const char* folder : {"/split", "/merge", "/traces", "/scheduled"})
            for (const QString& path : filesBelow(*corpusFolder() + folder, {"*.json"}))
                files.push_back({path, readJson(path)});
        return files;
    }();
    return Files;
}

/// The steps of a trace that ran `pass`, and the one in which TVM stopped.
void addTraceRuns(const TraceFile& file, const QString& pass, std::vector<PassRun>& runs)
{
    const auto& [path, trace] = file;
    const bool isLegacy = trace["mode"].toString() == "legacy" || trace["pipeline"].toString().contains('@');
    const QJsonArray texts = trace["texts"].toArray();
    const QJsonArray steps = trace["steps"].toArray();
    const PassConfig config = configOf(trace["config"].toObject());
    const auto textOf = [&](int index) { return texts[index].toString().toStdString(); };
    const auto text = [&](const QJsonValue& index) { return textOf(index.toInt()); };
    const auto origin = [&](qsizetype step) {
        return QStringLiteral("%1 step %2").arg(QFileInfo(path).fileName()).arg(step + 1);
    };
    History history;
    Invocations invocations(isLegacy, config);
    const auto runOf = [&](PassInvocation invocation, std::string before, std::optional<std::string> after,
                           qsizetype step) {
        return PassRun{std::move(invocation), config,
                       std::move(before),     std::move(after),
                       origin(step),          trace["target"].toString().toStdString(),
                       history.passes(),      textOf(history.start())};
    };
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const QJsonObject step = steps[i].toObject();
        const PassInvocation invocation = invocations.next(step["pass"].toString());
        const bool isPart = invocation.name == "ConvertSSA"; // of the step after it
        if (!isPart)
            history.goBackTo(step["before"].toInt());
        if (invocation.name == pass.toStdString())
            runs.push_back(runOf(invocation, text(step["before"]), text(step["after"]), i));
        if (isPart)
            continue;
        if (findPass(invocation.name))
            history.add(invocation, step["before"].toInt(), step["after"].toInt());
        else
            history.clear();
    }
    const QString stopped = trace["error"].toObject()["pass"].toString();
    if (stopped.section('.', -1) != pass)
        return;
    // The first pass on the device module starts from the extracted device module, not from the host module.
    qsizetype last = steps.size() - 1;
    if (pass == "LowerWarpMemory")
        while (last > 0 && !steps[last].toObject()["pass"].toString().endsWith(".Filter"))
            --last;
    history.clear();
    runs.push_back(runOf(invocations.next(stopped),
                         steps.isEmpty() ? text(0) : text(steps[last].toObject()["after"]), std::nullopt,
                         steps.size()));
}

constexpr const char* ScalableTarget =
    R"({"kind": "llvm", "mtriple": "aarch64-linux-gnu", "feature.has_sve": true})";

void addSingleRuns(const QString& folder, std::vector<PassRun>& runs)
{
    for (const QString& path : filesBelow(folder, {"case.json"})) {
        const QJsonObject info = readJson(path);
        const QString base = QFileInfo(path).path();
        const auto passes = parseInvocations(info["pass"].toString().toStdString());
        if (!passes || passes->size() != 1)
            QFAIL(qPrintable(path + ": cannot read the name of the pass"));
        const std::string before = *readFile(base + "/before.py");
        // Vectors of unknown length were made for a target that the text does not name.
        const bool needsVectors = before.find("T.vscale()") != std::string::npos;
        runs.push_back({passes->front(),
                        configOf(info["config"].toObject()),
                        before,
                        readFile(base + "/after.py"),
                        base.section('/', -2),
                        needsVectors ? ScalableTarget : "",
                        {},
                        {}});
    }
}

/// The result of a run here.
struct Outcome {
    bool isReadable = true; ///< TVM's own text of the input may use a name before its definition
    Comparison comparison;
    bool isChain = false; ///< earlier steps ran here, too: the text of the input is not precise enough
    QString losses;       ///< omitted parts of the input that were filled in
};

std::shared_ptr<const Recording> runHere(const OwnedModule& module, const std::vector<PassInvocation>& passes,
                                         const PassRun& run)
{
    PassRunOptions options;
    Arena arena;
    if (const auto target = targetFromText(arena, run.target); !run.target.empty() && target)
        options.target = *target;
    options.config = run.config;
    options.verify = false;
    return runPasses(module, passes, "", options);
}

/// Why a pass refuses a program that TVM's refuses, too.
struct Refusal {
    const char* pass;
    const char* excerpt; ///< of our message
};

constexpr Refusal Refusals[] = {
    {"FP8ComputeLegalize", "TVM chooses zeros by a condition that has to be a scalar"},
    {"InjectPTXAsyncCopy", "an asynchronous copy needs one index on both sides, of the same number of lanes"},
    {"InjectSoftwarePipeline", "its body has 3 components, but the stages are [0, 0, 0, 1]"},
    {"LiftThreadBinding", "loops over one thread axis have variables of different types"},
    {"LowerCrossThreadReduction", "its body may only bind and store the new values"},
    {"LowerCrossThreadReduction", "a loop that does not reduce is inside of a loop that does"},
    {"LowerDeviceKernelLaunch", "a kernel can return nothing but 0"},
    {"LowerWarpMemory", "is not a term of the index"},
    {"MakePackedAPI", "neither among its parameters nor defined in it"},
    {"MergeSharedMemoryAllocations", "is aligned to 4 bytes, which is not a multiple of the widest element"},
    {"MergeSharedMemoryAllocations", "has no place in the merged allocation"},
    {"MergeSharedMemoryAllocations", "where its lifetime cannot be counted"},
    {"VerifyMemory", "memory of the cuda device is accessed outside of a launch"},
    {"VerifyVTCMLimit", "512 bytes of VTCM are allocated at the same time, but the limit is 64"},
};

/// Empty if the reason is known.
QString unknownReason(const PassRun& run, const Step& step)
{
    const Diagnostics diagnostics = step.diagnostics; // known defects come first
    const auto failure = std::ranges::find(diagnostics, "pass-failed", &Diagnostic::code);
    if (failure == diagnostics.end())
        return "refused, but not by the pass";
    const bool isKnown = std::ranges::any_of(Refusals, [&](const Refusal& refusal) {
        return run.pass.name == refusal.pass && failure->message.find(refusal.excerpt) != std::string::npos;
    });
    return isKnown ? QString() : "refused for another reason: " + QString::fromStdString(failure->message);
}

/// The result of the last step. One that changes nothing must say why.
Comparison judge(const Recording& recording, const PassRun& run)
{
    const Step& step = recording.steps.back();
    const bool isRefused = step.verdict == Verdict::Failed;
    if (isRefused && run.after)
        return {Agreement::Different, "refused: " + QString::fromStdString(step.diagnostics.front().message)};
    if (!run.after && !isRefused)
        return {Agreement::Different, "TVM refused, and we did not"};
    if (!run.after) {
        const QString unknown = unknownReason(run, step);
        return {unknown.isEmpty() ? Agreement::SameText : Agreement::Different, unknown};
    }
    if (step.verdict == Verdict::Unchanged && step.notes.empty())
        return {Agreement::Different, "does not say why it changed nothing"};
    return compareWithText(*step.after, *run.after);
}

/// Tries one way to the result; keeps it in `best` if it is closer.
void attempt(const OwnedModule& module, const std::vector<PassInvocation>& passes, const PassRun& run,
             const QString& losses, Outcome& best)
{
    if (best.comparison.agreement == Agreement::SameText)
        return;
    const auto recording = runHere(module, passes, run);
    if (recording->steps.size() != passes.size())
        return;
    Comparison comparison = judge(*recording, run);
    if (comparison.agreement > best.comparison.agreement || best.comparison.why.isEmpty())
        best = {true, std::move(comparison), passes.size() > 1, losses};
}

/// The run of the text as it is; if that does not suffice, together with earlier steps, and with omitted parts filled
/// in.
Outcome compare(const PassRun& run)
{
    Outcome best;
    const auto alone = parseModule(SourceText("corpus", run.before));
    best.isReadable = bool(alone);
    if (!alone)
        return best;
    std::vector<PassInvocation> chain = run.history;
    chain.push_back(run.pass);
    const auto start = run.history.empty() ? alone : parseModule(SourceText("corpus", run.historyStart));
    attempt(alone->module, {run.pass}, run, {}, best);
    if (start)
        attempt(start->module, chain, run, {}, best);
    if (best.comparison.agreement == Agreement::SameText)
        return best;
    for (const Reading& reading : otherReadings(run.before, alone->module))
        attempt(reading.module, {run.pass}, run, reading.losses, best);
    if (start && !run.history.empty())
        for (const Reading& reading : otherReadings(run.historyStart, start->module))
            attempt(reading.module, chain, run, reading.losses, best);
    return best;
}

/// What pass_corpus.txt states about a pass.
struct Figures {
    int runs = 0;
    int filledIn = 0;        ///< at most
    QStringList differences; ///< "different: NAME"
};

Figures figuresOf(const QString& pass)
{
    static const QRegularExpression Head(R"(^(\w+): (\d+) runs(?:, (\d+) filled in)?$)");
    Figures figures;
    bool isOfPass = false;
    const std::string text = readFile(sourcePath("tests/passes/pass_corpus.txt")).value_or("");
    for (const QString& line : QString::fromStdString(text).split('\n')) {
        if (const QRegularExpressionMatch head = Head.match(line); head.hasMatch()) {
            isOfPass = head.captured(1) == pass;
            if (isOfPass)
                figures = {head.captured(2).toInt(), head.captured(3).toInt(), {}};
        } else if (isOfPass && line.startsWith("    ") && !line.startsWith("    #")) {
            figures.differences.append(line.trimmed());
        }
    }
    return figures;
}

/// Programs in which two things have one name, or a handle has another type than its buffer says: from some step on,
/// their texts are less precise than the modules. Results are equal as modules and printed differently.
bool isLossy(const QString& origin)
{
    static const QStringList Programs{"conv_857_377.json", "swizzle_lifetimes_857_26.json"};
    return Programs.contains(origin.section(' ', 0, 0));
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
        for (const TraceFile& file : traceFiles())
            addTraceRuns(file, pass, runs);
        if (runs.empty())
            QSKIP("the corpus holds no run of this pass");

        int filledIn = 0;
        int inChain = 0;
        QStringList differences;
        QStringList lossy;
        for (const PassRun& run : runs) {
            const Outcome outcome = compare(run);
            const Agreement agreement = outcome.comparison.agreement;
            if (!outcome.isReadable) {
                differences += "unreadable: " + run.origin;
            } else if (agreement == Agreement::SameText) {
                inChain += outcome.isChain;
                filledIn += !outcome.losses.isEmpty();
            } else if (agreement != Agreement::Different && isLossy(run.origin)) {
                lossy += run.origin;
            } else {
                differences +=
                    (agreement == Agreement::Different ? "different: " : "other text: ") + run.origin;
                qInfo().noquote() << differences.last() << outcome.comparison.why;
            }
        }
        qInfo().noquote() << QStringLiteral(
                                 "%1 of %2 runs to the byte (%3 together with the steps before, %4 with "
                                 "what the text of the input leaves out)")
                                 .arg(runs.size() - size_t(differences.size()) - size_t(lossy.size()))
                                 .arg(runs.size())
                                 .arg(inChain)
                                 .arg(filledIn);
        if (!lossy.isEmpty())
            qInfo().noquote() << "equal where texts say less:" << lossy.join(", ");
        const Figures known = figuresOf(pass);
        QStringList expected = known.differences;
        differences.sort();
        expected.sort();
        QCOMPARE(differences.join('\n'), expected.join('\n'));
        QVERIFY2(int(runs.size()) >= known.runs && known.runs > 0, "fewer runs than pass_corpus.txt states");
        QVERIFY2(filledIn <= known.filledIn, "more texts were filled in than pass_corpus.txt states");
    }
};

TIR_TEST(TestPassCorpus)
#include "tst_pass_corpus.moc"
