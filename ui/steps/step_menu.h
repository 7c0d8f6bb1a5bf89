/// The context menu of a row of the step list: what can be done with a step that need not be the one in view.

#pragma once

#include "passes/workbench/trace/step_groups.h"

class QMenu;
class QWidget;

namespace tir::ui {

class Session;

/// For a step, or steps as one. Entries for actions of the window are there if `view` is in a window that has them; they
/// go to the step first. The menu deletes itself when it closes. Precondition: the session is Ready.
QMenu* makeStepMenu(Session& session, StepSpan steps, QWidget& view);

} // namespace tir::ui
