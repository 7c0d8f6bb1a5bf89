/// Lists as text.

#pragma once

#include <functional>
#include <string>
#include <type_traits>

namespace tir {

/// "a, b, c". `toText` returns the text of an item; items with empty texts are left out.
template <class List, class ToText>
std::string listText(const List& list, ToText toText)
{
    std::string text;
    for (const auto& item : list)
        if (const std::string one(std::invoke(toText, item)); !one.empty())
            text += (text.empty() ? "" : ", ") + one;
    return text;
}

/// The same for integers and texts.
template <class List>
std::string listText(const List& list)
{
    return listText(list, [](const auto& item) {
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(item)>>)
            return std::to_string(item);
        else
            return std::string(item);
    });
}

/// "(4, 2, 1)"
template <class List>
std::string tupleText(const List& list)
{
    return "(" + listText(list) + ")";
}

} // namespace tir
