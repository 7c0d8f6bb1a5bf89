/// State that the window keeps from one start to the next, and unreadable settings.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/damaged_settings.h"
#include "ui/common/theme.h"
#include "ui/dock_width.h"
#include "ui/files/recent_files.h"
#include "ui/files/unsaved_copy.h"
#include "ui/main_window.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
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
    void stepsGetTheirWidthBackAtTheNextStart();
    void windowWithoutSettingsKeepsNothing();
    void namesakesShowTheirFolders_data();
    void namesakesShowTheirFolders();
    void recentFilesAreOpened();
    void readableSettingsAreLeftAlone();
    void damagedSettingsAreKeptAside();
    void unsavedEditsOutliveACrash_data();
    void unsavedEditsOutliveACrash();
    void typingOnDoesNotDelayTheCopy();
    void editedCopyOfAStepOutlivesACrash();
    void editedCudaOutlivesACrash_data();
    void editedCudaOutlivesACrash();
    void editedCudaOfAnotherPassStaysInItsCopy();

private:
    QString settingsFile() const { return QSettings().fileName(); }
    QFileInfoList copies() const
    {
        return QDir(QFileInfo(settingsFile()).absolutePath() + QStringLiteral("/unsaved"))
            .entryInfoList({QStringLiteral("*.json")}, QDir::Files);
    }
    QByteArray copyOnDisk() const
    {
        QFile file(copies().isEmpty() ? QString() : copies().front().absoluteFilePath());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void copySample(const QString& name, const QString& path) const;
    void crashAfterTheEdit(const std::function<void(Session&, MainWindow&)>& edit, const QByteArray& typed);
    static void clickRestore(MainWindow& window);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_copy; ///< that a crash has left
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
    window.findChild<QAction*>(QStringLiteral("timeline-by-buffer"))->trigger();
    auto* stickyLines = window.findChild<QAction*>(QStringLiteral("sticky-lines"));
    QVERIFY2(stickyLines->isChecked(), "nothing is kept yet");
    stickyLines->trigger();
    QTRY_VERIFY(kept("timeline-by-buffer").toBool());
    QTRY_VERIFY(kept("sticky-lines").isValid() && !kept("sticky-lines").toBool());
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
    QVERIFY(second.findChild<QAction*>(QStringLiteral("timeline-by-buffer"))->isChecked());
    QVERIFY(!second.findChild<QAction*>(QStringLiteral("sticky-lines"))->isChecked());
    TIR_OPEN_SAMPLE(secondSession, "reverse");
    QVERIFY(!second.findChild<QDockWidget*>(QStringLiteral("notes"))->isVisible());
    QTRY_COMPARE(second.findChild<QDockWidget*>(QStringLiteral("steps"))->width(), 300);
}

/// A layout that is kept while steps give way to the code beside a run has a width that the user did not choose.
void TestKeptState::stepsGetTheirWidthBackAtTheNextStart()
{
    const auto dockOf = [](MainWindow& window, const char* id) {
        return window.findChild<QDockWidget*>(QLatin1String(id));
    };
    const int usual = DockWidth::widthIn(1280);
    {
        Session session;
        MainWindow window(session);
        window.restoreSettings();
        window.show();
        window.resize(1280, 720);
        TIR_OPEN_SAMPLE(session, "reverse");
        QVERIFY(window.showView(QStringLiteral("run")));
        QTRY_VERIFY(dockOf(window, "steps")->width() < usual);
        window.close();
    }
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(dockOf(window, "run")->isVisible());
    QTRY_VERIFY(dockOf(window, "steps")->width() < usual);
    QCoreApplication::processEvents();
    dockOf(window, "run")->close();
    QTRY_COMPARE(dockOf(window, "steps")->width(), usual);
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

void TestKeptState::copySample(const QString& name, const QString& path) const
{
    QVERIFY(QFile::copy(samplePath(name), path));
    QVERIFY(QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner));
}

