#include "passes/memory/storage_rewrite/plan.h"

#include "core/arith/same_expr.h"
#include "core/ir/module.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tir::passes {
namespace {

/// Memory is reused only for buffers of about its size.
constexpr int64_t SizeRatio = 16;
/// Below, a compiler keeps it in a register.
constexpr int64_t RegisterBits = 32;
/// Parts of special memory start at multiples of this.
constexpr int64_t PartAlignment = 32;

int64_t elementBits(const Buffer& buffer)
{
    return int64_t(buffer.dtype.bits) * buffer.dtype.lanes;
}

/// 0 when it is not constant.
int64_t constantBits(const Buffer& buffer)
{
    return std::max<int64_t>(constantElementCount(buffer), 0) * elementBits(buffer);
}

bool isVolatile(const AllocBuffer& alloc)
{
    const AttrValue* value = find(alloc.annotations, attr::Volatile);
    return value && value->isTrue();
}

/// The allocations that a statement is the first or the last to access.
struct Events {
    std::vector<const Var*> born;
    std::vector<const Var*> dying;
};

class Planner {
public:
    Planner(const LinearAccesses& accesses, SharingOptions options) : m_accesses(accesses), m_options(options)
    {}

    StoragePlan plan()
    {
        findEvents();
        for (const LinearStmt& entry : m_accesses.sequence) {
            const auto found = m_events.find(entry.stmt);
            if (found != m_events.end() && entry.toOtherEnd >= 0)
                for (const Var* var : found->second.born)
                    allocate(*entry.stmt, *var, found->second);
            enterOrLeave(*entry.stmt);
            if (found != m_events.end() && entry.toOtherEnd <= 0)
                for (const Var* var : found->second.dying)
                    if (!m_replacedInPlace.contains(var))
                        free(**m_made.byData.find(var));
        }
        joinSpecialMemory();
        return std::move(m_made);
    }

private:
    void findEvents()
    {
        const std::vector<LinearStmt>& sequence = m_accesses.sequence;
        PointerSet<Var> seen;
        for (size_t i = sequence.size(); i-- > 0;)
            for (const Var* var : sequence[i].touched)
                if (seen.insert(var)) {
                    m_events[sequence[i].stmt].dying.push_back(var);
                    m_lastUses[var] = sequence[i].stmt;
                }
        seen.clear();
        for (size_t i = 0; i < sequence.size(); ++i) {
            if (sequence[i].toOtherEnd < 0)
                continue;
            const LinearStmt& whole = sequence[i + size_t(sequence[i].toOtherEnd)];
            for (const Var* var : whole.touched)
                if (seen.insert(var))
                    m_events[whole.stmt].born.push_back(var);
        }
    }

    /// Memory belongs to the launch, or to the parallel loop outside of any, in which it is used first.
    void enterOrLeave(const Stmt& stmt)
    {
        const auto* attr = as<AttrStmt>(&stmt);
        const auto* loop = as<For>(&stmt);
        const bool isPlace = (attr && attr->key != "extern_scope") ||
                             (loop && loop->forKind == ForKind::Parallel && (!m_place || m_place == loop));
        if (!isPlace)
            return;
        if (!m_place) {
            m_place = &stmt;
            return;
        }
        if (m_place != &stmt) {
            if (!m_made.error)
                m_made.error = PassError{
                    .message = "a virtual thread is left inside a launch; InjectVirtualThread removes it",
                    .node = &stmt};
            return;
        }
        std::erase_if(m_freeConstant, [&](const auto& item) { return item.second->place == m_place; });
        std::erase_if(m_freeSymbolic, [&](const StorageEntry* entry) { return entry->place == m_place; });
        m_place = nullptr;
    }

    void allocate(const Stmt& stmt, const Var& var, const Events& events)
    {
        const AllocBuffer& alloc = **m_accesses.allocations.find(&var);
        StorageEntry* entry = events.born.size() <= 2 ? inPlaceOf(stmt, alloc, events) : nullptr;
        const Stmt* inPlace = entry ? &stmt : nullptr;
        if (!entry)
            entry = findFree(alloc);
        if (entry)
            m_made.decisions.push_back({.user = &alloc,
                                        .before = entry->users.back(),
                                        .lastUse = m_lastUses[entry->users.back()->buffer->data],
                                        .firstUse = &stmt,
                                        .inPlace = inPlace});
        else
            entry = newEntry(alloc);
        entry->users.push_back(&alloc);
        m_made.byData[&var] = entry;
    }

    StorageEntry* inPlaceOf(const Stmt& stmt, const AllocBuffer& alloc, const Events& events)
    {
        const Buffer& buffer = *alloc.buffer;
        if (!m_options.hasSharedInPlace && buffer.scope().rank == StorageRank::Shared)
            return nullptr;
        for (const Var* var : events.dying) {
            StorageEntry* const* found = m_made.byData.find(var);
            if (!found || m_replacedInPlace.contains(var))
                continue;
            StorageEntry& entry = **found;
            const bool fits = entry.scopeText == scopeOf(buffer) && entry.place == m_place &&
                              entry.element == buffer.dtype.element() && entry.bits == constantBits(buffer);
            if (!fits || isVolatile(alloc) || isVolatile(**m_accesses.allocations.find(var)) ||
                !canReplaceInPlace(stmt, *buffer.data, *var))
                continue;
            m_replacedInPlace.insert(var);
            return &entry;
        }
        return nullptr;
    }

