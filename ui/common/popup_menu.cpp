#include "ui/common/popup_menu.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QTableView>

namespace tir::ui {
namespace {

/// The cells of a row that are shown, separated by tabs.
QString rowText(const QAbstractItemView& view, int row)
{
    const auto* table = qobject_cast<const QTableView*>(&view);
    QStringList cells;
    for (int column = 0; column < view.model()->columnCount(); ++column)
        if (!table || !table->isColumnHidden(column))
            cells.append(view.model()->index(row, column).data().toString());
    return cells.join(QLatin1Char('\t'));
}

QString allText(const QAbstractItemView& view)
{
    QStringList rows;
    for (int row = 0; row < view.model()->rowCount(); ++row)
        rows.append(rowText(view, row));
    return rows.join(QLatin1Char('\n'));
}

} // namespace

QMenu* newPopupMenu(const QString& name, QWidget& parent)
{
    auto* menu = new QMenu(&parent);
    menu->setObjectName(name);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void addRowMenu(QAbstractItemView& view, std::function<void(QMenu&, const QModelIndex&)> fill)
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&view, &QWidget::customContextMenuRequested, &view,
                     [&view, fill = std::move(fill)](QPoint position) {
                         QModelIndex index = view.indexAt(position);
                         if (!index.isValid())
                             index = view.currentIndex();
                         if (!index.isValid())
                             return;
                         QMenu* menu = newPopupMenu(QStringLiteral("rowMenu"), view);
                         if (fill)
                             fill(*menu, index);
                         menu->addSeparator();
                         menu->addAction(QMenu::tr("Copy Row"), menu, [text = rowText(view, index.row())] {
                             QApplication::clipboard()->setText(text);
                         });
                         menu->addAction(QMenu::tr("Copy All Rows"), &view,
                                         [&view] { QApplication::clipboard()->setText(allText(view)); });
                         const QRect row = view.visualRect(index);
                         const bool isAtRow = row.top() <= position.y() && position.y() <= row.bottom();
                         menu->popup(view.viewport()->mapToGlobal(isAtRow ? position : row.bottomLeft()));
                     });
}

} // namespace tir::ui
