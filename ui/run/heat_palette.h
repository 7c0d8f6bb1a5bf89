/// Colors for numbers, from the files of the themes: one scale for values, one with a middle for differences, both
/// suitable for color-blind users, and marks for NaN and infinities. No widgets.

#pragma once

#include "ui/common/theme.h"

namespace tir::ui {

struct HeatPalette {
    std::vector<QColor> values;      ///< from the least to the greatest
    std::vector<QColor> differences; ///< from negative to positive, with a neutral middle
    QColor nan;
    QColor infinity;
};
HeatPalette loadHeatPalette(ThemeKind kind);

/// From a number to its color.
struct HeatScale {
    double least = 0;
    double greatest = 0;
    bool isDifference = false; ///< symmetric around 0
    bool hasNan = false;
    bool hasInfinity = false;

    void add(double value);
    /// Makes a range of differences symmetric. Call it after the last add().
    void finish();
    QColor colorOf(double value, const HeatPalette& palette) const;

private:
    bool m_hasNumber = false;
};

} // namespace tir::ui
