/// The verdict: all rules (core/analysis/verify_rules.h), their findings in place order.
///
/// Functions are summarised one by one, and the findings of the scopes are those of the summaries, moved to
/// where the function stands. Only when a function uses what another one defines, or two define the same
/// variable, does the scope checker have to walk the whole module.

#include "core/analysis/verifier.h"

#include "core/analysis/function_summary.h"
#include "core/analysis/promises.h"
#include "core/analysis/verify_rules.h"
#include "core/ir/place_walk.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace tir {
namespace {

/// A summary and the place of its function.
struct PlacedSummary {
    const FunctionSummary* summary;
    Place place;
};
using PlacedSummaries = std::vector<PlacedSummary>;

void checkScopesTogether(const Module& module, Diagnostics& found)
{
    ScopeChecker checker;
    checker.reset(found);
    Place next = 1; // 0 is the module
    for (const ModuleEntry& entry : module.functions) {
        checker.begin(entry.var->name);
        next = walkPlaces(*entry.function, Role::Part, next, checker);
    }
    checker.reportAllUses();
    for (const ScopeRemark& remark : checker.remarks())
        found.push_back(toDiagnostic(remark));
}

/// Tells whether functions define and use variables of their own only. Those that stay from one module to the
/// next, or get attributes and device regions only, are not looked at again.
class DefinitionOwners {
public:
    bool areIndependent(const PlacedSummaries& functions)
    {
        if (!std::exchange(m_wereIndependent, false)) {
            m_now.clear();
            m_owners.clear();
        }
        const std::vector<bool> before = std::exchange(m_now, {});
        for (const PlacedSummary& function : functions) {
            const size_t number = function.summary->number;
            m_now.resize(std::max(m_now.size(), number + 1));
            if (m_now[number])
                return false; // one function in two forms
            m_now[number] = true;
        }
        const auto isNew = [&](uint32_t number) { return number >= before.size() || !before[number]; };
        for (const PlacedSummary& function : functions)
            if (isNew(function.summary->number) && !add(*function.summary))
                return false;
        return m_wereIndependent = true;
    }

private:
    bool add(const FunctionSummary& function)
    {
        if (function.needsModule)
            return false;
        for (const Var* var : function.definitions) {
            uint32_t& owner = m_owners.insert(var, function.number).first;
            if (owner != function.number && owner < m_now.size() && m_now[owner])
                return false;
            owner = function.number;
        }
        return true;
    }

    PointerMap<Var, uint32_t> m_owners; ///< numbers of summaries; some of those are gone
    std::vector<bool> m_now;            ///< by number: those of the module
    bool m_wereIndependent = false;     ///< and all their variables are in m_owners
};

bool hasScopeErrors(const PlacedSummaries& functions)
{
    return std::ranges::any_of(functions, [](const PlacedSummary& function) {
        return function.summary->findings && hasError(*function.summary->findings);
    });
}

bool hasScopeFindings(const PlacedSummaries& functions)
{
    return std::ranges::any_of(functions, [](const PlacedSummary& function) {
        return function.summary->findings || !function.summary->remarks.empty();
    });
}

void addFindings(const PlacedSummary& function, Diagnostics& found)
{
    for (const ScopeRemark& remark : function.summary->remarks)
        found.push_back(toDiagnostic(remark, function.place));
    if (!function.summary->findings)
        return;
    for (const Diagnostic& finding : *function.summary->findings) {
        Diagnostic& moved = found.emplace_back(finding);
        moved.place += function.place;
        for (DiagnosticNote& note : moved.notes)
            note.place += function.place;
    }
}

bool comesBefore(const Diagnostic& a, const Diagnostic& b)
{
    return std::tie(a.place, a.code, a.message) < std::tie(b.place, b.code, b.message);
}

void sort(Diagnostics& found)
{
    if (!std::ranges::is_sorted(found, comesBefore))
        std::ranges::stable_sort(found, comesBefore);
}

} // namespace

/// What is known of the module that was verified last, whatever is promised of it.
class Verifier::Summaries {
public:
    void read(const Module& module)
    {
        if (&module == m_module)
            return;
        m_module = &module;
        readFunctions(module);
        m_isIndependent = m_owners.areIndependent(*m_functions);
        m_stages.reset();
    }

    void readAhead(const ModuleEntry& entry)
    {
        if (m_positions.contains(entry.function))
            return;
        m_ahead.push_back(known(entry));
        m_positions.insert(entry.function, uint32_t(m_facts.functions.size() + m_ahead.size() - 1));
    }

    /// What is found whatever else the context promises but which stages are over, and does not stand in the
    /// summaries.
    const Diagnostics& findings(const VerifyContext& context)
    {
        VerifyContext stages = context;
        stages.promises.clear();
        if (stages == m_stages)
            return m_findings;
        m_stages = stages;
        m_findings.clear();
        if (!m_isIndependent)
            checkScopesTogether(*m_module, m_findings);
        checkCalls(m_facts, stages, m_findings);
        checkLaunches(m_facts, stages, m_findings);
        checkSharedMemory(m_facts, stages, m_findings);
        return m_findings;
    }

