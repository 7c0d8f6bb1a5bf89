#include "core/support/file_cache.h"

#include "core/support/output_file.h"
#include "core/support/temporary_folder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <unistd.h>

namespace tir {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view Magic = "tirscope cache 1\n";

} // namespace

std::string packed(std::initializer_list<const std::string*> texts)
{
    std::string bytes;
    for (const std::string* text : texts)
        bytes += std::to_string(text->size()) + "\n" + *text;
    return bytes;
}

bool unpack(std::string_view& bytes, std::string& text)
{
    const size_t end = bytes.find('\n');
    if (end == bytes.npos || end == 0 || bytes.find_first_not_of("0123456789") != end || end > 12)
        return false;
    const size_t size = std::stoull(std::string(bytes.substr(0, end)));
    bytes.remove_prefix(end + 1);
    if (bytes.size() < size)
        return false;
    text = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return true;
}

uint64_t hashOf(std::string_view bytes)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char byte : bytes)
        hash = (hash ^ uint8_t(byte)) * 0x100000001b3;
    return hash;
}

std::string FileCache::userFolder(const std::string& name)
{
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder)
        return std::string(folder) + "/tirscope/" + name;
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::string(home) + "/.cache/tirscope/" + name;
    return {};
}

FileCache::FileCache(std::string folder, int64_t maxBytes) : m_folder(std::move(folder)), m_maxBytes(maxBytes)
{}

std::string FileCache::pathOf(const std::string& key) const
{
    char name[32];
    std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hashOf(key)));
    return m_folder + "/" + name;
}

std::optional<std::string> FileCache::find(const std::string& key) const
{
    if (m_folder.empty())
        return std::nullopt;
    const std::string path = pathOf(key);
    const std::string file = contentOf(path);
    const std::string head = std::string(Magic) + packed({&key});
    if (!file.starts_with(head))
        return std::nullopt;
    std::string_view rest = std::string_view(file).substr(head.size());
    std::string content;
    if (!unpack(rest, content) || !rest.empty())
        return std::nullopt;
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored); // used just now
    return content;
}

void FileCache::insert(const std::string& key, const std::string& content) const
{
    std::error_code failure;
    if (m_folder.empty())
        return;
    fs::create_directories(m_folder, failure);
    if (failure)
        return;
    // Whole or not at all, also with several processes at a time; without it, only time is lost.
    OutputFiles file;
    if (file.add(pathOf(key), {Magic, packed({&key, &content})}))
        (void)file.commit();
    makeRoom();
}

void FileCache::makeRoom() const
{
    struct Entry {
        fs::path path;
        fs::file_time_type used;
        int64_t bytes;
    };
    std::vector<Entry> entries;
    int64_t total = 0;
    std::error_code failure;
    for (fs::directory_iterator file(m_folder, failure), end; !failure && file != end;
         file.increment(failure)) {
        std::error_code gone;
        Entry entry{file->path(), file->last_write_time(gone), int64_t(file->file_size(gone))};
        if (gone)
            continue;
        total += entry.bytes;
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (size_t i = 0; i < entries.size() && total > m_maxBytes; ++i) {
        fs::remove(entries[i].path, failure);
        total -= entries[i].bytes;
    }
}

} // namespace tir
