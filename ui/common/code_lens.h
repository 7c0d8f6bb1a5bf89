/// The marks of a code view for the selection: its occurrences, the pointer and the views of its memory, the lines of
/// its lifetime, and uses that its definition does not reach.

#pragma once

#include "ui/common/code_text.h"

#include <QRect>

#include <span>

class QPainter;

namespace tir::ui {

/// How strongly a name is marked.
enum class LensRank : uint8_t {
    None,
    View,    ///< on the same memory
    Pointer, ///< to the memory, or the buffers of a selected pointer
    Selected,
};

/// The lines that one definition reaches.
struct LensScope {
    int firstLine = 0;
    int lastLine = 0;
    Span definition;
    std::vector<int> strayLines; ///< ascending: lines with uses that the definition does not reach
};

struct CodeLens {
    struct Member {
        const Node* identity;
        LensRank rank;
    };
    std::vector<Member> members; ///< ascending by identity
    std::vector<LensScope> scopes;
    std::vector<Span> strays; ///< ascending: names that are used outside of their scope

    static CodeLens of(const Node* identity); ///< nothing else is marked; null: nothing at all
    LensRank rankOf(const Node* identity) const;
    bool isEmpty() const { return members.empty(); }
};

/// In a lane of the gutter: a bracket from the first to the last row of a scope, and a red line from there to the uses
/// outside.
void paintScopes(QPainter& painter, std::span<const LensScope> scopes, const CodeRows& rows, int row,
                 const QRect& lane);
/// The scope with a bracket or a line in a row; null if there is none.
const LensScope* scopeAt(std::span<const LensScope> scopes, const CodeRows& rows, int row);

/// A frame around a name, by rank.
void paintLensFrame(QPainter& painter, LensRank rank, const QRectF& rect);
/// The same for a use outside of the scope.
void paintStrayFrame(QPainter& painter, const QRectF& rect);

} // namespace tir::ui
