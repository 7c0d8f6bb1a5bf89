/// Writes the edited source to its file, and asks for a name if there is none.

#pragma once

#include <QObject>

namespace tir::ui {

class Session;

class SourceSaver : public QObject {
    Q_OBJECT
public:
    SourceSaver(Session& session, QWidget& window);

    /// False if nothing was saved: the user cancelled, or the file cannot be written.
    bool save();
    bool saveAs();

private:
    bool write(const QString& path);

    Session& m_session;
    QWidget& m_window;
};

} // namespace tir::ui
