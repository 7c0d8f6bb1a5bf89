#include "tests/repo/layering_rules.h"

#include "tests/repo/pass_files.h"

#include <QFileInfo>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace tir::testing {
namespace {

struct Include {
    QString from;
    int line;
    QString path;
    bool quoted;
};

/// The first row whose folder holds the including file decides; `may` lists prefixes. A file may always
/// include its own folder.
struct FolderRule {
    const char* folder;
    QStringList may;
};

const QList<FolderRule>& folderRules()
{
    static const QStringList belowCodegen = {"core/support/", "core/ir/",       "core/script/",
                                             "core/arith/",   "core/analysis/", "core/diff/"};
    static const QStringList belowPasses = {"core/support/", "core/ir/", "core/arith/", "core/analysis/"};
    static const QList<FolderRule> rules = {
        {"core/support/", {}},
        {"core/ir/", {"core/support/"}},
        {"core/arith/", {"core/support/", "core/ir/"}},
        {"core/script/syntax/", {"core/support/", "core/ir/"}},
        {"core/script/common/", {"core/support/", "core/ir/", "core/script/syntax/"}},
        {"core/script/json/", {"core/support/", "core/ir/", "core/script/syntax/", "core/script/common/"}},
        // The parser folds constants as TVM's does.
        {"core/script/reading/",
         {"core/support/", "core/ir/", "core/arith/", "core/script/syntax/", "core/script/common/",
          "core/script/json/"}},
        {"core/script/printing/",
         {"core/support/", "core/ir/", "core/script/syntax/", "core/script/common/", "core/script/json/"}},
        {"core/analysis/", {"core/support/", "core/ir/", "core/arith/"}},
        // The text view of a diff prints.
        {"core/diff/", {"core/support/", "core/ir/", "core/arith/", "core/analysis/", "core/script/"}},
        {"core/codegen/", belowCodegen},
        {"core/runtime/", belowCodegen + QStringList{"core/codegen/"}},
        {"core/precompiled.h", {"core/ir/"}},
        {"passes/framework/", belowPasses + QStringList{"passes/pass_list.def"}},
        {"passes/workbench/", {"core/", "passes/"}},
        {"passes/", belowPasses + QStringList{"passes/framework/", "passes/pass_list.def",
                                              "passes/pipelines.h", "passes/pipeline_parts.h",
                                              "passes/fitting_pipeline.h", "passes/wrong_orders.h"}},
        {"ui/common/", {"core/", "passes/"}},
        {"ui/", {"core/", "passes/"}},
        {"app/", {"core/", "passes/", "ui/"}},
        {"tests/", {"core/", "passes/", "ui/", "app/"}},
    };
    return rules;
}

const QStringList& sourceSuffixes()
{
    static const QStringList suffixes = {".cpp", ".def", ".h"};
    return suffixes;
}

QStringList sources(const Repository& repository)
{
    return repository.filesIn({"core", "passes", "ui", "app", "tests"}, sourceSuffixes());
}

QList<Include> includesOf(const Repository& repository, const QString& path)
{
    static const QRegularExpression pattern(R"re(^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>))re");
    QList<Include> includes;
    int line = 0;
    for (const QString& text : repository.files.value(path).split('\n')) {
        ++line;
        const QRegularExpressionMatch match = pattern.match(text);
        if (match.hasMatch()) {
            const bool quoted = match.hasCaptured(1) && !match.captured(1).isEmpty();
            includes.append({path, line, quoted ? match.captured(1) : match.captured(2), quoted});
        }
    }
    return includes;
}

QList<Include> allIncludes(const Repository& repository)
{
    QList<Include> includes;
    for (const QString& path : sources(repository))
        includes.append(includesOf(repository, path));
    return includes;
}

QString finding(const Include& include, const QString& why)
{
    return QStringLiteral("%1:%2: includes '%3': %4")
        .arg(include.from, QString::number(include.line), include.path, why);
}

QString folderOf(const QString& path)
{
    return path.left(path.lastIndexOf('/') + 1);
}

bool startsWithAny(const QString& path, const QStringList& prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const QString& prefix) { return path.startsWith(prefix); });
}

bool isQt(const QString& path)
{
    static const QRegularExpression pattern(R"(^(Q[A-Z]\w*|Qt\w*|Qt\w*/.*|q[a-z0-9_]+\.h)$)");
    return pattern.match(path).hasMatch();
}

bool isLlvm(const QString& path)
{
    static const QRegularExpression pattern(R"(^(llvm|llvm-c|clang|clang-c|lld)/)");
    return pattern.match(path).hasMatch();
}

bool isCuda(const QString& path)
{
    static const QRegularExpression pattern(R"(^(cu[a-z_]*|nvrtc|nvJitLink|nvPTXCompiler|nvml)(_\w+)?\.h$)");
    return pattern.match(path).hasMatch();
}

/// The folders of the libraries tirscope_llvm and tirscope_worker. Headers that declare no function that is
/// defined there (formats, tables) would be safe to include, but the rule stays simple.
bool linksLlvm(const QString& path)
{
    return startsWithAny(path, {"core/codegen/llvm_ir/", "core/runtime/cuda/", "core/runtime/jit/",
                                "core/runtime/simt/", "passes/workbench/worker/"});
}

bool mayLinkLlvm(const QString& path)
{
    return linksLlvm(path) || startsWithAny(path, {"app/worker/", "tests/"});
}

bool isWidgetHeader(const Include& include)
{
    if (!isQt(include.path))
        return false;
    if (include.path.contains('/'))
        return include.path.startsWith("QtWidgets/") || include.path.startsWith("QtSvgWidgets/");
    const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    return QFileInfo::exists(headers + "/QtWidgets/" + include.path) ||
           QFileInfo::exists(headers + "/QtSvgWidgets/" + include.path);
}

