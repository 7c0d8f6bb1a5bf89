#include "passes/split/split_host_device/captures.h"

#include "core/analysis/text.h"
#include "core/ir/places.h"
#include "core/ir/use_def.h"

#include <algorithm>
#include <optional>

namespace tir::passes {
namespace {

/// The first statement of the region that needs `var`, by itself or as the pointer of an accessed buffer.
class FirstUse : public Walker {
public:
    explicit FirstUse(const Var* var) : m_var(var) {}
    const Stmt* find(const Stmt& region)
    {
        walk(region);
        return m_found;
    }

private:
    void enter(const Node& node, Role, Place) override
    {
        if (node.isStmt())
            m_statement = static_cast<const Stmt*>(&node);
        const auto* buffer = as<Buffer>(&node);
        if (!m_found && (&node == m_var || (buffer && buffer->data == m_var)))
            m_found = m_statement;
    }

    const Var* m_var;
    const Stmt* m_statement = nullptr;
    const Stmt* m_found = nullptr;
};

std::string firstUse(const AttrStmt& region, const Var* var)
{
    const Stmt* statement = FirstUse(var).find(*region.body);
    return statement ? shortText(*statement, 60) : "";
}

/// Explains the captures of a kernel.
class CaptureExplainer {
public:
    CaptureExplainer(const Definitions& definitions, const AttrStmt& region, const ModuleEntry& kernel)
        : m_region(region),
          m_name(kernel.var->name),
          m_params(to<PrimFunc>(*kernel.function).params),
          m_definitions(definitions),
          m_buffers(useDef(*region.body, {}).undefinedBuffers)
    {}

    void explain(NoteWriter& notes)
    {
        NoteTable table{.columns = {"parameter", "type", "why", "first use"}, .rows = {}};
        for (const Var* param : m_params)
            table.rows.push_back(
                {std::string(param->name), typeText(param->type), reason(param), firstUse(m_region, param)});
        notes.note(
            "this region becomes " + m_name + " with " +
                (m_params.size() == 1 ? "1 parameter" : std::to_string(m_params.size()) + " parameters"),
            &m_region, std::move(table));
        for (const Var* param : m_params)
            notes.note(m_name + " takes '" + std::string(param->name) + "': " + reason(param), param);
    }

private:
    std::string reason(const Var* param)
    {
        std::string why = "the region uses it, and it is defined outside";
        const auto isOnParam = [&](const Buffer* buffer) { return buffer->data == param; };
        if (const auto buffer = std::ranges::find_if(m_buffers, isOnParam); buffer != m_buffers.end())
            why = "the region accesses buffer '" + std::string((*buffer)->name) +
                  "' through this pointer, and the kernel declares the buffer again";
        else if (!isUsedBesidesExtents(param))
            why = "the extent of a launch depends on it";
        if (m_definitions.isDefinedOnHost(param))
            return why;
        why += ". The host does not define it, so the call passes a variable without a value";
        return m_definitions.isAllocatedInRegion(param) ? why + ": it is allocated inside another region"
                                                        : why;
    }

    bool isUsedBesidesExtents(const Var* param)
    {
        if (!m_withoutExtents)
            m_withoutExtents = useDef(*m_region.body, {}, false);
        const std::vector<const Var*>& used = m_withoutExtents->undefinedVars;
        return std::ranges::find(used, param) != used.end();
    }

    const AttrStmt& m_region;
    std::string m_name;
    VarList m_params;
    const Definitions& m_definitions;
    std::vector<const Buffer*> m_buffers;
    std::optional<UseDef> m_withoutExtents; ///< computed on the first use
};

} // namespace

bool isDeviceRegion(const AttrStmt& attr)
{
    return attr.key == attr::Target && as<Target>(attr.node.node());
}

void Definitions::visit(const AttrStmt& attr)
{
    const bool outer = m_inRegion;
    m_inRegion |= isDeviceRegion(attr);
    visitChildren(attr);
    m_inRegion = outer;
}

void Definitions::visit(const Buffer& buffer)
{
    const bool outer = m_isParam;
    m_isParam |= role() == Role::BufferParam;
    visitChildren(buffer);
    m_isParam = outer;
}

void Definitions::visit(const Var& var)
{
    if (role() == Role::VarDef || m_isParam)
        (m_inRegion ? m_inRegions : m_host).insert(&var);
}

void explainCaptures(const Definitions& definitions, const AttrStmt& region, const ModuleEntry& kernel,
                     NoteWriter& notes)
{
    CaptureExplainer(definitions, region, kernel).explain(notes);
}

} // namespace tir::passes
