/// The programs of the corpus, executed after every pass of TVM: each step computes what
/// the input computes, and where the input is sound and no step is ill-formed, checks find nothing. Large
/// grids run a few of their blocks. Programs that cannot run are counted by reason. A module that several
/// pipelines produce from one program is executed once.
///
/// TIRSCOPE_CORPUS_STEPS=all runs every step of every program, which takes long; a folder or program, such as
/// `traces/` or `traces/two_kernels.s_tir`, every step of those, and a program's full name also where it
/// takes gigabytes. Without it a fixed random sample of them runs.

#include "core/analysis/verify/verifier.h"
#include "core/runtime/arguments.h"
#include "core/runtime/tensor.h"
#include "core/script/reading/parser.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/passes/workbench/worker/corpus_formulas.h"
#include "tests/passes/workbench/worker/corpus_judgments.h"
#include "tests/passes/workbench/worker/corpus_programs.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

using namespace tir;
using namespace tir::testing;

namespace {

/// Of the arguments of programs that are not selected by their full names: creating and comparing more takes longer
/// than running.
constexpr uint64_t MaxBytes = uint64_t(128) << 20;

/// The least size of the sample. Fewer means that programs are rejected that were executed before.
constexpr int LeastPrograms = 119;
constexpr int LeastSteps = 863;
constexpr int LeastCheckedSteps = 670;

/// The error of a run, without the names in it.
QString reasonOf(const RunReport& report)
{
    QString reason = QString::fromStdString(report.message).section('\n', 0, 0);
    return reason.replace(QRegularExpression(QStringLiteral("'[^']*'")), QStringLiteral("…"));
}

QString askedFor()
{
    return qEnvironmentVariable("TIRSCOPE_CORPUS_STEPS");
}

/// An executed step, with the results that the rest of the test uses.
struct ExecutedStep {
    bool isSound = false;
    std::optional<RunReport> report; ///< nothing if it is large
};

/// Of reports that are kept.
constexpr size_t MaxKeptBytes = size_t(16) << 20;

std::optional<RunReport> kept(RunReport report)
{
    size_t bytes = 0;
    for (RunTensor& tensor : report.tensors) {
        tensor.before = {};
        bytes += tensor.after.size();
    }
    return bytes <= MaxKeptBytes ? std::optional(std::move(report)) : std::nullopt;
}

/// Remarks about programs or steps, with their names.
using Reasons = QMap<QString, QStringList>;

bool has(const RunReport& report, FindingKind kind)
{
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [kind](const Finding& finding) { return finding.kind == kind; });
}

/// Legalization changes the types of parameters, so that the inputs are different.
bool haveSameInputs(const RunReport& left, const RunReport& right)
{
    return std::equal(left.tensors.begin(), left.tensors.end(), right.tensors.begin(), right.tensors.end(),
                      [](const RunTensor& a, const RunTensor& b) {
                          return a.dtype == b.dtype && a.shape == b.shape && a.before == b.before;
                      });
}

} // namespace

class TstCorpusSteps : public QObject {
    Q_OBJECT

private slots:
    void stepsAgree_data();
    void stepsAgree();
    void cleanupTestCase();

private:
    QString open(const CorpusProgram& program);
    QString runInput(const CorpusStep& step);
    void visitStep(const CorpusStep& step);
    void runStep(const CorpusStep& step);
    RunReport run(const CorpusStep& step, bool isChecked) const;
    void calculate(const RunReport& report);
    void compare(const CorpusStep& step, const RunReport& report);
    void refer(const CorpusStep& step, const RunReport& report);
    void look(const CorpusStep& step, const RunReport& checked);
    QString title(const CorpusStep& step) const { return m_name + " " + QString::fromStdString(step.pass); }

    // Of the program that runs.
    QString m_name;
    const CorpusFormula* m_formula = nullptr;
    OwnedModule m_input;
    OwnedModule m_module; ///< of the step that runs
    std::string m_entry;
    RunReport m_reference;               ///< of the input
    std::optional<RunReport> m_previous; ///< of the step before; nothing if it is not at hand
    std::string m_referenceText;         ///< whose report `m_reference` is
    bool m_isSound = false;              ///< so far
    bool m_sumsDiffer = false;           ///< by their order, or by the type that partial sums are rounded to
    bool m_readsLeftovers = false;       ///< shared memory that was never written
    QStringList m_failures;
    /// By reference, text, lockstep and soundness before: of all pipelines of the program whose text is the input.
    std::map<std::tuple<std::string, std::string, bool, bool>, ExecutedStep> m_executed;
    std::string m_inputText;

    bool m_isAll = false; ///< every step
    int m_programs = 0;
    int m_formulas = 0; ///< of them have one
    int m_soundPrograms = 0;
    int m_steps = 0;
    int m_checkedSteps = 0; ///< of sound programs
    int m_sharedSteps = 0;  ///< of which another pipeline has the same module
    Reasons m_leftOut;      ///< programs
    Reasons m_refused;      ///< steps
    Reasons m_known;        ///< steps with a true finding or a known difference
};

