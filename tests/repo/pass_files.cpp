#include "tests/repo/pass_files.h"

#include <QFileInfo>
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
    const QFileInfo file(path);
    QString owner;
    for (const QString& pass : passSources(repository)) {
        const QFileInfo candidate(pass);
        const QString name = candidate.completeBaseName();
        const bool isPart =
            file.completeBaseName() == name || file.completeBaseName().startsWith(name + QLatin1Char('_'));
        if (candidate.path() == file.path() && isPart && pass.size() > owner.size())
            owner = pass;
    }
    return owner;
}

} // namespace tir::testing
