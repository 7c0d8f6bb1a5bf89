#include "passes/framework/contracts.h"

#include "core/analysis/verify/property_rules.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tir {
namespace {

using Clauses = std::vector<ContractClause> Contract::*;

std::string stepTitle(size_t index, const PassInvocation& pass)
{
    return toString(pass) + " (step " + std::to_string(index + 1) + ")";
}

/// A pass with its contract, which is looked up once: a check compares each pass with all others.
struct ContractedPass {
    explicit ContractedPass(const PassInvocation& invocation)
        : pass(&invocation),
          contract(findContract(invocation.name))
    {}

    const PassInvocation* pass;
    const Contract* contract; ///< null: none
};

std::vector<ContractedPass> withContracts(const std::vector<PassInvocation>& passes)
{
    return {passes.begin(), passes.end()};
}

/// The clauses of one kind that apply to the pass.
std::vector<const ContractClause*> clausesOf(const ContractedPass& pass, Clauses kind)
{
    std::vector<const ContractClause*> clauses;
    if (pass.contract)
        for (const ContractClause& clause : pass.contract->*kind)
            if (applies(clause, *pass.pass))
                clauses.push_back(&clause);
    return clauses;
}

/// Null if the pass has no such clause.
const ContractClause* clauseAbout(ModuleProperty property, const ContractedPass& pass, Clauses kind)
{
    if (pass.contract)
        for (const ContractClause& clause : pass.contract->*kind)
            if (clause.property == property && applies(clause, *pass.pass))
                return &clause;
    return nullptr;
}

/// Whether `pass` gets the module that `other` returned: after the split, the host module and the device
/// module are separate.
bool receivesFrom(const PassInvocation& pass, const PassInvocation& other)
{
    return other.branch == Branch::Common || other.branch == pass.branch;
}

class Checker {
public:
    Checker(const std::vector<ContractedPass>& passes, const std::optional<MissingProperties>& input)
        : m_passes(passes),
          m_input(input)
    {}

    std::vector<ContractBreach> check() const
    {
        std::vector<ContractBreach> breaches;
        for (size_t index = 0; index < m_passes.size(); ++index)
            for (const ContractClause* clause : clausesOf(m_passes[index], &Contract::required))
                if (const Cause cause = whyMissing(index, clause->property); !cause.text.empty())
                    breaches.push_back({.step = index + 1,
                                        .pass = toString(*m_passes[index].pass),
                                        .property = toString(clause->property),
                                        .isConvention = clause->isConvention,
                                        .isOfInput = cause.isInput,
                                        .message = stepTitle(index, *m_passes[index].pass) + " requires \"" +
                                                   std::string(toString(clause->property)) + "\", " +
                                                   cause.text,
                                        .notes = {std::string(clause->reason)}});
        return breaches;
    }

private:
    struct Cause {
        std::string text;
        bool isInput = false; ///< the input lacks the property
    };

    /// Why `property` does not hold before the pass at `index`; without text when it holds.
    Cause whyMissing(size_t index, ModuleProperty property) const
    {
        // The last clause about it decides. A pass that both invalidates and establishes it leaves it invalid.
        for (size_t before = index; before-- > 0;) {
            const ContractedPass& pass = m_passes[before];
            if (!receivesFrom(*m_passes[index].pass, *pass.pass))
                continue;
            if (const ContractClause* clause = clauseAbout(property, pass, &Contract::invalidated))
                return {"which " + stepTitle(before, *pass.pass) +
                        " invalidates: " + std::string(clause->reason)};
            if (clauseAbout(property, pass, &Contract::established))
                return {};
        }
        if (m_input)
            if (const auto found = m_input->find(property); found != m_input->end())
                return {"which does not hold: " + found->second, true};
        // A property can hold for the input because nothing that it is about exists there yet.
        for (size_t later = index + 1; later < m_passes.size(); ++later)
            if (receivesFrom(*m_passes[index].pass, *m_passes[later].pass) &&
                clauseAbout(property, m_passes[later], &Contract::established))
                return {"which is only established later, by " + stepTitle(later, *m_passes[later].pass)};
        return {};
    }

