#include "core/diff/structural/renames.h"

namespace tir {
namespace {

std::string_view nameOf(const Node& node)
{
    const auto* buffer = as<Buffer>(&node);
    return buffer ? buffer->name : to<Var>(node).name;
}

DType typeOf(const Node& node)
{
    const auto* buffer = as<Buffer>(&node);
    return buffer ? buffer->dtype : to<Var>(node).dtype;
}

/// Whether a buffer with as many dimensions is on memory of a parameter.
bool isOnParameter(const Node& before, const Node& after, const PointerSet<Node>& parameters)
{
    const auto* left = as<Buffer>(&before);
    const auto* right = as<Buffer>(&after);
    return left && right && left->shape.size() == right->shape.size() && parameters.contains(right->data);
}

bool isMadeFrom(const Node& node, const Node& other)
{
    for (const Node* origin = node.origin; origin; origin = origin->origin)
        if (origin == &other)
            return true;
    return false;
}

} // namespace

void Renames::enterFunction(bool isOutlined)
{
    m_toAfter.clear();
    m_toBefore.clear();
    m_parameters.clear();
    m_isOutlined = isOutlined;
}

bool Renames::agree(const Node& before, const Node& after, Occurrence occurrence)
{
    const Node* const* right = m_toAfter.find(&before);
    const Node* const* left = m_toBefore.find(&after);
    if (right && *right == &after && left && *left == &before)
        return true;
    if (before.kind != after.kind || typeOf(before) != typeOf(after))
        return false;
    if (occurrence != Occurrence::Definition && (right || left))
        return false;
    if (occurrence == Occurrence::Use) {
        const bool isSame =
            &before == &after || nameOf(before) == nameOf(after) || isMadeFrom(after, before) ||
            (m_isOutlined && (m_parameters.contains(&after) || isOnParameter(before, after, m_parameters)));
        if (!isSame)
            return false;
    }
    pair(before, after);
    return true;
}

bool Renames::isRedefinition(const Node& before, const Node& after) const
{
    const Node* const* right = m_toAfter.find(&before);
    const Node* const* left = m_toBefore.find(&after);
    return (right && *right != &after) || (left && *left != &before);
}

void Renames::pair(const Node& before, const Node& after)
{
    // A variable that is defined once more is another one from here on.
    const Node*& right = m_toAfter[&before];
    const bool wasRenamed = right && right != &after;
    right = &after;
    m_toBefore[&after] = &before;
    if (&before != &after || wasRenamed)
        m_all.push_back({&before, &after, m_statement});
}

} // namespace tir