    /// Null when no free memory fits.
    StorageEntry* findFree(const AllocBuffer& alloc)
    {
        const Buffer& buffer = *alloc.buffer;
        const int64_t bits = constantBits(buffer);
        if (!m_options.isEnabled || isKeptApart(buffer.scope(), buffer.dtype, bits) ||
            buffer.axisSeparators.size() > 0 || buffer.shape.size() > 1)
            return nullptr;
        const auto isSuitable = [&](const StorageEntry& entry) {
            const bool mayMixTypes = !m_options.needsSameType && (m_options.mixesSharedTypes ||
                                                                  buffer.scope().rank != StorageRank::Shared);
            return entry.place == m_place && entry.scopeText == scopeOf(buffer) &&
                   (mayMixTypes || entry.element == buffer.dtype);
        };
        if (bits == 0) {
            for (auto at = m_freeSymbolic.begin(); at != m_freeSymbolic.end(); ++at)
                if (isSuitable(**at) && (*at)->element == buffer.dtype.element()) {
                    StorageEntry* entry = *at;
                    m_freeSymbolic.erase(at);
                    return entry;
                }
            return nullptr;
        }
        const auto take = [&](auto at) {
            StorageEntry* entry = at->second;
            entry->bits = std::max(entry->bits, bits);
            m_freeConstant.erase(at);
            return entry;
        };
        const auto begin = m_freeConstant.lower_bound(bits / SizeRatio);
        const auto middle = m_freeConstant.lower_bound(bits);
        const auto end = m_freeConstant.upper_bound(bits * SizeRatio);
        for (auto at = middle; at != end; ++at)
            if (isSuitable(*at->second))
                return take(at);
        for (auto at = middle; at != begin;)
            if (--at; isSuitable(*at->second) && at->second->element == buffer.dtype.element())
                return take(at);
        return nullptr;
    }

    StorageEntry* newEntry(const AllocBuffer& alloc)
    {
        const Buffer& buffer = *alloc.buffer;
        m_made.entries.push_back(
            std::make_unique<StorageEntry>(StorageEntry{.place = m_place,
                                                        .scopeText = scopeOf(buffer),
                                                        .scope = buffer.scope(),
                                                        .element = buffer.dtype.element(),
                                                        .bits = constantBits(buffer)}));
        return m_made.entries.back().get();
    }

    void free(StorageEntry& entry)
    {
        const DType type = entry.users.front()->buffer->dtype;
        if (isKeptApart(entry.scope, type, entry.bits))
            return;
        if (entry.bits != 0)
            m_freeConstant.emplace(entry.bits, &entry);
        else
            m_freeSymbolic.push_back(&entry);
    }

    /// Registers are shared by the compiler of the target.
    static bool isKeptApart(const StorageScope& scope, DType type, int64_t bits)
    {
        return type.isScalable() ||
               (scope.tag.empty() &&
                (scope.rank >= StorageRank::Warp || type.isHandle() || (bits > 0 && bits <= RegisterBits)));
    }

    static std::string_view scopeOf(const Buffer& buffer)
    {
        const std::string_view text = buffer.scopeText();
        return text.empty() ? "global" : text;
    }

    void joinSpecialMemory()
    {
        for (size_t i = 0; i < m_made.entries.size(); ++i) {
            StorageEntry& entry = *m_made.entries[i];
            entry.totalBits = entry.bits;
            if (!isSpecialMemory(entry.scope))
                continue;
            if (entry.bits == 0 && !m_made.error)
                m_made.error =
                    PassError{.message = "memory of scope " + quoted(entry.scopeText) +
                                         " needs a constant size, which " +
                                         quoted(entry.users.front()->buffer->name) + " does not have",
                              .node = entry.users.front()};
            entry.totalBits = aligned(entry.bits);
            for (size_t j = 0; j < i; ++j) {
                StorageEntry& first = *m_made.entries[j];
                if (first.place != entry.place || first.scopeText != entry.scopeText)
                    continue;
                entry.parent = &first;
                first.hasParts = true;
                entry.offset = first.totalBits;
                first.totalBits += entry.totalBits;
                break;
            }
        }
    }

    static int64_t aligned(int64_t bits)
    {
        return (bits + PartAlignment - 1) / PartAlignment * PartAlignment;
    }

    const LinearAccesses& m_accesses;
    SharingOptions m_options;
    StoragePlan m_made;
    std::unordered_map<const Stmt*, Events> m_events;
    PointerMap<Var, const Stmt*> m_lastUses;
    const Stmt* m_place = nullptr;
    std::multimap<int64_t, StorageEntry*> m_freeConstant; ///< by size
    std::vector<StorageEntry*> m_freeSymbolic;
    PointerSet<Var> m_replacedInPlace;
};

} // namespace

bool StorageEntry::isUniform() const
{
    const Buffer& first = *users.front()->buffer;
    return std::ranges::all_of(users, [&](const AllocBuffer* user) {
        const Buffer& other = *user->buffer;
        return other.dtype == first.dtype &&
               std::equal(other.shape.begin(), other.shape.end(), first.shape.begin(), first.shape.end(),
                          [](const Expr* a, const Expr* b) { return isSameExpr(*a, *b); });
    });
}

bool isSpecialMemory(const StorageScope& scope)
{
    return !scope.tag.empty() && scope.tag != ".dyn" && scope.tag != ".workspace" && scope.tag != ".vtcm";
}

StoragePlan planStorage(const LinearAccesses& accesses, SharingOptions options)
{
    return Planner(accesses, options).plan();
}

} // namespace tir::passes
