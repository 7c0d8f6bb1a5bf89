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

    /// Until `leave`, lines come from the node; from what is around it if it has no place of its own.
    void enter(const Node* node);
    void leave();
    Place place() const { return m_around.empty() ? NoPlace : m_around.back(); }

    /// A directive starts at the first column, any other line at the indentation.
    void add(const std::string& text);
    void indent() { ++m_depth; }
    void outdent() { --m_depth; }

    FunctionText take(std::string declaration);

private:
    PlaceCursor m_cursor;
    std::vector<Place> m_around; ///< of the nodes that have been entered, outermost first
    std::string m_text;
    std::vector<ArtifactRange> m_ranges;
    size_t m_depth = 0;
};

} // namespace tir::c_like
