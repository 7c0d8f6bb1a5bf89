/// A line of plain text that ends in "…" where it does not fit, and tells the whole of it in a tooltip then.

#pragma once

#include <QLabel>

namespace tir::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace tir::ui
