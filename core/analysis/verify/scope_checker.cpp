#include "core/analysis/verify/scope_checker.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <string>

namespace tir {
namespace {

/// Uses of one variable that are reported one by one; one more finding counts the rest.
constexpr int ReportedUses = 200;

std::string whereDefined(int launch, std::string_view function)
{
    return (launch > 0 ? "launch " + std::to_string(launch) + " of " : "") + quoted(function);
}

} // namespace

Diagnostic toDiagnostic(const ScopeRemark& remark, Place offset)
{
    const std::string buffer = quoted(remark.buffer->name);
    const std::string data = quoted(remark.buffer->data->name);
    Diagnostic made{.severity = Severity::Note, .code = {}, .message = {}, .place = remark.place + offset};
    if (remark.kind == ScopeRemark::Kind::Undeclared) {
        made.code = "undeclared-buffer";
        made.message = "buffer " + buffer + " is accessed where its declaration does not reach";
        made.notes = {{"its data variable " + data + " is defined here", remark.dataDefinition + offset, {}}};
    } else {
        made.code = "declaration-before-allocation";
        made.message = "buffer " + buffer + " is declared before " + data + " is allocated";
        made.notes = {{data + " is allocated here, in " + whereDefined(remark.launch, remark.function),
                       remark.dataDefinition + offset,
                       {}}};
    }
    return made;
}

void ScopeChecker::reset(Diagnostics& found)
{
    m_found = &found;
    m_functionNames.clear();
    m_definitions.clear();
    m_definitionOf.clear();
    m_declarationOf.clear();
    m_isVisible.clear();
    m_visible.clear();
    m_scopes.clear();
    m_unresolved.clear();
    m_reported.clear();
    m_firstUnreported.clear();
    m_remarks.clear();
    m_firstUndeclared.clear();
    m_function = -1;
}

void ScopeChecker::begin(std::string_view functionName)
{
    m_functionNames.push_back(functionName);
    ++m_function;
    m_launchCount = 0;
    m_statement = NoPlace;
}

void ScopeChecker::closeScope()
{
    for (size_t i = m_scopes.back(); i < m_visible.size(); ++i)
        m_isVisible[m_visible[i]] = false;
    m_visible.resize(m_scopes.back());
    m_scopes.pop_back();
}

void ScopeChecker::leaveDeclaration()
{
    const auto [declaration, isNew] = m_declarationOf.insert(m_declared, {0, 0});
    if (isNew)
        declaration.flag = uint32_t(newFlag());
    declaration.function = m_function;
    show(declaration.flag);
    if (const FirstAccess* access = m_firstUndeclared.find(m_declared);
        access && access->function == m_function)
        accessUndeclared(*m_declared, access->place);
    m_declared = nullptr;
}

void ScopeChecker::enterVar(const Var& var, Role role, Place place, const Node* parent)
{
    if (role == Role::VarDef) {
        define(var, place, parent);
        return;
    }
    const auto* attr = as<AttrStmt>(parent);
    if (attr && attr->node.node() == &var)
        return; // the subject of an attribute is data: it may be defined inside
    if (isVisible(var))
        return;
    if (!m_declared) {
        m_unresolved.push_back({&var, nullptr, UseKind::Value, place, m_function, m_launch});
        return;
    }
    // The first mention in the buffer of a parameter defines. So does a declaration in tensor memory, which
    // is addressed, not allocated.
    const bool isData = &var == m_declared->data;
    if (m_declaredRole == Role::BufferParam || (isData && m_declared->scopeText() == "tmem"))
        define(var, place, parent);
    else
        m_unresolved.push_back(
            {&var, m_declared, isData ? UseKind::Declaration : fieldUse(), place, m_function, m_launch});
}

ScopeChecker::UseKind ScopeChecker::fieldUse() const
{
    return m_declaredRole == Role::BufferAlloc ? UseKind::Size : UseKind::Extent;
}

void ScopeChecker::enterBuffer(const Buffer& buffer, Role role, Place place)
{
    if (role != Role::BufferUse) {
        m_declared = &buffer;
        m_declaredRole = role;
        return;
    }
    if (!isVisible(*buffer.data)) {
        m_unresolved.push_back({buffer.data, &buffer, UseKind::Access, place, m_function, m_launch});
        return;
    }
    const Declaration* declaration = m_declarationOf.find(&buffer);
    if (!declaration || !m_isVisible[declaration->flag])
        accessUndeclared(buffer, place);
}

void ScopeChecker::define(const Var& var, Place place, const Node* parent)
{
    const Place where = m_statement == NoPlace ? place : m_statement;
    const bool isAllocation = m_declared && m_declaredRole == Role::BufferAlloc;
    // One thread axis may be named by several launches of a function; the outermost opens its launch.
    const bool isThread = as<AttrStmt>(parent) != nullptr;
    const int launch = isThread && bindsThreads(*parent) && m_launch == 0 ? m_launchCount + 1 : m_launch;
    const auto [index, isNew] = m_definitionOf.insert(&var, uint32_t(m_definitions.size()));
    if (isNew)
        m_definitions.push_back({&var, where, m_function, launch, isAllocation, newFlag(), parent});
    const Definition& definition = m_definitions[index];
    // Passes use an expression twice, as LowerIntrin does with dividends. Each use computes the value for itself.
    const bool isRepeated = isThread || (as<Let>(parent) && definition.definer == parent);
    if (!isNew && !(isRepeated && definition.function == m_function))
        m_found->push_back({.code = "redefinition",
                            .message = "variable " + quoted(var.name) + " is defined a second time",
                            .place = place,
                            .notes = {{"the first definition is here", definition.place, {}}}});
    show(definition.flag);
}

size_t ScopeChecker::newFlag()
{
    m_isVisible.push_back(false);
    return m_isVisible.size() - 1;
}

void ScopeChecker::show(size_t flag)
{
    if (!m_isVisible[flag])
        m_visible.push_back(flag);
    m_isVisible[flag] = true;
}

const ScopeChecker::Definition* ScopeChecker::definitionOf(const Var* var) const
{
    const uint32_t* index = m_definitionOf.find(var);
    return index ? &m_definitions[*index] : nullptr;
}

void ScopeChecker::accessUndeclared(const Buffer& buffer, Place place)
{
    FirstAccess& first = m_firstUndeclared.insert(&buffer, {m_function, place, false}).first;
    if (first.function != m_function)
        first = {m_function, place, false};
    const Declaration* declaration = m_declarationOf.find(&buffer);
    if (first.isReported || !declaration || declaration->function != m_function)
        return;
    first.isReported = true;
    add(ScopeRemark::Kind::Undeclared, buffer, first.place, m_function);
}

void ScopeChecker::add(ScopeRemark::Kind kind, const Buffer& buffer, Place place, int function)
{
    const Definition& data = *definitionOf(buffer.data);
    m_remarks.push_back({kind, &buffer, place, data.place, data.launch, m_functionNames[size_t(function)]});
}

bool ScopeChecker::isDeclaredEarly(const Use& use, const Definition* definition)
{
    return use.kind == UseKind::Declaration && definition && definition->isAllocation &&
           definition->function == use.function && definition->place > use.place;
}

bool ScopeChecker::isLocal(const Use& use) const
{
    return use.kind == UseKind::Extent || isDeclaredEarly(use, definitionOf(use.var));
}

/// Uses that no code computes. The size of a kernel's shared memory refers to variables of the host after the split,
/// and the launch passes the value.
bool ScopeChecker::isMereDescription(const Use& use, const Definition* definition) const
{
    if (use.kind != UseKind::Size)
        return use.kind == UseKind::Extent;
    return use.buffer->scope().rank == StorageRank::Shared &&
           (!definition || definition->function != use.function);
}

bool ScopeChecker::reportLocalUses()
{
    if (!std::ranges::all_of(m_unresolved, [this](const Use& use) { return isLocal(use); }))
        return false;
    reportAllUses();
    return true;
}

void ScopeChecker::reportAllUses()
{
    for (const Use& use : m_unresolved)
        report(use);
    reportRest();
}

void ScopeChecker::report(const Use& use)
{
    const Definition* definition = definitionOf(use.var);
    if (isMereDescription(use, definition)) {
        // The split does not capture variables that only a description mentions; they are not read there.
        m_found->push_back({.severity = Severity::Note,
                            .code = "undefined-extent",
                            .message = "the description of buffer " + quoted(use.buffer->name) +
                                       " mentions " + quoted(use.var->name) + ", which is not defined here",
                            .place = use.place});
        return;
    }
    if (isDeclaredEarly(use, definition)) {
        add(ScopeRemark::Kind::DeclaredEarly, *use.buffer, use.place, definition->function);
        return;
    }
    const int count = ++m_reported[use.var];
    if (count <= ReportedUses) {
        Diagnostic& diagnostic = m_found->emplace_back();
        diagnostic.code = definition ? "out-of-scope" : "undefined-variable";
        diagnostic.message =
            subject(use) + (definition ? ", which is out of scope here: " + whereElse(use, *definition)
                                       : ", which nothing defines");
        diagnostic.place = use.place;
        if (definition)
            diagnostic.notes.push_back(definitionNote(*use.var, *definition));
    } else if (count == ReportedUses + 1) {
        m_firstUnreported.push_back(use);
    }
}

void ScopeChecker::reportRest()
{
    for (const Use& use : m_firstUnreported)
        m_found->push_back({.code = definitionOf(use.var) ? "out-of-scope" : "undefined-variable",
                            .message = "and " + std::to_string(m_reported[use.var] - ReportedUses) +
                                       " more uses of " + quoted(use.var->name) + " from here on",
                            .place = use.place});
}

std::string ScopeChecker::subject(const Use& use)
{
    const std::string name = quoted(use.var->name);
    if (use.kind == UseKind::Access)
        return "access to buffer " + quoted(use.buffer->name) + " on " + name;
    if (use.kind == UseKind::Declaration)
        return "declaration of buffer " + quoted(use.buffer->name) + " on " + name;
    if (use.kind == UseKind::Size)
        return "buffer " + quoted(use.buffer->name) + " has a size that depends on " + name;
    return "use of variable " + name;
}

std::string ScopeChecker::whereElse(const Use& use, const Definition& definition) const
{
    if (definition.function != use.function)
        return "it belongs to function " + quoted(m_functionNames[size_t(definition.function)]);
    if (definition.place > use.place)
        return "its definition comes later";
    if (definition.launch > 0 && definition.launch != use.launch)
        return "it ends with launch " + std::to_string(definition.launch);
    return "it ends with the body that defines it";
}

DiagnosticNote ScopeChecker::definitionNote(const Var& var, const Definition& definition) const
{
    std::string text = quoted(var.name) +
                       (definition.isAllocation ? " is allocated here, in " : " is defined here, in ") +
                       whereDefined(definition.launch, m_functionNames[size_t(definition.function)]);
    return {std::move(text), definition.place, {}};
}

} // namespace tir
