#include "core/script/reading/function_reader.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/statement_reader.h"
#include "core/script/syntax/statement_parser.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>

namespace tir::script {

bool FunctionReader::isPrimFunc(const Statement& definition) const
{
    if (definition.decorators.empty())
        return false;
    const Syntax* decorator = definition.decorators.back();
    if (decorator->kind == SyntaxKind::Call)
        decorator = decorator->base;
    // `@tvm.script.tir.prim_func`, too
    const bool isWhole = decorator->kind == SyntaxKind::Attribute && decorator->text == "prim_func" &&
                         decorator->base->kind == SyntaxKind::Attribute;
    return m_names.builtinPath(*decorator) == "prim_func" || isWhole;
}

bool FunctionReader::decoratorFlag(const Statement& definition, std::string_view name) const
{
    const Syntax& decorator = *definition.decorators.back();
    for (const SyntaxKeyword& keyword : decorator.keywords())
        if (keyword.name.text == name)
            return keyword.value->kind == SyntaxKind::True;
    return false;
}

void FunctionReader::signature(const Statement& definition)
{
    const Type* type = voidType(m_arena);
    if (definition.annotation)
        if (const Type* given = m_values.typeFrom(m_expressions.evaluate(*definition.annotation),
                                                  definition.annotation->span))
            type = given;
    m_functions.returnTypes[definition.name.text] = type;
}

/// `T.Buffer[(16,), "float32"]` and `T.Ptr[…]`, which are calls today.
const Syntax* FunctionReader::withoutGeneric(const Syntax* annotation)
{
    if (annotation->kind != SyntaxKind::Subscript)
        return annotation;
    const std::optional<std::string_view> path = m_names.builtinPath(*annotation->base);
    if (path != "Buffer" && path != "Ptr")
        return annotation;
    note(annotation->span, "old-spelling",
         quoted(std::string(*path) + "[...]") + " is written " +
             quoted(path == "Ptr" ? "handle(...)" : "Buffer(...)") + " today");
    auto* call = m_arena.make<Syntax>(*annotation);
    call->kind = SyntaxKind::Call;
    return call;
}

void FunctionReader::parameter(const SyntaxParameter& parameter)
{
    const SyntaxName& name = parameter.name;
    const auto defineParam = [&](const Value& value) {
        if (const NameTable::Binding* known = m_names.find(name.text);
            known && known->level == m_names.level()) {
            Diagnostic diagnostic{.code = "duplicate-parameter",
                                  .message = "two parameters are called " + quoted(name.text),
                                  .span = name.span,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = known->span});
            m_context.errors.push_back(std::move(diagnostic));
        }
        m_names.define(name.text, value, name.span);
    };
    if (!parameter.annotation) {
        fail(name.span, "missing-annotation", "parameter " + quoted(name.text) + " has no type");
        return defineParam({});
    }
    const Syntax& annotation = *withoutGeneric(parameter.annotation);
    const bool isCall = annotation.kind == SyntaxKind::Call;
    if (isCall && m_names.builtinPath(*annotation.base) == "Buffer") {
        Syntax target;
        target.kind = SyntaxKind::Name;
        target.span = name.span;
        target.text = name.text;
        const Syntax* const targets[] = {&target};
        const Value value = m_calls.evaluateCall(annotation, targets);
        m_early.removeUndeclared(value.buffer()); // a parameter is declared by itself
        const Var* handle = made(
            m_arena.make<Var>(m_arena.intern(std::string(name.text) + "_handle"), primType(m_arena, Handle)),
            name.span);
        m_scopes.function->params.push_back(handle);
        if (const Buffer* buffer = value.buffer())
            m_scopes.function->bufferMap.push_back({handle, made(buffer, name.span)});
        return defineParam(value);
    }
    const Type* type = m_values.typeFrom(m_expressions.evaluate(annotation), annotation.span);
    if (!type)
        return defineParam({});
    const Var* var = made(m_arena.make<Var>(m_arena.intern(name.text), type), name.span);
    m_scopes.function->params.push_back(var);
    defineParam(Value::ofExpr(var));
}

Dict FunctionReader::functionAttrs(const Statement& definition)
{
    std::vector<DictEntry> attrs = m_scopes.function->attrs;
    const auto add = [&](std::string_view key, const AttrValue& value) {
        const bool isGiven =
            std::ranges::any_of(attrs, [&](const DictEntry& entry) { return entry.key.text() == key; });
        if (!isGiven)
            attrs.push_back({AttrValue::ofString(key), value});
    };
    if (!decoratorFlag(definition, "private"))
        add(attr::GlobalSymbol, AttrValue::ofString(m_arena.intern(definition.name.text)));
    if (m_scopes.function->isSTir)
        add(attr::STir, AttrValue::ofBool(true));
    if (decoratorFlag(definition, "persistent"))
        add(attr::PersistentKernel, AttrValue::ofBool(true));
    unknownOptions(definition, attrs);
    return m_arena.copy(attrs);
}

/// Functions with blocks have one root block, which texts leave out.
const Stmt* FunctionReader::withRootBlock(const Stmt* body)
{
    const auto* realize = as<SBlockRealize>(body);
    const bool isNeeded = !m_scopes.function->rootAllocs.empty() ||
                          (realize ? !realize->block->iterVars.empty()
                                   : containsKind(*body, NodeKind::SBlockRealize, Role::Stmt));
    if (!isNeeded || !m_scopes.function->isSTir)
        return body;
    auto* root = m_arena.make<SBlock>("root", body);
    root->allocBuffers = m_arena.copy(m_scopes.function->rootAllocs);
    return m_arena.make<SBlockRealize>(ExprList(), boolImm(m_arena, true), root);
}

