#include "core/analysis/scopes.h"

#include "core/analysis/module_facts.h"
#include "core/analysis/scope_rules.h"

#include <algorithm>

namespace tir {
namespace {

/// The pointer that the value of another one is computed from; null if there is none.
const Var* pointerIn(const Expr& value)
{
    if (const auto* var = as<Var>(&value))
        return var->dtype.isHandle() ? var : nullptr;
    if (const auto* load = as<BufferLoad>(&value))
        return load->buffer->data;
    if (const auto* call = as<Call>(&value))
        for (const Expr* arg : call->args)
            if (const Var* pointer = pointerIn(*arg))
                return pointer;
    return nullptr;
}

} // namespace

/// Definitions and uses in place order: a use waits until all definitions are known.
class Scopes::Reader {
public:
    Reader(const PlaceTable& places, Scopes& result) : m_places(places), m_result(result) {}

    void read()
    {
        for (Place place = 0; place < m_places.size(); ++place) {
            const PlaceTable::Entry& entry = m_places[place];
            const Node* parent = entry.parent == NoPlace ? nullptr : m_places[entry.parent].node;
            leave(place);
            enter(entry, place, parent);
        }
        std::erase_if(m_waiting, [this](const Use& use) { return !isStray(use); });
        for (const Use& use : m_waiting)
            m_result.m_stray.push_back(use.use);
        addMembers();
    }

private:
    enum class UseKind : uint8_t {
        Value, ///< the variable, or memory that is accessed
        Declaration,
        Extent, ///< in the fields of a declared buffer: a description that no code computes
        Size,   ///< the same of an allocated one
    };
    struct Use {
        StrayUse use;
        UseKind kind;
        int function;
    };

    void leave(Place place)
    {
        while (!m_scopeEnds.empty() && m_scopeEnds.back() <= place)
            m_scopeEnds.pop_back();
        if (m_launch > 0 && m_launchEnd <= place)
            m_launch = 0;
        if (m_declared && m_declaredEnd <= place)
            m_declared = nullptr;
    }

    void enter(const PlaceTable::Entry& entry, Place place, const Node* parent)
    {
        const Node& node = *entry.node;
        if (node.kind == NodeKind::PrimFunc || node.kind == NodeKind::OpaqueFunc) {
            ++m_function;
            m_launchCount = 0;
            m_statement = NoPlace;
        }
        if (opensScope(node, entry.role, parent))
            m_scopeEnds.push_back(entry.end);
        if (node.isStmt())
            m_statement = place;
        if (entry.role == Role::Scope && m_launch == 0 && bindsThreads(*parent)) {
            m_launch = ++m_launchCount;
            m_launchEnd = entry.end;
        }
        if (const auto* buffer = as<Buffer>(&node))
            enterBuffer(*buffer, entry, place);
        else if (const auto* var = as<Var>(&node))
            enterVar(*var, entry.role, place, parent);
        else if (const auto* bind = as<Bind>(&node))
            addPointer(*bind->var, *bind->value);
        else if (const auto* let = as<Let>(&node))
            addPointer(*let->var, *let->value);
    }

    void enterBuffer(const Buffer& buffer, const PlaceTable::Entry& entry, Place place)
    {
        if (m_isKnown.insert(&buffer))
            m_found.push_back(&buffer);
        if (entry.role == Role::BufferUse) {
            use(*buffer.data, &buffer, UseKind::Value, place);
            return;
        }
        m_declared = &buffer;
        m_declaredRole = entry.role;
        m_declaredEnd = entry.end;
    }

    void enterVar(const Var& var, Role role, Place place, const Node* parent)
    {
        if (var.dtype.isHandle() && m_isKnown.insert(&var))
            m_found.push_back(&var);
        if (role == Role::VarDef)
            return define(var, place, parent);
        const auto* attr = as<AttrStmt>(parent);
        if (attr && attr->node.node() == &var)
            return; // the subject of an attribute may be defined inside
        if (!m_declared)
            return use(var, nullptr, UseKind::Value, place);
        const bool isData = &var == m_declared->data;
        // The first mention in the buffer of a parameter defines. So does a declaration in tensor memory, which is
        // addressed, not allocated.
        if ((m_declaredRole == Role::BufferParam || (isData && m_declared->scopeText() == "tmem")) &&
            !isReached(var, place))
            return define(var, place, parent);
        use(var, m_declared,
            isData                                ? UseKind::Declaration
            : m_declaredRole == Role::BufferAlloc ? UseKind::Size
                                                  : UseKind::Extent,
            place);
    }

