#include "ui/session/identities.h"

namespace tir::ui {
namespace {

/// Follows origins as long as they are of the same kind: a variable stays a variable.
const Node* firstOfItsKind(const Node* node)
{
    while (node->origin && node->origin->kind == node->kind)
        node = node->origin;
    return node;
}

const GlobalVar* nameOf(const PlaceTable& places, const Node* function)
{
    for (const ModuleEntry& entry : to<Module>(*places[0].node).functions)
        if (entry.function == function)
            return entry.var;
    return nullptr;
}

class EntityWalker : public Walker {
public:
    explicit EntityWalker(std::unordered_map<const Node*, int>& ordinals) : m_ordinals(ordinals) {}

protected:
    void enter(const Node& node, Role, Place) override
    {
        if (node.kind == NodeKind::Var)
            add(node);
        if (const auto* buffer = as<Buffer>(&node)) {
            add(node);
            add(*buffer->data);
        }
    }

private:
    void add(const Node& node) { m_ordinals.try_emplace(firstOfItsKind(&node), int(m_ordinals.size())); }

    std::unordered_map<const Node*, int>& m_ordinals;
};

} // namespace

Identities::Identities(const Recording& recording)
{
    const Module* last = nullptr;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Module* module = &recording.module(number);
        if (module != last)
            add(*module);
        last = module;
        if (number > 0)
            continue;
        for (const auto& [node, ordinal] : m_ordinals)
            m_ofInput.insert(node);
        for (const auto& [name, function] : m_functions)
            m_ofInput.insert(function);
    }
}

void Identities::add(const Module& module)
{
    for (const ModuleEntry& entry : module.functions)
        m_functions.try_emplace(entry.var->name, entry.var);
    EntityWalker(m_ordinals).walk(module);
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
    if (const auto* load = as<BufferLoad>(node))
        return of(load->buffer);
    if (const auto* store = as<BufferStore>(node))
        return of(store->buffer);
    if (const auto* allocation = as<AllocBuffer>(node))
        return of(allocation->buffer);
    if (const auto* declaration = as<DeclBuffer>(node))
        return of(declaration->buffer);
    if (const auto* call = as<Call>(node))
        return of(call->function);
    if (as<PrimFunc>(node) || as<OpaqueFunc>(node))
        return of(nameOf(places, node));
    const bool isEntity = as<Var>(node) || as<Buffer>(node) || as<GlobalVar>(node);
    return isEntity ? of(node) : nullptr;
}

int Identities::ordinal(const Node* identity) const
{
    const auto found = m_ordinals.find(identity);
    return found == m_ordinals.end() ? -1 : found->second;
}

} // namespace tir::ui
