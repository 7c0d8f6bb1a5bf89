/// Generated scheduled programs go through the whole pipeline in sound mode and run after every pass that
/// changes them: each step computes what the input computes, and memory checks find nothing.
///
/// TIRSCOPE_SCHEDULED_PROGRAMS, FIRST..LAST, selects programs; by default one of every form.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/passes/workbench/worker/scheduled_programs.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <map>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr int ProgramsOfAForm = 1;
constexpr uint32_t DrawnPrograms = 60; ///< enough for every form

/// By number, each with its form.
std::map<uint32_t, std::string> programsToRun()
{
    const QStringList selected = qEnvironmentVariable("TIRSCOPE_SCHEDULED_PROGRAMS").split("..");
    std::map<uint32_t, std::string> programs;
    std::map<std::string, int> counts; // by form
    const uint32_t first = selected.size() == 2 ? selected[0].toUInt() : 0;
    const uint32_t last = selected.size() == 2 ? selected[1].toUInt() : DrawnPrograms;
    for (uint32_t number = first; number <= last; ++number) {
        const std::string form = scheduledProgram(number).form;
        if (selected.size() == 2 || ++counts[form] <= ProgramsOfAForm)
            programs[number] = form;
    }
    return programs;
}

/// Passes that are built, in the order of the pipeline.
std::vector<PassInvocation> passesToRun()
{
    std::vector<PassInvocation> passes;
    for (const PassInvocation& pass : findPipeline("s_tir")->passes)
        if (findPass(pass.name))
            passes.push_back(pass);
    return passes;
}

/// The message of a failure is short; the modules are printed beside it.
QString failure(const std::string& message, const ScheduledProgram& program, const Recording& recording,
                size_t number)
{
    std::string text = program.text;
    if (number > 0)
        text += "\n-- becomes, before the step --\n" + printScript(*recording.steps[number - 1].before) +
                "\n-- and after it --\n" + printScript(recording.module(number));
    qInfo("%s", text.c_str());
    const std::string step = number > 0 ? toString(recording.steps[number - 1].pass) : "the input";
    return QString::fromStdString(step + ": " + message);
}

} // namespace

class TstScheduledSteps : public QObject {
    Q_OBJECT

private slots:
    void stepsAgree_data();
    void stepsAgree();
    void cleanupTestCase();

private:
    /// The error of the module of a step; empty if it computes the same.
    std::string faultOf(const OwnedModule& module, bool isLockstep);

    OwnedModule m_input;
    RunReport m_reference;
    int m_steps = 0;
    QMap<QString, int> m_refused; ///< steps that cannot run here, by reason
};

void TstScheduledSteps::stepsAgree_data()
{
    QTest::addColumn<uint32_t>("number");
    for (const auto& [number, form] : programsToRun())
        QTest::addRow("%u %s", number, form.c_str()) << number;
}

void TstScheduledSteps::stepsAgree()
{
    QFETCH(uint32_t, number);
    const ScheduledProgram program = scheduledProgram(number);
    const Result<ParsedModule> parsed = parseModule(SourceText("scheduled.py", program.text));
    QVERIFY2(parsed, (parsed ? "" : parsed.diagnostics().front().message + program.text).c_str());
    m_input = parsed->module;
    PassRunOptions options;
    options.mode = Mode::Sound;
    const auto recording = runPasses(m_input, passesToRun(), "", options);
    for (size_t step = 1; step < recording->moduleCount(); ++step)
        for (const Diagnostic& diagnostic : recording->diagnostics(step))
            if (diagnostic.severity == Severity::Error)
                QFAIL(qPrintable(failure(diagnostic.message, program, *recording, step)));
    m_reference = {};
    const size_t barriers = lockstepEnd(*recording);
    const StepModules modules = modulesOf(*recording);
    for (size_t step = 0; step < modules.size(); ++step) {
        if (!modules[step].module || (step > 0 && modules[step].module == modules[step - 1].module))
            continue;
        const std::string fault = faultOf(modules[step], step < barriers);
        if (!fault.empty())
            QFAIL(qPrintable(failure(fault, program, *recording, step)));
    }
}

std::string TstScheduledSteps::faultOf(const OwnedModule& module, bool isLockstep)
{
    RunRequest request;
    request.module = module;
    request.signature = m_input;
    request.entry = "main";
    request.seed = 7;
    request.isLockstep = isLockstep;
    request.isChecked = true;
    const RunReport report = runHere(request);
    const bool isInput = module.module == m_input.module;
    for (const Finding& finding : report.findings)
        if (severityOf(finding.kind) == Severity::Error)
            return toDiagnostic(finding).message;
    if (report.status == RunStatus::Refused && !isInput) {
        ++m_refused[QString::fromStdString(report.message).section('\n', 0, 0)];
        return {};
    }
    if (report.status != RunStatus::Done)
        return std::string(toString(report.status)) + ": " + report.message;
    ++m_steps;
    if (isInput)
        m_reference = report;
    return explain(compareRuns(report, m_reference));
}

void TstScheduledSteps::cleanupTestCase()
{
    qInfo("%d steps ran", m_steps);
    for (auto reason = m_refused.cbegin(); reason != m_refused.cend(); ++reason)
        qInfo("%d steps cannot run: %s", reason.value(), qPrintable(reason.key()));
}

TIR_TEST(TstScheduledSteps)
#include "tst_scheduled_steps.moc"
