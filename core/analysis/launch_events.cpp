/// One walk. A statement opens its tick when it is entered (store, evaluation, binding) or, for the others,
/// when one of its expressions touches shared memory: `if A[tx] > 0`.

#include "core/analysis/launch_events.h"

#include "core/analysis/barriers.h"
#include "core/analysis/module_facts.h"
#include "core/analysis/text.h"
#include "core/ir/make.h"

namespace tir {
namespace {

constexpr size_t TickTextBytes = 60;

bool isShared(const Buffer& buffer)
{
    return buffer.scope().rank == StorageRank::Shared;
}

bool isSharedPointer(const Var& var)
{
    const auto* pointer = as<PointerType>(var.type);
    const std::optional<StorageScope> scope = storageScopeFromString(pointer ? pointer->scope : "");
    return pointer && scope && scope->rank == StorageRank::Shared;
}

class EventCollector : public Walker {
public:
    explicit EventCollector(const SizeLookup& sizes) : m_ranges(sizes) {}

    SharedMemoryEvents collect(const Module& module)
    {
        walk(module);
        return std::move(m_events);
    }

private:
    struct OpenLoop {
        const Node* node;
        int firstTick;
        Place place;
        int conditions; ///< outside of its body
        bool mayNotRun;
    };

    void enter(const Node& node, Role role, Place place) override
    {
        m_lastPlace = place;
        if (role == Role::Scope)
            enterBody(*parent());
        if (node.isStmt())
            enterStatement(static_cast<const Stmt&>(node), place);
        if (const auto* call = as<Call>(&node); call && call->isOp(OpId::address_of) && !call->args.empty())
            m_addressed = as<BufferLoad>(call->args[0]);
        if (const auto* buffer = as<Buffer>(&node))
            enterBuffer(*buffer, role, place);
        else if (const auto* var = as<Var>(&node))
            enterVar(*var, role, place);
        else if (as<PrimFunc>(&node) || as<OpaqueFunc>(&node))
            enterFunction();
    }

    void leave(const Node& node, Role role, Place) override
    {
        if (as<BufferStore>(&node) && m_pendingWrite) {
            addAccess(*m_pendingWrite);
            m_pendingWrite.reset();
        }
        if (const auto* bind = as<Bind>(&node); bind && bind->var->dtype.isIntegral())
            m_ranges.define(*bind->var, *bind->value);
        if (role == Role::Scope)
            leaveBody(*parent());
    }

    void enterFunction()
    {
        ++m_function;
        m_launchesInFunction = 0;
    }

    void enterStatement(const Stmt& statement, Place place)
    {
        m_statement = &statement;
        m_statementPlace = place;
        m_hasTick = false;
        const auto* evaluation = as<Evaluate>(&statement);
        if (m_launch >= 0 && (evaluation || as<BufferStore>(&statement) || as<Bind>(&statement))) {
            addTick();
            launch().ticks.back().isBarrier =
                evaluation && (isBlockBarrier(*evaluation->value) || isGroupBarrier(*evaluation->value));
        }
    }

    void enterBody(const Node& owner)
    {
        if (const auto* attr = as<AttrStmt>(&owner); attr && attr->iterVar())
            m_ranges.define(*attr->iterVar()->var, Zero, *attr->value);
        const auto* loop = as<For>(&owner);
        if (loop)
            m_ranges.define(*loop->loopVar, *loop->min, *loop->extent);
        if (bindsThreads(owner) && m_threadDepth++ == 0)
            openLaunch();
        if (m_launch < 0)
            return;
        if (as<IfThenElse>(&owner)) {
            ++m_conditions;
        } else if (as<While>(&owner) || (loop && !loop->threadBinding)) {
            const auto* extent = loop ? as<IntImm>(loop->extent) : nullptr;
            const bool mayNotRun = !extent || extent->value <= 0;
            m_loops.push_back(
                {&owner, int(launch().ticks.size()), m_statementPlace, m_conditions, mayNotRun});
            m_conditions += mayNotRun;
        }
    }

    void leaveBody(const Node& owner)
    {
        if (m_launch >= 0 && as<IfThenElse>(&owner)) {
            --m_conditions;
        } else if (!m_loops.empty() && m_loops.back().node == &owner) {
            const OpenLoop loop = m_loops.back();
            m_loops.pop_back();
            const int lastTick = int(launch().ticks.size()) - 1;
            if (lastTick >= loop.firstTick)
                launch().loops.push_back(
                    {loop.node, loop.firstTick, lastTick, loop.place, m_lastPlace, m_conditions});
            m_conditions = loop.conditions;
        }
        if (bindsThreads(owner) && --m_threadDepth == 0)
            m_launch = -1;
    }

