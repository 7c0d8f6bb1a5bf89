#include "passes/workbench/program/open.h"

#include "core/ir/places.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/support/text_format.h"
#include "passes/workbench/program/text_file.h"

#include <algorithm>

namespace tir {
namespace {

/// Graphs are often one line, and long lines take long to show: errors in larger ones only name the node.
constexpr size_t MaxShownJson = 128 * 1024;

OpenedProgram readSource(SourceText source, const ParseOptions& options)
{
    OpenedProgram program{.source = std::move(source), .parsed = {}, .diagnostics = {}};
    Result<ParsedModule> parsed = parseModule(program.source, options);
    // A text that reads without definitions takes nothing.
    const bool isCancelled = !parsed && parsed.diagnostics().front().code == "cancelled";
    if (!isCancelled && (!parsed || !options.defines.empty()))
        program.freeNames = freeNames(program.source);
    if (!isCancelled)
        program.dialect = parsed ? parsed->dialect : detectDialect(program.source);
    if (!parsed) {
        program.diagnostics = parsed.diagnostics();
        return program;
    }
    program.parsed = *std::move(parsed);
    program.diagnostics = program.parsed->remarks;
    return program;
}

/// The module with its functions in the order of `program`; nothing if its places are not those of the program.
std::optional<OwnedModule> inOrderOf(const OpenedProgram& program, const OwnedModule& module)
{
    OwnedModule ordered = module;
    std::vector<ModuleEntry> functions;
    for (const ModuleEntry& entry : program.module().functions)
        if (const ModuleEntry* own = ordered.module->find(entry.var->name))
            functions.push_back(*own);
    ordered.module = withFunctions(*ordered.arena, *ordered.module, functions);
    const auto isSame = [](const PlaceTable::Entry& a, const PlaceTable::Entry& b) {
        return a.node->kind == b.node->kind && a.role == b.role;
    };
    const PlaceTable own(*ordered.module), shown(program.module());
    return std::ranges::equal(own.entries(), shown.entries(), isSame) ? std::optional(ordered) : std::nullopt;
}

/// Precondition: the places of the module are those of the program. Its text keeps its spans, not its own module.
void setModule(OpenedProgram& program, const OwnedModule& module)
{
    program.parsed->spans = TextSpans(module.arena, program.parsed->spans.list());
    program.parsed->module = module;
}

Diagnostic savedJsonWarning(std::string message)
{
    return {.severity = Severity::Warning,
            .code = std::string(SavedJsonCode),
            .message = std::move(message),
            .place = NoPlace,
            .span = {}};
}

/// Shows the module as its print, with objects without syntax in a metadata section.
OpenedProgram openTvmJson(const std::string& name, std::string_view json, const ParseOptions& options)
{
    std::optional<Span> failedAt;
    const Result<OwnedModule> module = fromTvmJson(json, &failedAt);
    if (!module) {
        const bool isShown = failedAt && json.size() <= MaxShownJson;
        OpenedProgram failed{.source = SourceText(name, isShown ? std::string(json) : std::string()),
                             .parsed = {},
                             .diagnostics = module.diagnostics()};
        if (isShown)
            failed.diagnostics.front().span = failedAt;
        return failed;
    }
    OpenedProgram program = openText(name, printScript(*module->module, {.showMeta = true}), options);
    if (!program.isOpen())
        return program;
    // The module contains more than its print (types of calls), which provides the places: with the functions in the
    // order of the print they are the same.
    if (const std::optional<OwnedModule> ordered = inOrderOf(program, *module))
        setModule(program, *ordered);
    return program;
}

} // namespace

OpenedProgram openText(const std::string& name, std::string bytes, const ParseOptions& options)
{
    if (looksLikeTvmJson(bytes))
        return openTvmJson(name, bytes, options);
    Result<std::string> text = decodeText(std::move(bytes));
    if (!text)
        return {.source = SourceText(name, {}), .parsed = {}, .diagnostics = text.diagnostics()};

    return readSource(SourceText(name, *std::move(text)), options);
}

OpenedProgram openText(const SourceText& source, const ParseOptions& options)
{
    if (isPlainText(source.text()) && !looksLikeTvmJson(source.text()))
        return readSource(source, options);
    return openText(source.name(), std::string(source.text()), options);
}

OpenedProgram openText(const SourceText& source, std::string_view savedJson, const ParseOptions& options)
{
    OpenedProgram program = openText(source, options);
    if (!program.isOpen() && program.diagnostics.front().code == "cancelled")
        return program;
    const Result<OwnedModule> saved = fromTvmJson(savedJson);
    if (!saved) {
        program.diagnostics.push_back(savedJsonWarning("the save_json of the module cannot be read: " +
                                                       saved.diagnostics().front().message));
        return program;
    }
    const std::optional<OwnedModule> shown = program.isOpen() ? inOrderOf(program, *saved) : *saved;
    if (!shown) {
        program.diagnostics.push_back(savedJsonWarning(
            "the module was read from its text, which has another structure than its save_json"));
        return program;
    }
    if (!program.isOpen()) {
        program.diagnostics = {
            savedJsonWarning("the module was read from its save_json, because its text cannot be read: " +
                             program.diagnostics.front().message)};
        program.freeNames.clear(); // the module has their values
        program.parsed.emplace();
    }
    setModule(program, *shown);
    program.isFromJson = true;
    return program;
}

OpenedProgram openFile(const std::string& path, const ParseOptions& options)
{
    const std::string name = path == "-" ? "<stdin>" : path;
    Result<std::string> bytes = readBytes(path);
    if (!bytes)
        return {.source = SourceText(name, {}), .parsed = {}, .diagnostics = bytes.diagnostics()};
    return openText(name, *std::move(bytes), options);
}

Result<bool> addDefine(ParseOptions& options, const std::string& assignment)
{
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || !isIdentifier(std::string_view(assignment).substr(0, equals)))
        return error("bad-define", "'" + assignment + "' is not a definition, expected NAME=VALUE");
    std::string value = assignment.substr(equals + 1);
    const size_t first = value.starts_with('-') ? 1 : 0;
    const bool isNumber = first < value.size() && isDigit(value[first]);
    if (isNumber && defineKind(value) == DefineKind::Text)
        return error("bad-define",
                     "'" + assignment + "' is not a number of 64 bits; quotes make it a string");
    options.defines[assignment.substr(0, equals)] = std::move(value);
    return true;
}

} // namespace tir
