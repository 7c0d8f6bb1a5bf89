/// Stores unsaved edits, of the source and of generated CUDA C, in a separate file, so that they survive a crash, and finds
/// those of earlier windows.

#pragma once

#include "ui/files/unsaved_text.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <vector>

namespace tir::ui {

/// Beside the settings. Copies of windows that are still open are left out.
std::vector<UnsavedText> findUnsavedTexts();
void removeUnsavedText(const UnsavedText& text);
/// Opens the program as it was, with the texts as edits that are not saved, and removes the copy then. Asks the user about
/// unsaved edits.
void restoreUnsavedText(Session& session, StepBranch& branch, const UnsavedText& text);

class UnsavedCopy : public QObject {
    Q_OBJECT
public:
    UnsavedCopy(Session& session, const StepBranch& branch, QObject* parent = nullptr);
    ~UnsavedCopy() override;

private:
    void follow();
    void write();

    Session& m_session;
    const StepBranch& m_branch;
    QTimer m_delay;
    QString m_file;
    QLockFile m_lock;
};

} // namespace tir::ui
