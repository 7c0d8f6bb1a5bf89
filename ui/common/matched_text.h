/// A text with a part that is searched for, in a row that may be too short for all of it.

#pragma once

#include <QString>

class QFontMetrics;

namespace tir::ui {

struct MatchedText {
    QString before;
    QString match;
    QString after;

    /// Precondition: `begin` and `length` are within the text.
    static MatchedText of(const QString& text, qsizetype begin, qsizetype length)
    {
        return {text.left(begin), text.mid(begin, length), text.mid(begin + length)};
    }
};

/// Shortens the text on both sides of the match, and the match only if it alone is wider than `width`. `bold` is the font
/// of the match.
MatchedText elideAround(const MatchedText& text, int width, const QFontMetrics& plain,
                        const QFontMetrics& bold);

} // namespace tir::ui
