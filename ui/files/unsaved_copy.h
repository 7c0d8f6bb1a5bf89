/// Stores unsaved edits of the source in a separate file, so that they survive a crash, and finds those of earlier
/// windows.

#pragma once

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace tir::ui {

class Session;

/// Edits of a window that ended without saving.
struct UnsavedText {
    QString copy; ///< the file that holds it
    QString path; ///< of the program, absolute; empty for pasted text
    QString name;
    QString opened; ///< the text before the edits
    QString text;
    std::shared_ptr<QLockFile> lock; ///< keeps other windows from taking it as well
};

/// Beside the settings. Copies of windows that are still open are left out.
std::vector<UnsavedText> findUnsavedTexts();
void removeUnsavedText(const UnsavedText& text);
/// Opens the program with the text as an edit that is not saved, and removes the copy then.
void restoreUnsavedText(Session& session, const UnsavedText& text);

class UnsavedCopy : public QObject {
    Q_OBJECT
public:
    explicit UnsavedCopy(Session& session, QObject* parent = nullptr);
    ~UnsavedCopy() override;

private:
    void write();

    Session& m_session;
    QTimer m_delay;
    QString m_file;
    QLockFile m_lock;
};

} // namespace tir::ui
