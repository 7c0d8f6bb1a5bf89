/// Files and modules.

#include "core/ir/make.h"
#include "core/script/reading/define_value.h"
#include "core/script/reading/dialect_names.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/metadata.h"

#include <algorithm>
#include <unordered_map>

namespace tir::script {
namespace {

bool isDefinition(const Statement& statement)
{
    return statement.kind == StatementKind::Function || statement.kind == StatementKind::Class;
}

} // namespace

const Module* Evaluator::module(Suite file, const ParseOptions& options, bool& isBareFunction)
{
    m_isOld = m_dialect.age == DialectVersion::BeforeRename;
    if (m_isOld && !m_dialect.signs.empty())
        note(m_dialect.signs.front().span, "old-dialect",
             "a text from before 'tir' was renamed to 'tirx' (" + m_dialect.signs.front().words +
                 "): every function is read as 's_tir', and old spellings as what they are called today");
    m_names.push();
    for (const DialectName& name : dialectNames(m_text))
        defineDialect(name.alias, name.kind, name.span);
    for (const auto& [name, text] : options.defines)
        m_names.define(m_arena.intern(name), definedValue(m_arena, text), {});

    const Statement* definition = isFragment(file) ? fragment(file) : nullptr;
    if (definition)
        file = {};
    size_t otherDefinitions = 0;
    for (const Statement* statement : file) {
        if (!isDefinition(*statement)) {
            evaluateTopLevel(*statement);
        } else if (definition) {
            if (++otherDefinitions > 1)
                continue;
            Diagnostic diagnostic{.code = "second-definition",
                                  .message = "a text holds one module or one function, this is a second one",
                                  .span = statement->head,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = definition->head});
            m_diagnostics.push_back(std::move(diagnostic));
        } else {
            definition = statement;
        }
    }
    if (otherDefinitions > 1)
        std::ranges::find(m_diagnostics, "second-definition", &Diagnostic::code)
            ->notes.push_back(
                {.message = "the text holds " + std::to_string(otherDefinitions + 1) +
                            " modules or functions, as a log of TVM's PrintAfterAll does: open "
                            "one of them at a time, or record the run with DumpIR, whose folder "
                            "is read as a whole",
                 .span = {}});
    if (!definition) {
        if (!hasError(m_diagnostics))
            fail({0, 1}, "no-module",
                 "found no module and no function, expected '@I.ir_module' or '@T.prim_func'");
        return nullptr;
    }
    isBareFunction = definition->kind == StatementKind::Function;
    if (!isBareFunction)
        return classModule(*definition);

    m_isBare = true;
    m_moduleName = "Module";
    if (!isPrimFunc(*definition)) {
        fail(definition->head, "not-a-prim-func",
             "function '" + std::string(definition->name.text) + "' has no decorator '@T.prim_func'");
        return nullptr;
    }
    signature(*definition);
    const Function* only = withSpans(function(*definition));
    const ModuleEntry entry{m_arena.make<GlobalVar>(m_arena.intern(definition->name.text)), only};
    return m_arena.make<Module>(m_moduleName, m_arena.copy(std::span<const ModuleEntry>(&entry, 1)), Dict(),
                                Dict());
}

