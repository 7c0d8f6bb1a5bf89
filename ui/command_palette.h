/// Everything that the menus and the pipeline list offer, and the functions of a step, in lists to type into.

#pragma once

#include "ui/common/chooser.h"

class QMenuBar;

namespace tir::ui {

class Session;

/// Every action of the menus with its path and key ("Go > Next Step"), then every pipeline.
QList<Choice> commandChoices(const QMenuBar& menus, Session& session);

/// The functions of the step in view, with their changes in the step. Empty while the texts are being computed.
QList<Choice> functionChoices(Session& session);

} // namespace tir::ui
