/// The diagnostics of one step, each followed by its notes. No widgets, no timers, no files.

#pragma once

#include "core/support/diagnostic.h"

#include <QAbstractListModel>

#include <functional>

namespace tir::ui {

class DiagnosticsModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// Where a row is about: a place of the step, or bytes of a text that could not be read.
    struct Where {
        Place place = NoPlace;
        Span span;
        bool isKnown() const { return place != NoPlace || !span.isEmpty(); }
    };
    /// Line, from 1, of what a row is about; 0 when it is shown nowhere.
    using LineOf = std::function<int(const Where&)>;

    using QAbstractListModel::QAbstractListModel;

    void setDiagnostics(const Diagnostics& diagnostics, const LineOf& lineOf);
    int errorCount() const;
    Where whereAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row {
        Severity severity;
        QString text;
        QString detail;
        Where where;
        bool isNote;
    };
    std::vector<Row> m_rows;
};

} // namespace tir::ui
