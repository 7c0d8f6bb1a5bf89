/// The dialogs that choose files: the Delete key, menus and buttons of Qt's own dialog change nothing on disk.

#include "tests/support/test_main.h"
#include "ui/common/file_dialogs.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include <functional>

using namespace tir::ui;

namespace {

/// Waits for the dialog that is shown next, chooses everything in it, tries to delete it and to rename the first
/// entry, and closes the dialog.
class Vandal : public QObject {
public:
    Vandal() { QTimer::singleShot(0, this, &Vandal::look); }

    bool hasActed = false;
    bool hasAsked = false; ///< whether the dialog wanted to know if it shall delete
    bool isRenameable = false;

private:
    void look()
    {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* list = dialog ? dialog->findChild<QAbstractItemView*>(QStringLiteral("listView")) : nullptr;
        if (!list || list->model()->rowCount(list->rootIndex()) == 0) {
            QTimer::singleShot(5, this, &Vandal::look); // the dialog reads the folder in another thread
            return;
        }
        hasActed = true;
        list->selectAll();
        isRenameable =
            list->model()->flags(list->model()->index(0, 0, list->rootIndex())) & Qt::ItemIsEditable;
        // A question would be modal: answer it.
        QTimer::singleShot(0, this, [this] {
            if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                hasAsked = true;
                question->button(QMessageBox::Yes)->click();
            }
        });
        if (auto* remove = dialog->findChild<QAction*>(QStringLiteral("qt_delete_action")))
            remove->trigger();
        QTest::keyClick(list, Qt::Key_Delete);
        QCoreApplication::processEvents();
        dialog->reject();
    }
};

} // namespace

class TestFileDialogs : public QObject {
    Q_OBJECT
private slots:
    void changeNothing_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("open a file") << 0;
        QTest::newRow("open a folder") << 1;
        QTest::newRow("save a file") << 2;
    }

    void changeNothing()
    {
        QFETCH(int, which);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("inner")));
        for (const char* name : {"a.py", "inner/b.py"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const std::function<QString()> dialogs[] = {
            [&] { return chooseFileToOpen(nullptr, {}, folder.path(), QStringLiteral("All files (*)")); },
            [&] { return chooseFolderToOpen(nullptr, {}, folder.path()); },
            [&] { return chooseFileToSave(nullptr, {}, folder.path(), QStringLiteral("All files (*)")); },
        };
        const Vandal vandal;
        QCOMPARE(dialogs[which](), QString());
        QVERIFY(vandal.hasActed);
        QVERIFY(!vandal.hasAsked);
        QVERIFY(!vandal.isRenameable);
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("a.py"))));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("inner/b.py"))));
    }
};

TIR_TEST(TestFileDialogs)
#include "tst_file_dialogs.moc"
