#include "passes/framework/contracts.h"

#include <algorithm>

namespace tir {
namespace {

std::string quoted(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

std::string stepTitle(size_t index, const PassInvocation& pass)
{
    return toString(pass) + " (step " + std::to_string(index + 1) + ")";
}

const Contract* contractOf(std::string_view pass)
{
    const auto found = std::ranges::find(allContracts(), pass, &Contract::pass);
    return found == allContracts().end() ? nullptr : &*found;
}

/// The statement of `pass` about `name` in one of its three lists; null when there is none.
const Property* statement(const PassInvocation& pass, std::vector<Property> Contract::*list,
                          std::string_view name)
{
    const Contract* contract = contractOf(pass.name);
    if (!contract)
        return nullptr;
    for (const Property& property : contract->*list)
        if (property.name == name && isAbout(property, pass))
            return &property;
    return nullptr;
}

/// Whether both are passes of one module: behind the split host and device go ways of their own.
bool isOnWay(const PassInvocation& other, const PassInvocation& pass)
{
    return other.branch == Branch::Common || other.branch == pass.branch;
}

class Checker {
public:
    Checker(const std::vector<PassInvocation>& passes, const std::optional<MissingProperties>& input)
        : m_passes(passes),
          m_input(input)
    {}

    std::vector<ContractBreach> check() const
    {
        std::vector<ContractBreach> breaches;
        for (size_t index = 0; index < m_passes.size(); ++index) {
            const Contract* contract = contractOf(m_passes[index].name);
            if (!contract)
                continue;
            for (const Property& need : contract->needs)
                if (isAbout(need, m_passes[index]))
                    if (std::string words = missing(index, need.name); !words.empty())
                        breaches.push_back({.step = index + 1,
                                            .pass = toString(m_passes[index]),
                                            .property = need.name,
                                            .isConvention = need.isConvention,
                                            .message = std::move(words),
                                            .notes = {std::string(need.reason)}});
        }
        return breaches;
    }

private:
    /// Who is to blame that `property` does not hold before the pass at `index`; empty when it holds.
    std::string missing(size_t index, std::string_view property) const
    {
        const std::string wants =
            stepTitle(index, m_passes[index]) +
            (contractOf(m_passes[index].name)->pass == CodeGeneration ? " wants " : " needs ") +
            quoted(property);
        // The last statement about it decides; a pass breaks what it gives itself.
        for (size_t before = index; before-- > 0;) {
            if (!isOnWay(m_passes[before], m_passes[index]))
                continue;
            if (const Property* broken = statement(m_passes[before], &Contract::breaks, property))
                return wants + ", which " + stepTitle(before, m_passes[before]) +
                       " breaks: " + std::string(broken->reason);
            if (statement(m_passes[before], &Contract::gives, property))
                return {};
        }
        if (m_input) {
            const auto found = m_input->find(property);
            return found == m_input->end() ? "" : wants + ", which nothing before it gives: " + found->second;
        }
        for (size_t later = index + 1; later < m_passes.size(); ++later)
            if (isOnWay(m_passes[later], m_passes[index]) &&
                statement(m_passes[later], &Contract::gives, property))
                return wants + ", which only " + stepTitle(later, m_passes[later]) + " gives, behind it";
        return {};
    }

    const std::vector<PassInvocation>& m_passes;
    const std::optional<MissingProperties>& m_input;
};

/// Says where the pass of a breach may stand in the list: where it finds all it needs and no other pass
/// loses what it had. Conventions count only when one of them is broken.
std::string whereItMayStand(const std::vector<PassInvocation>& passes, const ContractBreach& breach,
                            const std::optional<MissingProperties>& input)
{
    const size_t index = breach.step - 1;
    const auto check = [&](const std::vector<PassInvocation>& list) {
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
    std::vector<PassInvocation> rest = passes;
    rest.erase(rest.begin() + std::ptrdiff_t(index));
    std::optional<size_t> first;
    size_t last = 0;
    for (size_t position = 0; position <= rest.size(); ++position) {
        std::vector<PassInvocation> moved = rest;
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
        return stepTitle(position < index ? position : position + 1, rest[position]);
    };
    std::string where = "it may stand";
    if (*first > 0)
        where += " behind " + title(*first - 1);
    if (last < rest.size())
        where += (*first > 0 ? " and before " : " before ") + title(last);
    return where;
}

std::string whoGives(std::string_view property)
{
    std::string names;
    for (const Contract& contract : allContracts())
        for (const Property& given : contract.gives)
            if (given.name == property)
                names += (names.empty() ? "" : " or ") + std::string(contract.pass);
    return names.empty() ? "no pass gives it: only a program that has it from the start will do"
                         : "it is given by " + names;
}

} // namespace

bool isAbout(const Property& property, const PassInvocation& pass)
{
    if (property.form == PassForm::Any)
        return true;
    const auto mode = pass.named.find("mode");
    const PassArgument* form = mode != pass.named.end()  ? &mode->second
                               : pass.positional.empty() ? nullptr
                                                         : &pass.positional.front();
    const auto* word = form ? std::get_if<std::string>(form) : nullptr;
    return (word && *word == "legacy") == (property.form == PassForm::Legacy);
}

std::vector<OrderReason> orderReasons(const std::vector<PassInvocation>& passes, size_t index)
{
    std::vector<OrderReason> reasons;
    const PassInvocation& pass = passes[index];
    const auto needsOf = [](const PassInvocation& of) {
        std::vector<const Property*> needs;
        if (const Contract* contract = contractOf(of.name))
            for (const Property& need : contract->needs)
                if (isAbout(need, of))
                    needs.push_back(&need);
        return needs;
    };
    for (size_t before = 0; before < index; ++before) {
        for (const Property* need : needsOf(pass))
            if (statement(passes[before], &Contract::gives, need->name))
                reasons.push_back({true, passes[before].name, need->reason});
        for (const Property* need : needsOf(passes[before]))
            if (statement(pass, &Contract::breaks, need->name))
                reasons.push_back({true, passes[before].name, need->reason});
    }
    for (size_t later = index + 1; later < passes.size(); ++later) {
        for (const Property* need : needsOf(passes[later]))
            if (statement(pass, &Contract::gives, need->name))
                reasons.push_back({false, passes[later].name, need->reason});
        for (const Property* need : needsOf(pass))
            if (statement(passes[later], &Contract::breaks, need->name))
                reasons.push_back({false, passes[later].name, need->reason});
    }
    return reasons;
}

std::vector<ContractBreach> checkContracts(const std::vector<PassInvocation>& passes,
                                           const std::optional<MissingProperties>& input)
{
    std::vector<ContractBreach> breaches = Checker(passes, input).check();
    for (ContractBreach& breach : breaches) {
        const std::string where = whereItMayStand(passes, breach, input);
        breach.notes.push_back(where.empty() ? whoGives(breach.property) : where);
    }
    return breaches;
}

bool forbidsRun(const std::vector<ContractBreach>& breaches)
{
    return std::ranges::any_of(breaches, [](const ContractBreach& breach) {
        return !breach.isConvention && breach.exemption.empty();
    });
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
        diagnostic.notes.push_back({.message = "it stands so on purpose: " + breach.exemption});
    return diagnostic;
}

} // namespace tir
