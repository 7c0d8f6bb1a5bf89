#include "core/script/reading/module_reader.h"

#include "core/ir/make.h"
#include "core/script/reading/define_value.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/function_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/metadata_section.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/names.h"
#include "core/script/reading/program_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <unordered_map>

namespace tir::script {
namespace {

const char* whyNoModule(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return "the file is empty, expected '@I.ir_module' or '@T.prim_func'";
    return "the text is not a TVMScript module or function, expected '@I.ir_module' or '@T.prim_func'";
}

bool isDefinition(const Statement& statement)
{
    return statement.kind == StatementKind::Function || statement.kind == StatementKind::Class;
}

/// Statements of a file that only Python can run, such as `if __name__ == "__main__":`.
bool isForPython(const Statement& statement)
{
    switch (statement.kind) {
    case StatementKind::Import:
    case StatementKind::Pass:
    case StatementKind::Assign:
        return false;
    case StatementKind::Expression:
        return statement.value->kind != SyntaxKind::String;
    default:
        return true;
    }
}

} // namespace

const Module* ModuleReader::module(Suite file, const ParseOptions& options, bool& isBareFunction)
{
    if (m_legacy.isOld() && !m_dialect.signs.empty())
        note(m_dialect.signs.front().span, "old-dialect",
             "a text from before 'tir' was renamed to 'tirx' (" + m_dialect.signs.front().message +
                 "): every function is read as 's_tir', and old spellings as what they are called today");
    m_names.push();
    for (const DialectName& name : dialectNames(m_text))
        defineDialect(name.alias, name.kind, name.span);
    for (const auto& [name, text] : options.defines)
        m_names.define(m_arena.intern(name), definedValue(m_arena, text), {});

    const Statement* definition = isFragment(file) ? fragment(file) : nullptr;
    if (definition) {
        file = {};
    } else if (!mayHoldProgram(file)) {
        m_context.errors.clear(); // its words are not misspelled statements
        fail({0, 1}, "no-module", whyNoModule(m_text));
        return nullptr;
    }
    size_t otherDefinitions = 0;
    const Statement* forPython = nullptr;
    // Without any other definition, what is wrong with a function is reported.
    const auto isHelper = [&](const Statement& statement) {
        return statement.kind == StatementKind::Function && !m_functions.isPrimFunc(statement);
    };
    const bool hasProgram = std::ranges::any_of(
        file, [&](const Statement* statement) { return isDefinition(*statement) && !isHelper(*statement); });
    for (const Statement* statement : file) {
        if ((hasProgram && isHelper(*statement)) ||
            (definition && !isDefinition(*statement) && isForPython(*statement))) {
            forPython = forPython ? forPython : statement;
        } else if (!isDefinition(*statement)) {
            evaluateTopLevel(*statement);
        } else if (definition) {
            if (++otherDefinitions > 1)
                continue;
            Diagnostic diagnostic{.code = "second-definition",
                                  .message = "a text holds one module or one function, this is a second one",
                                  .span = statement->head,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = definition->head});
            m_context.errors.push_back(std::move(diagnostic));
        } else {
            definition = statement;
        }
    }
    if (otherDefinitions > 1)
        std::ranges::find(m_context.errors, "second-definition", &Diagnostic::code)
            ->notes.push_back(
                {.message = "the text holds " + std::to_string(otherDefinitions + 1) +
                            " modules or functions, as a log of TVM's PrintAfterAll does: open "
                            "one of them at a time, or record the run with DumpIR, whose folder "
                            "is read as a whole",
                 .span = {}});
    if (forPython)
        note(isDefinition(*forPython) ? forPython->head : forPython->span, "code-for-python",
             "only Python runs this; it is not part of the program");
    if (!definition) {
        if (!hasError(m_context.errors))
            fail({0, 1}, "no-module", whyNoModule(m_text));
        return nullptr;
    }
    isBareFunction = definition->kind == StatementKind::Function;
    if (!isBareFunction)
        return classModule(*definition);