/// A crash is a window whose copy stays and whose lock belongs to no process. The copy contains `typed`.
void TestKeptState::crashAfterTheEdit(const std::function<void(Session&, MainWindow&)>& edit,
                                      const QByteArray& typed)
{
    QByteArray kept;
    {
        Session session;
        MainWindow window(session);
        window.restoreSettings();
        window.show();
        QVERIFY(copies().isEmpty());
        edit(session, window);
        if (QTest::currentTestFailed())
            return;
        QTRY_VERIFY(copyOnDisk().contains(typed));
        QCOMPARE(copies().size(), 1);
        QVERIFY(findUnsavedTexts().empty()); // it belongs to an open window
        kept = copyOnDisk();
        m_copy = copies().front().absoluteFilePath();
    }
    QVERIFY(copies().isEmpty()); // it ended by itself
    QFile file(m_copy);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kept) == kept.size());
}

void TestKeptState::clickRestore(MainWindow& window)
{
    QTRY_VERIFY(window.findChild<QMessageBox*>(QStringLiteral("unsavedQuestion")));
    auto* question = window.findChild<QMessageBox*>(QStringLiteral("unsavedQuestion"));
    QTRY_VERIFY(question->isVisible());
    question->buttons().front()->click();
}

void TestKeptState::unsavedEditsOutliveACrash()
{
    QFETCH(QString, opened);
    const QString before = QDir::currentPath();
    const auto back = qScopeGuard([before] { QDir::setCurrent(before); });
    QVERIFY(QDir::setCurrent(m_folder->path()));
    const QString path = m_folder->filePath(QStringLiteral("program.py"));
    copySample(QStringLiteral("reverse"), path);
    crashAfterTheEdit(
        [&](Session& session, MainWindow&) {
            QFile program(path);
            QVERIFY(program.open(QIODevice::ReadOnly));
            if (opened.isEmpty())
                session.openText(QStringLiteral("pasted text"), QString::fromUtf8(program.readAll()));
            else
                session.openFile(opened.contains(u'%') ? opened.arg(m_folder->path()) : opened);
            QTRY_COMPARE(session.phase(), Phase::Ready);
            QVERIFY(copies().isEmpty());
            session.edits().typeSource(session.edits().source() + "# typed\n");
        },
        "# typed");

    QVERIFY(QDir::setCurrent(QDir::rootPath()));
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    clickRestore(window);
    QTRY_VERIFY(session.edits().isSourceEdited());
    QCOMPARE(session.path(), opened.isEmpty() ? QString() : path);
    QVERIFY(session.edits().source().ends_with("# typed\n"));
    QVERIFY(!session.edits().savedSource().ends_with("# typed\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_COMPARE(copies().size(), 1); // that of this window
    QVERIFY(copies().front().absoluteFilePath() != m_copy);
}

/// The time between two keys is shorter than the time until a copy is written.
void TestKeptState::typingOnDoesNotDelayTheCopy()
{
    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    QTimer keys;
    keys.setInterval(50);
    connect(&keys, &QTimer::timeout, this,
            [&] { session.edits().typeSource(session.edits().source() + "#"); });
    keys.start();
    QTRY_VERIFY(copyOnDisk().contains("##"));
    const QByteArray first = copyOnDisk();
    QTRY_VERIFY(copyOnDisk().size() > first.size());
    QVERIFY(keys.isActive());
    keys.stop();
    // The last keys are in the copy as well.
    session.edits().typeSource(session.edits().source() + " typed last");
    QTRY_VERIFY(copyOnDisk().contains("# typed last"));
}

void TestKeptState::editedCopyOfAStepOutlivesACrash()
{
    const QString path = m_folder->filePath(QStringLiteral("program.py"));
    copySample(QStringLiteral("two_kernels"), path);
    std::vector<PassInvocation> allPasses;
    std::vector<PassInvocation> passes;
    size_t step = 0;
    crashAfterTheEdit(
        [&](Session& session, MainWindow& window) {
            session.openFile(path);
            QTRY_COMPARE(session.phase(), Phase::Ready);
            QCOMPARE(performActions(QStringLiteral("pipeline=split@legacy-merge,mode=sound,"
                                                   "step=MergeSharedMemoryAllocations"),
                                    window, session),
                     QString());
            allPasses = session.setup().pipeline.passes;
            step = session.step();
            QCOMPARE(performActions(QStringLiteral("continue-from-step"), window, session), QString());
            passes = session.setup().pipeline.passes;
            QVERIFY(passes.size() < allPasses.size());
            session.edits().typeSource(session.edits().source() + "# typed\n");
        },
        "# typed");

    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    clickRestore(window);
    QTRY_VERIFY(session.edits().source().ends_with("# typed\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.name(), QStringLiteral("program.py, from step %1").arg(step));
    QCOMPARE(session.setup().pipeline.passes, passes);
    QVERIFY(session.setup().mode == Mode::Sound);
    auto* bar = window.findChild<QWidget*>(QStringLiteral("branchBar"));
    QVERIFY(bar->isVisible());
    QVERIFY(bar->findChild<QLabel*>(QStringLiteral("branchText"))
                ->text()
                .startsWith(QStringLiteral("This is a copy of program.py after step %1.").arg(step)));
    // The way back leads to the original, with its pipeline.
    session.edits().setQuestion([](Loss) { return true; });
    bar->findChild<QPushButton*>(QStringLiteral("branchButton"))->click();
    QTRY_COMPARE(session.path(), path);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.step(), step);
    QCOMPARE(session.setup().pipeline.passes, allPasses);
    QVERIFY(!bar->isVisible());
}

void TestKeptState::editedCudaOutlivesACrash_data()
{
    QTest::addColumn<bool>("isSourceEdited");
    QTest::addColumn<bool>("isFileChanged");
    QTest::newRow("alone") << false << false;
    QTest::newRow("of an edited source") << true << false;
    QTest::newRow("of a file that has changed since") << false << true;
}

void TestKeptState::editedCudaOutlivesACrash()
{
    QFETCH(bool, isSourceEdited);
    QFETCH(bool, isFileChanged);
    const QString path = m_folder->filePath(QStringLiteral("program.py"));
    copySample(QStringLiteral("two_kernels"), path);
    crashAfterTheEdit(
        [&](Session& session, MainWindow& window) {
            session.openFile(path);
            QTRY_COMPARE(session.phase(), Phase::Ready);
            QCOMPARE(performActions(QStringLiteral("pipeline=split@legacy-merge"), window, session),
                     QString());
            if (isSourceEdited) {
                session.edits().typeSource(session.edits().source() + "# typed\n");
                QTRY_VERIFY(session.phase() == Phase::Ready &&
                            session.program()->source.text() == session.edits().source());
            }
            session.edits().setCuda(stepOf(session, "SplitHostDevice"), "// mine\n");
        },
        "// mine");
    if (isFileChanged) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append) && file.write("# changed\n") > 0);
    }

    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    clickRestore(window);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(!session.edits().allCuda().empty());
    QCOMPARE(session.edits().isSourceEdited(), isSourceEdited);
    QCOMPARE(session.edits().allCuda().size(), size_t(1));
    QCOMPARE(session.edits().cuda(stepOf(session, "SplitHostDevice")), std::string("// mine\n"));
    QCOMPARE(session.setup().pipeline.name, std::string("split@legacy-merge"));
    QVERIFY(!QFile::exists(m_copy));
    // They are lost with the run: so is the copy.
    QTRY_COMPARE(copies().size(), 1);
    session.edits().setQuestion([](Loss) { return true; });
    session.close();
    QVERIFY(copies().isEmpty());
}

void TestKeptState::editedCudaOfAnotherPassStaysInItsCopy()
{
    crashAfterTheEdit(
        [&](Session& session, MainWindow&) {
            TIR_OPEN_SAMPLE(session, "two_kernels");
            QCOMPARE(session.recording()->steps[0].pass.name, std::string("BindTarget"));
            session.edits().setCuda(1, "// mine\n");
        },
        "// mine");
    QFile file(m_copy);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray kept = file.readAll().replace("BindTarget", "AnotherPass");
    QVERIFY(file.resize(0) && file.seek(0) && file.write(kept) == kept.size());
    file.close();

    Session session;
    MainWindow window(session);
    window.restoreSettings();
    window.show();
    clickRestore(window);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QVERIFY(session.edits().isEmpty());
    QVERIFY(QFile::exists(m_copy));
}

TIR_TEST(TestKeptState)
#include "tst_kept_state.moc"
