/// A settings file that cannot be read is replaced at the next change; a copy of it is kept.

#pragma once

#include <QString>

namespace tir::ui {

/// The path of the copy; empty when the settings can be read, and when no copy can be made.
QString keepDamagedSettings();

} // namespace tir::ui