    m_moduleFunctions.isBare = true;
    if (!m_functions.isPrimFunc(*definition)) {
        fail(definition->head, "not-a-prim-func",
             "function " + quoted(definition->name.text) + " has no decorator '@T.prim_func'");
        return nullptr;
    }
    m_functions.signature(*definition);
    const Function* only = m_functions.withSpans(m_functions.function(*definition), *definition);
    const ModuleEntry entry{m_arena.make<GlobalVar>(m_arena.intern(definition->name.text)), only};
    return m_arena.make<Module>("Module", m_arena.copy(std::span<const ModuleEntry>(&entry, 1)), Dict(),
                                Dict());
}

/// Whether a text may contain a program that cannot be read. Prose does not.
bool ModuleReader::mayHoldProgram(Suite file) const
{
    return usesDialect(m_text) || std::ranges::any_of(file, [this](const Statement* statement) {
               return isMeantAsDefinition(*statement, m_text);
           });
}

/// Statements of the dialect without a function around them, as TVM prints a statement by itself.
bool ModuleReader::isFragment(Suite file) const
{
    const auto isDialectCall = [this](const Syntax* value) {
        return value && value->kind == SyntaxKind::Call && m_names.builtinPath(*value->base);
    };
    // `T.int32`, `T.let`, `T.let[T.int32]`
    const auto isDialectType = [this](const Syntax* type) {
        while (type->kind == SyntaxKind::Subscript || type->kind == SyntaxKind::Call)
            type = type->base;
        return m_names.builtinPath(*type).has_value();
    };
    return std::ranges::none_of(file, isDefinition,
                                [](const Statement* statement) -> const Statement& { return *statement; }) &&
           std::ranges::any_of(file, [&](const Statement* statement) {
               switch (statement->kind) {
               case StatementKind::For:
               case StatementKind::While:
                   return true;
               case StatementKind::Annotated:
                   return isDialectType(statement->annotation);
               case StatementKind::With:
                   return isDialectCall(statement->items[0].value);
               case StatementKind::Expression:
               case StatementKind::Assign:
                   return isDialectCall(statement->value);
               default:
                   return false;
               }
           });
}

/// Wraps the statements into a private function; statements that may precede a program stay above.
const Statement* ModuleReader::fragment(Suite file)
{
    std::vector<const Statement*> body;
    for (const Statement* statement : file) {
        const bool isMetadata = statement->kind == StatementKind::Assign &&
                                statement->targets[0]->kind == SyntaxKind::Name &&
                                statement->targets[0]->text == "metadata";
        if (isMetadata || statement->kind == StatementKind::Import)
            evaluateTopLevel(*statement);
        else
            body.push_back(statement);
    }
    auto* yes = m_arena.make<Syntax>();
    yes->kind = SyntaxKind::True;
    std::vector<SyntaxKeyword> options{{{"private", {}}, yes}};
    if (m_dialect.hasBlocks || m_legacy.isOld())
        options.push_back({{"s_tir", {}}, yes});
    auto* prefix = m_arena.make<Syntax>();
    prefix->kind = SyntaxKind::Name;
    prefix->text = "T";
    auto* name = m_arena.make<Syntax>();
    name->kind = SyntaxKind::Attribute;
    name->base = prefix;
    name->text = "prim_func";
    auto* decorator = m_arena.make<Syntax>();
    decorator->kind = SyntaxKind::Call;
    decorator->base = name;
    decorator->lists = m_arena.make<SyntaxLists>(SyntaxLists{m_arena.copy(options), {}, {}});
    auto* function = m_arena.make<Statement>();
    function->kind = StatementKind::Function;
    function->span = function->head = {body.front()->span.begin, body.back()->span.end};
    function->name = {"main", {}};
    function->decorators = m_arena.copy(std::vector<const Syntax*>{decorator});
    function->body = m_arena.copy(body);
    note(body.front()->head, "fragment",
         "no function is around the statements; they are read as the body of one");
    return function;
}

