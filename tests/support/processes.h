/// The processes of the system, from /proc.

#pragma once

#include <QList>

#include <sys/types.h>

namespace tir::testing {

/// A process that has ended stays in the process table until its parent waits for it: it does not run.
bool isRunning(pid_t process);

/// 0 if there is no such process.
pid_t parentOf(pid_t process);

/// Those that run.
QList<pid_t> childrenOf(pid_t process);

/// The workers of this process; the servers that started them are its children.
QList<pid_t> workerProcesses();

} // namespace tir::testing
