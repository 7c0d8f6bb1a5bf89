/// The whole text in a narrow strip beside the scroll bar: its changes, diagnostics, and occurrences of the selected
/// name. A click goes there.

#pragma once

#include <QWidget>

namespace tir::ui {

class CodeView;

class CodeOverview : public QWidget {
    Q_OBJECT
public:
    explicit CodeOverview(CodeView* view, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {11, 100}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void scrollTo(int y);

    CodeView* m_view;
};

} // namespace tir::ui
