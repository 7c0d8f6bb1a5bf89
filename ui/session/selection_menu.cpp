#include "ui/session/selection_menu.h"

#include "passes/workbench/program/manual.h"
#include "ui/common/actions.h"
#include "ui/common/text.h"
#include "ui/session/nearest_step.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QMenu>
#include <QWhatsThisClickedEvent>

namespace tir::ui {
namespace {

bool isThere(EntityState state)
{
    return state != EntityState::Absent && state != EntityState::Gone;
}

bool isChange(EntityState state)
{
    return state == EntityState::Changed || state == EntityState::Born;
}

void fillSteps(QMenu& menu, Session& session)
{
    menu.clear();
    const std::vector<EntityState>& states = session.watch().states();
    if (states.empty() || !session.recording()) {
        menu.addAction(Session::tr("Looking at the steps…"))->setEnabled(false);
        return;
    }
    const auto add = [&](const QString& what, std::optional<size_t> step) {
        if (!step || *step >= session.stepCount())
            return;
        const QString pass = *step == 0 ? Session::tr("Input") : toQString(session.recording()->pass(*step));
        QAction* action = menu.addAction(QStringLiteral("%1: %2 %3").arg(what).arg(*step).arg(pass), &session,
                                         [&session, step] { session.goTo(*step); });
        action->setEnabled(*step != session.step());
    };
    const auto find = [&](ptrdiff_t from, int direction, bool (*isWanted)(EntityState)) {
        return nearestStep(from, direction, states.size(), [&](size_t at) { return isWanted(states[at]); });
    };
    const auto here = ptrdiff_t(session.step());
    const auto last = ptrdiff_t(states.size()) - 1;
    add(Session::tr("First"), find(0, 1, isThere));
    add(Session::tr("Previous change"), find(here - 1, -1, isChange));
    add(Session::tr("Next change"), find(here + 1, 1, isChange));
    add(Session::tr("Last change"), find(last, -1, isChange));
    add(Session::tr("Last"), find(last, -1, isThere));
}

} // namespace

void addSelectionMenu(QMenu& menu, Session& session, const QWidget& view)
{
    menu.addSeparator();
    for (const char* id : {"definition", "next-use", "watch", "entity-history"})
        if (QAction* action = actionOfWindow(view, id))
            menu.addAction(action);
    QMenu* steps = menu.addMenu(Session::tr("Show in Step"));
    steps->setObjectName(QStringLiteral("showInStepMenu"));
    steps->menuAction()->setEnabled(session.selection().identity != nullptr);
    fillSteps(*steps, session);
    QObject::connect(&session.watch(), &EntityWatch::changed, steps,
                     [steps, &session] { fillSteps(*steps, session); });
    if (QAction* find = actionOfWindow(view, "find-in-steps"))
        menu.addAction(find);
}

void addMeaningMenu(QMenu& menu, const QString& word, QWidget& view)
{
    if (!word.isEmpty() && !glossaryEntry(word.toStdString()).empty())
        menu.addAction(Session::tr("What “%1” Means").arg(word), &view,
                       [word, &view] { showMeaning(word, view); });
}

void showMeaning(const QString& word, QWidget& view)
{
    QWhatsThisClickedEvent event(word);
    QApplication::sendEvent(view.window(), &event);
}

} // namespace tir::ui
