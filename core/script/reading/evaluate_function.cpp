/// Functions: signature, attributes, body, and what TVM adds at the end. (tvmscript.md 11.6)

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"

#include <algorithm>

namespace tir::script {
bool Evaluator::isPrimFunc(const Statement& definition) const
{
    if (definition.decorators.empty())
        return false;
    const Syntax* decorator = definition.decorators.back();
    if (decorator->kind == SyntaxKind::Call)
        decorator = decorator->base;
    // `@tvm.script.tir.prim_func`, too
    const bool isWhole = decorator->kind == SyntaxKind::Attribute && decorator->text == "prim_func" &&
                         decorator->base->kind == SyntaxKind::Attribute;
    return builtinPath(*decorator) == "prim_func" || isWhole;
}

bool Evaluator::decoratorFlag(const Statement& definition, std::string_view name) const
{
    const Syntax& decorator = *definition.decorators.back();
    for (const SyntaxKeyword& keyword : decorator.keywords)
        if (keyword.name.text == name)
            return keyword.value->kind == SyntaxKind::True;
    return false;
}

void Evaluator::signature(const Statement& definition)
{
    const Type* type = voidType(m_arena);
    if (definition.annotation)
        if (const Type* given = typeFrom(evaluate(*definition.annotation), definition.annotation->span))
            type = given;
    m_returnTypes[definition.name.text] = type;
}

/// `T.Buffer[(16,), "float32"]` and `T.Ptr[…]`, which are calls today.
const Syntax* Evaluator::withoutGeneric(const Syntax* annotation)
{
    if (annotation->kind != SyntaxKind::Subscript)
        return annotation;
    const std::optional<std::string_view> path = builtinPath(*annotation->base);
    if (path != "Buffer" && path != "Ptr")
        return annotation;
    note(annotation->span, "old-spelling",
         "'" + std::string(*path) + "[...]' is written '" + (path == "Ptr" ? "handle" : "Buffer") +
             "(...)' today");
    auto* call = m_arena.make<Syntax>(*annotation);
    call->kind = SyntaxKind::Call;
    return call;
}

void Evaluator::parameter(const SyntaxParameter& parameter)
{
    const SyntaxName& name = parameter.name;
    const auto defineParam = [&](const Value& value) {
        if (const NameTable::Binding* known = m_names.find(name.text);
            known && known->level == m_names.level()) {
            Diagnostic diagnostic{.code = "duplicate-parameter",
                                  .message = "two parameters are called '" + std::string(name.text) + "'",
                                  .span = name.span,
                                  .notes = {}};
            diagnostic.notes.push_back({.message = "the first one", .span = known->span});
            m_diagnostics.push_back(std::move(diagnostic));
        }
        m_names.define(name.text, value, name.span);
    };
    if (!parameter.annotation) {
        fail(name.span, "missing-annotation", "parameter '" + std::string(name.text) + "' has no type");
        return defineParam({});
    }
    const Syntax& annotation = *withoutGeneric(parameter.annotation);
    const bool isCall = annotation.kind == SyntaxKind::Call;
    if (isCall && builtinPath(*annotation.base) == "Buffer") {
        Syntax target;
        target.kind = SyntaxKind::Name;
        target.span = name.span;
        target.text = name.text;
        const Syntax* const targets[] = {&target};
        const Value value = evaluateCall(annotation, targets);
        m_undeclared.erase(value.buffer()); // a parameter stands for itself
        const Var* handle = made(
            m_arena.make<Var>(m_arena.intern(std::string(name.text) + "_handle"), primType(m_arena, Handle)),
            name.span);
        m_function->params.push_back(handle);
        if (const Buffer* buffer = value.buffer())
            m_function->bufferMap.push_back({handle, made(buffer, name.span)});
        return defineParam(value);
    }
    const Type* type = typeFrom(evaluate(annotation), annotation.span);
    if (!type)
        return defineParam({});
    const Var* var = made(m_arena.make<Var>(m_arena.intern(name.text), type), name.span);
    m_function->params.push_back(var);
    defineParam(Value::ofExpr(var));
}

Dict Evaluator::functionAttrs(const Statement& definition)
{
    std::vector<DictEntry> attrs = m_function->attrs;
    const auto add = [&](std::string_view key, const AttrValue& value) {
        const bool isGiven =
            std::ranges::any_of(attrs, [&](const DictEntry& entry) { return entry.key.text() == key; });
        if (!isGiven)
            attrs.push_back({AttrValue::ofString(key), value});
    };
    if (!decoratorFlag(definition, "private"))
        add(attr::GlobalSymbol, AttrValue::ofString(m_arena.intern(definition.name.text)));
    if (m_function->isSTir)
        add(attr::STir, AttrValue::ofBool(true));
    if (decoratorFlag(definition, "persistent"))
        add(attr::PersistentKernel, AttrValue::ofBool(true));
    unknownOptions(definition, attrs);
    return m_arena.copy(attrs);
}

/// Functions with blocks have one root block, which texts leave out.
const Stmt* Evaluator::withRootBlock(const Stmt* body)
{
    const auto* realize = as<SBlockRealize>(body);
    const bool isNeeded = !m_function->rootAllocs.empty() ||
                          (realize ? !realize->block->iterVars.empty()
                                   : containsKind(*body, NodeKind::SBlockRealize, Role::Stmt));
    if (!isNeeded || !m_function->isSTir)
        return body;
    auto* root = m_arena.make<SBlock>("root", body);
    root->allocBuffers = m_arena.copy(m_function->rootAllocs);
    return m_arena.make<SBlockRealize>(ExprList(), boolImm(m_arena, true), root);
}

/// The buffers of parameters are described where the function is entered: what its body allocates is not
/// there.
void Evaluator::checkDescriptions(const Stmt& body)
{
    for (const auto& [buffer, span] : m_function->describing) {
        const auto allocates = [buffer](const Node& node) {
            const auto* alloc = as<AllocBuffer>(&node);
            const auto* decl = as<DeclBuffer>(&node);
            const auto* block = as<SBlock>(&node);
            return (alloc && alloc->buffer == buffer) || (decl && decl->buffer == buffer) ||
                   (block && std::ranges::find(block->allocBuffers, buffer) != block->allocBuffers.end());
        };
        if (contains(body, allocates, Role::Stmt))
            fail(span, "late-description",
                 "a parameter is matched with a buffer that depends on '" + std::string(buffer->name) +
                     "', which is not there where the function is entered");
    }
}

const Function* Evaluator::function(const Statement& definition)
{
    FunctionContext context;
    context.isSTir = decoratorFlag(definition, "s_tir") || m_isOld;
    m_function = &context;
    m_names.forgetEnded();
    m_madeEarlier.clear();
    m_undeclared.clear();
    m_functionBody = m_syntax.body(definition);
    m_names.push();
    for (const SyntaxParameter& given : definition.parameters)
        parameter(given);
    const Stmt* inner = suite(m_functionBody);
    m_names.pop();
    inner = withRootBlock(inner);
    checkDescriptions(*inner);
    std::ranges::stable_sort(context.bufferMap, {}, [&](const BufferBinding& binding) {
        return std::ranges::find(context.params, binding.param) - context.params.begin();
    });
    const PrimFunc* result =
        made(m_arena.make<PrimFunc>(m_arena.copy(context.params), inner, m_returnTypes[definition.name.text],
                                    m_arena.copy(context.bufferMap), functionAttrs(definition)),
             definition.span);
    m_function = nullptr;
    m_functionBody = {};
    return result;
}

const Function* Evaluator::withSpans(const Function* function)
{
    m_syntax.endBody(); // the memory that finding spans takes need not come on top of it
    if (m_diagnostics.empty())
        m_spans.add(*function);
    else
        m_spans.forget();
    return function;
}

/// The lines of the definition without the indentation they share.
const Function* Evaluator::opaqueFunction(const Statement& definition)
{
    // With the name of another module before it, it would be a TIR function again in a text without that
    // name.
    const Syntax* decorator = definition.decorators.empty() ? nullptr : definition.decorators.back();
    if (decorator && decorator->kind == SyntaxKind::Call)
        decorator = decorator->base;
    if (decorator && decorator->kind == SyntaxKind::Attribute && decorator->text == "prim_func")
        fail(decorator->span, "wrong-module",
             "the module that stands before 'prim_func' here is not TIR, which has it");
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

} // namespace tir::script
