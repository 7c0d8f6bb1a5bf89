#include "ui/common/damaged_settings.h"

#include <QFile>
#include <QSettings>

namespace tir::ui {

QString keepDamagedSettings()
{
    const QSettings settings;
    settings.allKeys(); // a section is parsed when one of its keys is read
    if (settings.status() != QSettings::FormatError)
        return {};
    const QString copy = settings.fileName() + QStringLiteral(".damaged");
    QFile::remove(copy); // of an earlier time
    return QFile::copy(settings.fileName(), copy) ? copy : QString();
}

} // namespace tir::ui
