/// State that the window keeps from one start to the next, and unreadable settings.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/damaged_settings.h"
#include "ui/common/theme.h"
#include "ui/files/recent_files.h"
#include "ui/files/unsaved_copy.h"
#include "ui/main_window.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestKeptState : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { applyTheme(ThemeKind::Light); }
    void changesAreKeptBeforeTheWindowCloses();
    void windowWithoutSettingsKeepsNothing();
    void namesakesShowTheirFolders_data();
    void namesakesShowTheirFolders();
    void recentFilesAreOpened();
    void readableSettingsAreLeftAlone();
    void damagedSettingsAreKeptAside();
    void unsavedEditsOutliveACrash_data();
    void unsavedEditsOutliveACrash();

private:
    QString settingsFile() const { return QSettings().fileName(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestKeptState::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QCoreApplication::setOrganizationName(QStringLiteral("Tirscope"));
    QCoreApplication::setApplicationName(QStringLiteral("Tirscope"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
}

void TestKeptState::changesAreKeptBeforeTheWindowCloses()
{
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    const auto kept = [](const char* key) { return QSettings().value(QLatin1String(key)); };

    window.resize(1111, 777);
    QTRY_VERIFY(!kept("geometry").isNull());
    session.openFile(samplePath(QStringLiteral("reverse")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_COMPARE(recentFiles(), QStringList{samplePath(QStringLiteral("reverse"))});
    auto* notes = window.findChild<QDockWidget*>(QStringLiteral("notes"));
    notes->close();
    window.resizeDocks({window.findChild<QDockWidget*>(QStringLiteral("steps"))}, {300}, Qt::Horizontal);
    QTRY_COMPARE(window.findChild<QDockWidget*>(QStringLiteral("steps"))->width(), 300);
    window.findChild<QAction*>(QStringLiteral("theme"))->trigger();
    QTRY_COMPARE(kept("theme").toString(), QStringLiteral("dark"));
    QTRY_COMPARE(kept("docks").toByteArray(), window.saveState());
    // That the docks are hidden without a program is not kept.
    session.close();
    QSettings().remove(QStringLiteral("docks"));
    window.resize(1112, 777);
    window.resize(1111, 777);
    QTRY_VERIFY(!kept("docks").isNull());

    // A window of another process, while this one has not closed.
    Session secondSession;
    MainWindow second(secondSession);
    second.restoreSettings();
    second.show();
    QCOMPARE(second.size(), QSize(1111, 777));
    TIR_OPEN_SAMPLE(secondSession, "reverse");
    QVERIFY(!second.findChild<QDockWidget*>(QStringLiteral("notes"))->isVisible());
    QTRY_COMPARE(second.findChild<QDockWidget*>(QStringLiteral("steps"))->width(), 300);
}

void TestKeptState::windowWithoutSettingsKeepsNothing()
{
    Session session;
    MainWindow window(session);
    window.show();
    window.resize(1111, 777);
    TIR_OPEN_SAMPLE(session, "reverse");
    window.close();
    QVERIFY2(!QFile::exists(settingsFile()), qPrintable(settingsFile()));
}

void TestKeptState::namesakesShowTheirFolders_data()
{
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("none") << QStringList() << QStringList();
    QTest::newRow("different") << QStringList{"/a/x.py", "/a/y.py"} << QStringList{"x.py", "y.py"};
    QTest::newRow("folders") << QStringList{"/a/P3.py", "/b/P3.py", "/a/y.py"}
                             << QStringList{"P3.py (a)", "P3.py (b)", "y.py"};
    QTest::newRow("same folder name")
        << QStringList{"/a/src/P3.py", "/b/src/P3.py"} << QStringList{"P3.py (a/src)", "P3.py (b/src)"};
    QTest::newRow("inside") << QStringList{"/a/P3.py", "/a/a/P3.py"}
                            << QStringList{"P3.py (/a)", "P3.py (a/a)"};
    QTest::newRow("three") << QStringList{"/a/k/P3.py", "/b/k/P3.py", "/c/P3.py"}
                           << QStringList{"P3.py (a/k)", "P3.py (b/k)", "P3.py (c)"};
    QTest::newRow("root") << QStringList{"/P3.py", "/b/P3.py"} << QStringList{"P3.py (/)", "P3.py (b)"};
}

void TestKeptState::namesakesShowTheirFolders()
{
    QFETCH(QStringList, paths);
    QFETCH(QStringList, names);
    QCOMPARE(distinctNames(paths), names);
    const QStringList shown = distinctNames(paths);
    QCOMPARE(QSet<QString>(shown.begin(), shown.end()).size(), shown.size());
}

void TestKeptState::recentFilesAreOpened()
{
    const QString program = samplePath(QStringLiteral("reverse"));
    QStringList paths;
    for (const char* folder : {"one", "two"}) {
        QVERIFY(QDir(m_folder->path()).mkpath(QString::fromLatin1(folder)));
        paths.append(m_folder->filePath(QStringLiteral("%1/same.py").arg(QString::fromLatin1(folder))));
        QVERIFY(QFile::copy(program, paths.back()));
        rememberRecentFile(paths.back());
    }
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    auto* menu = window.findChild<QAction*>(QStringLiteral("open"))->menu();
    emit menu->aboutToShow();
    QAction* first = nullptr;
    for (QAction* action : menu->actions())
        if (action->text() == QStringLiteral("same.py (one)"))
            first = action;
    QVERIFY(first);
    first->trigger();
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.path(), paths[0]);
    QCOMPARE(recentFiles().front(), paths[0]);
}

void TestKeptState::readableSettingsAreLeftAlone()
{
    QCOMPARE(keepDamagedSettings(), QString()); // there are none yet
    QSettings().setValue(QStringLiteral("theme"), QStringLiteral("dark"));
    QCOMPARE(keepDamagedSettings(), QString());
    QVERIFY(!QFile::exists(settingsFile() + QStringLiteral(".damaged")));
}

void TestKeptState::damagedSettingsAreKeptAside()
{
    const QString path = settingsFile();
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    for (const QByteArray& damage :
         {QByteArray("[General\nrecentFiles=/a.py\n"), QByteArray("\x00\x01\xfe garbage\n\n=\n", 15)}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(damage);
        file.close();
        const QString copy = keepDamagedSettings();
        QVERIFY2(!copy.isEmpty(), damage.constData());
        QVERIFY(copy != path);
        QSettings().setValue(QStringLiteral("theme"), QStringLiteral("dark"));
        QFile kept(copy);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), damage);
        QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("dark"));
    }
}

void TestKeptState::unsavedEditsOutliveACrash_data()
{
    QTest::addColumn<QString>("opened"); // empty: pasted text
    QTest::newRow("file") << QStringLiteral("%1/program.py");
    QTest::newRow("file of the current folder, which is another one later") << QStringLiteral("program.py");
    QTest::newRow("pasted") << QString();
}

/// A crash is a window whose copy stays and whose lock belongs to no process.
void TestKeptState::unsavedEditsOutliveACrash()
{
    QFETCH(QString, opened);
    const QString before = QDir::currentPath();
    const auto back = qScopeGuard([before] { QDir::setCurrent(before); });
    QVERIFY(QDir::setCurrent(m_folder->path()));
    const QString path = m_folder->filePath(QStringLiteral("program.py"));
    QVERIFY(QFile::copy(samplePath(QStringLiteral("reverse")), path));
    QVERIFY(QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    const auto copies = [] {
        return QDir(QFileInfo(QSettings().fileName()).absolutePath() + QStringLiteral("/unsaved"))
            .entryInfoList({QStringLiteral("*.json")}, QDir::Files);
    };
    QByteArray kept;
    QString keptName;
    {
        Session session;
        MainWindow window(session);
        window.restoreSettings();
        window.show();
        QFile program(path);
        QVERIFY(program.open(QIODevice::ReadOnly));
        if (opened.isEmpty())
            session.openText(QStringLiteral("pasted text"), QString::fromUtf8(program.readAll()));
        else
            session.openFile(opened.contains(u'%') ? opened.arg(m_folder->path()) : opened);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(copies().isEmpty());
        session.edits().typeSource(session.edits().source() + "# typed\n");
        QTRY_COMPARE(copies().size(), 1);
        QVERIFY(findUnsavedTexts().empty()); // it belongs to an open window
        QFile file(copies().front().absoluteFilePath());
        keptName = file.fileName();
        QVERIFY(file.open(QIODevice::ReadOnly));
        kept = file.readAll();
    }
    QVERIFY(copies().isEmpty()); // it ended by itself
    QFile file(keptName);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kept) == kept.size());
    file.close();

    QVERIFY(QDir::setCurrent(QDir::rootPath()));
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    QTRY_VERIFY(window.findChild<QMessageBox*>(QStringLiteral("unsavedQuestion")));
    auto* question = window.findChild<QMessageBox*>(QStringLiteral("unsavedQuestion"));
    QTRY_VERIFY(question->isVisible());
    question->buttons().front()->click();
    QTRY_VERIFY(session.edits().isSourceEdited());
    QCOMPARE(session.path(), opened.isEmpty() ? QString() : path);
    QVERIFY(session.edits().source().ends_with("# typed\n"));
    QVERIFY(!session.edits().savedSource().ends_with("# typed\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_COMPARE(copies().size(), 1); // that of this window
    QVERIFY(copies().front().absoluteFilePath() != keptName);
}

TIR_TEST(TestKeptState)
#include "tst_kept_state.moc"
