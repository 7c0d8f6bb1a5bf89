#include "ui/session/occurrences.h"

#include "ui/session/session.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// Of the selection, in the order of the text; empty without a selection, and while the text is not there.
std::vector<CodeToken> occurrences(const Session& session)
{
    const ComparedStepPointer compared = session.compared();
    const Node* identity = session.selection().identity;
    std::vector<CodeToken> found;
    if (session.phase() == Phase::Ready && compared && compared->number == session.step() && identity)
        std::ranges::copy_if(
            compared->after->code.tokens, std::back_inserter(found),
            [&](const CodeToken& token) { return token.identity == identity && token.place != NoPlace; });
    return found;
}

} // namespace

bool isDefinition(Role role)
{
    switch (role) {
    case Role::VarDef:
    case Role::BufferAlloc:
    case Role::BufferDecl:
    case Role::BufferParam:
        return true;
    case Role::Value:
    case Role::BufferUse:
    case Role::Scope:
    case Role::Stmt:
    case Role::Part:
        break;
    }
    return false;
}

void goToDefinition(Session& session)
{
    const std::vector<CodeToken> found = occurrences(session);
    if (found.empty())
        return;
    const ModuleText& text = *session.compared()->after;
    const auto definition = std::ranges::find_if(
        found, [&](const CodeToken& token) { return isDefinition(text.places[token.place].role); });
    session.selectPlace((definition == found.end() ? found.front() : *definition).place);
}

void goToNextUse(Session& session)
{
    const std::vector<CodeToken> found = occurrences(session);
    if (found.empty())
        return;
    const Selection& selection = session.selection();
    const bool isHere = selection.number == session.step();
    const auto current = std::ranges::find_if(
        found, [&](const CodeToken& token) { return isHere && token.place == selection.place; });
    // Several names may be at one place, say that of a buffer which its first use declares.
    const auto next = std::find_if(current, found.end(),
                                   [&](const CodeToken& token) { return token.place != selection.place; });
    session.selectPlace((next == found.end() ? found.front() : *next).place);
}

} // namespace tir::ui
