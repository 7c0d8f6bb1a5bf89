#include "ui/session/identities.h"

#include <functional>
#include <map>

namespace tir::ui {
namespace {

const GlobalVar* nameOf(const PlaceTable& places, const Node* function)
{
    for (const ModuleEntry& entry : to<Module>(*places[0].node).functions)
        if (entry.function == function)
            return entry.var;
    return nullptr;
}

/// Every variable and buffer, as often as it is named.
class EntityWalker : public Walker {
public:
    explicit EntityWalker(std::function<void(const Node&)> found) : m_found(std::move(found)) {}

protected:
    void enter(const Node& node, Role, Place) override
    {
        if (node.kind == NodeKind::Var)
            m_found(node);
        if (const auto* buffer = as<Buffer>(&node)) {
            m_found(node);
            m_found(*buffer->data);
        }
    }

private:
    std::function<void(const Node&)> m_found;
};

/// Names that only one variable (or buffer) of the function has; null for names of several.
std::map<std::pair<NodeKind, std::string_view>, const Node*> uniqueNames(const ModuleEntry& entry)
{
    std::map<std::pair<NodeKind, std::string_view>, const Node*> names;
    EntityWalker([&](const Node& node) {
        const auto [found, isNew] = names.try_emplace({node.kind, nameOfEntity(node)}, &node);
        if (!isNew && found->second != &node)
            found->second = nullptr;
    }).walk(*entry.function);
    return names;
}

} // namespace

Identities::Identities(const Recording& recording)
{
    number(recording);
}

void Identities::match(const StructuralDiff& step)
{
    const auto pair = [this](const Node* left, const Node* right) {
        if (left != right)
            m_copies.try_emplace(right, firstOfItsKind(left));
    };
    for (const Rename& rename : step.renames())
        pair(rename.before, rename.after);
    // Entities in statements without a counterpart are matched by name.
    std::unordered_map<std::string_view, const ModuleEntry*> functions;
    for (const ModuleEntry& entry : step.before().module().functions)
        functions.emplace(entry.var->name, &entry);
    for (const ModuleEntry& entry : step.after().module().functions) {
        const auto same = functions.find(entry.var->name);
        if (same == functions.end() || same->second->function == entry.function)
            continue;
        const auto names = uniqueNames(*same->second);
        for (const auto& [name, node] : uniqueNames(entry))
            if (const auto found = names.find(name); node && found != names.end() && found->second)
                pair(found->second, node);
    }
}

const Node* Identities::firstOfItsKind(const Node* node) const
{
    while (node->origin && node->origin->kind == node->kind)
        node = node->origin;
    const auto copy = m_copies.find(node);
    return copy == m_copies.end() ? node : copy->second;
}

void Identities::number(const Recording& recording)
{
    m_sameUntil.resize(recording.moduleCount());
    for (size_t number = recording.moduleCount(); number-- > 0;) {
        const bool goesOn =
            number + 1 < recording.moduleCount() && recording.isSameModule(number, number + 1);
        m_sameUntil[number] = goesOn ? m_sameUntil[number + 1] : number;
    }
    const Module* last = nullptr;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Module* module = &recording.module(number);
        if (module != last)
            add(*module, number);
        last = module;
        if (number > 0)
            continue;
        for (const auto& [node, ordinal] : m_ordinals)
            m_ofInput.insert(node);
        for (const auto& [name, function] : m_functions)
            m_ofInput.insert(function);
    }
}

void Identities::add(const Module& module, size_t moduleNumber)
{
    for (const ModuleEntry& entry : module.functions) {
        const Node* identity = m_functions.try_emplace(entry.var->name, entry.var).first->second;
        m_livesOfFunctions.try_emplace(identity, Life{moduleNumber, moduleNumber}).first->second.last =
            moduleNumber;
    }
    EntityWalker([this, moduleNumber](const Node& node) {
        const auto [found, isNew] = m_ordinals.try_emplace(firstOfItsKind(&node), int(m_ordinals.size()));
        if (isNew)
            m_lives.push_back({moduleNumber, moduleNumber});
        m_lives[size_t(found->second)].last = moduleNumber;
    }).walk(module);
}

std::optional<Identities::Life> Identities::lifeOf(const Node* identity) const
{
    std::optional<Life> life;
    if (const auto variable = m_ordinals.find(identity); variable != m_ordinals.end())
        life = m_lives[size_t(variable->second)];
    else if (const auto function = m_livesOfFunctions.find(identity); function != m_livesOfFunctions.end())
        life = function->second;
    if (life)
        life->last = m_sameUntil[life->last];
    return life;
}

const Node* Identities::of(const Node* node) const
{
    if (const auto* function = as<GlobalVar>(node)) {
        const auto found = m_functions.find(function->name);
        return found == m_functions.end() ? node : found->second;
    }
    return node ? firstOfItsKind(node) : nullptr;
}

const Node* Identities::at(const PlaceTable& places, Place place) const
{
    const Node* node = places[place].node;
    if (as<PrimFunc>(node) || as<OpaqueFunc>(node))
        return of(nameOf(places, node));
    return about(*node);
}

const Node* Identities::about(const Node& node) const
{
    if (const auto* load = as<BufferLoad>(&node))
        return of(load->buffer);
    if (const auto* store = as<BufferStore>(&node))
        return of(store->buffer);
    if (const auto* allocation = as<AllocBuffer>(&node))
        return of(allocation->buffer);
    if (const auto* declaration = as<DeclBuffer>(&node))
        return of(declaration->buffer);
    if (const auto* call = as<Call>(&node))
        return of(call->function);
    const bool isEntity = as<Var>(&node) || as<Buffer>(&node) || as<GlobalVar>(&node);
    return isEntity ? of(&node) : nullptr;
}

int Identities::ordinal(const Node* identity) const
{
    const auto found = m_ordinals.find(identity);
    return found == m_ordinals.end() ? -1 : found->second;
}

const Node* Identities::named(NodeKind kind, std::string_view name) const
{
    if (kind == NodeKind::GlobalVar) {
        const auto found = m_functions.find(name);
        return found == m_functions.end() ? nullptr : found->second;
    }
    const Node* first = nullptr;
    for (const auto& [node, ordinal] : m_ordinals)
        if (node->kind == kind && nameOfEntity(*node) == name && (!first || ordinal < m_ordinals.at(first)))
            first = node;
    return first;
}

std::string_view nameOfEntity(const Node& identity)
{
    if (const auto* function = as<GlobalVar>(&identity))
        return function->name;
    const auto* buffer = as<Buffer>(&identity);
    return buffer ? buffer->name : to<Var>(identity).name;
}

} // namespace tir::ui
