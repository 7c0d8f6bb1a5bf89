#include "passes/workbench/program/manual.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <vector>

namespace tir {
namespace {

/// A file as CMake embedded it (embed_texts.cmake).
struct EmbeddedText {
    const char* stem;
    const char* text;
};

constexpr EmbeddedText ManualTexts[] = {
#include <manual_texts.inc>
};

constexpr EmbeddedText CardTexts[] = {
#include <card_texts.inc>
};

std::string_view headingOf(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.starts_with("# ") ? line.substr(2) : line;
}

/// Lines "- `word`, `word`: meaning", whose meaning may continue in indented lines.
std::map<std::string, std::string, std::less<>> readGlossary()
{
    std::map<std::string, std::string, std::less<>> entries;
    const ManualPage* page = findManualPage("glossary");
    std::istringstream text{std::string(page ? page->text : "")};
    std::vector<std::string> words; // of the entry that is read
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("  ")) {
            for (const std::string& word : words)
                entries[word] += line.substr(1);
            continue;
        }
        words.clear();
        const size_t colon = line.find(": ");
        if (!line.starts_with("- `") || colon == std::string::npos)
            continue;
        for (size_t begin = line.find('`'); begin < colon; begin = line.find('`', begin)) {
            const size_t end = line.find('`', begin + 1);
            words.push_back(line.substr(begin + 1, end - begin - 1));
            entries[words.back()] = line.substr(colon + 2);
            begin = end + 1;
        }
    }
    return entries;
}

bool isSameName(std::string_view a, std::string_view b)
{
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

} // namespace

std::span<const ManualPage> manualPages()
{
    static const std::vector<ManualPage> pages = [] {
        std::vector<ManualPage> list;
        for (const EmbeddedText& page : ManualTexts)
            list.push_back({page.stem, headingOf(page.text), page.text});
        return list;
    }();
    return pages;
}

std::span<const ManualPage> passCards()
{
    static const std::vector<ManualPage> cards = [] {
        std::vector<ManualPage> list;
        for (const EmbeddedText& card : CardTexts)
            list.push_back({headingOf(card.text), headingOf(card.text), card.text});
        return list;
    }();
    return cards;
}

const ManualPage* findManualPage(std::string_view name)
{
    for (const auto pages : {manualPages(), passCards()}) {
        const auto found =
            std::ranges::find_if(pages, [&](const ManualPage& page) { return isSameName(page.name, name); });
        if (found != pages.end())
            return &*found;
    }
    return nullptr;
}

std::string glossaryEntry(std::string_view word)
{
    if (word.starts_with("T."))
        word.remove_prefix(2);
    static const std::map<std::string, std::string, std::less<>> Entries = readGlossary();
    const auto found = Entries.find(word);
    return found == Entries.end() ? std::string() : found->second;
}

} // namespace tir
