/// A line of plain text that ends in "…" if it does not fit, with the complete text as tool tip.

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
