/// Points and rectangles of pictures, in pixels, y downwards.

#pragma once

namespace tir {

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

/// The right and the lower border do not belong to it.
struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    bool operator==(const Rect&) const = default;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    Point center() const { return {x + width / 2, y + height / 2}; }
    bool contains(double px, double py) const { return px >= x && px < right() && py >= y && py < bottom(); }
};

} // namespace tir
