/// Icons from resources/icons, drawn in the colors of the theme in force: they follow a change of theme by
/// themselves.

#pragma once

#include "ui/common/theme.h"

#include <QIcon>

namespace tir::ui {

/// The file name without suffix. Disabled icons are faint.
QIcon themedIcon(const QString& name, QColor Theme::*color = &Theme::text);

} // namespace tir::ui
