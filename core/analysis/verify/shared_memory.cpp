/// Where shared memory is allocated: inside launches, and once per launch after the merge; and how much.

#include "core/analysis/shared_memory_limit.h"
#include "core/analysis/text.h"
#include "core/analysis/verify/rules.h"
#include "core/ir/places.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

namespace tir {
namespace {

void checkPlaces(const FunctionFacts& function, Diagnostics& found)
{
    if (function.body->launches.empty())
        return;
    for (const AllocationFacts& allocation : function.body->sharedAllocations)
        if (allocation.launch < 0)
            found.push_back({.severity = Severity::Note,
                             .code = "shared-memory-outside-launch",
                             .message = "shared buffer " + quoted(allocation.statement->buffer->name) +
                                        " is allocated outside of any launch",
                             .place = function.at(allocation.place),
                             .notes = {{"the first launch of " + quoted(function.name()) + " is here",
                                        function.at(function.body->launches.front().place),
                                        {}}}});
}

/// The least memory of one launch.
struct TakenMemory {
    int64_t staticBytes = 0;
    int64_t dynamicBytes = 0;
    int64_t largestBytes = 0;
    const AllocationFacts* largest = nullptr;
};

/// Of each launch, in their order; a device function is one kernel, whatever opens its axes. Before the split, buffers
/// of a launch may still be merged over each other: the largest counts.
std::vector<TakenMemory> takenMemory(const FunctionFacts& function)
{
    const bool isKernel = function.isDevice();
    std::vector<TakenMemory> all(isKernel ? 1 : function.body->launches.size());
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (allocation.launch < 0 && !isKernel)
            continue;
        TakenMemory& taken = all[isKernel ? 0 : size_t(allocation.launch)];
        const int64_t bytes = byteSize(*allocation.statement->buffer).constant;
        int64_t& sum = allocation.isDynamic ? taken.dynamicBytes : taken.staticBytes;
        sum = isKernel ? sum + bytes : std::max(sum, bytes);
        if (!taken.largest || bytes > taken.largestBytes) {
            taken.largest = &allocation;
            taken.largestBytes = bytes;
        }
    }
    return all;
}

/// Nearly all launches have the same target, whose limit is looked up once.
class LimitOfTarget {
public:
    const std::optional<SharedMemoryLimit>& of(const Target* target)
    {
        if (target != m_target) {
            m_target = target;
            m_limit = target ? sharedMemoryLimit(*target) : std::nullopt;
        }
        return m_limit;
    }

private:
    const Target* m_target = nullptr;
    std::optional<SharedMemoryLimit> m_limit;
};

void checkLimit(const FunctionFacts& function, LimitOfTarget& limits, Diagnostics& found)
{
    const auto& launches = function.body->launches;
    if (function.body->sharedAllocations.empty() || launches.empty())
        return;
    const std::vector<TakenMemory> takenBy = takenMemory(function);
    for (size_t launch = 0; launch < takenBy.size(); ++launch) {
        const TakenMemory& taken = takenBy[launch];
        const Target* region = launches[launch].regionTarget;
        const std::optional<SharedMemoryLimit>& limit = limits.of(region ? region : function.target);
        if (!limit || !taken.largest)
            continue;
        const std::string excess =
            overLimit(*limit, taken.staticBytes,
                      function.isDevice() ? taken.staticBytes + taken.dynamicBytes
                                          : std::max(taken.staticBytes, taken.dynamicBytes));
        if (!excess.empty())
            found.push_back({.severity = Severity::Warning,
                             .code = "shared-memory-limit",
                             .message = "the launch takes " + excess,
                             .place = function.at(taken.largest->place),
                             .notes = {{"the launch is here", function.at(launches[launch].place), {}}}});
    }
}

void checkDynamicMerged(const FunctionFacts& function, Diagnostics& found)
{
    const AllocationFacts* first = nullptr; // of the launch; launches come one after another
    int firstLaunch = -1;
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (!allocation.isDynamic || (allocation.launch < 0 && !function.isDevice()))
            continue;
        // After the split a device function is one kernel, including statements outside of its axes.
        const int launch = function.isDevice() ? 0 : allocation.launch;
        if (!first || launch != firstLaunch) {
            first = &allocation;
            firstLaunch = launch;
            continue;
        }
        found.push_back(
            {.code = "several-dynamic-allocations",
             .message = "a second dynamic shared buffer, " + quoted(allocation.statement->buffer->name) +
                        ", is allocated in one launch",
             .place = function.at(allocation.place),
             .notes = {{"the first one, " + quoted(first->statement->buffer->name) + ", is allocated here",
                        function.at(first->place),
                        {}}}});
    }
}

/// Where one function uses the shared buffers that it allocates outside of its launches. Declarations, regions of blocks,
/// and attributes are no uses; neither is a variable for the pointer, whose uses count instead.
class OuterSharedMemory : public Walker {
public:
    OuterSharedMemory(const FunctionFacts& function, Diagnostics& found)
        : m_function(function),
          m_found(found)
    {}

    void check()
    {
        walk(*m_function.function, Role::Part, m_function.place);
        for (const Uses& uses : m_allocated)
            if (uses.launches.size() > 1 || (uses.launches.size() == 1 && uses.firstOfHost != NoPlace))
                report(uses);
    }

private:
    struct Uses {
        const Buffer* buffer;
        Place place;                                 ///< of the allocation
        std::vector<std::pair<int, Place>> launches; ///< that use it, each with its first use
        Place firstOfHost = NoPlace;
    };

