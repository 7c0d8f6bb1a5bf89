#include "core/script/common/unknown_arguments.h"

#include "core/ir/structural_equal.h"
#include "core/script/syntax/literal_reader.h"
#include "core/script/syntax/token_id.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tir::script {
namespace {

bool isSameValue(const AttrValue& a, const AttrValue& b)
{
    if (a.kind() != b.kind())
        return false;
    if (a.kind() == AttrValue::Kind::Node)
        return a.node() == b.node() || structuralEqual(*a.node(), *b.node());
    const auto isSameEntry = [](const DictEntry& x, const DictEntry& y) {
        return isSameValue(x.key, y.key) && isSameValue(x.value, y.value);
    };
    return a.integer() == b.integer() && a.real() == b.real() && a.text() == b.text() &&
           std::ranges::equal(a.items(), b.items(), isSameValue) &&
           std::ranges::equal(a.entries(), b.entries(), isSameEntry);
}

} // namespace

bool isArgumentName(std::string_view name)
{
    return !name.empty() && !isDigit(name[0]) && std::ranges::all_of(name, isPythonNameByte) &&
           (uint8_t(name[0]) >= 0x80 || !TokenId::ofName(name));
}

bool holdsNode(const AttrValue& value)
{
    return value.kind() == AttrValue::Kind::Node || std::ranges::any_of(value.items(), holdsNode) ||
           std::ranges::any_of(value.entries(), holdsNode, &DictEntry::value);
}

bool keepSame(Dict entries, std::string_view place, Dict others, std::string_view otherPlace)
{
    using Argument = std::pair<std::string_view, const AttrValue*>;
    const auto argumentsOf = [](Dict dict, std::string_view owner) {
        std::vector<Argument> found;
        for (const DictEntry& entry : dict)
            if (const std::string_view name = unknownName(entry, owner); !name.empty())
                found.emplace_back(name, &entry.value);
        return found;
    };
    return std::ranges::equal(argumentsOf(entries, place), argumentsOf(others, otherPlace),
                              [](const Argument& a, const Argument& b) {
                                  return a.first == b.first && isSameValue(*a.second, *b.second);
                              });
}

} // namespace tir::script
