/// How tables of facts look everywhere: rows without a grid or numbers, in small letters.

#pragma once

class QAbstractItemModel;
class QString;
class QTableView;

namespace tir::ui {

/// Of the model, which stays its owner's. One row is selected at a time; Tab leaves the table.
void setUpTable(QTableView& table, const QString& name, QAbstractItemModel& model);

} // namespace tir::ui
