#include "ui/files/recorded_scripts.h"

#include <QFileInfo>
#include <QSettings>

namespace tir::ui {
namespace {

constexpr int MaxScripts = 20;

const QString& scriptsKey()
{
    static const QString key = QStringLiteral("recordedScripts");
    return key;
}

/// Each as [script, interpreter, arguments]; the last one first.
QList<RecordedScript> readScripts()
{
    QList<RecordedScript> scripts;
    for (const QVariant& entry : QSettings().value(scriptsKey()).toList())
        if (const QStringList parts = entry.toStringList(); parts.size() == 3)
            scripts.append({.interpreter = parts[1], .script = parts[0], .arguments = parts[2]});
    return scripts;
}

} // namespace

RecordedScript lastRecordedScript(const QString& path)
{
    const QList<RecordedScript> scripts = readScripts();
    const QString folder = QFileInfo(path).absolutePath();
    for (const RecordedScript& each : scripts)
        if (!path.isEmpty() && each.script.startsWith(folder + QLatin1Char('/')))
            return each;
    return scripts.isEmpty() ? RecordedScript() : scripts.front();
}

void rememberRecordedScript(const RecordedScript& script)
{
    const QString path = QFileInfo(script.script).absoluteFilePath();
    QVariantList entries{QStringList{path, script.interpreter, script.arguments}};
    for (const RecordedScript& each : readScripts())
        if (each.script != path && entries.size() < MaxScripts)
            entries.append(QStringList{each.script, each.interpreter, each.arguments});
    QSettings().setValue(scriptsKey(), entries);
}

} // namespace tir::ui
