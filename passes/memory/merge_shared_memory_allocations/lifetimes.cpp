#include "passes/memory/merge_shared_memory_allocations/lifetimes.h"

#include "core/analysis/barriers.h"
#include "core/ir/visitor.h"
#include "passes/framework/first_error.h"

#include <algorithm>
#include <optional>

namespace tir::passes {
namespace {

/// Keeps a stack of open statements. A touch is booked on the open statement right inside the scope that
/// owns the allocation.
class TimelineBuilder : public Visitor, public FirstError {
public:
    TimelineBuilder(SharedKind kind, Mode mode) : m_kind(kind), m_isSound(mode == Mode::Sound)
    {
        // Enough for most launches.
        m_made.timeline.reserve(16);
        m_made.touches.reserve(32);
        m_made.events.reserve(8);
        m_open.reserve(8);
    }

    Lifetimes take() { return std::move(m_made); }

private:
    void visit(const AllocBuffer& alloc) override
    {
        // Every storage scope is recorded: also a local buffer must not be touched in the wrong place.
        m_levels.insert(alloc.buffer->data, m_depth);
        if (m_isSound && m_depth != LaunchLevel)
            m_made.pinned.insert(alloc.buffer->data);
        visitFields(*alloc.buffer);
    }

    void visit(const DeclBuffer& decl) override { visitFields(*decl.buffer); }

    void visit(const BufferStore& store) override
    {
        openLeaf(store, [&] {
            Visitor::visit(store.value);
            visitAll(store.indices);
            touch(store.buffer->data, store);
        });
    }

    void visit(const Bind& bind) override
    {
        if (m_isSound)
            openLeaf(bind, [&] { Visitor::visit(bind.value); });
        else
            visitChildren(bind);
        if (const Var* data = addressed(*bind.value))
            m_pointers.insert(bind.var, data);
    }

    void visit(const Evaluate& evaluate) override
    {
        if (m_isSound && m_depth == LaunchLevel && isBlockBarrier(*evaluate.value))
            m_made.timeline.push_back({.stmt = &evaluate, .isBarrier = true});
        openLeaf(evaluate, [&] { Visitor::visit(evaluate.value); });
    }

    void visit(const BufferLoad& load) override
    {
        visitAll(load.indices);
        touch(load.buffer->data, load);
    }

    void visit(const Call& call) override
    {
        const BufferLoad* load = addressedElement(call);
        if (load && m_isSound)
            m_made.pinned.insert(load->buffer->data);
        // The address of an element is not a use of its buffer for TVM: only the indices are visited.
        visitAll(load && !m_isSound ? load->indices : call.args);
        if (load && isOfKind(load->buffer->data, m_kind))
            m_made.addresses.push_back({load->buffer->data, &call, std::ssize(m_made.timeline)});
    }

    static const BufferLoad* addressedElement(const Call& call)
    {
        return call.isOp(OpId::address_of) && !call.args.empty() ? as<BufferLoad>(call.args[0]) : nullptr;
    }

    /// The data variable that an address is based on; null for other values.
    const Var* addressed(const Expr& value) const
    {
        const auto* call = as<Call>(&value);
        const BufferLoad* load = call ? addressedElement(*call) : nullptr;
        return load && isOfKind(load->buffer->data, m_kind) ? load->buffer->data : nullptr;
    }

    void visit(const Var& var) override
    {
        if (role() != Role::Value)
            return;
        touch(&var, var);
        if (const Var* const* data = m_pointers.find(&var))
            m_made.addresses.push_back({*data, &var, std::ssize(m_made.timeline)});
        if (m_isSound)
            m_made.pinned.insert(&var);
    }

    void visit(const AttrStmt& attr) override
    {
        const bool isOutermost = attr.key == attr::ThreadExtent && !m_inLaunch;
        const auto inside = [&] {
            Visitor::visit(attr.value);
            Visitor::visit(attr.body);
        };
        if (isOutermost) {
            m_inLaunch = true;
            openScope(attr, inside);
            m_inLaunch = false;
        } else if (attr.key == attr::VirtualThread || attr.key == "extern_scope") {
            openScope(attr, inside);
        } else {
            inside();
        }
    }

    void visit(const For& loop) override { openScope(loop); }
    void visit(const While& loop) override { openScope(loop); }
    void visit(const IfThenElse& branch) override { openScope(branch); }
    void visit(const AssertStmt& check) override { openScope(check); }

