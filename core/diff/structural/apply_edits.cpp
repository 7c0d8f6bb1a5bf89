/// Applies an edit script: edits a tree of headers, then creates nodes from it.

#include "core/diff/structural/edit_script.h"
#include "core/ir/mutator.h"

#include <map>

namespace tir {
namespace {

/// Puts other variables, buffers, and functions into a header.
class HeaderRenamer : public Mutator {
public:
    HeaderRenamer(Arena& arena, const EditScript& script) : Mutator(arena)
    {
        for (const auto& [before, after] : script.functionNames)
            m_functions[before->name] = after;
    }

    void enterFunction() { m_names.clear(); }
    void rename(const Node* before, const Node* after) { m_names[before] = after; }
    using Mutator::mutate;

protected:
    using Mutator::visit;
    const Expr* visit(const Var& var) override { return renamed(&var); }
    const Expr* visit(const Call& call) override
    {
        const auto function = call.function ? m_functions.find(call.function->name) : m_functions.end();
        if (function == m_functions.end())
            return Mutator::visit(call);
        return makeFrom<Call>(call, call.dtype, function->second, mutate(call.args), call.annotations);
    }
    const Var* mutateVarDef(const Var* var) override { return renamed(var); }
    const Buffer* mutateBufferDef(const Buffer* buffer) override { return renamed(buffer); }
    const Buffer* mutateBufferUse(const Buffer* buffer) override { return renamed(buffer); }

private:
    template <class T>
    const T* renamed(const T* node)
    {
        const Node* const* found = m_names.find(node);
        return found ? as<T>(*found) : node;
    }

    PointerMap<Node, const Node*> m_names;
    std::map<std::string_view, const GlobalVar*> m_functions;
};

using Bodies = std::vector<std::vector<const Stmt*>>;

/// A node of the tree that is edited. Children form a list per body.
struct WorkNode {
    const Node* header = nullptr;
    const GlobalVar* name = nullptr;
    bool keepsHeader = true; ///< the header is that of the first module, and renames apply to it
    uint32_t slot = 0;
    WorkNode* parent = nullptr;
    WorkNode* next = nullptr;
    WorkNode* previous = nullptr;
    WorkNode* first[2] = {}; ///< by body
    std::vector<const EditRename*> renames;
};

class Application {
public:
    Application(const EditScript& script, const StatementTree& before, Arena& arena)
        : m_script(script),
          m_before(before),
          m_arena(arena),
          m_renamer(arena, script),
          m_kept(before.size())
    {}

    const Module* run()
    {
        for (TreeIndex index = TreeIndex(m_before.size()); index-- > 0;) {
            const TreeNode& node = m_before[index];
            m_kept[index].header = node.node;
            if (index == 0)
                break;
            if (m_before.isFunction(index))
                m_kept[index].name = m_before.entryOf(index).var;
            // From the last to the first: each becomes the first of its siblings.
            insert(m_kept[index], m_kept[node.parent], node.slot, nullptr);
        }
        for (const Edit& edit : m_script.edits)
            applyEdit(edit);
        for (const EditRename& rename : m_script.renames)
            at(rename.node).renames.push_back(&rename);
        return makeModule();
    }

private:
    WorkNode& at(const EditNode& node)
    {
        return node.isInserted ? m_inserted[node.index] : m_kept[node.index];
    }

    void applyEdit(const Edit& edit)
    {
        WorkNode& node = at(edit.node);
        if (edit.kind == EditKind::Move || edit.kind == EditKind::Delete)
            remove(node);
        TIR_CHECK(edit.kind != EditKind::Delete || (!node.first[0] && !node.first[1]))
            << "a statement with a body is deleted";
        if (edit.kind == EditKind::Insert || edit.kind == EditKind::Replace) {
            node.header = edit.content;
            node.keepsHeader = false;
            if (edit.name)
                node.name = edit.name;
        }
        if (edit.kind == EditKind::Insert || edit.kind == EditKind::Move)
            insert(node, at(edit.parent), edit.slot,
                   edit.previous.index == NoNode ? nullptr : &at(edit.previous));
    }

    static void insert(WorkNode& node, WorkNode& parent, uint32_t slot, WorkNode* previous)
    {
        WorkNode*& link = previous ? previous->next : parent.first[slot];
        node.parent = &parent;
        node.slot = slot;
        node.previous = previous;
        node.next = link;
        if (link)
            link->previous = &node;
        link = &node;
    }

    static void remove(WorkNode& node)
    {
        (node.previous ? node.previous->next : node.parent->first[node.slot]) = node.next;
        if (node.next)
            node.next->previous = node.previous;
    }

