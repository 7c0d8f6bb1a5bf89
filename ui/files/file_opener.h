/// Opens programs: dialogs, the clipboard, samples, and recent files, which it stores.

#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace tir::ui {

class Session;

class FileOpener : public QObject {
    Q_OBJECT
public:
    /// Owned by the window. The session must outlive it.
    FileOpener(Session& session, QWidget& window);

    /// Both menus are owned by the window. The recent files are those of the moment when the menu opens.
    QMenu* makeOpenMenu();
    QMenu* makeSamplesMenu();

public slots:
    void openWithDialog();
    void openFolderWithDialog();
    void openClipboard();

private:
    void refreshRecent(QMenu* menu);

    Session& m_session;
    QWidget& m_window;
};

} // namespace tir::ui
