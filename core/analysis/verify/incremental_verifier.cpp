/// Functions are summarized one by one, and the diagnostics about scopes are those of the summaries, moved to the place
/// of the function. Only if a function uses a definition of another one, or two define the same variable, does the
/// scope checker have to walk the whole module.

#include "core/analysis/verify/incremental_verifier.h"

#include "core/analysis/verify/function_summary.h"
#include "core/analysis/verify/rules.h"
#include "core/ir/place_walk.h"

#include <algorithm>
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

/// Finds out whether functions define and use variables of their own only. Functions that stay from one module to the
/// next, or get attributes and device regions only, are not examined again.
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

/// `withScopes`: including the diagnostics of the scope checker in the functions.
bool hasErrors(const PlacedSummaries& functions, bool withScopes)
{
    return std::ranges::any_of(functions, [&](const PlacedSummary& function) {
        return function.summary->typeErrors ||
               (withScopes && function.summary->findings && hasError(*function.summary->findings));
    });
}

bool hasFindings(const PlacedSummaries& functions, bool withScopes)
{
    return std::ranges::any_of(functions, [&](const PlacedSummary& function) {
        return function.summary->typeErrors ||
               (withScopes && (function.summary->findings || !function.summary->remarks.empty()));
    });
}

void addMoved(const Diagnostics* findings, Place offset, Diagnostics& found)
{
    if (!findings)
        return;
    for (const Diagnostic& finding : *findings) {
        Diagnostic& moved = found.emplace_back(finding);
        moved.place += offset;
        for (DiagnosticNote& note : moved.notes)
            note.place += offset;
    }
}

void addFindings(const PlacedSummary& function, bool withScopes, Diagnostics& found)
{
    addMoved(function.summary->typeErrors, function.place, found);
    if (!withScopes)
        return;
    for (const ScopeRemark& remark : function.summary->remarks)
        found.push_back(toDiagnostic(remark, function.place));
    addMoved(function.summary->findings, function.place, found);
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

/// The summaries of the module that was verified last, independent of its promised properties.
class IncrementalVerifier::Summaries {
public:
    void read(const Module& module)
    {
        if (&module == m_module)
            return;
        m_module = &module;
        readFunctions(module);
        m_isIndependent = m_owners.areIndependent(*m_functions);
    }

    /// Diagnostics that are not in the summaries.
    Diagnostics findings(const VerifyContext& context) const
    {
        Diagnostics found;
        if (!m_isIndependent)
            checkScopesTogether(*m_module, found);
        applyModuleRules(m_facts, context, found);
        return found;
    }

    const std::shared_ptr<const PlacedSummaries>& functions() const { return m_functions; }
    bool isIndependent() const { return m_isIndependent; }

private:
    void readFunctions(const Module& module)
    {
        auto functions = std::make_shared<PlacedSummaries>();
        functions->reserve(module.functions.size());
        std::vector<FunctionFacts> facts;
        facts.reserve(module.functions.size());
        Place next = 1; // 0 is the module
        for (const ModuleEntry& entry : module.functions) {
            const FunctionSummary* summary = summarize(entry);
            functions->push_back({summary, next});
            facts.push_back(factsOf(entry, *summary));
            facts.back().place = next;
            next += summary->placeCount;
        }
        m_functions = std::move(functions);
        m_facts = {};
        m_facts.functions = std::move(facts);
        m_positions.clear();
        for (uint32_t i = 0; i < module.functions.size(); ++i)
            m_positions.insert(module.functions[i].function, i);
    }

    /// Attributes of a function of the last module are not read again.
    FunctionFacts factsOf(const ModuleEntry& entry, const FunctionSummary& summary) const
    {
        const uint32_t* position = m_positions.find(entry.function);
        if (!position)
            return FunctionFacts::of(entry, summary.body);
        FunctionFacts facts = m_facts.functions[*position];
        facts.entry = &entry;
        facts.body = &summary.body;
        return facts;
    }

    const FunctionSummary* summarize(const ModuleEntry& entry)
    {
        const FunctionSummary* before = nullptr;
        for (const auto* from = as<PrimFunc>(entry.function); from && !before;
             from = as<PrimFunc>(from->origin))
            if (const uint32_t* position = m_positions.find(from))
                before = (*m_functions)[*position].summary;
        if (before && before->describes(entry))
            return before;
        const FunctionSummary* marked = before ? m_summarizer.summarizeMarked(entry, *before) : nullptr;
        return marked ? marked : m_summarizer.summarize(entry);
    }

    FunctionSummarizer m_summarizer;
    PointerMap<Function, uint32_t> m_positions; ///< of the functions of the last module
    DefinitionOwners m_owners;
    const Module* m_module = nullptr;
    std::shared_ptr<const PlacedSummaries> m_functions; ///< shared with verdicts
    bool m_isIndependent = false;
    ModuleFacts m_facts;
};

IncrementalVerifier::IncrementalVerifier() : m_summaries(std::make_shared<Summaries>()) {}
IncrementalVerifier::~IncrementalVerifier() = default;

ModuleVerdict IncrementalVerifier::verify(const Module& module, const VerifyContext& context)
{
    if (&module == m_module && context == m_context)
        return m_verdict;
    m_module = &module;
    m_context = context;
    m_summaries->read(module);
    const auto& functions = m_summaries->functions();
    const bool isIndependent = m_summaries->isIndependent();
    Diagnostics found = m_summaries->findings(context);

    m_verdict = {hasError(found) || hasErrors(*functions, isIndependent), {}};
    if (hasFindings(*functions, isIndependent)) {
        m_verdict.findings =
            Lazy<Diagnostic>::from([owner = m_summaries, functions, isIndependent, found = std::move(found)] {
                Diagnostics all;
                for (const PlacedSummary& function : *functions)
                    addFindings(function, isIndependent, all);
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

} // namespace tir
