/// `tirscope --screenshot`: draws the window once all background work has ended.

#pragma once

#include <QString>

namespace tir::ui {
class MainWindow;
class Session;
} // namespace tir::ui

namespace tir::app {

struct ScreenshotRequest {
    QString path;
    QString size;    ///< "1280x800"; empty: as it is
    QString step;    ///< a number; empty: the one the session chooses
    QString view;    ///< id of the view to bring to the front; "run" runs the step, too
    QString actions; ///< to perform at the end, see ui/action_script.h
};

/// The error; empty if the picture was written. A program that cannot be read makes a picture, too.
QString takeScreenshot(ui::MainWindow& window, ui::Session& session, const ScreenshotRequest& request);

} // namespace tir::app
