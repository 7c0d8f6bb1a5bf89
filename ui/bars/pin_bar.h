/// Shows which run is pinned and how many steps of the run in view differ from it.

#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace tir::ui {

class Session;

class PinBar : public QWidget {
    Q_OBJECT
public:
    explicit PinBar(Session& session, QWidget* parent = nullptr);

private:
    QPushButton* addButton(const QString& name, const QString& text, const QString& toolTip);
    void refresh();

    Session& m_session;
    QLabel* m_text;
    QPushButton* m_first;
    QPushButton* m_compare;
    QPushButton* m_unpin;
};

} // namespace tir::ui