    const std::vector<ContractedPass>& m_passes;
    const std::optional<MissingProperties>& m_input;
};

/// Where the pass of a breach can run in the list: where its requirements hold and no other pass loses one of its own.
/// Conventions count only if one of them is breached. Empty if there is no such position.
std::string possiblePositions(const std::vector<ContractedPass>& passes, const ContractBreach& breach,
                              const std::optional<MissingProperties>& input)
{
    const size_t index = breach.step - 1;
    const auto check = [&](const std::vector<ContractedPass>& list) {
        std::vector<ContractBreach> found = Checker(list, input).check();
        if (!breach.isConvention)
            std::erase_if(found, [](const ContractBreach& other) { return other.isConvention; });
        return found;
    };
    const auto countOf = [](const std::vector<ContractBreach>& found, size_t step) {
        return std::ranges::count(found, step, &ContractBreach::step);
    };
    const std::vector<ContractBreach> now = check(passes);
    const auto othersNow = std::ssize(now) - countOf(now, breach.step);
    std::vector<ContractedPass> rest = passes;
    rest.erase(rest.begin() + std::ptrdiff_t(index));
    std::optional<size_t> first;
    size_t last = 0;
    for (size_t position = 0; position <= rest.size(); ++position) {
        std::vector<ContractedPass> moved = rest;
        moved.insert(moved.begin() + std::ptrdiff_t(position), passes[index]);
        const std::vector<ContractBreach> found = check(moved);
        if (countOf(found, position + 1) > 0 || std::ssize(found) > othersNow)
            continue;
        if (!first)
            first = position;
        last = position;
    }
    if (!first)
        return {};
    const auto title = [&](size_t position) {
        return stepTitle(position < index ? position : position + 1, *rest[position].pass);
    };
    std::string text = "it can run";
    if (*first > 0)
        text += " after " + title(*first - 1);
    if (last < rest.size())
        text += (*first > 0 ? " and before " : " before ") + title(last);
    return text;
}

std::string passesThatEstablish(std::string_view property)
{
    std::string names;
    for (const Contract& contract : allContracts())
        for (const ContractClause& clause : contract.established)
            if (toString(clause.property) == property)
                names += (names.empty() ? "" : " or ") + std::string(contract.pass) +
                         (clause.with.empty() ? "" : "(\"" + std::string(clause.with) + "\")");
    return names.empty() ? "no pass establishes this property: the input must already have it"
                         : "the property is established by " + names;
}

bool hasTextArgument(const PassInvocation& pass, std::string_view text)
{
    const auto isText = [&](const PassArgument& argument) {
        const auto* given = std::get_if<std::string>(&argument);
        return given && *given == text;
    };
    return std::ranges::any_of(pass.positional, isText) ||
           std::ranges::any_of(pass.named, [&](const auto& entry) { return isText(entry.second); });
}

} // namespace

const Contract* findContract(std::string_view pass)
{
    static const std::unordered_map<std::string_view, const Contract*> ByPass = [] {
        std::unordered_map<std::string_view, const Contract*> contracts;
        for (const Contract& contract : allContracts())
            contracts.emplace(contract.pass, &contract);
        return contracts;
    }();
    const auto found = ByPass.find(pass);
    return found == ByPass.end() ? nullptr : found->second;
}

bool establishes(std::string_view pass, ModuleProperty property)
{
    const Contract* contract = findContract(pass);
    return contract && std::ranges::count(contract->established, property, &ContractClause::property) > 0;
}

bool applies(const ContractClause& clause, const PassInvocation& pass, const PassConfig& config)
{
    if (!clause.with.empty() && !hasTextArgument(pass, clause.with))
        return false;
    if (!clause.without.empty() && hasTextArgument(pass, clause.without))
        return false;
    return clause.ifConfig.empty() || isOn(config, clause.ifConfig);
}

std::vector<OrderReason> orderReasons(const std::vector<PassInvocation>& passes, size_t index)
{
    const std::vector<ContractedPass> contracted = withContracts(passes);
    std::vector<OrderReason> reasons;
    // `second` runs after `first` because of a requirement of either.
    const auto add = [&](size_t first, size_t second, bool isAfter, size_t other) {
        for (const ContractClause* clause : clausesOf(contracted[second], &Contract::required))
            if (clauseAbout(clause->property, contracted[first], &Contract::established))
                reasons.push_back({isAfter, passes[other].name, clause->reason});
        for (const ContractClause* clause : clausesOf(contracted[first], &Contract::required))
            if (clauseAbout(clause->property, contracted[second], &Contract::invalidated))
                reasons.push_back({isAfter, passes[other].name, clause->reason});
    };
    for (size_t before = 0; before < index; ++before)
        add(before, index, true, before);
    for (size_t later = index + 1; later < passes.size(); ++later)
        add(index, later, false, later);
    return reasons;
}

std::vector<ContractBreach> checkContracts(const std::vector<PassInvocation>& passes,
                                           const std::optional<MissingProperties>& input)
{
    const std::vector<ContractedPass> contracted = withContracts(passes);
    std::vector<ContractBreach> breaches = Checker(contracted, input).check();
    std::set<std::string_view> reported;
    std::erase_if(breaches, [&](const ContractBreach& breach) {
        return breach.isOfInput && !reported.insert(breach.property).second;
    });
    for (ContractBreach& breach : breaches) {
        const std::string positions = possiblePositions(contracted, breach, input);
        breach.notes.push_back(positions.empty() ? passesThatEstablish(breach.property) : positions);
    }
    return breaches;
}

bool respectsContracts(const std::vector<PassInvocation>& passes)
{
    return Checker(withContracts(passes), std::nullopt).check().empty();
}

bool forbidsRun(const std::vector<ContractBreach>& breaches)
{
    return std::ranges::any_of(breaches, [](const ContractBreach& breach) {
        return !breach.isConvention && breach.exemption.empty();
    });
}

MissingProperties missingProperties(const Module& module)
{
    const ModuleFacts facts = collectFacts(module);
    MissingProperties missing;
    for (size_t i = 0; i < ModulePropertyCount; ++i)
        if (const Diagnostics found = violationsOf(ModuleProperty(i), facts); !found.empty())
            missing.emplace(ModuleProperty(i), found.front().message);
    return missing;
}

Diagnostic toDiagnostic(const ContractBreach& breach)
{
    const Severity severity = !breach.exemption.empty() ? Severity::Note
                              : breach.isConvention     ? Severity::Warning
                                                        : Severity::Error;
    Diagnostic diagnostic{.severity = severity, .code = "contract", .message = breach.message};
    for (const std::string& note : breach.notes)
        diagnostic.notes.push_back({.message = note});
    if (!breach.exemption.empty())
        diagnostic.notes.push_back({.message = "intentional: " + breach.exemption});
    return diagnostic;
}

} // namespace tir