void ModuleReader::defineDialect(std::string_view alias, DialectKind kind, Span span)
{
    const auto meaning = kind == DialectKind::Tir ? Value::Kind::Builtin : Value::Kind::Infra;
    m_names.define(m_arena.intern(alias), Value::ofText(meaning, {}), span);
}

/// Assignments before the definition give names their values; of imports, those of the dialects count.
void ModuleReader::evaluateTopLevel(const Statement& statement)
{
    if (statement.kind == StatementKind::Import)
        for (const SyntaxImport& import : statement.imports)
            if (const std::optional<DialectKind> kind = dialectKind(import))
                defineDialect(import.alias.text, *kind, import.alias.span);
    if (statement.kind == StatementKind::Invalid)
        return m_functions.invalidDefinition(statement);
    if (statement.kind == StatementKind::Import || statement.kind == StatementKind::Pass)
        return;
    if (statement.kind == StatementKind::Expression && statement.value->kind == SyntaxKind::String)
        return;
    if (statement.kind == StatementKind::Assign) {
        const bool isMetadata =
            statement.targets[0]->kind == SyntaxKind::Name && statement.targets[0]->text == "metadata";
        if (isMetadata)
            return m_metadata.read(statement);
        for (const Syntax* target : statement.targets)
            m_names.define(*target, m_expressions.evaluate(*statement.value));
        return;
    }
    fail(statement.span, "unexpected-statement", "this is not a TVMScript module or function");
}

const Module* ModuleReader::classModule(const Statement& definition)
{
    const std::string_view moduleName = m_arena.intern(definition.name.text);
    for (const std::string_view name : {moduleName, std::string_view("cls")})
        m_names.define(name, Value::ofText(Value::Kind::ModuleName, {}), definition.name.span);

    // First everything that is not a function, then all signatures, then all bodies.
    for (const Statement* statement : definition.body) {
        if (statement->kind == StatementKind::Expression)
            m_expressions.evaluate(*statement->value);
        else if (statement->kind == StatementKind::Invalid)
            m_functions.invalidDefinition(*statement);
        else if (statement->kind == StatementKind::Function && m_functions.isPrimFunc(*statement))
            m_functions.signature(*statement);
        else if (statement->kind == StatementKind::Class || statement->kind == StatementKind::For ||
                 statement->kind == StatementKind::If || statement->kind == StatementKind::With)
            fail(statement->head, "unexpected-statement", "a module holds functions");
    }
    std::vector<ModuleEntry> entries;
    std::unordered_map<std::string_view, Span> seen;
    for (const Statement* statement : definition.body) {
        const Function* result = nullptr;
        SyntaxName name;
        if (statement->kind == StatementKind::Function) {
            name = statement->name;
            result = m_functions.isPrimFunc(*statement) ? m_functions.function(*statement)
                                                        : m_functions.opaqueFunction(*statement);
        } else if (statement->kind == StatementKind::Assign &&
                   statement->targets[0]->kind == SyntaxKind::Name) {
            name = {statement->targets[0]->text, statement->targets[0]->span};
            result = m_functions.opaqueFunction(*statement);
        } else {
            continue;
        }
        if (const auto [first, isNew] = seen.emplace(name.text, name.span); !isNew) {
            Diagnostic diagnostic{.code = "duplicate-function",
                                  .message = "two functions are called " + quoted(name.text),
                                  .span = name.span,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = first->second});
            m_context.errors.push_back(std::move(diagnostic));
            continue;
        }
        entries.push_back(
            {m_moduleFunctions.global(m_arena, name.text), m_functions.withSpans(result, *statement)});
    }
    m_span = definition.span;
    return m_arena.make<Module>(moduleName, m_arena.copy(entries), m_arena.copy(m_attributes.attrs),
                                m_arena.copy(m_attributes.infos));
}

} // namespace tir::script
