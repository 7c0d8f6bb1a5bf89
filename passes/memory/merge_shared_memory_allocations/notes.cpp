/// The explanation of the plan.

#include "core/analysis/text.h"
#include "passes/memory/merge_shared_memory_allocations/plan.h"

#include <algorithm>

namespace tir::passes {
namespace {

std::string bytes(const Expr* expr)
{
    const auto* constant = as<IntImm>(expr);
    return constant ? std::to_string(constant->value) : "a symbolic number of";
}

std::string listed(const std::vector<const Var*>& data, const SharedAllocations& allocations)
{
    std::string text;
    for (const Var* var : data)
        text += (text.empty() ? "'" : ", '") + std::string(allocations.bufferOf(var).name) + "'";
    return text;
}

std::string sizeOf(const Buffer& buffer)
{
    const int64_t count = constantElementCount(buffer);
    return count < 0 ? "symbolic size" : std::to_string(count * buffer.dtype.bytes()) + " bytes";
}

std::string reason(const Placement& placement, const SharedAllocations& allocations)
{
    const std::string previous = listed(placement.previous, allocations);
    switch (placement.rule) {
    case PlacementRule::NewEntry:
        return "no free entry fits, so it gets an entry of its own";
    case PlacementRule::TinyEntry:
        return "an entry of at most 32 bits is never released and gets no bytes; any access to it fails";
    case PlacementRule::TakesOver:
        return "it takes over the entry of " + previous +
               ", which is dead by now: the smallest free one that is large enough and at most 16 times as "
               "large";
    case PlacementRule::Combines:
        return "no single free entry is large enough, so it takes the smaller ones of " + previous +
               " together";
    case PlacementRule::SharesSymbolic:
        return "it takes the free entry of symbolic size of " + previous +
               ", which does not record it, so it gets no bytes; any access to it fails";
    }
    return {};
}

std::string_view nameOf(PlacementRule rule)
{
    switch (rule) {
    case PlacementRule::NewEntry:
        return "new entry";
    case PlacementRule::TinyEntry:
        return "tiny, never released";
    case PlacementRule::TakesOver:
        return "smallest free that fits";
    case PlacementRule::Combines:
        return "smaller free ones together";
    case PlacementRule::SharesSymbolic:
        return "oldest free symbolic";
    }
    return {};
}

std::string listed(const std::vector<FreeEntry>& entries, const SharedAllocations& allocations)
{
    std::string text;
    for (const FreeEntry& entry : entries)
        text += (text.empty() ? "" : ", ") +
                (entry.bits == 0 ? "symbolic" : std::to_string(entry.bits / 8) + " bytes") + " of " +
                listed(entry.buffers, allocations);
    return text.empty() ? "none" : text;
}

/// Each once, in order.
std::vector<const Var*> distinct(VarList data)
{
    std::vector<const Var*> once;
    for (const Var* var : data)
        if (std::ranges::find(once, var) == once.end())
            once.push_back(var);
    return once;
}

/// The linear sequence: the buffers that each entry accesses, those whose lifetimes begin and end there, the entries
/// that are free after it. The numbers are those of the positions.
NoteTable sequenceTable(const Lifetimes& lifetimes, const FreeLists& freeLists,
                        const SharedAllocations& allocations)
{
    NoteTable table{.columns = {"#", "statement", "touches", "gen", "kill", "free after it"}, .rows = {}};
    for (size_t i = 0; i < lifetimes.timeline.size(); ++i) {
        const TimelineEntry& entry = lifetimes.timeline[i];
        const LifetimeEvents* events = lifetimes.eventsAt(entry);
        const auto free = freeLists.find(i);
        table.subjects.push_back({entry.stmt, !entry.isLeaf() && !entry.isBegin()});
        table.rows.push_back({std::to_string(i + 1),
                              entry.isBarrier ? "barrier"
                                              : (entry.isLeaf()    ? ""
                                                 : entry.isBegin() ? "begin "
                                                                   : "end ") +
                                                    shortText(*entry.stmt, 48),
                              listed(distinct(lifetimes.touched(entry)), allocations),
                              events && entry.pairOffset >= 0 ? listed(events->born, allocations) : "",
                              events && !entry.isBegin() ? listed(events->dying, allocations) : "",
                              free == freeLists.end() ? "" : listed(free->second, allocations)});
    }
    return table;
}

/// A row a buffer.
NoteTable planTable(const MergePlan& plan, const SharedAllocations& allocations, Mode mode)
{
    NoteTable table{.columns = {"buffer", "bytes", "entry", "layer", "rule", "takes over", "align", "padding",
                                "offset", "elements shifted"},
                    .rows = {}};
    for (const Placement& placement : plan.placements) {
        const Buffer& buffer = allocations.bufferOf(placement.data);
        const Expr* offset = placement.byteOffset;
        const auto* constant = as<IntImm>(offset);
        const int unit = elementBytes(buffer.dtype, mode);
        table.rows.push_back({std::string(buffer.name), byteSize(buffer).text(),
                              std::to_string(placement.entry), std::to_string(placement.layer),
                              std::string(nameOf(placement.rule)), listed(placement.previous, allocations),
                              std::to_string(buffer.alignment), offset ? shortText(*placement.padding) : "",
                              offset ? shortText(*offset) : "none",
                              constant ? std::to_string(constant->value / unit) : ""});
    }
    return table;
}

void explainPlan(NoteWriter& notes, const AttrStmt& launch, const Lifetimes& lifetimes, const MergePlan& plan,
                 const FreeLists& freeLists, const SharedAllocations& allocations)
{
    notes.note(
        std::to_string(lifetimes.timeline.size()) +
            " positions count: statements that touch a buffer, and where launches, loops, and branches "
            "begin and end",
        &launch, sequenceTable(lifetimes, freeLists, allocations));
    for (const Placement& placement : plan.placements) {
        const Buffer& buffer = allocations.bufferOf(placement.data);
        const Expr* offset = placement.byteOffset;
        const std::string where = !offset              ? "gets no place"
                                  : as<IntImm>(offset) ? "is at byte " + bytes(offset)
                                                       : "is at a symbolic offset";
        notes.note("'" + std::string(buffer.name) + "' (" + sizeOf(buffer) + ") " + where + ": " +
                       reason(placement, allocations),
                   allocations.of(placement.data));
    }
    for (const AllocBuffer* alloc : allocations.inOrder)
        if (!plan.placementOf(alloc->buffer->data))
            notes.note("'" + std::string(alloc->buffer->name) + "' is never accessed and gets no bytes",
                       alloc);
}

} // namespace

void explainMerge(NoteWriter& notes, const MergeScope& scope)
{
    const Stmt& root = scope.function ? *scope.function : *scope.launch;
    const SharedAllocations allocations =
        sharedAllocations(scope.function ? *scope.function : *scope.launch->body, scope.kind);
    const auto lives = lifetimes(root, scope.kind, scope.mode);
    Arena arena; // of the offsets, which are formatted to text
    FreeLists freeLists;
    const auto planned = planMerge(arena, std::get<Lifetimes>(lives), allocations, scope.mode, &freeLists);
    const MergePlan& plan = std::get<MergePlan>(planned);
    const auto* total = as<IntImm>(plan.totalBytes);
    notes.note("the " + std::to_string(allocations.inOrder.size()) + " " + std::string(kindWord(scope.kind)) +
                   " shared buffers of " +
                   (scope.function ? "the whole function" : "launch " + std::to_string(scope.number)) +
                   " go into one allocation of " +
                   (total ? std::to_string(total->value) + " bytes" : "symbolic size"),
               scope.launch, planTable(plan, allocations, scope.mode));
    explainPlan(notes, *scope.launch, std::get<Lifetimes>(lives), plan, freeLists, allocations);
    if (scope.function)
        notes.note("the allocation is in the first launch of the function, whichever launch uses it",
                   scope.launch);
}

} // namespace tir::passes
