#include "passes/memory/merge_shared_memory_allocations_lifetimes.h"

#include "core/ir/visitor.h"

#include <optional>
#include <unordered_set>

namespace tir::passes {
namespace {

/// Keeps a stack of open statements. A touch is booked on the open statement right inside the scope that
/// owns the allocation.
class TimelineBuilder : public Visitor {
public:
    TimelineBuilder(SharedKind kind, Mode mode) : m_kind(kind), m_isSound(mode == Mode::Sound) {}

    Lifetimes take()
    {
        return {.timeline = std::move(m_timeline),
                .addresses = std::move(m_addresses),
                .events = {},
                .pinned = std::move(m_pinned)};
    }
    const std::optional<PassError>& error() const { return m_error; }

private:
    void visit(const AllocBuffer& alloc) override
    {
        // Every storage scope is recorded: also a local buffer must not be touched in the wrong place.
        m_levels.emplace(alloc.buffer->data, m_open.size());
        if (m_isSound && m_open.size() != LaunchLevel)
            m_pinned.insert(alloc.buffer->data);
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
            m_pointers.emplace(bind.var, data);
    }

    void visit(const Evaluate& evaluate) override
    {
        if (m_isSound && m_open.size() == LaunchLevel && isBarrier(evaluate))
            m_timeline.push_back({.stmt = &evaluate, .isBarrier = true});
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
            m_pinned.insert(load->buffer->data);
        // The address of an element is no touch of its buffer for TVM: only the indices are visited.
        visitAll(load && !m_isSound ? load->indices : call.args);
        if (load && isOfKind(load->buffer->data, m_kind))
            m_addresses.push_back({load->buffer->data, &call, std::ssize(m_timeline)});
    }

    static const BufferLoad* addressedElement(const Call& call)
    {
        return call.isOp("tirx.address_of") && !call.args.empty() ? as<BufferLoad>(call.args[0]) : nullptr;
    }

    /// The data variable behind an address; null for other values.
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
        if (const auto pointer = m_pointers.find(&var); pointer != m_pointers.end())
            m_addresses.push_back({pointer->second, &var, std::ssize(m_timeline)});
        if (m_isSound)
            m_pinned.insert(&var);
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

    static bool isBarrier(const Evaluate& evaluate)
    {
        const auto* call = as<Call>(evaluate.value);
        if (!call || !call->isOp("tirx.tvm_storage_sync") || call->args.empty())
            return false;
        const auto* scope = as<StringImm>(call->args[0]);
        return scope && (scope->value == "shared" || scope->value == "shared.dyn");
    }

    template <class Inside>
    void openLeaf(const Stmt& stmt, Inside&& inside)
    {
        m_open.emplace_back();
        inside();
        std::vector<const Var*> touched = std::move(m_open.back());
        m_open.pop_back();
        if (!touched.empty())
            m_timeline.push_back({.stmt = &stmt, .touched = std::move(touched)});
    }

    template <class Inside>
    void openScope(const Stmt& stmt, Inside&& inside)
    {
        const size_t begin = m_timeline.size();
        m_timeline.push_back({.stmt = &stmt});
        m_open.emplace_back();
        inside();
        const auto length = ptrdiff_t(m_timeline.size() - begin);
        m_timeline[begin].pairOffset = length;
        m_timeline.push_back({.stmt = &stmt, .pairOffset = -length, .touched = std::move(m_open.back())});
        m_open.pop_back();
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
        const auto level = m_levels.find(data);
        if (level == m_levels.end())
            return;
        if (level->second >= m_open.size()) {
            if (!m_error && !m_isSound)
                m_error =
                    PassError{.message = "'" + std::string(data->name) +
                                         "' is used in the scope of its allocation outside of a store or a "
                                         "call statement, where its lifetime cannot be counted",
                              .node = &where};
            return;
        }
        if (isOfKind(data, m_kind))
            m_open[level->second].push_back(data);
    }

    /// Statements that are open directly in the body of a launch: the launch itself.
    static constexpr size_t LaunchLevel = 1;

    SharedKind m_kind;
    bool m_isSound;
    std::unordered_set<const Var*> m_pinned;
    std::vector<TimelineEntry> m_timeline;
    std::vector<AddressTaken> m_addresses;
    std::unordered_map<const Var*, const Var*> m_pointers; ///< bound address -> data variable
    std::vector<std::vector<const Var*>> m_open;           ///< touches booked on each open statement
    std::unordered_map<const Var*, size_t> m_levels; ///< how many statements were open at the allocation
    bool m_inLaunch = false;
    std::optional<PassError> m_error;
};

void findEvents(Lifetimes& lifetimes)
{
    const std::vector<TimelineEntry>& timeline = lifetimes.timeline;
    std::unordered_set<const Var*> seen;
    for (size_t i = timeline.size(); i-- > 0;)
        for (const Var* data : timeline[i].touched)
            if (seen.insert(data).second)
                lifetimes.events[timeline[i].stmt].dying.push_back(data);
    seen.clear();
    for (size_t i = 0; i < timeline.size(); ++i) {
        if (timeline[i].pairOffset < 0)
            continue;
        // A begin stands for everything that is touched up to its end.
        for (const Var* data : timeline[i + size_t(timeline[i].pairOffset)].touched)
            if (seen.insert(data).second)
                lifetimes.events[timeline[i].stmt].born.push_back(data);
    }
}

} // namespace

bool isOfKind(const Var* data, SharedKind kind)
{
    const auto* pointer = as<PointerType>(data->type);
    const auto scope = pointer ? storageScopeFromString(pointer->scope) : std::nullopt;
    return scope && (kind == SharedKind::Dynamic ? scope->isDynamicShared() : scope->isStaticShared());
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
