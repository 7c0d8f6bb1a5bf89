/// Python with the recorder, resources/tirscope_trace.py, and the stand-in for TVM.

#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace tir::testing {

/// The folder with the stand-in.
inline constexpr const char* StandInTvm = "tests/app/stand_in_tvm";

/// Python will find the recorder, and the modules in a folder of the sources.
void findModules(QProcess& python, const QString& folder = StandInTvm);

/// The exit code; -1 if it crashes or does not start. `folder`: as above; empty for none.
int python(const QStringList& arguments, const QString& folder = StandInTvm);

/// Lines of the recording with that event.
QList<QJsonObject> recordsOf(const QString& path, const QString& event);

} // namespace tir::testing
