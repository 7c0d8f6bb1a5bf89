#include "passes/workbench/program/manual.h"

#include <algorithm>
#include <cctype>
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

} // namespace tir