void TstCorpusSteps::stepsAgree_data()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QTest::addColumn<QString>("name");
    const QString selected = askedFor();
    m_isAll = !selected.isEmpty();
    for (const QString& name : corpusProgramNames())
        if (m_isAll ? selected == "all" || name.startsWith(selected)
                    : corpusNumber(name) % corpusShare(name).programs == 0)
            QTest::newRow(qPrintable(name)) << name;
}

void TstCorpusSteps::stepsAgree()
{
    QFETCH(QString, name);
    m_name = name;
    m_formula = corpusFormula(name);
    m_failures.clear();
    m_sumsDiffer = false;
    const CorpusProgram program = readCorpusProgram(name);
    QString whyNot = open(program);
    if (whyNot.isEmpty())
        whyNot = runInput(program.steps.front());
    if (!whyNot.isEmpty()) {
        m_leftOut[whyNot].append(name);
        return;
    }
    for (size_t number = 1; number < program.steps.size(); ++number) {
        const CorpusStep& step = program.steps[number];
        m_sumsDiffer |= changesOrderOfSums(step.pass) || roundsSumsElsewhere(step.pass);
        if (const char* fault = reasonOfFault(name, step.pass)) {
            m_known[fault].append(title(step) + " and later");
            break;
        }
        if (m_isAll || (corpusNumber(name) + number) % corpusShare(name).steps == 0)
            visitStep(step);
    }
    QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join('\n')));
}

/// Why the program cannot be run; empty when it can.
QString TstCorpusSteps::open(const CorpusProgram& program)
{
    if (program.steps.size() < 2)
        return "no pass changes it";
    if (m_inputText != program.steps.front().text)
        m_executed.clear();
    m_inputText = program.steps.front().text;
    const Result<ParsedModule> parsed = parseModule(SourceText("input.py", program.steps.front().text));
    if (!parsed)
        return "cannot be read: " + QString::fromStdString(parsed.diagnostics().front().message);
    m_input = m_module = parsed->module;
    const Result<std::string> entry = chooseEntry(*m_input.module);
    if (!entry)
        return "has no entry";
    m_entry = *entry;
    if (storesUndefined(*m_input.module))
        return "stores what is undefined";
    const auto* function = as<PrimFunc>(m_input.module->find(m_entry)->function);
    const bool isNamed = askedFor() == m_name;
    return function && !isNamed && planArguments(*function, {}).bytes() > MaxBytes ? "takes large tensors"
                                                                                   : "";
}

RunReport TstCorpusSteps::run(const CorpusStep& step, bool isChecked) const
{
    RunRequest request;
    request.module = m_module;
    request.signature = m_input;
    request.entry = m_entry;
    request.seed = 5;
    request.isLockstep = step.isLockstep;
    request.isChecked = isChecked;
    request.blockLimit = m_formula ? m_formula->blockLimit : CorpusFormula().blockLimit;
    if (m_formula)
        request.inputs = m_formula->inputs;
    return runHere(request);
}

/// Why its results cannot be the reference; empty if they can. Programs with out-of-bounds accesses run with checks
/// only.
QString TstCorpusSteps::runInput(const CorpusStep& step)
{
    const RunReport checked = run(step, true);
    if (has(checked, FindingKind::OutOfBounds))
        return "goes out of bounds";
    refer(step, run(step, false));
    m_previous = m_reference;
    if (m_reference.status != RunStatus::Done)
        return QString::fromStdString(std::string(toString(m_reference.status))) + ": " +
               reasonOf(m_reference);
    ++m_programs;
    ++m_steps;
    m_isSound = !hasError(checked.findings);
    m_soundPrograms += m_isSound;
    m_readsLeftovers = has(checked, FindingKind::Uninitialized);
    calculate(m_reference);
    look(step, checked);
    return "";
}

/// The input computes its formula, where there is one.
void TstCorpusSteps::calculate(const RunReport& report)
{
    if (!m_formula)
        return;
    int64_t count = 0;
    const QString wrong = contradiction(*m_formula, report, count);
    if (!wrong.isEmpty())
        m_failures.push_back("by its formula " + wrong);
    if (count == 0)
        m_failures.push_back("it writes nothing");
    ++m_formulas;
}

/// Executes the step, unless another pipeline of the program has come to the same module.
void TstCorpusSteps::visitStep(const CorpusStep& step)
{
    const auto key = std::tuple(m_referenceText, step.text, step.isLockstep, m_isSound);
    if (const auto found = m_executed.find(key); found != m_executed.end()) {
        ++m_sharedSteps;
        m_isSound = found->second.isSound;
        m_checkedSteps += m_isSound;
        m_previous = found->second.report;
        return;
    }
    const qsizetype failures = m_failures.size();
    runStep(step);
    // Failed steps, and the new reference, are examined again.
    if (m_failures.size() == failures && m_referenceText == std::get<0>(key))
        m_executed[key] = {m_isSound, m_previous ? kept(*m_previous) : std::nullopt};
}

