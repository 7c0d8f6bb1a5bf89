#include "ui/command_palette.h"

#include "passes/pipelines.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <algorithm>

namespace tir::ui {
namespace {

QString plainText(const QAction& action)
{
    return action.text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
}

/// That of the action, or the one that its text shows.
QString keyOf(const QAction& action)
{
    return action.shortcut().isEmpty() ? action.text().section(QLatin1Char('\t'), 1)
                                       : action.shortcut().toString(QKeySequence::NativeText);
}

/// The menus that the name of an action does not go without: not the one of the menu bar, and none that has its name.
QString shownText(const QStringList& menus, const QString& name)
{
    QStringList parts = menus.mid(1);
    parts.removeIf([&](const QString& menu) { return name.startsWith(menu); });
    parts.append(name);
    return parts.join(QStringLiteral(" \u203a "));
}

void addActions(const QList<QAction*>& actions, const QStringList& menus, QList<Choice>& choices)
{
    // What a menu has in two places is one command.
    const auto isKnown = [&](const QString& text) {
        return std::ranges::find(choices, text, &Choice::text) != choices.end();
    };
    for (QAction* action : actions) {
        const QString name = plainText(*action);
        if (QMenu* menu = action->menu()) {
            emit menu->aboutToShow(); // some are filled then
            addActions(menu->actions(), menus + QStringList(name), choices);
        } else if (const QString text = shownText(menus, name);
                   !action->isSeparator() && action->isVisible() && !isKnown(text)) {
            choices.append({.text = text,
                            .alsoFoundBy = menus.join(QLatin1Char(' ')),
                            .detail = keyOf(*action),
                            .choose =
                                [action = QPointer(action)] {
                                    if (action)
                                        action->trigger();
                                },
                            .isEnabled = action->isEnabled()});
        }
    }
}

/// The change of the function `after` in the step.
QString changeOf(const Module* before, const ModuleEntry& after)
{
    if (!before)
        return {};
    const auto same = std::ranges::find(before->functions, after.var->name,
                                        [](const ModuleEntry& entry) { return entry.var->name; });
    if (same == before->functions.end())
        return Session::tr("new");
    return same->function == after.function ? QString() : Session::tr("changed");
}

} // namespace

QList<Choice> commandChoices(const QMenuBar& menus, Session& session)
{
    QList<Choice> choices;
    addActions(menus.actions(), {}, choices);
    // What is in lists of its own, such as samples, comes after the commands.
    std::ranges::stable_partition(
        choices, [](const Choice& choice) { return !choice.text.contains(QStringLiteral(" \u203a ")); });
    for (const Pipeline& pipeline : allPipelines())
        choices.append({.text = Session::tr("Pipeline \u203a %1").arg(toQString(pipeline.name)),
                        .detail = {},
                        .choose = [&session, pipeline] {
                            RunSetup setup = session.setup();
                            setup.pipeline = pipeline;
                            session.setSetup(std::move(setup));
                        }});
    return choices;
}

QList<Choice> functionChoices(Session& session)
{
    QList<Choice> choices;
    const ComparedStepPointer compared = session.compared();
    if (!session.recording() || !compared || compared->number != session.step())
        return choices;
    const Recording& recording = *session.recording();
    const Module* before =
        compared->number > 0 ? &recording.module(recording.previous(compared->first)) : nullptr;
    for (const ModuleEntry& entry : session.module().functions)
        choices.append({.text = toQString(entry.var->name),
                        .detail = changeOf(before, entry),
                        .choose = [&session, place = compared->after->places.placeOfFunction(
                                                 entry.function)] { session.selectPlace(place); }});
    return choices;
}

} // namespace tir::ui
