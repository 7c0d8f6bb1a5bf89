/// Completes the last name in a list of passes: `BindTarget, Thr` becomes `BindTarget, ThreadSync`.

#pragma once

#include <QCompleter>

namespace tir::ui {

class PassListCompleter : public QCompleter {
    Q_OBJECT
public:
    /// Over all passes that are built.
    explicit PassListCompleter(QObject* parent = nullptr);

    QStringList splitPath(const QString& path) const override;
    QString pathFromIndex(const QModelIndex& index) const override;

private:
    mutable QString m_before; ///< the list in front of the name that is being completed
};

} // namespace tir::ui