/// The buffers of parameters are described at the entry of the function: allocations of its body do not exist there.
void FunctionReader::checkDescriptions(const Stmt& body)
{
    for (const auto& [buffer, span] : m_scopes.function->describing) {
        const auto allocates = [buffer](const Node& node) {
            const auto* alloc = as<AllocBuffer>(&node);
            const auto* decl = as<DeclBuffer>(&node);
            const auto* block = as<SBlock>(&node);
            return (alloc && alloc->buffer == buffer) || (decl && decl->buffer == buffer) ||
                   (block && std::ranges::find(block->allocBuffers, buffer) != block->allocBuffers.end());
        };
        if (contains(body, allocates, Role::Stmt))
            fail(span, "late-description",
                 "a parameter is matched with a buffer that depends on " + quoted(buffer->name) +
                     ", which is not there where the function is entered");
    }
}

const Function* FunctionReader::function(const Statement& definition)
{
    FunctionContext context;
    context.isSTir = decoratorFlag(definition, "s_tir") || m_legacy.isOld();
    m_scopes.function = &context;
    m_names.forgetEnded();
    m_early.clear();
    context.definition = &definition;
    m_names.push();
    for (const SyntaxParameter& given : definition.parameters)
        parameter(given);
    SuiteReader statements = m_syntax.body(definition);
    const Stmt* inner = m_statements.suite(statements);
    m_names.pop();
    inner = withRootBlock(inner);
    checkDescriptions(*inner);
    std::ranges::stable_sort(context.bufferMap, {}, [&](const BufferBinding& binding) {
        return std::ranges::find(context.params, binding.param) - context.params.begin();
    });
    const PrimFunc* result =
        made(m_arena.make<PrimFunc>(m_arena.copy(context.params), inner,
                                    m_functions.returnTypes[definition.name.text],
                                    m_arena.copy(context.bufferMap), functionAttrs(definition)),
             definition.span);
    m_scopes.function = nullptr;
    return result;
}

const Function* FunctionReader::withSpans(const Function* function, const Statement& definition)
{
    m_syntax.endFunction(definition); // the memory that finding spans takes need not come on top of it
    if (m_context.errors.empty())
        m_context.spans.add(*function);
    else
        m_context.spans.forget();
    return function;
}

/// The lines of the definition without the indentation they share.
const Function* FunctionReader::opaqueFunction(const Statement& definition)
{
    // With the name of another module before it, it would be a TIR function again in a text without that
    // name.
    const Syntax* decorator = definition.decorators.empty() ? nullptr : definition.decorators.back();
    if (decorator && decorator->kind == SyntaxKind::Call)
        decorator = decorator->base;
    if (decorator && decorator->kind == SyntaxKind::Attribute && decorator->text == "prim_func")
        fail(decorator->span, "wrong-module", "the module before 'prim_func' here is not TIR, which has it");
    size_t lineBegin = definition.span.begin;
    while (lineBegin > 0 && m_text[lineBegin - 1] != '\n')
        --lineBegin;
    const size_t indent = definition.span.begin - lineBegin;
    std::string text;
    size_t at = definition.span.begin;
    while (at < definition.span.end) {
        const size_t lineEnd = std::min<size_t>(m_text.find('\n', at), definition.span.end);
        text += m_text.substr(at, lineEnd - at);
        if (lineEnd >= definition.span.end)
            break;
        text += '\n';
        at = lineEnd + 1;
        for (size_t i = 0; i < indent && at < m_text.size() && m_text[at] == ' '; ++i)
            ++at;
    }
    return made(m_arena.make<OpaqueFunc>(m_arena.intern(text), Dict()), definition.span);
}

/// `@T.prim_func(private=True, speed="fast")`
void FunctionReader::unknownOptions(const Statement& definition, std::vector<DictEntry>& attrs)
{
    static constexpr std::array<std::string_view, 4> Known{"check_well_formed", "persistent", "private",
                                                           "s_tir"};
    for (const SyntaxKeyword& keyword : definition.decorators.back()->keywords()) {
        if (std::ranges::find(Known, keyword.name.text) != Known.end() || keyword.name.text.empty())
            continue;
        const Value value = m_expressions.evaluate(*keyword.value);
        if (value.is(Value::Kind::Error))
            continue;
        const AttrValue kept = m_values.unknownValue(m_values.attrValue(value, keyword.value->span));
        if (holdsNode(kept)) { // which would not be there above the function
            fail(keyword.value->span, "bad-option", "an option of a function is a plain value");
            continue;
        }
        attrs.push_back(
            {AttrValue::ofString(m_arena.intern(std::string(UnknownPrefix) + std::string(keyword.name.text))),
             kept});
        note(keyword.name.span, "unknown-option",
             "'prim_func' has no option " + quoted(keyword.name.text) +
                 " in this version; it is kept as it is");
    }
}

/// A function or class whose head did not parse: its body is read for the errors in it.
void FunctionReader::invalidDefinition(const Statement& definition)
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
    m_scopes.function = &context;
    context.definition = &definition;
    m_names.push();
    m_statements.invalid(definition);
    m_names.pop();
    m_scopes.function = nullptr;
}

} // namespace tir::script
