/// The keys of TVM's pass configuration with their values in the session; those of flags are checked. A value that
/// is cleared, or that is the default, is not set.

#pragma once

#include "passes/framework/pass.h"

#include <QAbstractTableModel>

namespace tir::ui {

class Session;

class ConfigModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Key, Value, Effect, ColumnCount };

    explicit ConfigModel(Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Fails for a value that the key does not take, with refused().
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    void reset();

signals:
    void refused(const QString& why);

private:
    void apply(PassConfig config);

    Session& m_session;
};

} // namespace tir::ui
