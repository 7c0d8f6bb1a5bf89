#include "app/desktop/screenshot.h"

#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QRegularExpression>

namespace tir::app {
namespace {

void waitForJobs(ui::Session& session)
{
    // Results of one job start others: go on until nothing is queued either.
    do {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::AllEvents);
        if (!session.jobs().running().isEmpty())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    } while (!session.jobs().running().isEmpty());
    QCoreApplication::processEvents(QEventLoop::AllEvents);
}

} // namespace

QString takeScreenshot(ui::MainWindow& window, ui::Session& session, const ScreenshotRequest& request)
{
    if (!request.size.isEmpty()) {
        static const QRegularExpression pattern(QStringLiteral("^([1-9]\\d{1,4})x([1-9]\\d{1,4})$"));
        const QRegularExpressionMatch match = pattern.match(request.size);
        if (!match.hasMatch())
            return QStringLiteral("bad size '%1', expected WxH, say 1280x800").arg(request.size);
        // resize() would go no further than the minimum of the layout.
        window.setFixedSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    window.show();
    waitForJobs(session);
    if (!request.step.isEmpty()) {
        bool isNumber = false;
        const size_t number = request.step.toUInt(&isNumber);
        if (!isNumber || (session.stepCount() > 0 && number >= session.stepCount()))
            return QStringLiteral("no step '%1', expected a number below %2")
                .arg(request.step)
                .arg(session.stepCount());
        session.goTo(number);
        waitForJobs(session);
    }
    if (!request.view.isEmpty() && !window.showView(request.view))
        return QStringLiteral("no view '%1', expected one of: %2")
            .arg(request.view, window.viewIds().join(QStringLiteral(", ")));
    if (request.view == QStringLiteral("run"))
        session.requestRun();
    waitForJobs(session);
    if (!window.grab().save(request.path, "PNG"))
        return QStringLiteral("cannot write the picture '%1'").arg(request.path);
    return {};
}

} // namespace tir::app
