#include "tests/repo/pass_files.h"

#include <QRegularExpression>

namespace tir::testing {

bool isInPassGroup(const QString& path)
{
    const QStringList parts = path.split('/');
    return parts.size() >= 3 && parts[0] == "passes" && parts[1] != "framework" && parts[1] != "workbench";
}

QStringList passSources(const Repository& repository)
{
    static const QRegularExpression definition(R"(^PassInfo\s+(?:\w+::)*\w+\s*\(\s*\)\s*\{?\s*$)",
                                               QRegularExpression::MultilineOption);
    QStringList passes;
    for (const QString& path : repository.filesIn({"passes"}, {".cpp"})) {
        if (isInPassGroup(path) && definition.match(repository.files.value(path)).hasMatch())
            passes.append(path);
    }
    return passes;
}

QString passOf(const Repository& repository, const QString& path)
{
    const QStringList passes = passSources(repository);
    if (passes.contains(path))
        return path;
    const QString folder = path.section('/', 0, -2);
    const QString pass = folder + '/' + folder.section('/', -1) + ".cpp";
    return passes.contains(pass) ? pass : QString();
}

} // namespace tir::testing
