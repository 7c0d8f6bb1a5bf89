/// Modules and functions.

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/module_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>
#include <utility>

namespace tir::script {
namespace {

constexpr std::string_view Step = "    ";

bool hasSTir(const Function& function)
{
    const AttrValue* value = find(function.attrs, attr::STir);
    return value && value->isTrue();
}

/// Functions as they are printed: TIR first, then the rest, each by name; `main` comes last of all.
std::vector<const ModuleEntry*> printOrder(const Module& module)
{
    std::vector<const ModuleEntry*> entries;
    for (const ModuleEntry& entry : module.functions)
        entries.push_back(&entry);
    std::ranges::sort(entries, {}, [](const ModuleEntry* entry) {
        return std::tuple(entry->var->name == "main", entry->function->kind != NodeKind::PrimFunc,
                          entry->var->name);
    });
    return entries;
}

} // namespace

void ModulePrinter::module(const Module& module)
{
    const std::vector<const ModuleEntry*> entries = printOrder(module);
    const bool hasTir = std::ranges::any_of(
        entries, [](const auto* entry) { return as<PrimFunc>(entry->function) != nullptr; });
    const bool anySTir = std::ranges::any_of(entries, [](const auto* entry) {
        return as<PrimFunc>(entry->function) && hasSTir(*entry->function);
    });
    m_out.setPrefix(hasTir && !anySTir ? "Tx" : "T");
    m_isBare = m_context.options.asBareFunction && entries.size() == 1;
    m_context.moduleName = m_isBare ? std::string_view() : module.name;
    m_values.setModule(module);
    for (const std::string_view reserved : {std::string_view("I"), std::string_view("R"),
                                            std::string_view("cls"), std::string_view(m_out.prefix())})
        m_names.reserve(reserved);
    if (!m_isBare)
        m_names.reserve(module.name);

    header(module);
    m_names.open(nullptr, m_isBare ? "" : std::string(Step));
    if (!m_isBare) {
        token(TokenKind::Decorator, "@I.ir_module");
        endLine();
        keyword("class ");
        token(TokenKind::Function, module.name);
        plain(":\n");
        const auto call = [&](std::string_view name, Dict entriesOf) {
            if (entriesOf.empty())
                return;
            line([&] {
                m_out.infra(name);
                plain("(");
                m_values.dict(entriesOf);
                plain(")");
            });
        };
        call("module_attrs", module.attrs);
        call("module_global_infos", module.globalInfos);
        if (entries.empty())
            line([&] { keyword("pass"); });
    }
    for (const ModuleEntry* entry : entries)
        function(*entry, frame().indent);
    m_names.close();
    if (m_values.usesMetadata())
        metadataSection();
}

/// Above the program, or the notice below it that it was left out.
void ModulePrinter::metadataSection()
{
    bool isComplete = false;
    if (m_context.options.showMeta) {
        const MetadataTable::Section section = m_values.metadataTable().section(m_context.options.metadata);
        isComplete = section.isComplete;
        m_out.insert(0, printed([&] { plain(section.text); }));
    }
    if (!isComplete)
        token(TokenKind::Comment, "# Metadata omitted. Use show_meta=True in script() method to show it.");
}

void ModulePrinter::header(const Module& module)
{
    const auto comment = [this](const std::string& text) {
        token(TokenKind::Comment, text);
        endLine();
    };
    const auto any = [&](auto test) { return std::ranges::any_of(module.functions, test); };
    if (!m_isBare)
        comment("# from tvm.script import ir as I");
    if (any([](const ModuleEntry& entry) { return entry.function->kind == NodeKind::PrimFunc; })) {
        comment("# from tvm.script import tirx as " + m_out.prefix());
        comment("# from tvm.tirx.layout import Axis");
    }
    if (any([](const ModuleEntry& entry) { return entry.function->kind == NodeKind::OpaqueFunc; }))
        comment("# from tvm.script import relax as R");
    endLine();
}

void ModulePrinter::function(const ModuleEntry& entry, const std::string& indent)
{
    if (const auto* opaque = as<OpaqueFunc>(entry.function)) {
        opaqueFunction(*opaque, indent);
        return;
    }
    const auto& function = to<PrimFunc>(*entry.function);
    const At at(*this, &function);
    m_context.uses.emplace(function);
    m_context.isSTir = hasSTir(function);
    std::string_view printedName = entry.var->name;
    if (m_isBare)
        printedName = isExposed(function) ? globalSymbol(function) : "main";

    decorator(function, indent);
    plain(indent);
    keyword("def ");
    token(TokenKind::Function, printedName, entry.var);
    plain("(");
    m_names.open(function.body, indent + std::string(Step));
    frame().statementStart = position();
    std::vector<const Buffer*> matched;
    parameters(function, matched);
    plain(")");
    if (!isVoidType(function.retType)) {
        plain(" -> ");
        m_values.type(function.retType);
    }
    plain(":\n");
    functionBody(function, printedName, matched);
    m_names.close();
    endLine();
}

void ModulePrinter::decorator(const PrimFunc& function, const std::string& indent)
{
    std::string text = "@" + m_out.prefix() + ".prim_func";
    std::string arguments;
    const auto flag = [&](bool isSet, std::string_view name) {
        if (isSet)
            arguments += (arguments.empty() ? "" : ", ") + std::string(name) + "=True";
    };
    flag(find(function.attrs, attr::GlobalSymbol) == nullptr, "private");
    flag(find(function.attrs, attr::STir) != nullptr, "s_tir");
    flag(find(function.attrs, attr::PersistentKernel) != nullptr, "persistent");
    plain(indent);
    if (!keepsFor(function.attrs, {})) {
        token(TokenKind::Decorator, arguments.empty() ? text : text + "(" + arguments + ")");
    } else {
        token(TokenKind::Decorator, text);
        const PrintSink options = printed([&] { m_values.unknownArguments(function.attrs); });
        plain("(" + arguments + options.text.substr(arguments.empty() ? 2 : 0) + ")");
    }
    endLine();
}

bool ModulePrinter::isInlined(const PrimFunc& function, const Var* param, const Buffer& buffer) const
{
    const std::string_view scope = buffer.scopeText();
    // Nodes that the head of the function uses and does not name.
    const auto isNamed = [](const Node& node) {
        return node.kind == NodeKind::Var || node.kind == NodeKind::BufferLoad;
    };
    const bool isSimple =
        buffer.strides.empty() &&
        std::ranges::none_of(buffer.shape, [&](const Expr* extent) { return contains(*extent, isNamed); }) &&
        isConstInt(buffer.elemOffset, 0) && (scope.empty() || scope == "global") &&
        buffer.alignment == Buffer::DefaultAlignment && buffer.offsetFactor == 1 &&
        buffer.bufferType == BufferType::Default && buffer.axisSeparators.empty() &&
        buffer.allocatedAddr.empty() && std::ranges::none_of(buffer.kept, holdsNode, &DictEntry::value);
    const bool hasPlainLayout = m_context.isSTir ? !buffer.layout || isDefaultLayout(buffer)
                                                 : buffer.layout && isDefaultLayout(buffer);
    const auto sharesPointer = [&](const BufferBinding& other) {
        return other.param != param && other.buffer->data == buffer.data;
    };
    return m_context.options.syntaxSugar && isSimple && hasPlainLayout && m_context.uses->count(param) == 0 &&
           std::ranges::count(function.params, param) == 1 &&
           std::ranges::none_of(function.bufferMap, sharesPointer);
}

void ModulePrinter::parameters(const PrimFunc& function, std::vector<const Buffer*>& matched)
{
    for (size_t i = 0; i < function.params.size(); ++i) {
        const Var* param = function.params[i];
        const Buffer* buffer = function.bufferOf(param);
        separator(i);
        if (buffer && isInlined(function, param, *buffer)) {
            const At at(*this, buffer);
            define(buffer, buffer->name);
            m_names.defineAs(frame(), buffer->data, buffer, ".data");
            name(buffer);
            plain(": ");
            builtin("Buffer");
            m_declarations.bufferArguments(
                *buffer, {.createsData = true, .alwaysDType = true, .frame = &frame()}, false);
            continue;
        }
        const At at(*this, param);
        define(param, param->name);
        name(param);
        plain(": ");
        m_values.type(param->type);
        if (buffer)
            matched.push_back(buffer);
    }
}

void ModulePrinter::functionBody(const PrimFunc& function, std::string_view printedName,
                                 const std::vector<const Buffer*>& matched)
{
    funcAttrs(function, printedName);
    for (const Buffer* buffer : matched) {
        const auto isBound = [&](const BufferBinding& binding) { return binding.buffer == buffer; };
        m_declarations.matchBuffer(*buffer, std::ranges::find_if(function.bufferMap, isBound)->param);
    }
    const SBlockRealize* root = m_blocks.implicitRoot(function);
    if (!root) {
        m_statements.statements(*function.body);
        return;
    }
    const At atRealize(*this, root);
    const At atBlock(*this, root->block);
    line([&] { token(TokenKind::Comment, "# with T.sblock(\"root\"):"); });
    m_blocks.blockContents(*root->block);
}

void ModulePrinter::funcAttrs(const PrimFunc& function, std::string_view printedName)
{
    std::vector<DictEntry> entries;
    for (const DictEntry& entry : function.attrs) {
        const std::string_view key = entry.key.text();
        if (key == attr::STir || key == attr::PersistentKernel || isKept(entry))
            continue;
        if (key == attr::GlobalSymbol && entry.value.text() == printedName)
            continue;
        entries.push_back(entry);
    }
    if (entries.empty() && !keepsFor(function.attrs, "func_attr"))
        return;
    line([&] {
        builtin("func_attr");
        plain("(");
        m_values.dict(entries);
        m_values.unknownArguments(function.attrs, "func_attr");
        plain(")");
    });
}

void ModulePrinter::opaqueFunction(const OpaqueFunc& function, const std::string& indent)
{
    const At at(*this, &function);
    std::string_view rest = function.text;
    while (!rest.empty()) {
        const std::string_view text = rest.substr(0, rest.find('\n'));
        if (!text.empty())
            plain(indent);
        plain(text);
        plain("\n");
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
    }
    endLine();
}

} // namespace tir::script
