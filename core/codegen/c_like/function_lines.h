/// The lines of one function of C, and the places of the module that they come from.

#pragma once

#include "core/codegen/artifact.h"

namespace tir::c_like {

struct FunctionText {
    std::string declaration;           ///< without the semicolon
    std::string definition;            ///< from the declaration to the closing brace and its line end
    std::vector<ArtifactRange> ranges; ///< of the definition
};

class FunctionLines {
public:
    explicit FunctionLines(const PlaceTable& places) : m_cursor(&places) {}

    /// The node is entered as long as this lives.
    class Inside {
    public:
        Inside(FunctionLines& lines, const Node& node) : m_lines(lines) { m_lines.enter(&node); }
        ~Inside() { m_lines.leave(); }
        Inside(const Inside&) = delete;
        Inside& operator=(const Inside&) = delete;

    private:
        FunctionLines& m_lines;
    };

    /// Until `leave`, lines are attributed to the node. A node without a place, such as an index computed by the
    /// generator, is attributed to the enclosing node, and so are the nodes in it.
    void enter(const Node* node);
    void leave();
    Place place() const { return m_around.empty() ? NoPlace : m_around.back().place; }
    /// Of the innermost statement or function that has been entered.
    Place statement() const { return m_around.empty() ? NoPlace : m_around.back().statement; }

    /// `write` returns the text of the expression; the lines that it adds are attributed to the expression.
    template <class Write>
    std::string expression(const Expr& expr, const Write& write)
    {
        const Inside inside(*this, expr);
        return marked(write());
    }
    /// A directive starts at the first column, any other line at the indentation.
    void add(const std::string& text);
    void indent() { ++m_depth; }
    void outdent() { --m_depth; }

    FunctionText take(std::string declaration);

private:
    /// The text of the current expression with marks, to be used in a line.
    std::string marked(std::string text) const;

    struct Level {
        Place place;
        Place statement;
        bool isEntered; ///< by the cursor
    };

    PlaceCursor m_cursor;
    std::vector<Level> m_around; ///< of the nodes that have been entered, outermost first
    std::string m_text;
    std::vector<ArtifactRange> m_ranges;
    size_t m_depth = 0;
};

} // namespace tir::c_like
