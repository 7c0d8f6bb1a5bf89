#include "core/runtime/finding.h"

#include "core/support/list_text.h"

#include <algorithm>

namespace tir {
namespace {

constexpr FindingKindInfo Kinds[] = {
    {FindingKind::OutOfBounds, "an access outside of its buffer or its memory"},
    {FindingKind::Uninitialized, "a read of memory that nothing has written"},
    {FindingKind::Race, "unordered accesses of two threads to the same memory, at least one of them a write"},
    {FindingKind::MissingBarrier,
     "conflicting accesses of two threads of a block, with no barrier between them"},
    {FindingKind::Clobbered, "shared memory that another buffer has overwritten"},
    {FindingKind::MissingWait,
     "use of memory that an asynchronous copy may still write, or a write to memory that it may still read"},
    {FindingKind::Misaligned, "an access whose address is not a multiple of its size"},
    {FindingKind::DivisionByZero, "an integer division by zero"},
    {FindingKind::SignedOverflow, "a sum, difference or product that does not fit into int32 or int64"},
    {FindingKind::OutOfDomain, "a variable of a block with a value outside of the domain of its axis"},
    {FindingKind::DivergentBarrier, "a barrier that some threads of the block do not reach"},
    {FindingKind::RefusedLaunch,
     "a launch that a GPU refuses: without blocks or threads, with too many, or with too much shared memory"},
    {FindingKind::BankConflicts, "lanes of a warp that wait for one bank of shared memory", Severity::Note},
    {FindingKind::NotReached, "a launch, or statements under a condition, that never ran", Severity::Warning},
};

constexpr std::string_view Codes[] = {"out-of-bounds",   "uninitialized",     "race",
                                      "missing-barrier", "clobbered",         "missing-wait",
                                      "misaligned",      "division-by-zero",  "signed-overflow",
                                      "out-of-domain",   "divergent-barrier", "refused-launch",
                                      "bank-conflicts",  "not-reached"};
static_assert(std::size(Codes) == std::size(Kinds));

std::string sentence(const FindingAccess& access, const std::string& element)
{
    return whoOf(access) + " " + std::string(toString(access.kind)) + (element.empty() ? "" : " " + element);
}

} // namespace

std::string_view toString(FindingKind kind)
{
    return Codes[size_t(kind)];
}

std::optional<FindingKind> findingKindFromString(std::string_view code)
{
    const auto found = std::find(std::begin(Codes), std::end(Codes), code);
    if (found == std::end(Codes))
        return std::nullopt;
    return FindingKind(found - std::begin(Codes));
}

std::span<const FindingKindInfo> allFindingKinds()
{
    return Kinds;
}

Severity severityOf(FindingKind kind)
{
    return Kinds[size_t(kind)].severity;
}

std::string_view toString(AccessKind kind)
{
    constexpr std::string_view Words[] = {"reads",   "writes",   "updates", "copies into", "waits",
                                          "divides", "computes", "binds",   "launches",    "never reaches"};
    return Words[size_t(kind)];
}

std::string whoOf(const FindingAccess& access)
{
    if (access.isOnHost)
        return "the host";
    if (access.kind == AccessKind::Skip)
        return "the run";
    return "thread " + tupleText(access.thread) + " of block " + tupleText(access.block);
}

Diagnostic toDiagnostic(const Finding& finding)
{
    Diagnostic diagnostic;
    diagnostic.severity = severityOf(finding.kind);
    diagnostic.code = toString(finding.kind);
    diagnostic.message = sentence(finding.access, finding.element);
    if (!finding.detail.empty())
        diagnostic.message += ": " + finding.detail;
    if (finding.count > 1)
        diagnostic.message += " (" + std::to_string(finding.count) + " times)";
    diagnostic.place = finding.access.place;
    if (finding.other)
        diagnostic.notes.push_back(
            {sentence(*finding.other, finding.otherElement.empty() ? finding.element : finding.otherElement) +
                 " here",
             finding.other->place,
             {}});
    return diagnostic;
}

Diagnostics toDiagnostics(const std::vector<Finding>& findings)
{
    Diagnostics diagnostics;
    for (const Finding& finding : findings)
        diagnostics.push_back(toDiagnostic(finding));
    return diagnostics;
}

bool hasError(const std::vector<Finding>& findings)
{
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return severityOf(finding.kind) == Severity::Error; });
}

} // namespace tir
