#include "passes/workbench/program/window_actions.h"

#include <algorithm>
#include <vector>

namespace tir {
namespace {

std::vector<WindowAction> makeActions()
{
    std::vector<WindowAction> actions;
    ActionMenu menu = ActionMenu::File;
#define TIR_MENU(name) menu = ActionMenu::name;
#define TIR_LINE() actions.push_back({menu, {}, {}, {}, {}});
#define TIR_ACTION(id, text, keys, argument) actions.push_back({menu, id, text, keys, argument});
#include "passes/workbench/program/window_actions.def"
    return actions;
}

} // namespace

std::string_view toString(ActionMenu menu)
{
    switch (menu) {
    case ActionMenu::File:
        return "File";
    case ActionMenu::Edit:
        return "Edit";
    case ActionMenu::View:
        return "View";
    case ActionMenu::Go:
        return "Go";
    case ActionMenu::Run:
        return "Run";
    case ActionMenu::Help:
        return "Help";
    case ActionMenu::Script:
        break;
    }
    return "Script";
}

std::span<const WindowAction> windowActions()
{
    static const std::vector<WindowAction> actions = makeActions();
    return actions;
}

const WindowAction* findWindowAction(std::string_view id)
{
    const std::span<const WindowAction> actions = windowActions();
    const auto found = std::ranges::find(actions, id, &WindowAction::id);
    return id.empty() || found == actions.end() ? nullptr : &*found;
}

} // namespace tir
