/// The text that a printer writes, with its tokens, and the node of each text range.

#pragma once

#include "core/script/printing/print_sink.h"

#include <utility>

namespace tir::script {

class PrintOutput {
public:
    /// `places` may be null: then there are no tokens.
    PrintOutput(const PlaceTable* places, bool hasTokens)
        : m_places(places),
          m_content{.hasSpans = places != nullptr, .hasTokens = places && hasTokens},
          m_main(m_content)
    {}
    PrintOutput(const PrintOutput&) = delete;
    PrintOutput& operator=(const PrintOutput&) = delete;

    void plain(std::string_view text) { m_out->plain(text); }
    void token(TokenKind kind, std::string_view text, const Node* entity = nullptr)
    {
        m_out->token(kind, text, m_places.place(), entity);
    }
    void keyword(std::string_view text) { token(TokenKind::Keyword, text); }
    void number(int64_t value) { token(TokenKind::Number, std::to_string(value)); }
    /// `T.name`
    void builtin(std::string_view name);
    /// `I.name`
    void infra(std::string_view name);
    void string(std::string_view text);
    void separator(size_t index)
    {
        if (index > 0)
            plain(", ");
    }
    void endLine() { plain("\n"); }
    /// Takes a closing parenthesis back.
    void reopen() { m_out->text.pop_back(); }

    /// The name of the dialect, before the dot of a builtin.
    const std::string& prefix() const { return m_prefix; }
    void setPrefix(std::string_view prefix) { m_prefix = prefix; }

    /// Attributes the text printed in its lifetime to a node.
    class At {
    public:
        At(PrintOutput& output, const Node* node) : m_output(output) { output.enter(node); }
        ~At() { m_output.leave(); }
        At(const At&) = delete;
        At& operator=(const At&) = delete;

    private:
        PrintOutput& m_output;
    };
    void enter(const Node* node);
    void leave();

    /// Where the next piece of text starts.
    size_t position() const { return m_out->size(); }
    /// An empty text that is inserted later.
    PrintSink piece() const { return PrintSink(m_content); }
    /// The text that `print` prints.
    template <class Print>
    PrintSink printed(Print&& print)
    {
        PrintSink made = piece();
        PrintSink* const outer = std::exchange(m_out, &made);
        print();
        m_out = outer;
        return made;
    }
    void append(const PrintSink& text) { m_out->insert(m_out->size(), text); }
    /// Into the whole text, at the start of a line; ranges of nodes that are being printed are adjusted.
    void insert(size_t position, const PrintSink& text);

    /// The whole text. `placeCount`: size of the result's placeSpans.
    PrintedText takeText(size_t placeCount);

private:
    struct Open {
        PrintSink* sink;
        size_t begin;
    };

    PlaceCursor m_places;
    PrintSink::Content m_content;
    PrintSink m_main;
    PrintSink* m_out = &m_main;
    std::vector<Open> m_open;
    std::string m_prefix = "T";
};

} // namespace tir::script
