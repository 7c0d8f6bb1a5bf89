#include "passes/framework/pass_manager.h"

#include "core/analysis/verify/incremental_verifier.h"
#include "core/analysis/verify/property_rules.h"
#include "core/ir/node_places.h"
#include "passes/framework/contracts.h"
#include "passes/framework/established_properties.h"
#include "passes/framework/registry.h"
#include "passes/framework/tvm_defects.h"
#include "passes/framework/unmet_requirement.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <set>

namespace tir {
namespace {

class Run {
public:
    Run(Recording& recording, const PassRunOptions& options)
        : m_recording(recording),
          m_options(options),
          m_target(targetOfRun(*recording.arena, options.target)),
          m_ways{{Branch::Common, Way{options.config}}}
    {
        if (!options.verify)
            return;
        recording.inputDiagnostics = m_verifier.verify(*recording.input.module, {}).findings;
        const auto isAboutInput = [&](const ContractBreach& breach) { return isInputError(breach); };
        if (std::ranges::any_of(options.breaches, isAboutInput))
            addInputErrors();
    }

    /// Whether the branch of the run that the pass belongs to continues.
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
        const PassInfo* pass = m_options.passOf             ? m_options.passOf(invocation)
                               : invocation.tvmName.empty() ? findPass(invocation.name)
                                                            : nullptr;
        if (pass)
            execute(*pass, step, way.properties);
        else
            refuse(step, Verdict::NotImplemented,
                   {.severity = Severity::Note,
                    .code = "missing-pass",
                    .message = invocation.tvmName.empty()
                                   ? invocation.name + " is not implemented: the run stops before it"
                                   : "passes of your own TVM cannot run here: the run stops before this pass",
                    .span = {}});
        way.last = m_recording.steps.size() + 1;
        const bool hasNothingLeft = invocation.branch != Branch::Common && step.after->functions.empty();
        way.isOpen =
            step.verdict != Verdict::Failed && step.verdict != Verdict::NotImplemented && !hasNothingLeft;
        m_recording.steps.push_back(std::move(step));
    }

    /// The functions of all branches, in their order before the branches.
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
        explicit Way(PassConfig config) : properties(std::move(config)) {}

        size_t last = 0; ///< number of the latest module of the branch
        EstablishedProperties properties;
        bool isOpen = true;
    };

    /// A list of passes can lack the pass that establishes a property; a pipeline is complete, so the program is not
    /// one that it accepts.
    bool isInputError(const ContractBreach& breach) const
    {
        return breach.isOfInput && !breach.isConvention && breach.exemption.empty() &&
               !m_recording.pipeline.empty();
    }

    void addInputErrors()
    {
        const ModuleFacts facts = collectFacts(*m_recording.input.module);
        Diagnostics diagnostics = m_recording.inputDiagnostics;
        for (const ContractBreach& breach : m_options.breaches) {
            if (!isInputError(breach))
                continue;
            Diagnostic diagnostic = toDiagnostic(breach);
            for (size_t i = 0; i < ModulePropertyCount; ++i) {
                const auto property = ModuleProperty(i);
                if (toString(property) != breach.property)
                    continue;
                m_ways.at(Branch::Common).properties.addLacking(property);
                const Diagnostics found = property == ModuleProperty::HostMemory
                                              ? hostAccessesOnceBound(facts, *m_target)
                                              : violationsOf(property, facts);
                if (!found.empty())
                    diagnostic.place = found.front().place;
            }
            diagnostics.push_back(std::move(diagnostic));
        }
        m_recording.inputDiagnostics = std::move(diagnostics);
    }

    /// A copy in the arena of the recording: the caller's may go before it.
    static const Target* targetOfRun(Arena& arena, const Target* target)
    {
        if (!target)
            return defaultTarget(arena);
        const Result<const Target*> copy = targetFromText(arena, toString(*target));
        TIR_CHECK(copy) << "the target " << toString(*target) << " cannot be read again";
        return *copy;
    }

