/// Printed text, its tokens, and the range of each place. Declarations are put in
/// *before* the statement that needs them, so text can be inserted at an earlier position.

#pragma once

#include "core/script/printing/printer.h"

namespace tir::script {

class PrintSink {
public:
    /// Besides the text.
    struct Content {
        bool hasSpans;
        bool hasTokens;
    };
    explicit PrintSink(Content content) : m_content(content) {}

    size_t size() const { return text.size(); }
    void plain(std::string_view piece) { text += piece; }
    void token(TokenKind kind, std::string_view piece, Place place, const Node* entity = nullptr)
    {
        const auto begin = uint32_t(text.size());
        text += piece;
        if (m_content.hasTokens)
            tokens.push_back({begin, uint32_t(text.size()), kind, place, entity});
    }
    /// Sets the range of `place`: from `begin`, without the indentation before it, to the end.
    void cover(Place place, size_t begin)
    {
        if (m_content.hasSpans && place != NoPlace)
            spans.push_back({place, {uint32_t(text.find_first_not_of(' ', begin)), uint32_t(text.size())}});
    }

    /// Inserts all of `piece` at `position`, which must be the start of a line; later text moves.
    void insert(size_t position, const PrintSink& piece);

    std::string text;
    std::vector<TokenRange> tokens;
    std::vector<std::pair<Place, Span>> spans; ///< in order of completion

private:
    Content m_content;
};

} // namespace tir::script
