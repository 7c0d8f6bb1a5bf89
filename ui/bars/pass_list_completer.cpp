#include "ui/bars/pass_list_completer.h"

#include "passes/framework/registry.h"
#include "ui/common/text.h"

#include <QStringListModel>

namespace tir::ui {
namespace {

/// The start of the last name of the list: after the last comma outside of parentheses, and its blanks.
qsizetype lastName(const QString& list)
{
    qsizetype begin = 0;
    int depth = 0;
    for (qsizetype i = 0; i < list.size(); ++i) {
        depth += list[i] == QLatin1Char('(') ? 1 : list[i] == QLatin1Char(')') ? -1 : 0;
        if (list[i] == QLatin1Char(',') && depth == 0)
            begin = i + 1;
    }
    while (begin < list.size() && list[begin].isSpace())
        ++begin;
    return begin;
}

QStringList passNames()
{
    QStringList names;
    for (const PassInfo& pass : allPasses())
        names.append(QString::fromUtf8(pass.name.data(), qsizetype(pass.name.size())));
    names.sort();
    return names;
}

} // namespace

PassListCompleter::PassListCompleter(QObject* parent) : QCompleter(parent)
{
    setModel(new QStringListModel(passNames(), this));
    setCaseSensitivity(Qt::CaseInsensitive);
    setFilterMode(Qt::MatchContains);
}

QStringList PassListCompleter::splitPath(const QString& path) const
{
    const qsizetype begin = lastName(path);
    m_before = path.left(begin);
    return {path.mid(begin)};
}

QString PassListCompleter::pathFromIndex(const QModelIndex& index) const
{
    return m_before + QCompleter::pathFromIndex(index);
}

} // namespace tir::ui
