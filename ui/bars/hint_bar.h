/// A bar above the code with one message and one button; it can be dismissed. Beside a long message in a narrow bar, the
/// button is below the one that dismisses it, which leaves the message more of the width.

#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace tir::ui {

class HintBar : public QWidget {
    Q_OBJECT
public:
    /// `name`: of the bar among the widgets, "reload"; its parts are "reloadBar", "reloadText", "reloadButton", and
    /// "dismissReloadButton".
    HintBar(const QString& name, const QString& dismissToolTip, QWidget* parent = nullptr);

protected:
    void setMessage(const QString& text, const QString& toolTip = {});
    QPushButton* button() const { return m_button; }
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    QLabel* m_text;
    QPushButton* m_button;
    QToolButton* m_dismiss;
    QBoxLayout* m_buttons;
};

} // namespace tir::ui
