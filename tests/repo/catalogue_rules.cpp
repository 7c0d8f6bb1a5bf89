#include "tests/repo/catalogue_rules.h"

#include "tests/repo/pass_files.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace tir::testing {
namespace {

/// The words of a CMakeLists.txt, without comments and without calls that only set properties of sources.
QStringList cmakeWords(const QString& text)
{
    static const QRegularExpression comment(R"(#[^\n]*)");
    static const QRegularExpression properties(
        R"((set_source_files_properties|tirscope_unite_folders)\([^)]*\))");
    static const QRegularExpression separator(R"re([\s()";]+)re");
    return QString(text).remove(comment).remove(properties).split(separator, Qt::SkipEmptyParts);
}

/// `CallGraph` -> "call_graph".
QString snakeCase(QString name)
{
    static const QRegularExpression boundary(R"(([a-z0-9])([A-Z]))");
    return name.replace(boundary, R"(\1_\2)").toLower();
}

/// The text of a .def file without its comments.
QString withoutComments(const QString& text)
{
    static const QRegularExpression comment(R"(//[^\n]*)");
    return QString(text).remove(comment);
}

bool hasListLine(const QString& list, const QString& macro, const QString& firstArgument)
{
    const QRegularExpression line(QStringLiteral(R"(\b%1\s*\(\s*"?%2\b)").arg(macro, firstArgument));
    return line.match(list).hasMatch();
}

/// What app/CMakeLists.txt compiles because of a line in the list of commands.
QStringList commandSources(const Repository& repository)
{
    static const QRegularExpression line(R"(\bTIR_COMMAND\((\w+)\))");
    const QString list = withoutComments(repository.files.value("app/cli/command_list.def"));
    QStringList sources;
    for (const QRegularExpressionMatch& command : line.globalMatch(list))
        sources.append(QStringLiteral("app/cli/%1.cpp").arg(snakeCase(command.captured(1))));
    return sources;
}

} // namespace

QStringList checkSourceLists(const Repository& repository)
{
    QMap<QString, int> named;
    QStringList findings;
    for (const QString& list : repository.files.keys()) {
        if (QFileInfo(list).fileName() != QLatin1String("CMakeLists.txt"))
            continue;
        const QString folder = list.left(list.lastIndexOf('/') + 1);
        for (const QString& word : cmakeWords(repository.files.value(list))) {
            if (!word.endsWith(".cpp"))
                continue;
            if (word.contains("../"))
                findings.append(QStringLiteral("%1: names '%2' outside of its folder").arg(list, word));
            ++named[folder + word];
        }
    }
    for (const QString& source : commandSources(repository))
        ++named[source];
    for (const QString& source : repository.filesIn({"core", "passes", "ui", "app", "tests"}, {".cpp"})) {
        const int count = named.value(source);
        if (count == 0)
            findings.append(
                source.startsWith("app/cli/")
                    ? QStringLiteral("%1: is neither a command of app/cli/command_list.def nor named "
                                     "in app/CMakeLists.txt")
                          .arg(source)
                    : QStringLiteral("%1: is named in no CMakeLists.txt").arg(source));
        if (count > 1)
            findings.append(
                QStringLiteral("%1: is compiled %2 times; link its library").arg(source).arg(count));
    }
    return findings;
}

QStringList checkPassList(const Repository& repository)
{
    const QString list = withoutComments(repository.files.value("passes/pass_list.def"));
    QStringList findings;
    QStringList names;
    for (const QString& pass : passSources(repository)) {
        const QString name = QFileInfo(pass).completeBaseName();
        names.append(name);
        if (!hasListLine(list, "TIR_PASS", camelCase(name)))
            findings.append(QStringLiteral("%1: has no line TIR_PASS(%2) in passes/pass_list.def")
                                .arg(pass, camelCase(name)));
        if (!repository.containsFolder("tests/golden/pass/" + name))
            findings.append(QStringLiteral("%1: has no cases in tests/golden/pass/%2").arg(pass, name));
    }
    // A file in a subfolder belongs to the pass of that name; files that a group shares are not in a subfolder.
    for (const QString& source : repository.filesIn({"passes"}, {".cpp"})) {
        if (isInPassGroup(source) && source.count('/') > 2 && passOf(repository, source).isEmpty())
            findings.append(QStringLiteral("%1: its folder has no pass of the folder's name").arg(source));
    }
    for (const QString& folder : repository.foldersIn("tests/golden/pass")) {
        if (!names.contains(folder))
            findings.append(QStringLiteral("tests/golden/pass/%1: there is no such pass").arg(folder));
    }
    return findings;
}

