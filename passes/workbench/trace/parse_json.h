/// Parses JSON with long texts in it, as recordings have them, several times as fast as nlohmann's parser does: the long
/// texts are found first and decoded on all cores.

#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// Long lists of a document that parseJson() leaves out, so that the rest can be used before they are parsed.
class LongLists {
public:
    using Json = nlohmann::ordered_json;

    /// Of objects, the lists under these keys.
    explicit LongLists(std::vector<std::string_view> keys) : m_keys(std::move(keys)) {}

    bool isKey(std::string_view key) const;
    /// The value that the document has in place of the list, which no text in JSON can have.
    Json add(std::string_view list);
    /// Parses the lists on so many more threads. False if one of them is damaged.
    bool parse(size_t helpers);
    /// The list that a value is in place of, empty before parse(); null for any other value.
    const Json* find(const Json& value) const;

private:
    std::vector<std::string_view> m_keys;
    std::vector<std::string_view> m_texts;
    std::vector<Json> m_lists;
};

/// The value that `nlohmann::ordered_json::parse(json, nullptr, false)` returns: discarded if `json` is damaged.
/// `helpers`: how many more threads should decode texts. `lists` receives long lists, whose damage is not seen here;
/// then `json` must outlive it.
nlohmann::ordered_json parseJson(std::string_view json, size_t helpers = 0, LongLists* lists = nullptr);

/// The text under a key of a record; empty if there is none. Precondition: the record is an object.
std::string textOf(const nlohmann::ordered_json& record, const char* key);

} // namespace tir
