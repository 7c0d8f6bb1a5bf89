#include "passes/framework/pass_manager.h"

#include "core/analysis/verifier.h"
#include "core/ir/places.h"
#include "passes/framework/hazards.h"
#include "passes/framework/promises.h"
#include "passes/framework/properties.h"
#include "passes/framework/registry.h"

#include <array>
#include <chrono>
#include <set>

namespace tir {
namespace {

/// What the passes that have run promise by now; the verifier holds them to it.
class Promises {
public:
    void add(const PassInfo& pass, const PassInvocation& invocation)
    {
        m_justGiven.clear();
        for (const Property& given : pass.gives)
            if (isAbout(given, invocation))
                m_justGiven.insert(given.name);
        m_given.insert(m_justGiven.begin(), m_justGiven.end());
        for (const Property& broken : pass.breaks)
            if (isAbout(broken, invocation))
                m_given.erase(broken.name);
    }

    /// `mergesStatic`: both kinds of shared memory are merged.
    VerifyContext context(bool mergesStatic) const
    {
        VerifyContext context{.afterLaunchLowering = m_given.contains(property::Launches),
                              .afterMerge = m_given.contains(property::Merged),
                              .afterSplit = m_given.contains(property::Split),
                              .promises = {}};
        for (const PromisedProperty& entry : promisedProperties())
            if (isHeldTo(entry))
                context.promises.push_back(entry.promise);
        if (mergesStatic && m_given.contains(property::Merged))
            context.promises.push_back(Promise::StaticMerged);
        return context;
    }

private:
    bool isHeldTo(const PromisedProperty& entry) const
    {
        switch (entry.holds) {
        case Holds::Never:
            return false;
        case Holds::RightAfter:
            return m_justGiven.contains(entry.property);
        case Holds::FromThenOn:
            return m_given.contains(entry.property);
        }
        return false;
    }

    std::set<std::string_view> m_given;
    std::set<std::string_view> m_justGiven; ///< by the last pass
};

/// Verifies functions as a pass gets through with them, some at a time, so that the clock is seldom asked.
class AheadReader {
public:
    explicit AheadReader(Verifier& verifier) : m_verifier(verifier) {}

    void add(const ModuleEntry& entry)
    {
        m_waiting[m_count++] = entry;
        if (m_count == m_waiting.size())
            read();
    }
    /// What this took is not the pass's time.
    std::chrono::nanoseconds elapsed() const { return m_elapsed; }

private:
    void read()
    {
        const auto start = std::chrono::steady_clock::now();
        for (const ModuleEntry& entry : m_waiting)
            m_verifier.readAhead(entry);
        m_count = 0;
        m_elapsed += std::chrono::steady_clock::now() - start;
    }

    Verifier& m_verifier;
    std::array<ModuleEntry, 8> m_waiting; ///< they fit into the cache together
    size_t m_count = 0;
    std::chrono::nanoseconds m_elapsed{0};
};

class Run {
public:
    Run(Recording& recording, const RunOptions& options)
        : m_recording(recording),
          m_options(options),
          m_target(targetOfRun(*recording.arena, options.target)),
          m_mergesStatic(isOn(options.config, "tirx.merge_static_smem"))
    {
        if (options.verify)
            recording.inputDiagnostics =
                m_verifier.verify(*recording.input.module, Promises().context(m_mergesStatic)).findings;
    }

    /// Whether the part of the run that the pass belongs to goes on.
    bool isOpen(Branch branch) const
    {
        const auto way = m_ways.find(branch);
        return way == m_ways.end() ? m_ways.at(Branch::Common).isOpen : way->second.isOpen;
    }

    /// Precondition: isOpen(invocation.branch). `position`: in the list of passes, from 1.
    void step(const PassInvocation& invocation, size_t position)
    {
        // A branch starts where the common part ended.
        Way& way = m_ways.try_emplace(invocation.branch, m_ways.at(Branch::Common)).first->second;
        Step step;
        step.pass = invocation;
        step.previous = way.last;
        step.before = step.after = &m_recording.module(way.last);
        for (const ContractBreach& breach : m_options.breaches)
            if (breach.step == position)
                step.breaches.push_back(breach);
        const PassInfo* pass =
            m_options.passNamed ? m_options.passNamed(invocation.name) : findPass(invocation.name);
        if (pass)
            execute(*pass, step, way.promises);
        else
            refuse(step, Verdict::Missing,
                   {.severity = Severity::Note,
                    .code = "missing-pass",
                    .message = invocation.name + " is not built yet: the run stops before it",
                    .span = {}});
        way.last = m_recording.steps.size() + 1;
        const bool hasNothingLeft = invocation.branch != Branch::Common && step.after->functions.empty();
        way.isOpen = step.verdict != Verdict::Failed && step.verdict != Verdict::Missing && !hasNothingLeft;
        m_recording.steps.push_back(std::move(step));
    }