    void openLaunch()
    {
        m_launch = int(m_events.launches.size());
        m_conditions = 0;
        m_events.launches.push_back({m_function, ++m_launchesInFunction, m_statementPlace, {}, {}, {}});
    }

    void enterBuffer(const Buffer& buffer, Role role, Place place)
    {
        if (!isShared(buffer))
            return;
        if (role == Role::BufferAlloc) {
            m_events.allocations.push_back({&buffer, m_statementPlace, m_function, m_launch});
            return;
        }
        const auto* load = as<BufferLoad>(parent());
        const auto* store = as<BufferStore>(parent());
        const bool isTile =
            as<TilePrimitiveCall>(m_statement) != nullptr; // which may read and write any part
        if (m_launch < 0 || role != Role::BufferUse || (!load && !store && !isTile))
            return;
        const ExprList indices = load ? load->indices : store ? store->indices : ExprList();
        SharedAccess access{};
        access.data = buffer.data;
        access.buffer = &buffer;
        access.index = indices.size() == 1 ? indices[0] : nullptr;
        access.unitBytes = buffer.dtype.vectorBytes();
        access.dtype = buffer.dtype;
        access.extent = 1;
        access.place = place;
        access.isWrite = store || (isTile && !load);
        access.isAddress = load && load == m_addressed;
        if (store)
            m_pendingWrite = access;
        else
            addAccess(access);
    }

    /// A pointer passed to a call, with the offset argument beside it.
    void enterVar(const Var& var, Role role, Place place)
    {
        const auto* call = as<Call>(parent());
        if (m_launch < 0 || role != Role::Value || !call || !isSharedPointer(var))
            return;
        SharedAccess access{};
        access.data = &var;
        access.place = place;
        const std::optional<DType> pointee = pointeeDType(&var);
        access.unitBytes = pointee ? pointee->vectorBytes() : 1;
        access.dtype = Void;
        access.extent = 1;
        access.isAddress = true;
        const bool isAccessPointer = call->isOp(OpId::tvm_access_ptr) && call->args.size() == 5;
        if (isAccessPointer) {
            access.extent = mostOf(*call->args[3]);
            access.isAddress = false;
        }
        if (isAccessPointer && !call->args[0]->dtype.isVoid()) {
            access.dtype = call->args[0]->dtype;
            access.unitBytes = access.dtype.vectorBytes();
        }
        for (size_t i = 0; i + 1 < call->args.size(); ++i)
            if (call->args[i] == &var && call->args[i + 1]->dtype.isInt())
                access.index = call->args[i + 1];
        addAccess(access);
    }

    std::optional<int64_t> mostOf(const Expr& count) const
    {
        const std::optional<IndexRange> range = m_ranges.of(count);
        return range ? std::optional(range->high) : std::nullopt;
    }

    void addAccess(SharedAccess access)
    {
        if (!m_hasTick)
            addTick();
        if (access.index)
            access.range = m_ranges.of(*access.index);
        access.tick = int(launch().ticks.size()) - 1;
        access.conditions = m_conditions;
        launch().accesses.push_back(access);
    }

    void addTick()
    {
        m_hasTick = true;
        launch().ticks.push_back({m_statementPlace, false, shortText(*m_statement, TickTextBytes)});
    }

    LaunchEvents& launch() { return m_events.launches[size_t(m_launch)]; }

    const IntImm Zero{Int32, 0};

    SharedMemoryEvents m_events;
    IndexRanges m_ranges;
    std::optional<SharedAccess> m_pendingWrite; ///< the target of the store being walked
    const BufferLoad* m_addressed = nullptr;    ///< whose address was taken last
    std::vector<OpenLoop> m_loops;              ///< of the launch being walked
    const Stmt* m_statement = nullptr;
    Place m_statementPlace = NoPlace;
    Place m_lastPlace = NoPlace;
    bool m_hasTick = false; ///< of m_statement
    size_t m_function = SIZE_MAX;
    int m_launchesInFunction = 0;
    int m_launch = -1;
    int m_threadDepth = 0;
    int m_conditions = 0;
};

} // namespace

std::optional<ByteRange> SharedAccess::bytes() const
{
    if (!range || !extent)
        return {};
    return ByteRange{range->low * unitBytes, (range->high + *extent) * unitBytes};
}

SharedMemoryEvents collectEvents(const Module& module, const SizeLookup& sizes)
{
    return EventCollector(sizes).collect(module);
}

} // namespace tir
