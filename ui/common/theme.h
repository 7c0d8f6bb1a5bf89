/// The two looks of the window: colors from resources/themes, spread into a palette and one style sheet.

#pragma once

#include <QColor>
#include <QFont>
#include <QString>

#include <vector>

namespace tir::ui {

enum class ThemeKind { Light, Dark };

struct Theme {
#define TIR_COLOR(name) QColor name;
#include "ui/common/theme_colors.def"
    std::vector<QColor> identities; ///< for variables and buffers, neighbors far apart
    ThemeKind kind = ThemeKind::Light;

    /// Color number `hue` of any size; `text` for -1.
    QColor identity(int hue) const;
};

/// Reads the file of a theme. Colors that it does not name stay invalid.
Theme loadTheme(ThemeKind kind);

/// The theme of the application, like its palette. Widgets that paint are notified of a change through
/// QEvent::PaletteChange.
const Theme& theme();
void applyTheme(ThemeKind kind);

ThemeKind otherTheme(ThemeKind kind);
QString toText(ThemeKind kind); ///< "light"

/// Fixed pitch for code, every glyph a whole number of pixels wide.
QFont codeFont();
/// The font of the window, somewhat smaller: captions, axis labels, table details.
QFont smallFont();

} // namespace tir::ui