    void enter(const Node& node, Role role, Place place) override
    {
        if (role == Role::Scope && bindsThreads(*parent()) && m_depth++ == 0)
            ++m_launch;
        const auto* buffer = as<Buffer>(&node);
        if (buffer && role == Role::BufferAlloc) {
            allocate(*buffer, as<AllocBuffer>(parent()) ? place - 1 : place);
        } else if (buffer && role == Role::BufferUse) {
            if (as<BufferLoad>(parent()) || as<BufferStore>(parent()))
                use(buffer->data, place);
        } else if (const auto* match = as<MatchBufferRegion>(&node)) {
            alias(match->buffer->data, match->source->buffer->data);
        } else if (const auto* bind = as<Bind>(&node)) {
            if (!m_pointer && alias(bind->var, variableOf(*bind->value)))
                m_pointer = bind;
        } else if (const auto* var = as<Var>(&node)) {
            if (role == Role::Value && !as<Buffer>(parent()) && !as<AttrStmt>(parent()))
                use(var, place);
        }
    }

    void leave(const Node& node, Role role, Place) override
    {
        if (role == Role::Scope && bindsThreads(*parent()))
            --m_depth;
        if (&node == m_pointer)
            m_pointer = nullptr;
    }

    void allocate(const Buffer& buffer, Place place)
    {
        if (m_depth > 0 || buffer.scope().rank != StorageRank::Shared)
            return;
        m_indices[buffer.data] = m_allocated.size();
        m_allocated.push_back({.buffer = &buffer, .place = place, .launches = {}});
    }

    /// The variable of the pointer that an expression makes another pointer of; null if it is not known.
    static const Var* variableOf(const Expr& pointer)
    {
        if (const auto* var = as<Var>(&pointer))
            return var;
        const auto* call = as<Call>(&pointer);
        if (!call || call->args.empty())
            return nullptr;
        if (const auto* load = as<BufferLoad>(call->args[0]); load && call->isOp(OpId::address_of))
            return load->buffer->data;
        return variableOf(*call->args[call->isOp(OpId::tvm_access_ptr) && call->args.size() > 1 ? 1 : 0]);
    }

    /// Whether `pointer` points to one of the buffers, and so does `var` from here on.
    bool alias(const Var* var, const Var* pointer)
    {
        const auto known = m_indices.find(pointer);
        if (known == m_indices.end() || !var->dtype.isHandle())
            return false;
        const size_t index = known->second;
        m_indices[var] = index;
        return true;
    }

    void use(const Var* data, Place place)
    {
        const auto known = m_indices.find(data);
        if (known == m_indices.end() || m_pointer)
            return;
        Uses& uses = m_allocated[known->second];
        if (m_depth == 0)
            uses.firstOfHost = std::min(uses.firstOfHost, place);
        else if (uses.launches.empty() || uses.launches.back().first != m_launch)
            uses.launches.emplace_back(m_launch, place);
    }

    void report(const Uses& uses)
    {
        const bool isOfHost = uses.firstOfHost != NoPlace;
        std::string users = isOfHost ? "the host uses it, and so does a launch"
                                     : std::to_string(uses.launches.size()) + " launches use it";
        const Place second = isOfHost ? uses.firstOfHost : uses.launches[1].second;
        m_found.push_back(
            {.code = "shared-by-launches",
             .message = "shared buffer " + quoted(uses.buffer->name) +
                        " is allocated outside of all launches, and " + users +
                        "; shared memory belongs to one launch and ends with it",
             .place = uses.place,
             .notes = {{"it is used here", uses.launches[0].second, {}}, {"and here", second, {}}}});
    }

    const FunctionFacts& m_function;
    Diagnostics& m_found;
    std::vector<Uses> m_allocated;
    std::unordered_map<const Var*, size_t> m_indices; ///< into `m_allocated`, by data variable or pointer
    const Bind* m_pointer = nullptr; ///< the walk is in the value of a variable for a pointer
    int m_launch = -1;               ///< the latest one
    int m_depth = 0;                 ///< enclosing thread axes
};

} // namespace

void checkSharedMemoryPlaces(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkPlaces(function, found);
}

void checkSharedMemoryLimit(const ModuleFacts& facts, Diagnostics& found)
{
    LimitOfTarget limits;
    for (const FunctionFacts& function : facts.functions)
        checkLimit(function, limits, found);
}

void checkMerged(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkDynamicMerged(function, found);
}

void checkStaticMerged(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        std::set<int> launches;
        for (const AllocationFacts& allocation : function.body->sharedAllocations)
            if (allocation.launch >= 0 && allocation.statement->buffer->scope().isStaticShared() &&
                !launches.insert(allocation.launch).second)
                found.push_back({.code = "several-static-allocations",
                                 .message = "a second static shared buffer, " +
                                            quoted(allocation.statement->buffer->name) +
                                            ", is allocated in one launch",
                                 .place = function.at(allocation.place)});
    }
}

void checkOneLaunch(const ModuleFacts& facts, Diagnostics& found)
{
    const auto isDynamic = [](const AllocationFacts& allocation) { return allocation.isDynamic; };
    for (const FunctionFacts& function : facts.functions)
        if (function.body->launches.size() > 1 &&
            std::ranges::count_if(function.body->sharedAllocations, isDynamic) > 1)
            found.push_back({.code = "several-launches",
                             .message = quoted(function.name()) + " has " +
                                        std::to_string(function.body->launches.size()) +
                                        " launches and several dynamic shared buffers",
                             .place = function.at(function.body->launches[1].place)});
}

/// Not in a function of the device, which is one launch.
void checkLaunchMemory(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function && !function.isDevice() && !function.body->launches.empty() &&
            function.body->has(BodyFeature::SharedOutsideLaunch))
            OuterSharedMemory(function, found).check();
}

} // namespace tir
