/// A line in full, a changed one in both versions, on top of the code beside a line that does not fit into its pane.

#pragma once

#include "ui/common/code_content.h"
#include "ui/session/compared_step.h"

#include <QWidget>

namespace tir::ui {

class CodeView;

/// The line in row `row` of `rows` before the step, and below it the one after the step, with their changed words and
/// problems; an unchanged line once.
/// Precondition: the rows are those of the texts of both sides.
CodeContent bothVersions(const CodeContent& before, const CodeContent& after, const ComparedRows& rows,
                         size_t row);

/// It goes away with the Escape key, unless the widget with the keyboard takes that.
class WholeLineStrip : public QWidget {
    Q_OBJECT
public:
    explicit WholeLineStrip(QWidget* parent);

    /// Below `line`, or above it if there is more room; both rectangles are in the parent.
    void showBeside(const QRect& line, const QRect& area, CodeContent content);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    CodeView* m_code;
};

} // namespace tir::ui
