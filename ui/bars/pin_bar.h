/// Shows which run is pinned, how many steps of the run in view differ from it, and why its code is not in view.

#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace tir::ui {

class Session;

class PinBar : public QWidget {
    Q_OBJECT
public:
    explicit PinBar(Session& session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QPushButton* addButton(const QString& name, const QString& text, const QString& toolTip);
    void refresh();
    void place();

    Session& m_session;
    QBoxLayout* m_rows;
    QBoxLayout* m_buttons;
    QLabel* m_text;
    QPushButton* m_first;
    QPushButton* m_compare;
    QPushButton* m_unpin;
};

} // namespace tir::ui