bool isWithoutWidgets(const QString& path)
{
    static const QRegularExpression pattern(R"(^ui/.*_(model|layout)\.(h|cpp)$)");
    return pattern.match(path).hasMatch();
}

/// The first chain of includes from `path` to a widget header; empty if there is none.
QStringList wayToWidgets(const Repository& repository, const QString& path, QSet<QString>& seen)
{
    if (seen.contains(path))
        return {};
    seen.insert(path);
    for (const Include& include : includesOf(repository, path)) {
        if (isWidgetHeader(include))
            return {path, include.path};
        if (!repository.contains(include.path))
            continue;
        const QStringList rest = wayToWidgets(repository, include.path, seen);
        if (!rest.isEmpty())
            return QStringList{path} + rest;
    }
    return {};
}

} // namespace

QStringList checkFolderOrder(const Repository& repository)
{
    static const QStringList ours = {"core/", "passes/", "ui/", "app/", "tests/"};
    QStringList findings;
    for (const Include& include : allIncludes(repository)) {
        if (!startsWithAny(include.path, ours))
            continue;
        const auto rule =
            std::find_if(folderRules().begin(), folderRules().end(), [&](const FolderRule& candidate) {
                return include.from.startsWith(candidate.folder);
            });
        if (rule == folderRules().end()) {
            findings.append(QStringLiteral("%1: is not in a folder of the design").arg(include.from));
            continue;
        }
        // Groups of passes and views have additional rules: checkPasses and checkViews.
        const bool isOwnFolder = QLatin1String(rule->folder) == QLatin1String("passes/")
                                     ? isInPassGroup(include.path)
                                     : include.path.startsWith(rule->folder);
        if (!isOwnFolder && !startsWithAny(include.path, rule->may))
            findings.append(finding(
                include, QStringLiteral("%1 may include only %2")
                             .arg(rule->folder, rule->may.isEmpty() ? "itself" : rule->may.join(", "))));
    }
    return findings;
}

QStringList checkForeignHeaders(const Repository& repository)
{
    QStringList findings;
    for (const Include& include : allIncludes(repository)) {
        if (isQt(include.path) && !startsWithAny(include.from, {"ui/", "app/", "tests/"}))
            findings.append(finding(include, "Qt belongs in ui, app and tests"));
        const bool isSource = include.from.endsWith(".cpp");
        const bool wrapsLlvm =
            isSource && startsWithAny(include.from, {"core/codegen/llvm_ir/", "core/runtime/jit/"});
        // The prologue of generated CUDA C is a text with include lines.
        const bool wrapsCuda =
            isSource && startsWithAny(include.from, {"core/runtime/cuda/", "tests/core/runtime/",
                                                     "core/codegen/cuda_c/prologue.cpp"});
        if (isLlvm(include.path) && !wrapsLlvm)
            findings.append(
                finding(include, "LLVM belongs in .cpp files of core/codegen/llvm_ir and core/runtime/jit"));
        if (isCuda(include.path) && !wrapsCuda)
            findings.append(
                finding(include, "CUDA belongs in .cpp files of core/runtime/cuda and of its tests"));
        if (linksLlvm(include.path) && !mayLinkLlvm(include.from))
            findings.append(finding(include, "this folder is linked without LLVM"));
    }
    return findings;
}

QStringList checkIncludePaths(const Repository& repository)
{
    QStringList findings;
    for (const Include& include : allIncludes(repository)) {
        const bool isMoc =
            include.path.endsWith(".moc") || QFileInfo(include.path).fileName().startsWith("moc_");
        if (include.quoted && !isMoc && !repository.contains(include.path))
            findings.append(finding(include, "no such file from the root of the repository"));
        if (!include.quoted && repository.contains(include.path))
            findings.append(finding(include, "files of the repository are included with quotes"));
    }
    return findings;
}

QStringList checkModels(const Repository& repository)
{
    QStringList findings;
    for (const QString& path : sources(repository)) {
        if (!isWithoutWidgets(path))
            continue;
        QSet<QString> seen;
        const QStringList way = wayToWidgets(repository, path, seen);
        if (!way.isEmpty())
            findings.append(QStringLiteral("%1: reaches a widget: %2").arg(path, way.join(" -> ")));
    }
    return findings;
}

QStringList checkPasses(const Repository& repository)
{
    const auto groupOf = [](const QString& path) { return path.section('/', 0, 1); };
    QStringList findings;
    for (const Include& include : allIncludes(repository)) {
        if (!isInPassGroup(include.from) || !isInPassGroup(include.path))
            continue;
        const QString included = passOf(repository, include.path);
        if (!included.isEmpty() && included != passOf(repository, include.from))
            findings.append(finding(include, "a pass is included only by its own parts"));
        if (included.isEmpty() && groupOf(include.from) != groupOf(include.path))
            findings.append(finding(include, "what passes share is included in their group only"));
    }
    return findings;
}

QStringList checkViews(const Repository& repository)
{
    QStringList findings;
    for (const Include& include : allIncludes(repository)) {
        const QString from = folderOf(include.from);
        if (!from.startsWith("ui/") || from == "ui/" || !include.path.startsWith("ui/"))
            continue;
        const QString own = "ui/" + from.section('/', 1, 1) + '/';
        if (!startsWithAny(include.path, {own, "ui/session/", "ui/common/"}))
            findings.append(finding(include, "of ui, this folder may include itself, session and common"));
    }
    return findings;
}

} // namespace tir::testing
