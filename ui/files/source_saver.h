/// Writes the edited source to its file; asks for a name if there is none, and before a change by another program is
/// lost.

#pragma once

#include <QObject>

namespace tir::ui {

class Session;
class StepBranch;

class SourceSaver : public QObject {
    Q_OBJECT
public:
    /// `branch`, if any: a copy of a step gets a name of its own.
    SourceSaver(Session& session, QWidget& window, const StepBranch* branch = nullptr);

    /// False if the edits are not saved: the user cancelled or read the file again, or the file cannot be written. Without
    /// edits, the file stays as it is. A sample is saved as another file.
    bool save();
    bool saveAs();

private:
    bool mayOverwrite();
    bool write(const QString& path);

    Session& m_session;
    QWidget& m_window;
    const StepBranch* m_branch;
};

} // namespace tir::ui
