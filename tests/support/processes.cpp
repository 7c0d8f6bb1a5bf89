#include "tests/support/processes.h"

#include <QDir>
#include <QFile>
#include <QStringList>

#include <unistd.h>

namespace tir::testing {
namespace {

/// The fields of /proc/…/stat after the name: the state is the first one, the parent the second.
QStringList statOf(pid_t process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).section(')', -1).split(' ', Qt::SkipEmptyParts);
}

} // namespace

bool isRunning(pid_t process)
{
    const QStringList stat = statOf(process);
    return !stat.isEmpty() && stat.front() != "Z";
}

pid_t parentOf(pid_t process)
{
    return statOf(process).value(1).toInt();
}

QList<pid_t> childrenOf(pid_t process)
{
    QList<pid_t> children;
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs))
        if (const pid_t child = name.toInt(); child > 0 && parentOf(child) == process && isRunning(child))
            children.append(child);
    return children;
}

QList<pid_t> workerProcesses()
{
    QList<pid_t> workers;
    for (const pid_t server : childrenOf(getpid()))
        workers += childrenOf(server);
    return workers;
}

} // namespace tir::testing
