#include "core/diff/structural/edit_script.h"

namespace tir {
namespace {

class ScriptBuilder {
public:
    explicit ScriptBuilder(const StructuralDiff& diff)
        : m_diff(diff),
          m_before(diff.before()),
          m_after(diff.after()),
          m_matching(diff.matching())
    {}

    EditScript build()
    {
        for (TreeIndex node = 0; node < m_after.size(); ++node) {
            replaceOrInsert(node);
            placeChildren(node);
        }
        for (TreeIndex node = TreeIndex(m_before.size()); node-- > 1;)
            if (!m_matching.hasBefore(node))
                m_script.edits.push_back({EditKind::Delete, {node, false}});
        addRenames();
        return std::move(m_script);
    }

private:
    EditNode edited(TreeIndex after) const
    {
        const TreeIndex partner = m_matching.ofAfter(after);
        return partner == NoNode ? EditNode{after, true} : EditNode{partner, false};
    }

    const GlobalVar* name(const StatementTree& tree, TreeIndex node) const
    {
        return node != 0 && tree.isFunction(node) ? tree.entryOf(node).var : nullptr;
    }

    /// New nodes are inserted by their parents, in placeChildren.
    void replaceOrInsert(TreeIndex node)
    {
        const TreeIndex partner = m_matching.ofAfter(node);
        if (partner == NoNode)
            return;
        const GlobalVar* oldName = name(m_before, partner);
        const GlobalVar* newName = name(m_after, node);
        const bool isRenamed = newName && oldName->name != newName->name;
        if (isRenamed)
            m_script.functionNames.emplace_back(oldName, newName);
        if (isRenamed || m_diff.headerChange(node))
            m_script.edits.push_back({.kind = EditKind::Replace,
                                      .node = {partner, false},
                                      .content = m_after[node].node,
                                      .name = newName});
    }

    /// Children that stay where they are keep their order; all others are placed after their left neighbors.
    void placeChildren(TreeIndex parent)
    {
        std::vector<TreeIndex> staying;
        std::vector<uint32_t> positions;
        m_after.forEachChild(parent, [&](TreeIndex child) {
            const TreeIndex partner = m_matching.ofAfter(child);
            if (partner == NoNode || m_before[partner].parent != m_matching.ofAfter(parent) ||
                m_before[partner].slot != m_after[child].slot)
                return;
            staying.push_back(child);
            positions.push_back(partner);
        });
        const std::vector<size_t> moved = outOfOrder(positions);
        size_t nextMoved = 0;
        size_t nextStaying = 0;
        EditNode previous;
        uint32_t slot = 0;
        m_after.forEachChild(parent, [&](TreeIndex child) {
            if (m_after[child].slot != slot)
                previous = {};
            slot = m_after[child].slot;
            bool stays = nextStaying < staying.size() && staying[nextStaying] == child;
            if (stays && nextMoved < moved.size() && moved[nextMoved] == nextStaying) {
                ++nextMoved;
                ++nextStaying;
                stays = false;
            } else if (stays) {
                ++nextStaying;
            }
            const bool isNew = !m_matching.hasAfter(child);
            if (!stays)
                m_script.edits.push_back({.kind = isNew ? EditKind::Insert : EditKind::Move,
                                          .node = edited(child),
                                          .parent = edited(parent),
                                          .slot = slot,
                                          .previous = previous,
                                          .content = isNew ? m_after[child].node : nullptr,
                                          .name = isNew ? name(m_after, child) : nullptr});
            previous = edited(child);
        });
    }

    void addRenames()
    {
        TreeIndex node = 0;
        for (const Rename& rename : m_diff.renames()) {
            while (m_after[node].place != rename.place)
                ++node;
            m_script.renames.push_back({edited(node), rename.before, rename.after});
        }
    }

    const StructuralDiff& m_diff;
    const StatementTree& m_before;
    const StatementTree& m_after;
    const Matching& m_matching;
    EditScript m_script;
};

} // namespace

std::string_view toString(EditKind kind)
{
    switch (kind) {
    case EditKind::Replace:
        return "replace";
    case EditKind::Insert:
        return "insert";
    case EditKind::Move:
        return "move";
    case EditKind::Delete:
        return "delete";
    }
    return {};
}

EditScript editScript(const StructuralDiff& diff)
{
    return ScriptBuilder(diff).build();
}

} // namespace tir
