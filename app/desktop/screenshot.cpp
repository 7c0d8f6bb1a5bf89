#include "app/desktop/screenshot.h"

#include "ui/action_script.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

namespace tir::app {
QString takeScreenshot(ui::MainWindow& window, ui::Session& session, const ScreenshotRequest& request)
{
    if (!request.size.isEmpty())
        if (const QString failure = ui::setWindowSize(window, request.size); !failure.isEmpty())
            return failure;
    window.show();
    ui::waitForJobs(session);
    if (!request.step.isEmpty()) {
        bool isNumber = false;
        const size_t number = request.step.toUInt(&isNumber);
        if (!isNumber || (session.stepCount() > 0 && number >= session.stepCount()))
            return QStringLiteral("no step '%1', expected a number below %2")
                .arg(request.step)
                .arg(session.stepCount());
        session.goTo(number);
        ui::waitForJobs(session);
    }
    if (!request.view.isEmpty() && !window.showView(request.view))
        return QStringLiteral("no view '%1', expected one of: %2")
            .arg(request.view, window.viewIds().join(QStringLiteral(", ")));
    if (request.view == QStringLiteral("run"))
        session.requestRun();
    ui::waitForJobs(session);
    if (const QString failure = ui::performActions(request.actions, window, session); !failure.isEmpty())
        return failure;
    ui::waitForLayout(window, session);
    if (!window.grab().save(request.path, "PNG"))
        return QStringLiteral("cannot write the picture '%1'").arg(request.path);
    return {};
}

} // namespace tir::app