    const Module* makeModule()
    {
        const auto& header = to<Module>(*m_kept[0].header);
        std::vector<ModuleEntry> entries;
        for (WorkNode* node = m_kept[0].first[0]; node; node = node->next) {
            m_renamer.enterFunction();
            entries.push_back({node->name, static_cast<const Function*>(make(*node))});
        }
        return m_arena.make<Module>(header.name, m_arena.copy(entries), header.attrs, header.globalInfos);
    }

    const Node* make(const WorkNode& node)
    {
        for (const EditRename* rename : node.renames)
            m_renamer.rename(rename->before, rename->after);
        const Node* header = withBodies(*node.header, nullptr, nullptr);
        if (node.keepsHeader)
            header = renamed(*header);
        const Stmt* first = body(node, 0);
        return withBodies(*header, first, body(node, 1));
    }

    const Node* renamed(const Node& header)
    {
        if (const auto* function = as<PrimFunc>(&header))
            return m_renamer.mutate(*function);
        return header.isStmt() ? m_renamer.mutate(static_cast<const Stmt*>(&header)) : &header;
    }

    /// Null if there is no statement.
    const Stmt* body(const WorkNode& node, uint32_t slot)
    {
        std::vector<const Stmt*> statements;
        for (const WorkNode* child = node.first[slot]; child; child = child->next)
            statements.push_back(static_cast<const Stmt*>(make(*child)));
        if (statements.size() < 2)
            return statements.empty() ? nullptr : statements[0];
        return m_arena.make<SeqStmt>(m_arena.copy(statements));
    }

    template <class T>
    T* copy(const Node& node)
    {
        return m_arena.make<T>(to<T>(node));
    }

    /// The header with other bodies. A required body that is null becomes the statement that does nothing.
    const Node* withBodies(const Node& header, const Stmt* first, const Stmt* second)
    {
        const auto required = [&](const Stmt* body) { return body ? body : noOp(m_arena); };
        const auto changed = [&]<class T>(T* made) {
            made->body = required(first);
            return made;
        };
        switch (header.kind) {
        case NodeKind::AttrStmt:
            return changed(copy<AttrStmt>(header));
        case NodeKind::ExecScopeStmt:
            return changed(copy<ExecScopeStmt>(header));
        case NodeKind::For:
            return changed(copy<For>(header));
        case NodeKind::PrimFunc:
            return changed(copy<PrimFunc>(header));
        case NodeKind::While:
            return changed(copy<While>(header));
        case NodeKind::IfThenElse: {
            auto* made = copy<IfThenElse>(header);
            made->thenCase = required(first);
            made->elseCase = second;
            return made;
        }
        case NodeKind::SBlock: {
            auto* made = copy<SBlock>(header);
            made->init = first;
            made->body = required(second);
            return made;
        }
        case NodeKind::SBlockRealize: {
            auto* made = copy<SBlockRealize>(header);
            made->block = as<SBlock>(withBodies(*made->block, first, second));
            return made;
        }
        case NodeKind::AllocBuffer:
        case NodeKind::AssertStmt:
        case NodeKind::Bind:
        case NodeKind::Break:
        case NodeKind::BufferStore:
        case NodeKind::Continue:
        case NodeKind::DeclBuffer:
        case NodeKind::Evaluate:
        case NodeKind::SeqStmt:
        case NodeKind::TilePrimitiveCall:
            break;
        // No statements.
        case NodeKind::Buffer:
        case NodeKind::BufferRegion:
        case NodeKind::CommReducer:
        case NodeKind::ComposeLayout:
        case NodeKind::GlobalVar:
        case NodeKind::IndexMap:
        case NodeKind::Iter:
        case NodeKind::IterVar:
        case NodeKind::MatchBufferRegion:
        case NodeKind::Module:
        case NodeKind::OpaqueFunc:
        case NodeKind::PointerType:
        case NodeKind::Predicate:
        case NodeKind::PrimType:
        case NodeKind::Range:
        case NodeKind::ScopeIdDef:
        case NodeKind::SwizzleLayout:
        case NodeKind::Target:
        case NodeKind::TensorMapType:
        case NodeKind::TileLayout:
        case NodeKind::TupleType:
#define TIR_EXPR(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
            break;
        }
        return &header;
    }

    const EditScript& m_script;
    const StatementTree& m_before;
    Arena& m_arena;
    HeaderRenamer m_renamer;
    std::vector<WorkNode> m_kept;             ///< by node of the first tree
    std::map<TreeIndex, WorkNode> m_inserted; ///< by node of the second tree
};

} // namespace

const Module* apply(const EditScript& script, const StatementTree& before, Arena& arena)
{
    return Application(script, before, arena).run();
}

} // namespace tir
