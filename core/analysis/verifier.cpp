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

namespace tir {
namespace {

using SummaryPointer = std::shared_ptr<const FunctionSummary>;

/// A summary and the place of its function.
struct PlacedSummary {
    SummaryPointer summary;
    Place place;
};

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
}

bool areIndependent(const std::vector<PlacedSummary>& functions)
{
    PointerSet<Var> defined;
    for (const PlacedSummary& function : functions) {
        if (function.summary->needsModule)
            return false;
        for (const Var* var : function.summary->definitions)
            if (!defined.insert(var))
                return false;
    }
    return true;
}

void addFindings(const PlacedSummary& function, Diagnostics& found)
{
    for (const Diagnostic& finding : function.summary->findings) {
        Diagnostic& moved = found.emplace_back(finding);
        moved.place += function.place;
        for (DiagnosticNote& note : moved.notes)
            note.place += function.place;
    }
}

ModuleFacts factsOf(const Module& module, const std::vector<PlacedSummary>& functions)
{
    ModuleFacts facts;
    facts.functions.reserve(functions.size());
    for (size_t i = 0; i < functions.size(); ++i) {
        FunctionFacts function = functions[i].summary->facts;
        const Place place = functions[i].place;
        function.place = place;
        for (LaunchFacts& launch : function.launches)
            launch.place += place;
        for (AllocationFacts& allocation : function.sharedAllocations)
            allocation.place += place;
        for (CallFacts& call : function.calls)
            call.place += place;
        if (function.deviceRegion != NoPlace)
            function.deviceRegion += place;
        facts.add(module.functions[i], std::move(function));
    }
    return facts;
}

bool comesBefore(const Diagnostic& a, const Diagnostic& b)
{
    return std::tie(a.place, a.code, a.message) < std::tie(b.place, b.code, b.message);
}

} // namespace

/// The summaries of the module that was verified last.
class Verifier::Summaries {
public:
    std::vector<PlacedSummary> of(const Module& module)
    {
        std::vector<PlacedSummary> functions;
        functions.reserve(module.functions.size());
        PointerMap<Stmt, uint32_t> byBody;
        Place next = 1; // 0 is the module
        for (const ModuleEntry& entry : module.functions) {
            const auto* function = as<PrimFunc>(entry.function);
            SummaryPointer summary = known(entry);
            if (!summary)
                summary = std::make_shared<FunctionSummary>(m_summarizer.summarize(entry));
            if (function)
                byBody.insert(function->body, uint32_t(functions.size()));
            const Place place = next;
            next += summary->placeCount;
            functions.push_back({std::move(summary), place});
        }
        m_last = functions;
        m_byBody = std::move(byBody);
        return functions;
    }

private:
    SummaryPointer known(const ModuleEntry& entry) const
    {
        const auto* function = as<PrimFunc>(entry.function);
        const uint32_t* index = function ? m_byBody.find(function->body) : nullptr;
        return index && m_last[*index].summary->describes(entry) ? m_last[*index].summary : nullptr;
    }

    FunctionSummarizer m_summarizer;
    std::vector<PlacedSummary> m_last;
    PointerMap<Stmt, uint32_t> m_byBody; ///< index into m_last
};

Verifier::Verifier() : m_summaries(std::make_unique<Summaries>()) {}
Verifier::~Verifier() = default;

const Diagnostics& Verifier::verify(const Module& module, const VerifyContext& context)
{
    if (&module == m_module && context == m_context)
        return m_findings;
    m_module = &module;
    m_context = context;
    m_findings.clear();
    const std::vector<PlacedSummary> functions = m_summaries->of(module);
    if (areIndependent(functions)) {
        for (const PlacedSummary& function : functions)
            addFindings(function, m_findings);
    } else {
        checkScopesTogether(module, m_findings);
    }
    const ModuleFacts facts = factsOf(module, functions);
    checkCalls(facts, context, m_findings);
    checkSharedMemory(facts, context, m_findings);
    for (const Promise promise : context.promises)
        std::ranges::copy(brokenPromises(promise, module, facts), std::back_inserter(m_findings));
    if (!std::ranges::is_sorted(m_findings, comesBefore))
        std::ranges::stable_sort(m_findings, comesBefore);
    return m_findings;
}

Diagnostics verify(const Module& module, const VerifyContext& context)
{
    return Verifier().verify(module, context);
}

} // namespace tir