void TstCorpusSteps::runStep(const CorpusStep& step)
{
    const Result<ParsedModule> parsed = parseModule(SourceText("step.py", step.text));
    if (!parsed)
        return m_failures.push_back(QString::fromStdString(step.pass + " cannot be read"));
    m_module = parsed->module;
    const RunReport checked = run(step, true);
    if (has(checked, FindingKind::OutOfBounds))
        return look(step, checked);
    const RunReport report = run(step, false);
    if (report.status == RunStatus::Refused) {
        const char* known = reasonOfRefusal(m_name, report.message);
        m_refused[known ? QString(known) : reasonOf(report)].append(title(step));
        // Cases of one pass have programs of any kind.
        if (!known && !m_name.startsWith("passes/") && !m_name.startsWith("split/"))
            m_failures.push_back(QString::fromStdString(step.pass + " is refused: " + report.message));
        if (report.message.find("no definition of it") != std::string::npos &&
            !hasError(verify(*m_module.module)))
            m_failures.push_back(QString::fromStdString(step.pass + " is well-formed, but is refused: ") +
                                 QString::fromStdString(report.message));
        return;
    }
    ++m_steps;
    if (const char* known = reasonOfError(m_name, report.message))
        m_known[known].append(title(step));
    else if (report.status != RunStatus::Done)
        m_failures.push_back(QString::fromStdString(step.pass + ": " + report.message));
    else if (!haveSameInputs(report, m_reference))
        m_refused["parameters of other types"].append(title(step));
    else
        compare(step, report);
    look(step, checked);
}

/// Steps that follow are compared with this one.
void TstCorpusSteps::refer(const CorpusStep& step, const RunReport& report)
{
    m_reference = report;
    m_referenceText = step.text;
}

void TstCorpusSteps::compare(const CorpusStep& step, const RunReport& report)
{
    // Merged memory holds other leftovers.
    if (m_readsLeftovers && step.pass == "MergeSharedMemoryAllocations") {
        refer(step, report);
        m_previous = report;
        return;
    }
    const CompareOptions tolerance =
        m_sumsDiffer ? toleranceOfSums(*m_input.module, m_reference) : CompareOptions();
    RunComparison comparison = compareRuns(report, m_reference, tolerance);
    const bool mayDiffer = changesOrderOfSums(step.pass) || roundsSumsElsewhere(step.pass);
    if (comparison.isEqual() && m_isAll && m_previous && !mayDiffer)
        comparison = compareRuns(report, *m_previous);
    m_previous = report;
    if (!comparison.isEqual())
        m_failures.push_back(QString::fromStdString(step.pass + ": " + explain(comparison)));
}

/// As long as the program is sound by the verdicts and its input by checks, checks find nothing.
void TstCorpusSteps::look(const CorpusStep& step, const RunReport& checked)
{
    const Diagnostics verdict = verify(*m_module.module);
    m_isSound = m_isSound && std::none_of(verdict.begin(), verdict.end(), [](const Diagnostic& diagnostic) {
                    return diagnostic.severity == Severity::Error;
                });
    if (!m_isSound)
        return;
    m_checkedSteps += checked.status == RunStatus::Done;
    QString known;
    for (const Finding& finding : checked.findings)
        if (const char* reason = reasonOfFinding(m_name, finding))
            known = reason;
        else if (severityOf(finding.kind) == Severity::Error)
            m_failures.push_back(QString::fromStdString(step.pass + ": " + toDiagnostic(finding).message));
    if (!known.isEmpty())
        m_known[known].append(title(step));
}

void TstCorpusSteps::cleanupTestCase()
{
    if (!corpusFolder())
        return;
    qInfo("%d programs (%d with a formula), %d steps ran, %d more have modules that ran; %d programs are "
          "sound, %d "
          "steps of them were checked",
          m_programs, m_formulas, m_steps, m_sharedSteps, m_soundPrograms, m_checkedSteps);
    const auto print = [](const char* what, const Reasons& reasons) {
        for (auto reason = reasons.cbegin(); reason != reasons.cend(); ++reason)
            qInfo("%d %s: %s\n    %s", int(reason->size()), what, qPrintable(reason.key()),
                  qPrintable(reason->join(", ")));
    };
    print("steps stand apart", m_known);
    print("steps not compared", m_refused);
    print("programs left out", m_leftOut);
    if (m_isAll && askedFor() != "all")
        return; // only the programs that were named
    QVERIFY(m_programs >= LeastPrograms);
    QVERIFY(m_steps + m_sharedSteps >= LeastSteps);
    QVERIFY(m_checkedSteps >= LeastCheckedSteps);
}

TIR_TEST(TstCorpusSteps)
#include "tst_corpus_steps.moc"