    static void refuse(Step& step, Verdict verdict, Diagnostic why)
    {
        step.verdict = verdict;
        step.diagnostics.push_back(std::move(why));
    }

    void execute(const PassInfo& pass, Step& step, EstablishedProperties& properties)
    {
        // Only the user's own TVM knows the parameters of its passes.
        if (auto wrong = step.pass.tvmName.empty() ? checkArguments(pass, step.pass) : std::nullopt) {
            refuse(step, Verdict::Failed, std::move(*wrong));
            return;
        }
        const Diagnostic* missing = m_recording.verdict(step.previous) == Verdict::IllFormed
                                        ? missingPart(m_recording.diagnostics(step.previous))
                                        : nullptr;
        if (missing) {
            refuse(step, Verdict::Failed,
                   {.code = "malformed-module",
                    .message = "no pass can read the module before: " + missing->message,
                    .place = missing->place});
            return;
        }
        PassContext context(*m_recording.arena, step.pass, m_options.config, m_target, m_options.mode,
                            m_options.takesNotes);
        const auto start = std::chrono::steady_clock::now();
        const PassOutcome outcome = runGuarded(pass, *step.before, context);
        const auto end = std::chrono::steady_clock::now();
        step.durationNs = std::chrono::nanoseconds(end - start).count();
        step.notes = notesOf(context);
        addDefects(step, context.defects(), outcome);
        if (const auto* error = std::get_if<PassError>(&outcome)) {
            const Place place = error->node ? PlaceTable(*step.before).firstPlaceOf(error->node) : NoPlace;
            Diagnostic failure{.code = "pass-failed", .message = error->message, .place = place, .span = {}};
            if (!error->kind.empty())
                failure.notes.push_back({.message = "TVM raises " + error->kind, .span = {}});
            refuse(step, Verdict::Failed, std::move(failure));
            return;
        }
        step.after = std::get<const Module*>(outcome);
        step.verdict = step.after == step.before ? Verdict::Unchanged : Verdict::Changed;
        EstablishedProperties excused = properties;
        properties.add(pass, step.pass);
        if (!m_options.verify)
            return;
        ModuleVerdict found = m_verifier.verify(*step.after, properties.context());
        if (found.hasErrors && properties.context().justEstablished != ModuleProperties())
            if (Diagnostics unmet = unmetRequirements(pass, step, excused); !unmet.empty()) {
                // Errors that follow from a requirement that is not met are replaced by that.
                excused.add(pass, step.pass);
                ModuleVerdict rest = m_verifier.verify(*step.after, excused.context());
                if (errorCount(rest) < errorCount(found)) {
                    properties = excused;
                    found = std::move(rest);
                    for (Diagnostic& diagnostic : unmet)
                        step.diagnostics.push_back(std::move(diagnostic));
                }
            }
        judge(step, std::move(found));
    }

    static ptrdiff_t errorCount(const ModuleVerdict& verdict)
    {
        const Diagnostics& findings = verdict.findings;
        return std::ranges::count(findings, Severity::Error, &Diagnostic::severity);
    }

    /// The requirements that the module before the pass does not meet, although no contract predicts it, with the step
    /// that invalidated them. They are removed from `properties`.
    Diagnostics unmetRequirements(const PassInfo& pass, const Step& step,
                                  EstablishedProperties& properties) const
    {
        Diagnostics unmet;
        const ModuleFacts facts = collectFacts(*step.before);
        for (const ContractClause& clause : pass.required) {
            if (!canBeUnmet(clause, step))
                continue;
            const Diagnostics violations = violationsOf(clause.property, facts);
            if (violations.empty())
                continue;
            properties.addLacking(clause.property);
            const size_t breaker = breakerOf(clause.property, step.previous);
            if (breaker == 0)
                continue; // the contracts of the list predict it
            unmet.push_back(toDiagnostic(unmetRequirement(clause, step, m_recording.steps.size() + 1,
                                                          m_recording, breaker, violations.front().message)));
        }
        return unmet;
    }

