/// The keys of TVM's pass configuration with their values in the session; those of flags are checked. A value that
/// is cleared, or that is the default, is not set.

#pragma once

#include "passes/framework/pass.h"
#include "ui/common/table_model.h"

namespace tir::ui {

class Session;

class ConfigModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Key, Value, Effect, ColumnCount };

    explicit ConfigModel(Session& session, QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Fails for a value that the key does not take, with refused().
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    void reset();

signals:
    void refused(const QString& why);

private:
    size_t count() const override;
    void apply(PassConfig config);

    Session& m_session;
};

} // namespace tir::ui
