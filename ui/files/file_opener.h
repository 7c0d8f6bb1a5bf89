/// Opens programs: dialogs, the clipboard, samples, and recent files, which it stores.

#pragma once

#include <QObject>
#include <QString>

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
    bool canReopen() const { return !programBefore().name.isEmpty(); }

public slots:
    void openWithDialog();
    void openFolderWithDialog();
    void openClipboard();
    /// The program that was open before this one, or that was closed; does nothing if there is none.
    void reopen();

signals:
    void changed(); ///< canReopen()

private:
    struct Opened {
        QString path; ///< empty for a text
        QString name;
        QString text; ///< without a path
        bool operator==(const Opened&) const = default;
    };
    void followProgram();
    void remember();
    const Opened& programBefore() const;
    void refreshRecent(QMenu* menu);

    Session& m_session;
    QWidget& m_window;
    Opened m_current; ///< also after it was closed
    Opened m_before;  ///< without a name: none
};

} // namespace tir::ui
