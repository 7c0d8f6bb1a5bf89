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

void addActions(const QList<QAction*>& actions, const QString& path, QList<Choice>& choices)
{
    for (QAction* action : actions) {
        const QString text = path + action->text().remove(QLatin1Char('&'));
        if (QMenu* menu = action->menu()) {
            emit menu->aboutToShow(); // some are filled then
            addActions(menu->actions(), text + QStringLiteral(" \u203a "), choices);
        } else if (!action->isSeparator() && action->isVisible()) {
            choices.append({.text = text,
                            .detail = action->shortcut().toString(QKeySequence::NativeText),
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
