#include "core/diff/structural/statement_tree.h"

#include "core/ir/node_fields.h"

#include <bit>
#include <functional>

namespace tir {
namespace {

uint64_t textHash(std::string_view text)
{
    return std::hash<std::string_view>()(text);
}

uint64_t typeHash(DType type)
{
    return uint64_t(type.code) << 32 | uint64_t(type.bits) << 16 | uint16_t(type.lanes);
}

/// Whether the place is a node of the tree. `owner` is the innermost node around it.
bool isTreeNode(const PlaceTable& places, const PlaceTable::Entry& entry, const TreeNode* owner)
{
    if (!owner || owner->node->kind == NodeKind::Module)
        return true;
    if (!entry.node->isStmt() || entry.node->kind == NodeKind::SeqStmt)
        return false;
    // Tile primitives may have statements as arguments.
    if (owner->node->kind == NodeKind::TilePrimitiveCall)
        return false;
    return entry.node->kind != NodeKind::SBlock || places[entry.parent].node->kind != NodeKind::SBlockRealize;
}

/// Whether the place starts a body of `owner`, which ends its header.
bool startsBody(const PlaceTable::Entry& entry, const TreeNode& owner)
{
    if (entry.role == Role::Scope)
        return true;
    // The members of a sequence have the same role.
    return entry.role == Role::Stmt && owner.node->kind == NodeKind::ExecScopeStmt &&
           entry.parent == owner.place;
}

/// The thread axis that a launch or a loop binds; empty for every other statement.
std::string_view boundThread(const Node& node)
{
    const auto* attr = as<AttrStmt>(&node);
    const auto* loop = as<For>(&node);
    const IterVar* axis = attr ? attr->iterVar() : loop ? loop->threadBinding : nullptr;
    return axis ? axis->threadTag : std::string_view();
}

} // namespace

bool haveSameForm(const Node& left, const Node& right)
{
    return left.kind == right.kind || (!boundThread(left).empty() && boundThread(left) == boundThread(right));
}

LocalHash localHash(const Node& node)
{
    const uint64_t kind = uint64_t(node.kind) + 1;
    switch (node.kind) {
    case NodeKind::Var: {
        const auto& var = static_cast<const Var&>(node);
        const uint64_t shape = mixHash(kind, typeHash(var.dtype));
        return {mixHash(shape, textHash(var.name)), shape};
    }
    case NodeKind::IntImm: {
        const auto& number = static_cast<const IntImm&>(node);
        const uint64_t hash = mixHash(mixHash(kind, typeHash(number.dtype)), uint64_t(number.value));
        return {hash, hash};
    }
    case NodeKind::Binary: {
        const uint64_t hash = mixHash(kind, uint64_t(static_cast<const Binary&>(node).op));
        return {hash, hash};
    }
    case NodeKind::BufferLoad:
        return {kind, kind};
    case NodeKind::Buffer: {
        const auto& buffer = static_cast<const Buffer&>(node);
        const uint64_t shape = mixHash(kind, typeHash(buffer.dtype));
        return {mixHash(shape, textHash(buffer.name)), shape};
    }
    case NodeKind::Call: {
        const auto& call = static_cast<const Call&>(node);
        const uint64_t shape = mixHash(kind, call.args.size());
        return {mixHash(shape, textHash(call.op ? call.op->name : call.function->name)),
                call.op ? mixHash(shape, textHash(call.op->name)) : shape};
    }
    default:
        break;
    }
    const NodeFields fields = fieldsOf(node);
    uint64_t hash = mixHash(kind, fields.number);
    hash = mixHash(hash, fields.shape);
    hash = mixHash(hash, typeHash(fields.dtype));
    if (!fields.text.empty())
        hash = mixHash(hash, textHash(fields.text));
    return {hash, hash};
}

uint64_t namedHash(const PlaceTable& places, Place place)
{
    uint64_t hash = 0;
    for (Place each = place; each < places[place].end; ++each)
        hash = mixHash(hash, localHash(*places[each].node).named);
    return hash;
}

StatementTree::StatementTree(const PlaceTable& places) : m_places(places)
{
    m_nodes.reserve(places.size() / 8 + 1);
    std::vector<TreeIndex> open;
    struct Body {
        uint32_t seen;    ///< bodies of the node that have started
        uint32_t current; ///< the slot of the one that is being read
    };
    std::vector<Body> bodies; // parallel to `open`
    for (Place place = 0; place < places.size(); ++place) {
        const PlaceTable::Entry& entry = places[place];
        while (!open.empty() && place >= places[m_nodes[open.back()].place].end) {
            m_nodes[open.back()].end = TreeIndex(m_nodes.size());
            open.pop_back();
            bodies.pop_back();
        }
        TreeNode* owner = open.empty() ? nullptr : &m_nodes[open.back()];
        if (owner && owner->node->kind != NodeKind::Module && startsBody(entry, *owner)) {
            if (owner->headerEnd == NoPlace)
                owner->headerEnd = place;
            bodies.back().current = bodies.back().seen++;
        }
        if (!isTreeNode(places, entry, owner)) {
            if (entry.node->kind == NodeKind::SeqStmt)
                continue;
            addHeaderHash(*owner, entry);
            // The body of a block without an initialization is still its second slot.
            if (const auto* block = as<SBlock>(entry.node); block && !block->init)
                bodies.back().seen = 1;
            continue;
        }
        const auto index = TreeIndex(m_nodes.size());
        const TreeIndex parent = owner ? open.back() : NoNode;
        const TreeIndex function = !owner ? NoNode : parent == 0 ? index : owner->function;
        m_nodes.push_back({.node = entry.node,
                           .place = place,
                           .headerEnd = NoPlace,
                           .parent = parent,
                           .end = index + 1,
                           .function = function,
                           .slot = owner ? bodies.back().current : 0});
        m_functionNumbers.push_back(0);
        if (parent == 0)
            m_functionNumbers[index] = bodies.back().seen++;
        addHeaderHash(m_nodes[index], entry);
        open.push_back(index);
        const auto* block = as<SBlock>(entry.node);
        bodies.push_back({block && !block->init ? 1u : 0u, 0});
    }
    for (const TreeIndex index : open)
        m_nodes[index].end = TreeIndex(m_nodes.size());

    for (TreeIndex index = TreeIndex(m_nodes.size()); index-- > 0;) {
        TreeNode& node = m_nodes[index];
        if (node.headerEnd == NoPlace)
            node.headerEnd = index == 0 ? 1 : places[node.place].end;
        node.namedSubtree = mixHash(node.namedSubtree, node.namedHeader);
        node.shapeSubtree = mixHash(node.shapeSubtree, node.shapeHeader);
        if (index == 0)
            break;
        TreeNode& parent = m_nodes[node.parent];
        parent.namedSubtree = mixHash(mixHash(parent.namedSubtree, node.namedSubtree), node.slot);
        parent.shapeSubtree = mixHash(mixHash(parent.shapeSubtree, node.shapeSubtree), node.slot);
    }
}

void StatementTree::addHeaderHash(TreeNode& owner, const PlaceTable::Entry& entry)
{
    const LocalHash hash = localHash(*entry.node);
    owner.namedHeader = mixHash(owner.namedHeader, hash.named);
    owner.shapeHeader = mixHash(owner.shapeHeader, hash.shape);
}

const ModuleEntry& StatementTree::entryOf(TreeIndex function) const
{
    return module().functions[m_functionNumbers[function]];
}

} // namespace tir