    void define(const Var& var, Place place, const Node* parent)
    {
        const bool opensLaunch = parent && m_launch == 0 && bindsThreads(*parent);
        m_result.m_firstDefinition.insert(&var, uint32_t(m_result.m_definitions.size()));
        m_result.m_definitions.push_back(
            {.var = &var,
             .statement = m_statement == NoPlace ? place : m_statement,
             .begin = place,
             .end = m_scopeEnds.empty() ? Place(m_places.size()) : m_scopeEnds.back(),
             .function = m_function,
             .launch = opensLaunch ? m_launchCount + 1 : m_launch,
             .allocated = m_declared && m_declaredRole == Role::BufferAlloc ? m_declared : nullptr});
        m_definitionsOf[&var].push_back(uint32_t(m_result.m_definitions.size() - 1));
    }

    void use(const Var& var, const Buffer* buffer, UseKind kind, Place place)
    {
        if (!isReached(var, place))
            m_waiting.push_back({{&var, buffer, place}, kind, m_function});
    }

    bool isReached(const Var& var, Place place) const
    {
        const std::vector<uint32_t>* found = m_definitionsOf.find(&var);
        return found && std::ranges::any_of(*found, [&](uint32_t index) {
                   return m_result.m_definitions[index].reaches(place);
               });
    }

    bool isStray(const Use& use) const
    {
        const VarDefinition* definition = m_result.definitionOf(*use.use.var);
        if (!definition || use.kind == UseKind::Extent)
            return false;
        // The launch determines the shared memory of a kernel: the split leaves the variables in its size to the host.
        if (use.kind == UseKind::Size)
            return use.use.buffer->scope().rank != StorageRank::Shared ||
                   definition->function == use.function;
        const bool isDeclaredEarly = use.kind == UseKind::Declaration && definition->allocated &&
                                     definition->function == use.function &&
                                     definition->statement > use.use.place;
        return !isDeclaredEarly;
    }

    void addPointer(const Var& var, const Expr& value)
    {
        if (const Var* source = var.dtype.isHandle() ? pointerIn(value) : nullptr; source && source != &var)
            m_result.m_pointsInto.insert(&var, source);
    }

    void addMembers()
    {
        for (const Node* node : m_found) {
            const Var* memory = m_result.memoryOf(*node);
            const auto [index, isNew] =
                m_result.m_memoryOf.insert(memory, uint32_t(m_result.m_members.size()));
            if (isNew)
                m_result.m_members.emplace_back();
            m_result.m_members[index].push_back(node);
        }
    }

    const PlaceTable& m_places;
    Scopes& m_result;
    std::vector<Place> m_scopeEnds;
    PointerMap<Var, std::vector<uint32_t>> m_definitionsOf;
    std::vector<Use> m_waiting;
    std::vector<const Node*> m_found; ///< pointers and buffers
    PointerSet<Node> m_isKnown;
    const Buffer* m_declared = nullptr; ///< the declaration that is being read
    Role m_declaredRole = Role::BufferDecl;
    Place m_declaredEnd = 0;
    Place m_statement = NoPlace;
    Place m_launchEnd = 0;
    int m_launch = 0; ///< from 1; 0: outside
    int m_launchCount = 0;
    int m_function = -1;
};

Scopes::Scopes(const PlaceTable& places)
{
    Reader(places, *this).read();
}

const VarDefinition* Scopes::definitionOf(const Var& var) const
{
    const uint32_t* index = m_firstDefinition.find(&var);
    return index ? &m_definitions[*index] : nullptr;
}

const Var* Scopes::memoryOf(const Node& entity) const
{
    const auto* buffer = as<Buffer>(&entity);
    const Var* pointer = buffer ? buffer->data : as<Var>(&entity);
    if (!pointer || (!buffer && !pointer->dtype.isHandle()))
        return nullptr;
    // Pointers that are defined from each other end the search.
    for (size_t steps = 0; steps <= m_pointsInto.size(); ++steps) {
        const Var* const* source = m_pointsInto.find(pointer);
        if (!source)
            break;
        pointer = *source;
    }
    return pointer;
}

std::span<const Node* const> Scopes::membersOf(const Var& memory) const
{
    const uint32_t* index = m_memoryOf.find(&memory);
    if (!index)
        return {};
    return m_members[*index];
}

} // namespace tir
