#include "passes/workbench/program/manual.h"

#include "core/ir/op.h"

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

using Glossary = std::map<std::string, std::string, std::less<>>;

/// `item`: "`word`, `word`: meaning".
void addEntry(Glossary& glossary, const std::string& item)
{
    const size_t colon = item.find(": ");
    if (colon == std::string::npos)
        return;
    for (size_t begin = item.find('`'); begin < colon; begin = item.find('`', begin)) {
        const size_t end = item.find('`', begin + 1);
        glossary[item.substr(begin + 1, end - begin - 1)] = item.substr(colon + 2);
        begin = end + 1;
    }
}

/// The items of the lists of the page, which may continue in indented lines.
Glossary readGlossary()
{
    Glossary glossary;
    const ManualPage* page = findManualPage("glossary");
    std::istringstream text{std::string(page ? page->text : "")};
    std::string item;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("  ")) {
            item += line.substr(1);
            continue;
        }
        addEntry(glossary, item);
        item = line.starts_with("- `") ? line.substr(2) : std::string();
    }
    addEntry(glossary, item);
    return glossary;
}

/// "tvm_warp_shuffle(mask, value, warp_id, width, warp_size)"; empty if no parameters are known.
std::string signatureOf(const Op& op)
{
    if (op.parameters.empty())
        return {};
    std::string text(op.parameters);
    for (size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 2))
        text.replace(at, 1, ", ");
    return "T." + std::string(op.printedName) + "(" + text + ")";
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
    static const Glossary Entries = readGlossary();
    if (word.starts_with("T."))
        word.remove_prefix(2);
    auto found = Entries.find(word);
    const Op* op = findPrintedOp(word);
    if (op && found == Entries.end())
        found = Entries.find(op->printedName); // another spelling
    if (found == Entries.end())
        return {};
    const std::string signature = op ? signatureOf(*op) : std::string();
    return found->second + (signature.empty() ? "" : "; `" + signature + "`");
}

} // namespace tir
