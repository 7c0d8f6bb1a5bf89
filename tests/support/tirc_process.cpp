#include "tests/support/tirc_process.h"

#include "tests/support/patience.h"
#include "tests/support/test_files.h"

#include <QProcess>

namespace tir::testing {

TircResult tirc(const QStringList& arguments, const QByteArray& input, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder.isEmpty() ? sourcePath() : folder);
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QString sample(const QString& name)
{
    return sourcePath(QStringLiteral("samples/%1.py").arg(name));
}

} // namespace tir::testing
