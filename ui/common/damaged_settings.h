/// A settings file that cannot be read is replaced at the next change; a copy of it is kept.

#pragma once

#include <QString>

namespace tir::ui {

/// The path of the copy; empty if the settings can be read, and if no copy can be created.
QString keepDamagedSettings();

} // namespace tir::ui
