/// Results cached on disk, in a folder of the user's cache folder. The least recently used entries are deleted if the
/// limit of bytes is exceeded. An error of a file only costs computing the result again.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tir {

/// Each text with its length before it: different lists have different results.
std::string packed(std::initializer_list<const std::string*> texts);
/// Takes a text with its length off the front; false when the bytes do not have it.
bool unpack(std::string_view& bytes, std::string& text);
/// FNV-1a.
uint64_t hashOf(std::string_view bytes);

class FileCache {
public:
    /// tirscope/NAME below XDG_CACHE_HOME or ~/.cache; empty if there is none.
    static std::string userFolder(const std::string& name);

    /// Without a folder, it holds nothing.
    FileCache(std::string folder, int64_t maxBytes);

    /// Nothing when it is not there. Keys are compared in full.
    std::optional<std::string> find(const std::string& key) const;
    void insert(const std::string& key, const std::string& content) const;

private:
    std::string pathOf(const std::string& key) const;
    void makeRoom() const;

    std::string m_folder; ///< may be empty
    int64_t m_maxBytes;
};

} // namespace tir
