/// A list of the keys of TVM's pass configuration, below the pipeline bar, where values are set and reset.

#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QTableView;

namespace tir::ui {

class ConfigModel;
class Session;

class ConfigPopup : public QFrame {
    Q_OBJECT
public:
    explicit ConfigPopup(Session& session, QWidget* parent = nullptr);

    void openBelow(const QWidget& button);

private:
    ConfigModel* m_model;
    QTableView* m_table;
    QLabel* m_message; ///< why a value was refused
    QPushButton* m_reset;
};

} // namespace tir::ui
