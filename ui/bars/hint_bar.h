/// A bar above the code with one message and one button; it can be dismissed.

#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

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

private:
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace tir::ui
