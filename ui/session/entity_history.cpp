#include "ui/session/entity_history.h"

#include "ui/session/nearest_step.h"

namespace tir::ui {
namespace {

/// Zero for a module that does not name the entity.
class Fingerprint {
public:
    Fingerprint(const Module& module, const Identities& identities, const Node* identity)
        : m_places(module),
          m_identities(identities),
          m_identity(identity)
    {
        Place last = NoPlace;
        for (Place place = 0; place < m_places.size(); ++place) {
            if (!isEntity(*m_places[place].node))
                continue;
            const Place statement = m_places.statementAround(place);
            if (statement == NoPlace)
                add(1); // a parameter
            else if (statement != last)
                add(hashOfHead(statement));
            last = statement;
        }
        if (const auto* function = as<GlobalVar>(identity))
            for (const ModuleEntry& entry : module.functions)
                if (entry.var->name == function->name)
                    add(std::hash<const void*>()(entry.function));
    }

    size_t value() const { return m_value; }

private:
    bool isEntity(const Node& node) const
    {
        if (const auto* buffer = as<Buffer>(&node))
            return m_identities.of(buffer) == m_identity || m_identities.of(buffer->data) == m_identity;
        if (const auto* load = as<BufferLoad>(&node))
            return m_identities.of(load->buffer) == m_identity;
        if (const auto* store = as<BufferStore>(&node))
            return m_identities.of(store->buffer) == m_identity;
        if (const auto* call = as<Call>(&node))
            return call->function && m_identities.of(call->function) == m_identity;
        return as<Var>(&node) && m_identities.of(&node) == m_identity;
    }

    /// The statement without those inside it.
    size_t hashOfHead(Place statement) const
    {
        size_t hash = hashOf(statement);
        for (Place place = statement + 1; place < m_places[statement].end;) {
            if (m_places[place].node->isStmt()) {
                place = m_places[place].end;
                continue;
            }
            hash = hash * 1099511628211u + hashOf(place);
            ++place;
        }
        return hash;
    }

    size_t hashOf(Place place) const
    {
        const Node& node = *m_places[place].node;
        size_t hash = size_t(node.kind) * 31 + size_t(m_places[place].role);
        const auto add = [&](size_t value) { hash = hash * 31 + value; };
        if (const auto* number = as<IntImm>(&node))
            add(size_t(number->value));
        if (const auto* number = as<FloatImm>(&node))
            add(std::hash<double>()(number->value));
        if (const auto* text = as<StringImm>(&node))
            add(std::hash<std::string_view>()(text->value));
        if (const auto* binary = as<Binary>(&node))
            add(size_t(binary->op));
        if (const auto* call = as<Call>(&node); call && call->op)
            add(std::hash<std::string_view>()(call->op->name));
        if (const auto* loop = as<For>(&node))
            add(size_t(loop->forKind));
        if (const auto* attribute = as<AttrStmt>(&node))
            add(std::hash<std::string_view>()(attribute->key));
        if (node.isExpr()) {
            const DType type = static_cast<const Expr&>(node).dtype;
            add(size_t(type.code) << 24 | size_t(type.bits) << 16 | size_t(uint16_t(type.lanes)));
        }
        if (const auto* buffer = as<Buffer>(&node))
            add(buffer->shape.size());
        if (as<Var>(&node) || as<Buffer>(&node))
            add(std::hash<const void*>()(m_identities.of(&node)));
        return hash;
    }

    void add(size_t hash) { m_value += hash | 1; } // in any order: statements move

    PlaceTable m_places;
    const Identities& m_identities;
    const Node* m_identity;
    size_t m_value = 0;
};

EntityState stateOf(size_t before, size_t after)
{
    if (after == 0)
        return before == 0 ? EntityState::Absent : EntityState::Gone;
    if (before == 0)
        return EntityState::Born;
    return before == after ? EntityState::Kept : EntityState::Changed;
}

} // namespace

std::vector<EntityState> entityHistory(const Recording& recording, const Identities& identities,
                                       const Node* identity, const std::function<bool()>& isCancelled)
{
    std::vector<EntityState> states;
    std::vector<size_t> fingerprints;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (isCancelled && isCancelled())
            break;
        const size_t previous = recording.previous(number);
        const bool isSame = number > 0 && recording.isSameModule(number, previous);
        fingerprints.push_back(isSame ? fingerprints[previous]
                                      : Fingerprint(recording.module(number), identities, identity).value());
        states.push_back(stateOf(number > 0 ? fingerprints[previous] : 0, fingerprints.back()));
    }
    return states;
}

std::vector<EntityState> lineStates(const Recording& recording, const std::vector<LineEvent>& events)
{
    std::vector<EntityState> states(recording.moduleCount(), EntityState::Absent);
    for (size_t number = 0; number < states.size(); ++number) {
        const EntityState before = number == 0 ? EntityState::Absent : states[recording.previous(number)];
        if (before != EntityState::Absent && before != EntityState::Gone)
            states[number] = EntityState::Kept;
        for (const LineEvent& event : events)
            if (event.step == number && event.fate != LineFate::Moved)
                states[number] = event.fate == LineFate::Written   ? EntityState::Born
                                 : event.fate == LineFate::Changed ? EntityState::Changed
                                                                   : EntityState::Gone;
    }
    return states;
}

std::optional<size_t> nextEvent(const std::vector<EntityState>& states, size_t number, int direction)
{
    return nearestStep(ptrdiff_t(number) + direction, direction, states.size(),
                       [&](size_t at) { return isEvent(states[at]); });
}

EntityUses entityUses(const PlaceTable& places, const Identities& identities, const Node* identity)
{
    EntityUses uses;
    for (const PlaceTable::Entry& entry : places.entries()) {
        if (const auto* load = as<BufferLoad>(entry.node))
            uses.reads += identities.of(load->buffer) == identity;
        else if (const auto* store = as<BufferStore>(entry.node))
            uses.writes += identities.of(store->buffer) == identity;
        else if (as<Var>(entry.node))
            uses.others += identities.of(entry.node) == identity;
    }
    return uses;
}

} // namespace tir::ui