    /// The functions of all branches, in the order in which they stood where the branches part.
    const Module* result() const
    {
        const Module& trunk = m_recording.module(m_ways.at(Branch::Common).last);
        if (m_ways.size() == 1)
            return &trunk;
        std::vector<ModuleEntry> functions;
        for (const ModuleEntry& entry : trunk.functions) {
            const ModuleEntry* kept = &entry;
            for (const auto& [branch, way] : m_ways)
                if (const ModuleEntry* own = m_recording.module(way.last).find(entry.var->name))
                    kept = branch == Branch::Common ? kept : own;
            functions.push_back(*kept);
        }
        return withFunctions(*m_recording.arena, trunk, functions);
    }

private:
    /// The common part of the run, or a branch.
    struct Way {
        size_t last = 0; ///< number of the module it has come to
        Promises promises;
        bool isOpen = true;
    };

    static bool isOn(const PassConfig& config, const std::string& key)
    {
        const auto found = config.find(key);
        return found != config.end() && found->second == PassArgument(true);
    }

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

    void execute(const PassInfo& pass, Step& step, Promises& promises)
    {
        if (auto wrong = checkArguments(pass, step.pass)) {
            refuse(step, Verdict::Failed, std::move(*wrong));
            return;
        }
        PassContext context(*m_recording.arena, step.pass, m_options.config, m_target, m_options.mode,
                            m_options.takesNotes);
        AheadReader ahead(m_verifier);
        if (m_options.verify) {
            context.setFacts([this](const PrimFunc& function) { return m_verifier.factsOf(function); });
            context.setWatch([&ahead](const ModuleEntry& entry) { ahead.add(entry); });
        }
        const auto start = std::chrono::steady_clock::now();
        const PassOutcome outcome = runGuarded(pass, *step.before, context);
        const auto end = std::chrono::steady_clock::now();
        step.durationNs = std::chrono::nanoseconds(end - start - ahead.elapsed()).count();
        step.notes = notesOf(context);
        addHazards(step, context.hazards(), outcome);
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
        promises.add(pass, step.pass);
        if (!m_options.verify)
            return;
        judge(step, m_verifier.verify(*step.after, promises.context(m_mergesStatic)));
    }

    static OnDemand<PassNote> notesOf(PassContext& context)
    {
        if (!context.hasNotes())
            return {};
        return OnDemand<PassNote>::madeBy([makers = context.takeNotes()] {
            std::vector<PassNote> notes;
            NoteWriter writer(notes);
            for (const NoteMaker& make : makers)
                make(writer);
            return notes;
        });
    }

    /// The findings go behind the hazards.
    static void judge(Step& step, ModuleVerdict found)
    {
        const OnDemand<Diagnostic> hazards = step.diagnostics;
        if (found.hasErrors || hasError(hazards))
            step.verdict = Verdict::IllFormed;
        if (hazards.empty()) {
            step.diagnostics = std::move(found.findings);
            return;
        }
        step.diagnostics = OnDemand<Diagnostic>::madeBy([hazards, findings = std::move(found.findings)] {
            Diagnostics all = hazards;
            all.insert(all.end(), findings.begin(), findings.end());
            return all;
        });
    }

    /// A hazard stands in the module after the pass; in the one before it when the pass refused.
    static void addHazards(Step& step, const std::vector<PassHazard>& hazards, const PassOutcome& outcome)
    {
        if (hazards.empty())
            return;
        const auto* after = std::get_if<const Module*>(&outcome);
        const PlaceTable places(after ? **after : *step.before);
        Diagnostics found;
        for (const PassHazard& hazard : hazards) {
            Place place = hazard.node ? places.firstPlaceOf(hazard.node) : NoPlace;
            if (place == NoPlace && hazard.node)
                place = places.firstPlaceMadeFrom(hazard.node);
            const HazardInfo* info = findHazard(hazard.code);
            TIR_CHECK(info) << "a hazard that is not listed: " << hazard.code;
            found.push_back({.severity = info->severity,
                             .code = std::string(hazard.code),
                             .message = hazard.message,
                             .place = place,
                             .span = {}});
        }
        step.diagnostics = std::move(found);
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
    std::map<Branch, Way> m_ways{{Branch::Common, {}}};
    bool m_mergesStatic;
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
    for (size_t position = 1; position <= passes.size(); ++position) {
        const PassInvocation& pass = passes[position - 1];
        if (options.cancelled && *options.cancelled)
            break;
        if (!run.isOpen(pass.branch))
            continue;
        const size_t number = recording->steps.size() + 1;
        if (options.observer)
            options.observer->stepStarted(number, passes.size(), pass);
        run.step(pass, position);
        if (options.observer)
            options.observer->stepFinished(number, recording->steps.back());
    }
    recording->result = run.result();
    return recording;
}

} // namespace tir
