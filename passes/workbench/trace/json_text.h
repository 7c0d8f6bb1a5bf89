/// Writes JSON as it comes, without a document in memory: texts of many megabytes are copied once.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tir {

/// One value, indented by one space per level, as nlohmann's `dump(1)` writes it. Keys and values must come in the
/// order that JSON has them.
class JsonText {
public:
    /// `depth`: how many objects and lists there are around the value, which raw() puts there.
    explicit JsonText(size_t depth = 0) : m_base(depth), m_depth(depth) {}

    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginList() { begin('['); }
    void endList() { end(']'); }
    void key(std::string_view name);

    /// Bytes that are not UTF-8 become U+FFFD.
    void value(std::string_view text);
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    void value(Number number)
    {
        if constexpr (std::is_same_v<Number, bool>)
            raw(number ? "true" : "false");
        else
            raw(std::to_string(number));
    }
    void null() { raw("null"); }
    /// A value that was written with the depth that is reached here.
    void raw(std::string_view json);

    template <class Value>
    void field(std::string_view name, const Value& content)
    {
        key(name);
        value(content);
    }

    const std::string& text() const { return m_text; }
    std::string take() { return std::move(m_text); }
    /// Removes the text from `size` on, which must consist of elements of the open list.
    void shorten(size_t size) { m_text.resize(size); }

private:
    void begin(char bracket);
    void end(char bracket);
    void separate();
    void quoted(std::string_view text);

    std::string m_text;
    size_t m_base;
    size_t m_depth;
    bool m_isFirst = true; ///< of the object or list that is open
    bool m_isAfterKey = false;
};

} // namespace tir
