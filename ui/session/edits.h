/// Unsaved edits: the source of the program, and CUDA C in place of the code generated from a step.

#pragma once

#include "passes/workbench/program/open.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <map>

namespace tir::ui {

enum class Loss : uint8_t {
    Cuda, ///< the run is replaced
    All,  ///< the program is
};

class Edits : public QObject {
    Q_OBJECT
public:
    explicit Edits(QObject* parent);

    // ---- CUDA C
    /// May be empty. It stays with the step until the pipeline runs again; no file changes.
    std::string cuda(size_t step) const;
    void setCuda(size_t step, std::string text);
    const std::map<size_t, std::string>& allCuda() const { return m_cuda; } ///< by step

    // ---- the source
    /// The text as it was opened, edited, or saved last.
    const std::string& source() const { return m_source; }
    /// The text as it was opened or saved last.
    const std::string& savedSource() const { return m_savedSource; }
    bool isSourceEdited() const { return m_source != m_savedSource; }
    /// A text that was opened.
    void setSavedSource(std::string text);
    /// The source was saved as it is. Its errors stay, and so does a run that is due.
    void markSaved();
    /// The user edited the source. sourceTyped() follows after a pause.
    void typeSource(std::string text);
    /// sourceTyped() follows once more.
    void rest() { m_rest.start(); }
    /// Back to the text that was opened or saved.
    void discardSource();
    /// The last text if it does not read: the window still shows the run of an earlier one. Else null.
    const OpenedProgram* unreadSource() const { return m_unread.get(); }
    void setUnreadSource(std::shared_ptr<const OpenedProgram> program);

    // ---- losing them
    bool isEmpty() const { return m_cuda.empty() && !isSourceEdited(); }
    /// Called before edits are lost; false keeps them and cancels the operation.
    void setQuestion(std::function<bool(Loss)> question) { m_question = std::move(question); }
    /// Drops the edits that a loss concerns, after the question; false if they stay.
    bool giveUp(Loss loss);
    void forgetCuda() { m_cuda.clear(); }

signals:
    void cudaChanged(size_t step);
    void sourceTyped();
    void sourceChanged(); ///< source(), isSourceEdited(), or unreadSource() is another one

private:
    std::map<size_t, std::string> m_cuda; ///< by step
    std::string m_source;
    std::string m_savedSource;
    std::shared_ptr<const OpenedProgram> m_unread;
    QTimer m_rest;
    std::function<bool(Loss)> m_question;
};

} // namespace tir::ui
