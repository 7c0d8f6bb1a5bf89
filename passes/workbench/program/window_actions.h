/// The actions of the window: its menu entries, and the actions of `tirscope --do`. `tirc list actions` prints them, so
/// the table is not part of the window.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tir {

enum class ActionMenu : uint8_t { File, Edit, View, Go, Run, Help, Script };

std::string_view toString(ActionMenu menu);

struct WindowAction {
    ActionMenu menu;
    std::string_view id;       ///< empty: a line between groups of entries
    std::string_view text;     ///< of the menu entry
    std::string_view keys;     ///< separated by spaces; may be empty
    std::string_view argument; ///< the argument of `ID=ARGUMENT`, in brackets if it is optional; may be empty

    bool isLine() const { return id.empty(); }
    bool needsArgument() const { return !argument.empty() && argument.front() != '['; }
};

/// In the order of the menus.
std::span<const WindowAction> windowActions();

/// Null if there is none.
const WindowAction* findWindowAction(std::string_view id);

} // namespace tir
