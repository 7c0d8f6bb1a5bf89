#include "ui/files/file_opener.h"

#include "ui/common/actions.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/text.h"
#include "ui/files/recent_files.h"
#include "ui/files/welcome.h"
#include "ui/session/session.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMap>
#include <QMenu>

#include <utility>

namespace tir::ui {

FileOpener::FileOpener(Session& session, QWidget& window)
    : QObject(&window),
      m_session(session),
      m_window(window)
{
    connect(&m_session, &Session::programChanged, this, &FileOpener::followProgram);
}

void FileOpener::followProgram()
{
    if (m_session.program())
        remember();
    emit changed();
}

void FileOpener::remember()
{
    if (m_session.keepsSettings() && !m_session.path().isEmpty())
        rememberRecentFile(m_session.path());
    if (m_session.edits().isSourceEdited()) // it is still the same program
        return;
    const Opened opened{m_session.path(), m_session.name(),
                        m_session.path().isEmpty() ? toQString(m_session.edits().source()) : QString()};
    if (opened != m_current)
        m_before = std::exchange(m_current, opened);
}

/// Without an open program, the one that was closed.
const FileOpener::Opened& FileOpener::programBefore() const
{
    return m_session.program() ? m_before : m_current;
}

void FileOpener::reopen()
{
    const Opened before = programBefore();
    if (before.name.isEmpty())
        return;
    if (before.path.isEmpty())
        m_session.openText(before.name, before.text);
    else
        m_session.openFile(before.path);
}

QMenu* FileOpener::makeOpenMenu()
{
    auto* menu = new QMenu(&m_window);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { refreshRecent(menu); });
    return menu;
}

void FileOpener::refreshRecent(QMenu* menu)
{
    menu->clear();
    // The keys are those of the actions of the window, which do the same.
    const auto withKey = [this](const QString& text, const char* id) {
        const QAction* action = actionOfWindow(m_window, id);
        const QString key = action ? action->shortcut().toString(QKeySequence::NativeText) : QString();
        return key.isEmpty() ? text : text + QLatin1Char('\t') + key;
    };
    menu->addAction(withKey(tr("Open…"), "open"), this, &FileOpener::openWithDialog);
    menu->addAction(tr("Open a TVM Dump Folder…"), this, &FileOpener::openFolderWithDialog);
    menu->addAction(withKey(tr("Paste as a Program"), "paste"), this, &FileOpener::openClipboard);
    menu->addAction(withKey(tr("Close"), "close"), &m_session, &Session::close)
        ->setEnabled(m_session.phase() != Phase::Empty);
    menu->addSection(tr("Recent"));
    const QStringList paths = recentFiles();
    const QStringList names = distinctNames(paths);
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString& path = paths[i];
        QAction* action = menu->addAction(names[i], this, [this, path] { m_session.openFile(path); });
        action->setToolTip(path);
        action->setEnabled(QFileInfo::exists(path));
    }
    menu->setToolTipsVisible(true);
}

QMenu* FileOpener::makeSamplesMenu()
{
    auto* menu = new QMenu(&m_window);
    menu->setToolTipsVisible(true);
    QMap<QString, QMenu*> groups; // the first one is in the menu itself
    for (const WelcomeSample& sample : welcomeSamples()) {
        QMenu*& group = groups[sample.group];
        if (!group && groups.size() == 1)
            group = menu;
        if (!group) {
            group = menu->addMenu(sample.group);
            group->setToolTipsVisible(true);
        }
        QAction* action =
            group->addAction(sample.title, this, [this, sample] { openSample(m_session, sample); });
        action->setToolTip(sample.toolTip());
    }
    return menu;
}

void FileOpener::openWithDialog()
{
    const QString path = chooseFileToOpen(
        &m_window, tr("Open a program or a trace"), m_session.path(),
        tr("Programs and traces (*.py *.json *.tirtrace);;TVMScript (*.py);;TVM's JSON (*.json);;Traces "
           "(*.tirtrace);;All files (*)"));
    if (!path.isEmpty())
        m_session.openFile(path);
}

void FileOpener::openFolderWithDialog()
{
    const QString path = chooseFolderToOpen(&m_window, tr("Open a folder of TVM's DumpIR"), m_session.path());
    if (!path.isEmpty())
        m_session.openFile(path);
}

void FileOpener::openClipboard()
{
    const QString text = QApplication::clipboard()->text();
    if (!text.trimmed().isEmpty())
        m_session.openText(tr("pasted text"), text);
}

} // namespace tir::ui