QStringList checkPassCards(const Repository& repository)
{
    static const QRegularExpression registered(R"re(\.name\s*=\s*"(\w+)")re");
    QStringList findings;
    QStringList cards;
    for (const QString& pass : passSources(repository)) {
        const QString card = QStringLiteral("resources/passes/%1.md").arg(QFileInfo(pass).completeBaseName());
        const QString name = registered.match(repository.files.value(pass)).captured(1);
        cards.append(card);
        if (!repository.contains(card))
            findings.append(QStringLiteral("%1: has no card %2").arg(pass, card));
        else if (!repository.files.value(card).startsWith(QStringLiteral("# %1\n").arg(name)))
            findings.append(QStringLiteral("%1: is not headed by '# %2'").arg(card, name));
    }
    for (const QString& card : repository.filesIn({"resources/passes"}, {".md"})) {
        if (!cards.contains(card))
            findings.append(QStringLiteral("%1: there is no such pass").arg(card));
    }
    return findings;
}

QStringList checkViewList(const Repository& repository)
{
    static const QStringList noViews = {"bars", "common", "files", "session"};
    const QString list = withoutComments(repository.files.value("ui/view_list.def"));
    QStringList findings;
    for (const QString& folder : repository.foldersIn("ui")) {
        if (noViews.contains(folder))
            continue;
        if (!hasListLine(list, "TIR_VIEW", folder))
            findings.append(
                QStringLiteral("ui/%1: has no line TIR_VIEW(%1, …) in ui/view_list.def").arg(folder));
    }
    return findings;
}

QStringList checkTopLevel(const QStringList& entries)
{
    static const QStringList allowed = {
        ".ci",
        ".clang-format",
        ".clang-tidy",
        ".gitignore",
        "CMakeLists.txt",
        "CMakePresets.json",
        "CONTRIBUTING.md",
        "LICENSE",
        "NOTICE",
        "README.md",
        "app",
        "core",
        "passes",
        "resources",
        "samples",
        "tests",
        "ui",
    };
    QStringList findings;
    for (const QString& entry : entries) {
        if (!allowed.contains(entry))
            findings.append(QStringLiteral("%1: does not belong in the top level").arg(entry));
    }
    return findings;
}

QStringList checkMachinePaths(const Repository& repository)
{
    static const QRegularExpression path(
        R"((?:(?<![\w.})\]*])|-[IL])/(?:home|root|work|Users|mnt|media|farm|workspace|scratch)/[\w.])");
    QStringList findings;
    for (auto file = repository.files.begin(); file != repository.files.end(); ++file) {
        int line = 0;
        for (const QString& text : file.value().split('\n')) {
            ++line;
            if (path.match(text).hasMatch())
                findings.append(
                    QStringLiteral("%1:%2: names a folder of one machine").arg(file.key()).arg(line));
        }
    }
    return findings;
}

QStringList checkDecimals(const Repository& repository)
{
    static const QRegularExpression call(
        R"(\b(?:strto(?:d|f|ld)|sto(?:d|f|ld)|atof|setprecision)\s*\(|%[-+ #0-9.*]*[lL]?[aefgAEFG](?![\w]))");
    QStringList findings;
    for (const QString& path : repository.filesIn({"core", "passes", "ui", "app"}, {".cpp", ".h"})) {
        int line = 0;
        for (const QString& text : repository.files.value(path).split('\n')) {
            ++line;
            if (!text.trimmed().startsWith(QLatin1String("//")) && call.match(text).hasMatch())
                findings.append(QStringLiteral("%1:%2: follows the locale, unlike core/support/decimal.h")
                                    .arg(path)
                                    .arg(line));
        }
    }
    return findings;
}

QStringList checkPages(const Repository& repository, const QString& exceptPage)
{
    static const QRegularExpression link(R"(\]\(([^)#\s:]+)\))");
    static const QRegularExpression path(R"(`((?:app|core|passes|resources|samples|tests|ui)/[\w./-]*)`)");
    QStringList findings;
    const auto check = [&](const QString& page, const QString& written, const QString& target) {
        const QString name = QDir::cleanPath(target);
        if (!repository.contains(name) && !repository.contains(name + ".cpp") &&
            !repository.containsFolder(name))
            findings.append(QStringLiteral("%1: there is no '%2'").arg(page, written));
    };
    for (const QString& page : repository.files.keys()) {
        if (!page.endsWith(".md") || page == exceptPage)
            continue;
        const QString text = repository.files.value(page);
        const QString folder = page.left(page.lastIndexOf('/') + 1);
        for (const QRegularExpressionMatch& match : link.globalMatch(text))
            check(page, match.captured(1), folder + match.captured(1));
        for (const QRegularExpressionMatch& match : path.globalMatch(text))
            check(page, match.captured(1), match.captured(1));
    }
    return findings;
}

QStringList checkFileDialogs(const Repository& repository)
{
    QStringList findings;
    for (const QString& path : repository.filesIn({"ui", "app"}, {".cpp", ".h"}))
        if (path != QLatin1String("ui/common/file_dialogs.cpp") &&
            repository.files.value(path).contains(QLatin1String("QFileDialog")))
            findings.append(
                QStringLiteral("%1: has a file dialog of its own, unlike ui/common/file_dialogs.h")
                    .arg(path));
    return findings;
}

} // namespace tir::testing