    const std::shared_ptr<const PlacedSummaries>& functions() const { return m_functions; }
    bool isIndependent() const { return m_isIndependent; }
    const ModuleFacts& facts() const { return m_facts; }

    /// Null when the last module does not have this function.
    const FunctionFacts* factsOf(const Function& function) const
    {
        const uint32_t* position = m_positions.find(&function);
        return position && *position < m_facts.functions.size() ? &m_facts.functions[*position] : nullptr;
    }

    /// Null when neither the last module nor what was read ahead has this function.
    const FunctionSummary* summaryOf(const Function& function) const
    {
        const uint32_t* position = m_positions.find(&function);
        if (!position)
            return nullptr;
        const size_t count = m_facts.functions.size();
        return *position < count ? (*m_functions)[*position].summary : m_ahead[*position - count].summary;
    }

private:
    /// A function that is not, or not yet, in a module.
    struct Known {
        const GlobalVar* var;
        const FunctionSummary* summary;
        FunctionFacts facts;
    };

    void readFunctions(const Module& module)
    {
        auto functions = std::make_shared<PlacedSummaries>();
        functions->reserve(module.functions.size());
        std::vector<FunctionFacts> facts;
        facts.reserve(module.functions.size());
        Place next = 1; // 0 is the module
        for (const ModuleEntry& entry : module.functions) {
            const Known function = known(entry);
            functions->push_back({function.summary, next});
            facts.push_back(function.facts);
            facts.back().entry = &entry;
            facts.back().place = next;
            next += function.summary->placeCount;
        }
        m_functions = std::move(functions);
        m_facts = {};
        m_facts.functions = std::move(facts);
        m_ahead.clear();
        m_positions.clear();
        for (uint32_t i = 0; i < module.functions.size(); ++i)
            m_positions.insert(module.functions[i].function, i);
    }

    /// As it was met before, if it was.
    Known known(const ModuleEntry& entry)
    {
        const size_t count = m_facts.functions.size();
        if (const uint32_t* position = m_positions.find(entry.function)) {
            if (*position >= count && m_ahead[*position - count].var == entry.var)
                return m_ahead[*position - count];
            if (*position < count && m_facts.functions[*position].entry->var == entry.var)
                return {entry.var, (*m_functions)[*position].summary, m_facts.functions[*position]};
        }
        const FunctionSummary* summary = summarize(entry);
        return {entry.var, summary, FunctionFacts::of(entry, summary->body)};
    }

    const FunctionSummary* summarize(const ModuleEntry& entry)
    {
        const FunctionSummary* before = nullptr;
        for (const auto* from = as<PrimFunc>(entry.function); from && !before;
             from = as<PrimFunc>(from->origin))
            before = summaryOf(*from);
        if (before && before->describes(entry))
            return before;
        const FunctionSummary* marked = before ? m_summarizer.summarizeMarked(entry, *before) : nullptr;
        return marked ? marked : m_summarizer.summarize(entry);
    }

    FunctionSummarizer m_summarizer;
    /// In the last module; behind that, in m_ahead.
    PointerMap<Function, uint32_t> m_positions;
    std::vector<Known> m_ahead;
    DefinitionOwners m_owners;
    const Module* m_module = nullptr;
    std::shared_ptr<const PlacedSummaries> m_functions; ///< shared with verdicts
    bool m_isIndependent = false;
    ModuleFacts m_facts;
    std::optional<VerifyContext> m_stages; ///< for which there are findings
    Diagnostics m_findings;
};

Verifier::Verifier() : m_summaries(std::make_shared<Summaries>()) {}
Verifier::~Verifier() = default;

const FunctionFacts* Verifier::factsOf(const PrimFunc& function) const
{
    return m_summaries->factsOf(function);
}

void Verifier::readAhead(const ModuleEntry& entry)
{
    m_summaries->readAhead(entry);
}

ModuleVerdict Verifier::verify(const Module& module, const VerifyContext& context)
{
    if (&module == m_module && context == m_context)
        return m_verdict;
    m_module = &module;
    m_context = context;
    m_summaries->read(module);
    const auto& functions = m_summaries->functions();
    const bool isIndependent = m_summaries->isIndependent();
    Diagnostics found = m_summaries->findings(context);
    for (const Promise promise : context.promises)
        std::ranges::copy(brokenPromises(promise, m_summaries->facts()), std::back_inserter(found));

    m_verdict = {hasError(found) || (isIndependent && hasScopeErrors(*functions)), {}};
    if (isIndependent && hasScopeFindings(*functions)) {
        m_verdict.findings =
            OnDemand<Diagnostic>::madeBy([owner = m_summaries, functions, found = std::move(found)] {
                Diagnostics all;
                for (const PlacedSummary& function : *functions)
                    addFindings(function, all);
                all.insert(all.end(), found.begin(), found.end());
                sort(all);
                return all;
            });
    } else {
        sort(found);
        m_verdict.findings = std::move(found);
    }
    return m_verdict;
}

Diagnostics verify(const Module& module, const VerifyContext& context)
{
    return Verifier().verify(module, context).findings;
}

} // namespace tir
