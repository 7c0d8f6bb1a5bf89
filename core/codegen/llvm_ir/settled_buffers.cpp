#include "core/codegen/llvm_ir/settled_buffers.h"

#include "core/codegen/llvm_ir/scan.h"
#include "core/ir/contains.h"
#include "core/ir/storage_scope.h"
#include "core/ir/visitor.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tir::llvm_ir {
namespace {

/// More elements are not registers.
constexpr int64_t MostElements = 1024;

/// The number of the element; nothing if an index is not a constant inside of the shape.
std::optional<size_t> elementAt(const Buffer& buffer, ExprList indices)
{
    if (indices.size() != buffer.shape.size())
        return std::nullopt;
    int64_t element = 0;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        const auto* index = as<IntImm>(indices[axis]);
        const auto* extent = as<IntImm>(buffer.shape[axis]);
        if (!index || !extent || index->value < 0 || index->value >= extent->value)
            return std::nullopt;
        element = element * extent->value + index->value;
    }
    return size_t(element);
}

bool isJump(const Node& node)
{
    const auto* call = as<Call>(&node);
    return node.kind == NodeKind::Break || node.kind == NodeKind::Continue ||
           (call && (call->isOp(OpId::break_loop) || call->isOp(OpId::continue_loop)));
}

/// Visits the program in its order and tracks for every element whether it has been stored by then, whatever the
/// conditions on the way were.
class SettledFinder : public Visitor {
public:
    std::unordered_set<const Var*> settled() const
    {
        std::unordered_set<const Var*> good;
        for (const auto& [data, memory] : m_memory)
            if (memory.isGood)
                good.insert(data);
        // Stored values must be settled themselves.
        for (bool isStable = false; !isStable;) {
            isStable = true;
            for (const auto& [data, memory] : m_memory)
                if (good.contains(data) && !isSubset(memory.sources, good)) {
                    good.erase(data);
                    isStable = false;
                }
        }
        return good;
    }

protected:
    void visit(const AllocBuffer& node) override
    {
        const Buffer& buffer = *node.buffer;
        const auto [entry, isNew] = m_memory.try_emplace(buffer.data);
        Memory& memory = entry->second;
        const int64_t count = constantElementCount(buffer);
        memory.isGood = isNew && m_launches > 0 && m_obscure == 0 && count > 0 && count <= MostElements &&
                        buffer.scope().rank == StorageRank::Local && buffer.strides.empty();
        if (!memory.isGood)
            return;
        memory.buffer = &buffer;
        memory.isSet.resize(size_t(count));
    }
    void visit(const DeclBuffer&) override {}

    void visit(const BufferLoad& node) override
    {
        visitParts(node.indices, node.predicate);
        access(*node.buffer, node.indices, node.predicate, false);
    }
    void visit(const BufferStore& node) override
    {
        visitParts(node.indices, node.predicate);
        Visitor::visit(node.value);
        if (Memory* memory = access(*node.buffer, node.indices, node.predicate, true))
            noteSources(*memory, *node.value);
    }
    void visit(const Call& node) override
    {
        // Code with the address of an element may access others.
        const auto* load =
            node.isOp(OpId::address_of) && !node.args.empty() ? as<BufferLoad>(node.args[0]) : nullptr;
        if (load)
            m_memory[load->buffer->data].isGood = false;
        visitChildren(node);
    }
    void visit(const Var& node) override { m_memory[&node].isGood = false; }
    void visit(const Buffer&) override {}

    void visit(const AttrStmt& node) override
    {
        if (const auto* var = as<Var>(node.node.node()))
            m_memory[var].isGood = false;
        const bool isLaunch = node.key == attr::ThreadExtent && !isVirtualThread(node);
        const bool isObscure = isVirtualThread(node);
        m_launches += isLaunch;
        m_obscure += isObscure;
        Visitor::visit(node.value);
        Visitor::visit(node.body, Role::Scope);
        m_launches -= isLaunch;
        m_obscure -= isObscure;
    }

    void visit(const For& node) override
    {
        const auto* extent = as<IntImm>(node.extent);
        const bool isPlain = node.forKind == ForKind::Serial || node.forKind == ForKind::Unrolled;
        const bool isThread = node.forKind == ForKind::ThreadBinding || isVirtualThread(node);
        const bool isLeft = contains(*node.body, isJump);
        m_obscure += isThread;
        Visitor::visit(node.min);
        Visitor::visit(node.extent);
        const bool isRun = isPlain && !isThread && !isLeft && extent && extent->value > 0;
        visitBranch(node.body, isRun);
        m_obscure -= isThread;
    }
    void visit(const While& node) override
    {
        Visitor::visit(node.condition);
        visitBranch(node.body, false);
    }
    void visit(const IfThenElse& node) override
    {
        Visitor::visit(node.condition);
        visitBranch(node.thenCase, false);
        visitBranch(node.elseCase, false);
    }
    void visit(const SBlockRealize& node) override
    {
        ++m_obscure;
        visitChildren(node);
        --m_obscure;
    }

private:
    struct Memory {
        const Buffer* buffer = nullptr;
        bool isGood = false;
        std::vector<bool> isSet = {};                ///< by element
        std::unordered_set<const Var*> sources = {}; ///< other memory of threads that its values come from
    };

    static bool isSubset(const std::unordered_set<const Var*>& part,
                         const std::unordered_set<const Var*>& all)
    {
        return std::ranges::all_of(part, [&](const Var* var) { return all.contains(var); });
    }

    void visitParts(ExprList indices, const Expr* predicate)
    {
        for (const Expr* index : indices)
            Visitor::visit(index);
        Visitor::visit(predicate);
    }

    /// `isRun`: surely, and to its end.
    void visitBranch(const Stmt* body, bool isRun)
    {
        const size_t before = m_log.size();
        Visitor::visit(body, Role::Scope);
        if (isRun)
            return;
        for (size_t at = before; at < m_log.size(); ++at)
            m_log[at].first->isSet[m_log[at].second] = false;
        m_log.resize(before);
    }

    /// The memory, if it may still be settled.
    Memory* access(const Buffer& buffer, ExprList indices, const Expr* predicate, bool isStore)
    {
        Memory& memory = m_memory[buffer.data];
        if (!memory.isGood)
            return nullptr;
        const auto element = elementAt(buffer, indices);
        memory.isGood = memory.buffer == &buffer && !predicate && m_obscure == 0 && element &&
                        (isStore || memory.isSet[*element]);
        if (!memory.isGood)
            return nullptr;
        if (isStore && !memory.isSet[*element]) {
            memory.isSet[*element] = true;
            m_log.emplace_back(&memory, *element);
        }
        return &memory;
    }

    static void noteSources(Memory& memory, const Expr& value)
    {
        contains(value, [&](const Node& node) {
            const auto* load = as<BufferLoad>(&node);
            if (load && load->buffer->scope().rank == StorageRank::Local)
                memory.sources.insert(load->buffer->data);
            const auto* call = as<Call>(&node);
            if (call && (call->function || warpShuffle(*call)))
                memory.isGood = false; // it may give a value that was never set
            return false;
        });
    }

    std::unordered_map<const Var*, Memory> m_memory; ///< by data variable; null for those that do not qualify
    std::vector<std::pair<Memory*, size_t>> m_log;   ///< elements that were set, in order
    int m_launches = 0;                              ///< around the current statement
    int m_obscure = 0;                               ///< blocks and virtual threads around it
};

} // namespace

std::unordered_set<const Var*> settledBuffers(const Stmt& body)
{
    SettledFinder finder;
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return finder.settled();
}

} // namespace tir::llvm_ir
