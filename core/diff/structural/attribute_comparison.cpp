#include "core/diff/structural/attribute_comparison.h"

#include "core/ir/children.h"
#include "core/ir/structural_equal.h"

#include <algorithm>

namespace tir {
namespace {

enum class ChildNodes : uint8_t { Compared, Skipped };

bool equalValue(const AttrValue& left, const AttrValue& right, ChildNodes nodes);

bool equalDicts(Dict left, Dict right, ChildNodes nodes)
{
    return left.size() == right.size() && std::ranges::all_of(left, [&](const DictEntry& entry) {
               return std::ranges::any_of(right, [&](const DictEntry& other) {
                   return equalValue(entry.key, other.key, nodes) &&
                          equalValue(entry.value, other.value, nodes);
               });
           });
}

bool equalNodes(const Node& left, const Node& right, ChildNodes nodes)
{
    if (&left == &right)
        return true;
    if (left.kind != right.kind)
        return nodes == ChildNodes::Skipped && roleOfArgument(left) && roleOfArgument(right);
    if (const auto* target = as<Target>(&left))
        return toString(*target) == toString(*as<Target>(&right));
    return (nodes == ChildNodes::Skipped && roleOfArgument(left)) || structuralEqual(left, right);
}

bool equalValue(const AttrValue& left, const AttrValue& right, ChildNodes nodes)
{
    if (left.kind() != right.kind())
        return false;
    switch (left.kind()) {
    case AttrValue::Kind::None:
        return true;
    case AttrValue::Kind::Bool:
    case AttrValue::Kind::Int:
        return left.integer() == right.integer();
    case AttrValue::Kind::Float:
        return left.real() == right.real() || (left.real() != left.real() && right.real() != right.real());
    case AttrValue::Kind::String:
        return left.text() == right.text();
    case AttrValue::Kind::Opaque:
        return left.typeKey() == right.typeKey() && left.index() == right.index();
    case AttrValue::Kind::List:
        return std::ranges::equal(left.items(), right.items(), [&](const AttrValue& a, const AttrValue& b) {
            return equalValue(a, b, nodes);
        });
    case AttrValue::Kind::Dict:
        return equalDicts(left.entries(), right.entries(), nodes);
    case AttrValue::Kind::Node:
        return equalNodes(*left.node(), *right.node(), nodes);
    }
    return false;
}

const AttrValue* valueOf(Dict dict, const AttrValue& key)
{
    const auto found =
        std::ranges::find_if(dict, [&](const DictEntry& entry) { return equalValues(entry.key, key); });
    return found == dict.end() ? nullptr : &found->value;
}

std::string keyText(const AttrValue& key)
{
    return key.kind() == AttrValue::Kind::String ? std::string(key.text()) : std::to_string(key.integer());
}

} // namespace

bool equalValues(const AttrValue& left, const AttrValue& right)
{
    return equalValue(left, right, ChildNodes::Compared);
}

std::vector<std::string> differingKeys(Dict left, Dict right)
{
    std::vector<std::string> keys;
    for (const DictEntry& entry : left) {
        const AttrValue* other = valueOf(right, entry.key);
        if (!other || !equalValues(entry.value, *other))
            keys.push_back(keyText(entry.key));
    }
    for (const DictEntry& entry : right)
        if (!valueOf(left, entry.key))
            keys.push_back(keyText(entry.key));
    return keys;
}

bool equalPlainArguments(const TilePrimitiveCall& left, const TilePrimitiveCall& right)
{
    return std::ranges::equal(left.args, right.args,
                              [](const AttrValue& a, const AttrValue& b) {
                                  return equalValue(a, b, ChildNodes::Skipped);
                              }) &&
           equalDicts(left.workspace, right.workspace, ChildNodes::Skipped) &&
           equalDicts(left.config, right.config, ChildNodes::Skipped) && left.dispatch == right.dispatch;
}

bool equalTypes(const Type* left, const Type* right)
{
    if (left == right || !left || !right)
        return left == right;
    if (left->kind != right->kind)
        return false;
    if (const auto* prim = as<PrimType>(left))
        return prim->dtype == as<PrimType>(right)->dtype;
    if (const auto* pointer = as<PointerType>(left))
        return pointer->scope == as<PointerType>(right)->scope &&
               equalTypes(pointer->element, as<PointerType>(right)->element);
    if (const auto* tuple = as<TupleType>(left))
        return std::ranges::equal(tuple->fields, as<TupleType>(right)->fields, equalTypes);
    return true;
}

} // namespace tir
