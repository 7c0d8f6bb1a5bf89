#include "ui/common/matched_text.h"

#include <QFontMetrics>

#include <algorithm>

namespace tir::ui {

MatchedText elideAround(const MatchedText& text, int width, const QFontMetrics& plain,
                        const QFontMetrics& bold)
{
    const int rest = width - bold.horizontalAdvance(text.match);
    if (rest < 0)
        return {{}, bold.elidedText(text.match, Qt::ElideRight, width), {}};
    const int before = plain.horizontalAdvance(text.before);
    const int after = std::min(plain.horizontalAdvance(text.after), std::max(rest - before, rest / 2));
    // A text in exactly its width may be elided: widths are rounded.
    const auto fit = [&](const QString& part, Qt::TextElideMode mode, int room) {
        return plain.horizontalAdvance(part) <= room ? part : plain.elidedText(part, mode, room);
    };
    return {fit(text.before, Qt::ElideMiddle, rest - after), text.match,
            fit(text.after, Qt::ElideRight, after)};
}

} // namespace tir::ui