    /// The step that broke the property, which does not hold for module `number`; 0 is the input.
    size_t breakerOf(ModuleProperty property, size_t number) const
    {
        while (
            number > 0 &&
            !violationsOf(property, collectFacts(m_recording.module(m_recording.previous(number)))).empty())
            number = m_recording.previous(number);
        return number;
    }

    static Lazy<PassNote> notesOf(PassContext& context)
    {
        if (!context.hasNotes())
            return {};
        return Lazy<PassNote>::from([makers = context.takeNotes()] {
            std::vector<PassNote> notes;
            NoteWriter writer(notes);
            for (const NoteMaker& make : makers)
                make(writer);
            return notes;
        });
    }

    /// Adds the diagnostics of the verifier after the known TVM defects.
    static void judge(Step& step, ModuleVerdict found)
    {
        const Lazy<Diagnostic> defects = step.diagnostics;
        if (found.hasErrors || hasError(defects))
            step.verdict = Verdict::IllFormed;
        if (defects.empty()) {
            step.diagnostics = std::move(found.findings);
            return;
        }
        step.diagnostics = Lazy<Diagnostic>::from([defects, findings = std::move(found.findings)] {
            Diagnostics all = defects;
            all.insert(all.end(), findings.begin(), findings.end());
            return all;
        });
    }

    /// Places are in the module after the pass, or in the one before if the pass failed.
    static void addDefects(Step& step, const std::vector<DefectReport>& reports, const PassOutcome& outcome)
    {
        if (reports.empty())
            return;
        const auto* after = std::get_if<const Module*>(&outcome);
        const PlaceTable table(after ? **after : *step.before);
        std::vector<const Node*> nodes;
        for (const DefectReport& report : reports)
            nodes.push_back(report.node);
        const NodePlaces places(table, nodes);
        Diagnostics found;
        for (const DefectReport& report : reports) {
            const Place place = places.placeOf(report.node);
            const TvmDefect* info = findTvmDefect(report.code);
            TIR_CHECK(info) << "TVM defect " << report.code << " is not listed in tvm_defects.cpp";
            found.push_back({.severity = info->severity,
                             .code = std::string(report.code),
                             .message = report.message,
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
            return PassError{.kind = {}, .message = std::string("InternalError: ") + failure.what()};
        } catch (const std::bad_alloc&) {
            return PassError{.kind = {}, .message = "not enough memory"};
        } catch (const std::exception& failure) { // of the library: a length, a regular expression
            return PassError{.kind = {}, .message = std::string("InternalError: ") + failure.what()};
        }
    }

    Recording& m_recording;
    const PassRunOptions& m_options;
    const Target* m_target;
    std::map<Branch, Way> m_ways;
    IncrementalVerifier m_verifier;
};

} // namespace

const Diagnostic* missingPart(const Diagnostics& diagnostics)
{
    const auto found = std::ranges::find_if(diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error &&
               (diagnostic.code == "argument-count" || diagnostic.code == "index-count");
    });
    return found == diagnostics.end() ? nullptr : &*found;
}

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
    case Verdict::NotImplemented:
        return "not implemented";
    case Verdict::Imported:
        return "recorded";
    case Verdict::Unread:
        return "unread";
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
                                           const std::string& pipelineName, const PassRunOptions& options)
{
    auto recording = std::make_shared<Recording>();
    recording->arena = std::make_shared<Arena>();
    recording->arena->keepAlive(input.arena);
    recording->input = input;
    recording->pipeline = pipelineName;
    recording->mode = options.mode;
    recording->config = options.config;
    Run run(*recording, options);
    for (size_t position = 1; position <= passes.size(); ++position) {
        const PassInvocation& pass = passes[position - 1];
        if (options.cancelled && *options.cancelled)
            break;
        if (!run.isOpen(pass.branch)) {
            recording->passesNotRun.push_back(pass.name);
            continue;
        }
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
