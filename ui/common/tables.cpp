#include "ui/common/tables.h"

#include "ui/common/theme.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>

namespace tir::ui {

void setUpTable(QTableView& table, const QString& name, QAbstractItemModel& model)
{
    table.setObjectName(name);
    table.setModel(&model);
    table.setFont(smallFont());
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 8);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
}

} // namespace tir::ui
