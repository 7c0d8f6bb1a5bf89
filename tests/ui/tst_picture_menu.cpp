/// Pictures of the views: all of them, as SVG and as pixels, and a context menu that does not select.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QFile>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestPictureMenu : public QObject {
    Q_OBJECT
private slots:
    void pictureIsSavedBySuffix()
    {
        const QTemporaryDir folder;
        const Picture picture{{40, 20}, [](QPainter& painter) {
                                  painter.fillRect(0, 0, 40, 20, Qt::red);
                                  painter.drawText(2, 12, QStringLiteral("words"));
                              }};
        QVERIFY(savePicture(picture, folder.filePath(QStringLiteral("a.svg"))));
        QVERIFY(contentOf(folder.filePath(QStringLiteral("a.svg"))).contains("words"));
        QVERIFY(savePicture(picture, folder.filePath(QStringLiteral("a.png"))));
        const QImage image(folder.filePath(QStringLiteral("a.png")));
        QCOMPARE(image.size(), QSize(80, 40));
        QCOMPARE(image.pixelColor(70, 30), QColor(Qt::red));
        QVERIFY(!savePicture(picture, folder.filePath(QStringLiteral("missing/a.svg"))));
        QVERIFY(!savePicture({}, folder.filePath(QStringLiteral("a.svg"))));
        QVERIFY(contentOf(folder.filePath(QStringLiteral("a.svg"))).contains("words"));
    }

    void whatIsOutOfViewIsInThePicture()
    {
        Session session;
        usePipeline(session, "split");
        TimelineView timeline(session);
        CallGraphView graph(session);
        timeline.resize(120, 100);
        graph.resize(60, 60);
        timeline.show();
        graph.show();
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
        const auto* timelineCanvas = timeline.findChild<TimelineCanvas*>();
        const auto* graphCanvas = graph.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        // The views draw a step in jobs: the pictures of the step before remain until these end.
        QTRY_VERIFY(savePicture(timelineCanvas->picture(), path) &&
                    contentOf(path).contains("main_kernel_1"));
        QVERIFY(timelineCanvas->picture().size.width() > 120);
        QTRY_VERIFY(savePicture(graphCanvas->picture(), path) && contentOf(path).contains("main_kernel_1"));
        QVERIFY(graphCanvas->picture().size.width() > 60);
    }

    void rightButtonOpensTheMenuOnly()
    {
        Session session;
        TimelineView view(session);
        view.resize(600, 300);
        view.show();
        auto* canvas = view.findChild<TimelineCanvas*>();
        QVERIFY(canvas->picture().size.isEmpty());
        TIR_OPEN_SAMPLE(session, "two_kernels");
        QTRY_VERIFY(!canvas->picture().size.isEmpty());
        QTRY_VERIFY(!canvas->rectOf(0, 0).isEmpty());
        const QPoint center = canvas->rectOf(0, 0).center();
        QTest::mouseClick(canvas->viewport(), Qt::RightButton, {}, center);
        QVERIFY(session.selection().isEmpty());
        emit canvas->customContextMenuRequested(center);
        auto* menu = canvas->findChild<QMenu*>(QStringLiteral("pictureMenu"));
        QVERIFY(menu);
        const QList<QAction*> entries = menu->actions();
        QVERIFY(entries.size() >= 2); // above them, what can be done with the box
        QCOMPARE(entries[entries.size() - 2]->text(), QStringLiteral("Copy Picture"));
        QVERIFY(entries[entries.size() - 2]->isEnabled());
        QCOMPARE(entries.back()->text(), QStringLiteral("Save Picture…"));
        QVERIFY(entries.back()->isEnabled());
        menu->close();
    }
};

TIR_TEST(TestPictureMenu)
#include "tst_picture_menu.moc"
