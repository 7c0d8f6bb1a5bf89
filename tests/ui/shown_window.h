/// A window with its own session, for tests that work through actions.

#pragma once

#include "ui/action_script.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

namespace tir::testing {

struct ShownWindow {
    ShownWindow() : window(session) { window.show(); }
    /// Why the actions could not be performed; empty if they were.
    QString perform(const QString& script) { return ui::performActions(script, window, session); }

    ui::Session session; // outlives the window
    ui::MainWindow window;
};

} // namespace tir::testing
