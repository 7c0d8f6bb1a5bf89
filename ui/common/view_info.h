/// The description of a view for the main window: its name, its default position, and its factory. Each view defines
/// its own beside itself; ui/view_list.def lists them.

#pragma once

#include <QKeySequence>
#include <QString>

#include <functional>

class QWidget;

namespace tir::ui {

class Session;

/// Views on the right are closed until the user opens them.
enum class ViewPlace { Left, Center, Right, BottomLeft, BottomRight };

struct ViewInfo {
    QString id; ///< the folder: "call_graph"
    QString title; ///< of the dock as well, until the view sets a window title of its own
    ViewPlace place = ViewPlace::BottomLeft;
    QString icon = {};     ///< of the button that opens a view on the right
    QKeySequence key = {}; ///< likewise
    std::function<QWidget*(Session&)> make;
};

/// Specialised by each view.
template <class View>
ViewInfo viewInfo();

} // namespace tir::ui
