#include "ui/session/module_text.h"

#include "core/analysis/argument_names.h"
#include "core/diff/line_diff.h"
#include "core/script/printing/printer.h"
#include "passes/workbench/trace/imported_text.h"
#include "ui/common/code_folds.h"
#include "ui/common/code_tokens.h"
#include "ui/session/scope_lens.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

namespace tir::ui {
namespace {

/// A variable before a dot (`A.data`) is named by the part before the dot.
bool isNamed(const CodeText& code, const CodeToken& token)
{
    const bool isMember =
        code.textOf(token).starts_with('.') || (token.begin > 0 && code.text[token.begin - 1] == '.');
    return token.identity && token.hue >= 0 && !isMember;
}

/// Names that several entities of one function have, each with its entities in order of appearance.
std::map<std::string_view, std::vector<const Node*>> entitiesByName(const CodeText& code,
                                                                    std::span<const CodeToken> tokens)
{
    std::map<std::string_view, std::vector<const Node*>> byName;
    for (const CodeToken& token : tokens) {
        if (!isNamed(code, token))
            continue;
        std::vector<const Node*>& entities = byName[code.textOf(token)];
        if (std::find(entities.begin(), entities.end(), token.identity) == entities.end())
            entities.push_back(token.identity);
    }
    return byName;
}

void tagNamesakes(const CodeText& code, std::span<CodeToken> tokens)
{
    const auto byName = entitiesByName(code, tokens);
    for (CodeToken& token : tokens) {
        if (!isNamed(code, token))
            continue;
        const std::vector<const Node*>& entities = byName.at(code.textOf(token));
        if (entities.size() > 1)
            token.tag =
                uint16_t(1 + std::find(entities.begin(), entities.end(), token.identity) - entities.begin());
    }
}

/// Two variables of a function that print alike get numbers: buf_dyn_shmem ①, buf_dyn_shmem ②. Those of different
/// functions cannot be confused.
void tagNamesakes(ModuleText& text)
{
    std::vector<uint32_t> ends; // of the functions, in the text
    for (const ModuleEntry& entry : text.module().functions)
        if (const Place place = text.places.placeOfFunction(entry.function); place != NoPlace)
            ends.push_back(text.placeSpans[place].end);
    std::ranges::sort(ends);
    ends.push_back(UINT32_MAX);
    const std::span<CodeToken> all = text.code.tokens;
    auto first = all.begin();
    for (const uint32_t end : ends) {
        const auto last =
            std::find_if(first, all.end(), [&](const CodeToken& token) { return token.begin >= end; });
        tagNamesakes(text.code, {first, last});
        first = last;
    }
}

/// For each line of `text`, that of `printed` where the first place that begins on it begins.
std::vector<int> linesOfPrint(const PrintedText& text, const PrintedText& printed)
{
    const CodeText lines(text.text);
    const CodeText printedLines(printed.text);
    std::vector<int> result(size_t(lines.lineCount()), -1);
    for (size_t place = 1; place < text.placeSpans.size(); ++place) { // except for the module itself
        const Span own = text.placeSpans[place];
        const Span other = printed.placeSpans[place];
        if (own.isEmpty() || other.isEmpty())
            continue;
        int& line = result[size_t(lines.lineAt(own.begin))];
        if (line < 0)
            line = printedLines.lineAt(other.begin);
    }
    return result;
}

/// For each line of `text`, the line of `printed` that is equal to it, or -1.
std::vector<int> equalLines(const std::string& text, const std::string& printed)
{
    std::vector<int> lines;
    for (const DiffRow& row : diffLines(text, printed).rows)
        if (row.before >= 0)
            lines.push_back(row.change == LineChange::Same ? row.after : -1);
    return lines;
}

/// Our print has the lines of a text that is not read as those of one function. A module that was read from its
/// `save_json` has a print of its own.
std::vector<int> linesOfPrint(const CodeText& text, const ModuleText& module, const PrintedText& printed,
                              bool isOpen)
{
    if (isOpen)
        return equalLines(text.text, printed.text);
    if (module.module().functions.empty())
        return {};
    const Place place = module.places.placeOfFunction(module.module().functions.front().function);
    const int first = CodeText(printed.text).lineAt(printed.placeSpans[place].begin);
    std::vector<int> lines(size_t(text.lineCount()));
    std::iota(lines.begin(), lines.end(), first);
    return lines;
}

/// The text as it is, without identities for its names.
ModuleTextPointer makeUnreadText(const Module& module, const OpenedProgram& program)
{
    auto text = std::make_shared<ModuleText>();
    text->isRead = false;
    text->places = PlaceTable(module);
    text->placeSpans.resize(text->places.size());
    text->code = CodeText(std::string(program.source.text()));
    text->code.tokens = codeTokens(text->code, CodeLanguage::Python);
    text->folds = dictionaryFolds(text->code);
    text->printedLines =
        linesOfPrint(text->code, *text, printWithPlaces(module, text->places), program.isOpen());
    return text;
}

/// Hints with the names of parameters in calls, except for arguments that have the same name.
void addArgumentHints(ModuleText& text)
{
    const std::string_view code = text.code.text;
    for (const NamedArgument& argument : argumentNames(text.places))
        if (const Span span = text.placeSpans[argument.place];
            !span.isEmpty() && code.substr(span.begin, span.end - span.begin) != argument.name)
            text.hints.push_back(
                {.offset = span.begin, .kind = HintKind::Inlay, .text = argument.name + ":", .target = {}});
    std::ranges::stable_sort(text.hints, {}, &CodeHint::offset);
}

} // namespace

Place ModuleText::firstPlaceOf(const Node* identity) const
{
    for (const CodeToken& token : code.tokens)
        if (token.identity == identity)
            return token.place;
    return NoPlace;
}

Span ModuleText::spanOf(Place place) const
{
    while (place != NoPlace && place < placeSpans.size()) {
        if (!placeSpans[place].isEmpty())
            return placeSpans[place];
        place = places[place].parent;
    }
    return {};
}

int ModuleText::printedLine(int line) const
{
    return printedLines.empty() ? line : size_t(line) < printedLines.size() ? printedLines[size_t(line)] : -1;
}

int ModuleText::lineOfPrinted(int printed) const
{
    if (printedLines.empty())
        return printed;
    const auto found = std::ranges::find(printedLines, printed);
    return found == printedLines.end() ? -1 : int(found - printedLines.begin());
}

std::string ModuleText::functionAt(uint32_t offset) const
{
    const ModuleEntry* found = nullptr;
    uint32_t foundBegin = 0;
    for (const ModuleEntry& entry : module().functions) {
        const Place place = places.placeOfFunction(entry.function);
        const Span span = place == NoPlace ? Span() : placeSpans[place];
        if (span.isEmpty())
            continue;
        // The nearest one that begins before; in front of all, the one that begins first.
        const bool isBetter =
            !found || (span.begin <= offset ? foundBegin > offset || span.begin > foundBegin
                                            : foundBegin > offset && span.begin < foundBegin);
        if (isBetter) {
            found = &entry;
            foundBegin = span.begin;
        }
    }
    return found ? std::string(found->var->name) : std::string();
}

const Scopes& ModuleText::scopes() const
{
    std::call_once(m_areScopesRead, [this] { m_scopes = std::make_unique<const Scopes>(places); });
    return *m_scopes;
}

ModuleTextPointer makeModuleText(const Module& module, const Identities& identities, bool asBareFunction,
                                 const ImportedTexts& imported)
{
    const auto read = imported.find(&module);
    if (read != imported.end() && !read->second->isTextRead())
        return makeUnreadText(module, *read->second);
    auto text = std::make_shared<ModuleText>();
    text->places = PlaceTable(module);
    PrintedText printed = printWithPlaces(module, text->places, {.asBareFunction = asBareFunction});
    if (read != imported.end()) {
        PrintedText kept = importedText(*read->second, text->places);
        if (kept.text != printed.text) {
            text->printedLines = linesOfPrint(kept, printed);
            printed = std::move(kept);
        }
    }
    text->placeSpans = std::move(printed.placeSpans);
    text->code = CodeText(std::move(printed.text));
    text->code.tokens.reserve(printed.tokens.size());
    for (const TokenRange& range : printed.tokens) {
        const Node* identity = identities.of(range.entity);
        text->code.tokens.push_back({.begin = range.begin,
                                     .end = range.end,
                                     .kind = range.kind,
                                     .hue = int16_t(identities.ordinal(identity)),
                                     .place = range.place,
                                     .identity = identity});
    }
    tagNamesakes(*text);
    text->hints = lostMemoryHints(*text, printed.tokens);
    addArgumentHints(*text);
    text->folds = dictionaryFolds(text->code);
    return text;
}

ModuleTextPointer ModuleTexts::find(const Module* module) const
{
    const auto found =
        std::ranges::find_if(m_texts, [&](const auto& text) { return &text->module() == module; });
    return found == m_texts.end() ? nullptr : *found;
}

void ModuleTexts::add(const ModuleTextPointer& text)
{
    constexpr size_t MaxTexts = 8;
    constexpr size_t MaxBytes = size_t(32) << 20; // tokens and places take many times as much
    constexpr size_t OneComparison = 2;
    std::erase_if(m_texts, [&](const auto& known) { return &known->module() == &text->module(); });
    m_texts.insert(m_texts.begin(), text);
    size_t bytes = 0;
    for (size_t count = 0; count < m_texts.size(); ++count) {
        bytes += m_texts[count]->code.text.size();
        if (count == MaxTexts || (count >= OneComparison && bytes > MaxBytes))
            m_texts.resize(count);
    }
}

} // namespace tir::ui
