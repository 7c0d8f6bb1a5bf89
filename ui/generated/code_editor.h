/// A plain editor for CUDA C, coloured as the code view colours it.

#pragma once

#include <QPlainTextEdit>

namespace tir::ui {

class CodeEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// Puts the cursor at the beginning of the line, and the line at the top.
    void goToLine(int line);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Highlighter;
    Highlighter* m_highlighter; ///< the document owns it
};

} // namespace tir::ui