    template <class Inside>
    void openLeaf(const Stmt& stmt, Inside&& inside)
    {
        open();
        inside();
        if (TimelineEntry entry{.stmt = &stmt}; close(entry))
            m_made.timeline.push_back(entry);
    }

    template <class Inside>
    void openScope(const Stmt& stmt, Inside&& inside)
    {
        std::vector<TimelineEntry>& timeline = m_made.timeline;
        const size_t begin = timeline.size();
        timeline.push_back({.stmt = &stmt});
        open();
        inside();
        const auto length = ptrdiff_t(timeline.size() - begin);
        timeline[begin].pairOffset = length;
        TimelineEntry end{.stmt = &stmt, .pairOffset = -length};
        close(end);
        timeline.push_back(end);
    }

    void open()
    {
        if (m_depth == m_open.size())
            m_open.emplace_back();
        m_open[m_depth++].clear();
    }

    /// Books the touches on `entry`; whether there are any.
    bool close(TimelineEntry& entry)
    {
        const std::vector<const Var*>& touched = m_open[--m_depth];
        entry.firstTouch = uint32_t(m_made.touches.size());
        entry.touchCount = uint32_t(touched.size());
        m_made.touches.insert(m_made.touches.end(), touched.begin(), touched.end());
        return !touched.empty();
    }

    void openScope(const Stmt& stmt)
    {
        openScope(stmt, [&] { visitChildren(stmt); });
    }

    void visitFields(const Buffer& buffer)
    {
        visitAll(buffer.shape);
        visitAll(buffer.strides);
        Visitor::visit(buffer.elemOffset);
    }

    void visitAll(ExprList exprs)
    {
        for (const Expr* expr : exprs)
            Visitor::visit(expr);
    }

    void touch(const Var* data, const Node& where)
    {
        const size_t* level = m_levels.find(data);
        if (!level)
            return;
        if (*level >= m_depth) {
            if (!m_isSound)
                fail("'" + std::string(data->name) +
                         "' is used in the scope of its allocation outside of a store or a call statement, "
                         "where its lifetime cannot be counted",
                     where);
            return;
        }
        if (isOfKind(data, m_kind))
            m_open[*level].push_back(data);
    }

    /// Statements that are open directly in the body of a launch: the launch itself.
    static constexpr size_t LaunchLevel = 1;

    SharedKind m_kind;
    bool m_isSound;
    Lifetimes m_made;
    PointerMap<Var, const Var*> m_pointers;      ///< bound address -> data variable
    std::vector<std::vector<const Var*>> m_open; ///< touches booked on each open statement; the rest is spare
    size_t m_depth = 0;                          ///< of open statements
    PointerMap<Var, size_t> m_levels;            ///< how many statements were open at the allocation
    bool m_inLaunch = false;
};

void findEvents(Lifetimes& lifetimes)
{
    const std::vector<TimelineEntry>& timeline = lifetimes.timeline;
    const auto eventsOf = [&](const TimelineEntry& entry) -> LifetimeEvents& {
        const auto [index, isNew] = lifetimes.eventsOf.insert(entry.stmt, uint32_t(lifetimes.events.size()));
        if (isNew)
            lifetimes.events.emplace_back();
        return lifetimes.events[index];
    };
    PointerSet<Var> seen;
    for (size_t i = timeline.size(); i-- > 0;)
        for (const Var* data : lifetimes.touched(timeline[i]))
            if (seen.insert(data))
                eventsOf(timeline[i]).dying.push_back(data);
    seen.clear();
    for (size_t i = 0; i < timeline.size(); ++i) {
        if (timeline[i].pairOffset < 0)
            continue;
        // A begin represents all buffers that are accessed up to its end.
        for (const Var* data : lifetimes.touched(timeline[i + size_t(timeline[i].pairOffset)]))
            if (seen.insert(data))
                eventsOf(timeline[i]).born.push_back(data);
    }
}

} // namespace

bool isOfKind(const Var* data, SharedKind kind)
{
    const auto* pointer = as<PointerType>(data->type);
    return pointer && pointer->scope == (kind == SharedKind::Dynamic ? "shared.dyn" : "shared");
}

std::variant<Lifetimes, PassError> lifetimes(const Stmt& root, SharedKind kind, Mode mode)
{
    TimelineBuilder builder(kind, mode);
    static_cast<Visitor&>(builder).visit(&root);
    if (builder.error())
        return *builder.error();
    Lifetimes result = builder.take();
    findEvents(result);
    return result;
}

} // namespace tir::passes