/// Statements of the dialect without a function around them, as TVM prints a statement by itself.
bool Evaluator::isFragment(Suite file) const
{
    const auto isDialectCall = [this](const Syntax* value) {
        return value && value->kind == SyntaxKind::Call && builtinPath(*value->base);
    };
    return std::ranges::none_of(file, isDefinition,
                                [](const Statement* statement) -> const Statement& { return *statement; }) &&
           std::ranges::any_of(file, [&](const Statement* statement) {
               switch (statement->kind) {
               case StatementKind::For:
               case StatementKind::While:
               case StatementKind::Annotated:
                   return true;
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

/// A private function around the statements; what a text may have above its program stays above.
const Statement* Evaluator::fragment(Suite file)
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
    if (m_dialect.hasBlocks || m_isOld)
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
    decorator->keywords = m_arena.copy(options);
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

void Evaluator::defineDialect(std::string_view alias, DialectKind kind, Span span)
{
    const auto meaning = kind == DialectKind::Tir ? Value::Kind::Builtin : Value::Kind::Infra;
    m_names.define(m_arena.intern(alias), Value::ofText(meaning, {}), span);
}

/// Assignments before the definition give names their values; of imports, those of the dialects count.
void Evaluator::evaluateTopLevel(const Statement& statement)
{
    if (statement.kind == StatementKind::Import)
        for (const SyntaxImport& import : statement.imports)
            if (const std::optional<DialectKind> kind = dialectKind(import))
                defineDialect(import.alias.text, *kind, import.alias.span);
    if (statement.kind == StatementKind::Invalid)
        return invalidDefinition(statement);
    if (statement.kind == StatementKind::Import || statement.kind == StatementKind::Pass)
        return;
    if (statement.kind == StatementKind::Expression && statement.value->kind == SyntaxKind::String)
        return;
    if (statement.kind == StatementKind::Assign) {
        const bool isMetadata =
            statement.targets[0]->kind == SyntaxKind::Name && statement.targets[0]->text == "metadata";
        if (isMetadata)
            return metadataSection(statement);
        for (const Syntax* target : statement.targets)
            define(*target, evaluate(*statement.value));
        return;
    }
    fail(statement.span, "unexpected-statement", "this is not a TVMScript module or function");
}

/// A function or class whose head did not parse: its body is read for the errors in it.
void Evaluator::invalidDefinition(const Statement& definition)
{
    bool isClass = false;
    for (const Statement* inner : definition.body) {
        if (inner->kind != StatementKind::Function || !isPrimFunc(*inner))
            continue;
        isClass = true;
        signature(*inner);
        function(*inner);
    }
    if (isClass)
        return;
    FunctionContext context;
    m_function = &context;
    m_functionBody = definition.body;
    m_names.push();
    invalid(definition);
    m_names.pop();
    m_function = nullptr;
    m_functionBody = {};
}

/// `metadata = tvm.ir.load_json("""…""")`. One that does not read leaves its objects opaque.
void Evaluator::metadataSection(const Statement& statement)
{
    define(*statement.targets[0], Value::ofText(Value::Kind::Opaque, {}, -1));
    const Syntax& call = *statement.value;
    if (call.kind != SyntaxKind::Call || call.items.size() != 1 ||
        call.items[0]->kind != SyntaxKind::String) {
        remark(call.span, "unknown-metadata",
               "found no 'tvm.ir.load_json(\"\"\"...\"\"\")'; the objects of the metadata stay references");
        return;
    }
    m_metadataText = m_arena.intern(call.items[0]->text);
    const Result<Dict> read = readMetadata(m_arena, m_metadataText);
    if (read)
        m_metadata = *read;
    else
        remark(call.items[0]->span, "bad-metadata",
               read.diagnostics().front().message + "; the objects of the metadata stay references");
}

Value Evaluator::metadataObject(std::string_view typeKey, int64_t number, Span span)
{
    const Value opaque = Value::ofText(Value::Kind::Opaque, typeKey, number);
    const AttrValue* list = find(m_metadata, typeKey);
    if (!m_metadata.empty() && (!list || number < 0 || size_t(number) >= list->items().size()))
        remark(span, "missing-metadata", "the metadata has no such object; it stays a reference");
    const AttrValue* object = findMetadata(m_metadata, typeKey, number);
    if (!object)
        return opaque;
    switch (object->kind()) {
    case AttrValue::Kind::Bool:
        return Value::ofBool(object->integer() != 0);
    case AttrValue::Kind::Int:
        return Value::ofInt(object->integer());
    case AttrValue::Kind::Float:
        return Value::ofFloat(object->real());
    case AttrValue::Kind::String:
        return Value::ofText(Value::Kind::String, object->text());
    case AttrValue::Kind::Node:
        if (object->node()->isExpr())
            return Value::ofExpr(object->node());
        if (as<Buffer>(object->node()))
            return Value::ofNode(Value::Kind::BufferObject, object->node());
        return Value::ofNode(Value::Kind::Node, object->node());
    case AttrValue::Kind::None:
    case AttrValue::Kind::List:
    case AttrValue::Kind::Dict:
    case AttrValue::Kind::Opaque:
        return opaque;
    }
    return opaque;
}

const Module* Evaluator::classModule(const Statement& definition)
{
    m_moduleName = m_arena.intern(definition.name.text);
    for (const std::string_view name : {std::string_view(m_moduleName), std::string_view("cls")})
        m_names.define(name, Value::ofText(Value::Kind::ModuleName, {}), definition.name.span);

    // First everything that is not a function, then all signatures, then all bodies.
    for (const Statement* statement : definition.body) {
        if (statement->kind == StatementKind::Expression)
            evaluate(*statement->value);
        else if (statement->kind == StatementKind::Invalid)
            invalidDefinition(*statement);
        else if (statement->kind == StatementKind::Function && isPrimFunc(*statement))
            signature(*statement);
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
            result = isPrimFunc(*statement) ? function(*statement) : opaqueFunction(*statement);
        } else if (statement->kind == StatementKind::Assign &&
                   statement->targets[0]->kind == SyntaxKind::Name) {
            name = {statement->targets[0]->text, statement->targets[0]->span};
            result = opaqueFunction(*statement);
        } else {
            continue;
        }
        if (const auto [first, isNew] = seen.emplace(name.text, name.span); !isNew) {
            Diagnostic diagnostic{.code = "duplicate-function",
                                  .message = "two functions are called '" + std::string(name.text) + "'",
                                  .span = name.span,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = first->second});
            m_diagnostics.push_back(std::move(diagnostic));
            continue;
        }
        const GlobalVar*& global = m_globals[name.text];
        if (!global)
            global = m_arena.make<GlobalVar>(m_arena.intern(name.text));
        entries.push_back({global, withSpans(result)});
    }
    m_moduleSpan = definition.span;
    return m_arena.make<Module>(m_moduleName, m_arena.copy(entries), m_arena.copy(m_moduleAttrs),
                                m_arena.copy(m_moduleInfos));
}

/// `I.module_attrs({…})` and its siblings.
Value Evaluator::infraCall(const Syntax& call, const Syntax& callee, std::string_view base)
{
    const std::string_view path = base.empty() ? callee.text : base;
    const Syntax* root = &callee;
    while (root->kind == SyntaxKind::Attribute)
        root = root->base;
    if (root->text == "tvm" && m_function)
        return tvmCall(call, base.empty() ? std::string(callee.text)
                                          : std::string(base) + "." + std::string(callee.text));
    CallSite site;
    site.syntax = &call;
    site.path = path;
    if (path == "module_attrs" || path == "module_global_infos") {
        if (!arguments(call, site))
            return {};
        const Value* dict = argument(site, "attrs", 0);
        if (!dict)
            return fail(call.span, "missing-argument", "'" + std::string(path) + "' takes a dictionary");
        attrDict(*dict, argumentSpan(site, dict), path == "module_attrs" ? m_moduleAttrs : m_moduleInfos);
        return Value::ofNone();
    }
    if (path == "Range")
        return arguments(call, site) ? rangeCall(site) : Value();
    // Objects of other dialects are kept as their text.
    return Value::ofText(Value::Kind::String,
                         m_arena.intern(m_text.substr(call.span.begin, call.span.end - call.span.begin)));
}

} // namespace tir::script
