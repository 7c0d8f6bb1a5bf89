#include "ui/common/actions.h"

#include "core/support/check.h"
#include "passes/workbench/program/window_actions.h"
#include "ui/common/text.h"

#include <QAction>
#include <QWidget>

namespace tir::ui {
namespace {

QAction* actionOf(const char* id, QWidget& owner)
{
    const WindowAction* entry = findWindowAction(id);
    if (!entry)
        throw InternalError("there is no action '" + std::string(id) + "'");
    auto* action = new QAction(toQString(entry->text), &owner);
    action->setObjectName(QString::fromLatin1(id));
    QList<QKeySequence> keys;
    for (const QString& key : toQString(entry->keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        keys.append(QKeySequence(key));
    action->setShortcuts(keys);
    action->setToolTip(toolTipOf(*action));
    owner.addAction(action);
    return action;
}

} // namespace

QAction* makeAction(const char* id, QWidget& owner, std::function<void()> perform)
{
    QAction* action = actionOf(id, owner);
    QObject::connect(action, &QAction::triggered, &owner, std::move(perform));
    return action;
}

QAction* makeSwitch(const char* id, QWidget& owner, bool isChecked, std::function<void(bool)> perform)
{
    QAction* action = actionOf(id, owner);
    action->setCheckable(true);
    action->setChecked(isChecked);
    QObject::connect(action, &QAction::toggled, &owner, std::move(perform));
    return action;
}

QAction* actionOfWindow(const QWidget& widget, const char* id)
{
    return widget.window()->findChild<QAction*>(QString::fromLatin1(id));
}

QString toolTipOf(const QAction& action)
{
    QString text = action.text();
    if (text.endsWith(QStringLiteral("…")))
        text.chop(1);
    return action.shortcut().isEmpty()
               ? text
               : QStringLiteral("%1 (%2)").arg(text, action.shortcut().toString(QKeySequence::NativeText));
}

} // namespace tir::ui
