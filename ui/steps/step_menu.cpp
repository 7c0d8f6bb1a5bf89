#include "ui/steps/step_menu.h"

#include "ui/common/actions.h"
#include "ui/common/popup_menu.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace tir::ui {
namespace {

void goTo(Session& session, StepSpan steps)
{
    if (steps.first == steps.last)
        session.goTo(steps.last);
    else
        session.goToSpan(steps);
}

/// Whether passes of the same branch follow.
bool canContinueFrom(const Session& session, StepSpan steps)
{
    const size_t next = steps.last + 1;
    if (next >= session.stepCount())
        return false;
    const Branch branch = session.recording()->branch(steps.last);
    return branch == Branch::Common || session.recording()->branch(next) == branch;
}

/// From what the one had before to what the other has; nothing if that is what is in view.
std::optional<StepSpan> spanBetween(const Session& session, StepSpan steps)
{
    const size_t before = std::min(session.step(), steps.last);
    const size_t after = std::max(session.step(), steps.last);
    if (before == after)
        return std::nullopt;
    return StepSpan{before + 1, after};
}

} // namespace

QMenu* makeStepMenu(Session& session, StepSpan steps, QWidget& view)
{
    QMenu* menu = newPopupMenu(QStringLiteral("stepMenu"), view);
    const bool isShown = steps == StepSpan{session.firstStep(), session.step()};
    menu->addAction(QMenu::tr("Go to This Step"), &session, [&session, steps] { goTo(session, steps); })
        ->setEnabled(!isShown);
    if (const std::optional<StepSpan> span = spanBetween(session, steps))
        menu->addAction(QMenu::tr("Compare with Step %1").arg(session.step()), &session,
                        [&session, span] { session.goToSpan(*span); });
    const auto add = [&](const char* id, bool isPossible = true) {
        QAction* action = actionOfWindow(view, id);
        if (!action)
            return;
        menu->addAction(action->text(), action,
                        [&session, steps, action] {
                            goTo(session, steps);
                            action->trigger();
                        })
            ->setEnabled(isPossible);
    };
    menu->addSeparator();
    add("run");
    add("continue-from-step", canContinueFrom(session, steps));
    add("save-step");
    add("copy-step");
    add("copy-command");
    menu->addSeparator();
    // About the whole run: the step in view stays.
    for (const char* id : {"check", "pin", "reproduce"})
        if (QAction* action = actionOfWindow(view, id))
            menu->addAction(action);
    return menu;
}

} // namespace tir::ui
