#include "passes/framework/pass_manager.h"

#include "core/analysis/verifier.h"
#include "core/ir/places.h"
#include "passes/framework/properties.h"
#include "passes/framework/registry.h"

#include <chrono>
#include <set>

namespace tir {
namespace {

/// What the passes that have run promise by now; the verifier holds them to it.
class Promises {
public:
    void add(const PassInfo& pass)
    {
        for (const Property& given : pass.gives)
            m_given.insert(given.name);
        for (const Property& broken : pass.breaks)
            m_given.erase(broken.name);
    }

    VerifyContext context() const
    {
        return {.afterLaunchLowering = m_given.contains(property::Launches),
                .afterMerge = m_given.contains(property::Merged),
                .afterSplit = m_given.contains(property::Split)};
    }

private:
    std::set<std::string_view> m_given;
};

class Run {
public:
    Run(Recording& recording, const RunOptions& options)
        : m_recording(recording),
          m_options(options),
          m_target(targetOfRun(*recording.arena, options.target))
    {
        if (options.verify)
            recording.inputDiagnostics = m_verifier.verify(*recording.input.module, m_promises.context());
    }

    /// False when the run ends with this step.
    bool step(const PassInvocation& invocation)
    {
        Step step;
        step.pass = invocation;
        step.before = step.after = &m_recording.module(m_recording.steps.size());
        if (const PassInfo* pass = findPass(invocation.name))
            execute(*pass, step);
        else
            refuse(step, Verdict::Missing,
                   {.severity = Severity::Note,
                    .code = "missing-pass",
                    .message = invocation.name + " is not built yet: the run stops before it",
                    .span = {}});
        m_recording.steps.push_back(std::move(step));
        const Verdict verdict = m_recording.steps.back().verdict;
        return verdict != Verdict::Failed && verdict != Verdict::Missing;
    }

private:
    /// A copy in the arena of the recording: the caller's may go before it.
    static const Target* targetOfRun(Arena& arena, const Target* target)
    {
        if (!target)
            return defaultTarget(arena);
        const Result<const Target*> copy = targetFromText(arena, toString(*target));
        return copy ? *copy : target;
    }

    static void refuse(Step& step, Verdict verdict, Diagnostic why)
    {
        step.verdict = verdict;
        step.diagnostics.push_back(std::move(why));
    }

    void execute(const PassInfo& pass, Step& step)
    {
        if (auto wrong = checkArguments(pass, step.pass)) {
            refuse(step, Verdict::Failed, std::move(*wrong));
            return;
        }
        PassContext context(*m_recording.arena, step.pass, m_options.config, m_target, m_options.mode);
        const auto start = std::chrono::steady_clock::now();
        const PassOutcome outcome = runGuarded(pass, *step.before, context);
        step.durationNs = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
        step.notes = context.notes();
        if (const auto* error = std::get_if<PassError>(&outcome)) {
            const Place place = error->node ? PlaceTable(*step.before).firstPlaceOf(error->node) : NoPlace;
            refuse(step, Verdict::Failed,
                   {.code = "pass-failed",
                    .message = error->kind + ": " + error->message,
                    .place = place,
                    .span = {}});
            return;
        }
        step.after = std::get<const Module*>(outcome);
        step.verdict = step.after == step.before ? Verdict::Unchanged : Verdict::Changed;
        m_promises.add(pass);
        if (!m_options.verify)
            return;
        step.diagnostics = m_verifier.verify(*step.after, m_promises.context());
        if (hasError(step.diagnostics))
            step.verdict = Verdict::IllFormed;
    }

    static PassOutcome runGuarded(const PassInfo& pass, const Module& module, PassContext& context)
    {
        try {
            return pass.run(module, context);
        } catch (const InternalError& failure) {
            return PassError{.message = failure.what()};
        }
    }

    Recording& m_recording;
    const RunOptions& m_options;
    const Target* m_target;
    Promises m_promises;
    Verifier m_verifier;
};

} // namespace

std::string_view toString(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unchanged:
        return "unchanged";
    case Verdict::Changed:
        return "changed";
    case Verdict::IllFormed:
        return "ill-formed";
    case Verdict::Failed:
        return "failed";
    case Verdict::Missing:
        return "missing";
    case Verdict::Imported:
        return "imported";
    }
    return "?";
}

int Step::errorCount() const
{
    int count = 0;
    for (const Diagnostic& diagnostic : diagnostics)
        count += diagnostic.severity == Severity::Error;
    return count;
}

std::shared_ptr<const Recording> runPasses(const OwnedModule& input,
                                           const std::vector<PassInvocation>& passes,
                                           const std::string& pipelineName, const RunOptions& options)
{
    auto recording = std::make_shared<Recording>();
    recording->arena = std::make_shared<Arena>();
    recording->arena->keepAlive(input.arena);
    recording->input = input;
    recording->pipeline = pipelineName;
    recording->mode = options.mode;
    Run run(*recording, options);
    for (const PassInvocation& pass : passes) {
        if (options.cancelled && *options.cancelled)
            break;
        const size_t number = recording->steps.size() + 1;
        if (options.observer)
            options.observer->stepStarted(number, passes.size(), pass);
        const bool goesOn = run.step(pass);
        if (options.observer)
            options.observer->stepFinished(number, recording->steps.back());
        if (!goesOn)
            break;
    }
    return recording;
}

} // namespace tir
