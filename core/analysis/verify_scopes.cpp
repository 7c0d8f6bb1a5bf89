/// Scopes: one walk in place order with the set of visible definitions. A use that finds none waits until
/// the end, when all definitions are known: only then can the finding say whether the variable is defined
/// nowhere, later, in another launch or in another function.

#include "core/analysis/verify_rules.h"

#include <string>

namespace tir {
namespace {

/// Uses of one variable that are reported one by one; one more finding counts the rest.
constexpr int ReportedUses = 200;

struct Definition {
    Place place;
    int function;
    int launch; ///< number in its function, from 1; 0 outside of launches
    bool isAllocation;
    bool isVisible = false;
};

/// What a use needs the variable for.
enum class UseKind : uint8_t {
    Value,
    Access,      ///< data variable of an accessed buffer
    Declaration, ///< data variable of a declared buffer
    Extent,      ///< in the extents, strides or offset of a declared buffer
};

struct Use {
    const Var* var;
    const Buffer* buffer; ///< null for UseKind::Value
    UseKind kind;
    Place place;
    int function;
    int launch;
};

std::string quoted(std::string_view name)
{
    return "'" + std::string(name) + "'";
}

class ScopeChecker : public Walker {
public:
    explicit ScopeChecker(Diagnostics& found) : m_found(found) {}

    void check(const Module& module)
    {
        for (const ModuleEntry& entry : module.functions)
            m_functionNames.push_back(entry.var->name);
        walk(module);
        for (const Use& use : m_unresolved)
            report(use);
        reportRest();
    }

private:
    void enter(const Node& node, Role role, Place place) override
    {
        if (opensScope(node, role))
            m_scopes.push_back(m_visible.size());
        if (node.isStmt())
            m_statement = place;
        if (role == Role::Scope && bindsThreads(*parent()) && m_threadDepth++ == 0)
            m_launch = ++m_launchCount;

        if (const auto* var = as<Var>(&node))
            enterVar(*var, role, place);
        else if (const auto* buffer = as<Buffer>(&node))
            enterBuffer(*buffer, role, place);
        else if (as<PrimFunc>(&node) || as<OpaqueFunc>(&node))
            enterFunction();
    }

    void leave(const Node& node, Role role, Place) override
    {
        if (role == Role::Scope && bindsThreads(*parent()) && --m_threadDepth == 0)
            m_launch = 0;
        if (m_declared && &node == m_declared) {
            show(m_declaredBuffers[m_declared]);
            m_declared = nullptr;
        }
        if (!opensScope(node, role))
            return;
        for (size_t i = m_scopes.back(); i < m_visible.size(); ++i)
            *m_visible[i] = false;
        m_visible.resize(m_scopes.back());
        m_scopes.pop_back();
    }

    /// Bodies, and nodes whose own definitions (loop variable, axis, parameters) end with them.
    bool opensScope(const Node& node, Role role) const
    {
        if (isTransparent(&node) || (role == Role::Scope && isTransparent(parent())))
            return false;
        return role == Role::Scope || as<AttrStmt>(&node) || as<CommReducer>(&node) || as<For>(&node) ||
               as<Let>(&node) || as<PrimFunc>(&node) || as<Reduce>(&node) || as<SBlock>(&node);
    }

    /// InferFragment wraps an allocation, and nothing else, into what it found out about it.
    static bool isTransparent(const Node* node)
    {
        const auto* attr = as<AttrStmt>(node);
        return attr && (attr->key == "fragment_shape" || attr->key == "fragment_layout");
    }

    void enterFunction()
    {
        ++m_function;
        m_launchCount = 0;
        m_statement = NoPlace;
    }

    void enterVar(const Var& var, Role role, Place place)
    {
        const auto* attr = as<AttrStmt>(parent());
        if (role == Role::VarDef)
            define(var, place);
        else if (attr && attr->node.node == &var)
            return; // what an attribute speaks of is data: it may be defined inside
        else if (!m_declared)
            use({&var, nullptr, UseKind::Value, place, m_function, m_launch});
        else if (m_declaredRole == Role::BufferParam && !isVisible(var))
            define(var, place);
        else
            use({&var, m_declared, &var == m_declared->data ? UseKind::Declaration : UseKind::Extent, place,
                 m_function, m_launch});
    }

    void enterBuffer(const Buffer& buffer, Role role, Place place)
    {
        if (role != Role::BufferUse) {
            m_declared = &buffer;
            m_declaredRole = role;
            return;
        }
        if (!isVisible(*buffer.data))
            m_unresolved.push_back({buffer.data, &buffer, UseKind::Access, place, m_function, m_launch});
        else if (!m_declaredBuffers[&buffer])
            reportUndeclared(buffer, place);
    }

    void define(const Var& var, Place place)
    {
        const Place where = m_statement == NoPlace ? place : m_statement;
        const bool isAllocation = m_declared && m_declaredRole == Role::BufferAlloc;
        // One thread axis may be named by several launches of a function; the outermost opens its launch.
        const bool isThread = as<AttrStmt>(parent()) != nullptr;
        const int launch =
            isThread && bindsThreads(*parent()) && m_launch == 0 ? m_launchCount + 1 : m_launch;
        const auto [entry, isNew] =
            m_definitions.try_emplace(&var, Definition{where, m_function, launch, isAllocation});
        Definition& definition = entry->second;
        if (!isNew && !(isThread && definition.function == m_function))
            m_found.push_back({.code = "redefinition",
                               .message = "variable " + quoted(var.name) + " is defined a second time",
                               .place = place,
                               .notes = {{"the first definition is here", definition.place, {}}}});
        show(definition.isVisible);
    }

    void show(bool& flag)
    {
        if (!flag)
            m_visible.push_back(&flag);
        flag = true;
    }

    bool isVisible(const Var& var) const
    {
        const auto found = m_definitions.find(&var);
        return found != m_definitions.end() && found->second.isVisible;
    }

    void use(const Use& use)
    {
        if (isVisible(*use.var))
            return;
        // Tensor memory is addressed, not allocated: its declaration defines the pointer.
        if (use.kind == UseKind::Declaration && use.buffer->scopeText() == "tmem")
            define(*use.var, use.place);
        else
            m_unresolved.push_back(use);
    }

    void reportUndeclared(const Buffer& buffer, Place place)
    {
        int& reportedIn = m_undeclared.try_emplace(&buffer, -1).first->second;
        if (reportedIn == m_function)
            return;
        reportedIn = m_function;
        m_found.push_back(
            {.severity = Severity::Note,
             .code = "undeclared-buffer",
             .message = "buffer " + quoted(buffer.name) + " is accessed without a declaration of its own",
             .place = place,
             .notes = {{quoted(buffer.data->name) + ", on which it lies, is defined here",
                        m_definitions.at(buffer.data).place,
                        {}}}});
    }

    void report(const Use& use)
    {
        const auto found = m_definitions.find(use.var);
        const Definition* definition = found == m_definitions.end() ? nullptr : &found->second;
        const std::string name = quoted(use.var->name);

        if (use.kind == UseKind::Extent) {
            // The split does not capture what only a description mentions, and nobody reads it there.
            m_found.push_back({.severity = Severity::Note,
                               .code = "undefined-extent",
                               .message = "the description of buffer " + quoted(use.buffer->name) +
                                          " mentions " + name + ", which is not defined here",
                               .place = use.place});
        } else if (use.kind == UseKind::Declaration && definition && definition->isAllocation &&
                   definition->function == use.function && definition->place > use.place) {
            m_found.push_back({.severity = Severity::Note,
                               .code = "declaration-before-allocation",
                               .message = "buffer " + quoted(use.buffer->name) + " is declared before " +
                                          name + " is allocated",
                               .place = use.place,
                               .notes = {definitionNote(*use.var, *definition)}});
        } else if (++m_reported[use.var] <= ReportedUses) {
            Diagnostic& diagnostic = m_found.emplace_back();
            diagnostic.code = definition ? "out-of-scope" : "undefined-variable";
            diagnostic.message =
                subject(use) + (definition ? ", which is out of scope here: " + whereElse(use, *definition)
                                           : ", which nothing defines");
            diagnostic.place = use.place;
            if (definition)
                diagnostic.notes.push_back(definitionNote(*use.var, *definition));
        } else if (m_reported[use.var] == ReportedUses + 1) {
            m_firstUnreported.push_back(use);
        }
    }

    void reportRest()
    {
        for (const Use& use : m_firstUnreported)
            m_found.push_back({.code = m_definitions.count(use.var) ? "out-of-scope" : "undefined-variable",
                               .message = "and " + std::to_string(m_reported[use.var] - ReportedUses) +
                                          " more uses of " + quoted(use.var->name) + " from here on",
                               .place = use.place});
    }

    static std::string subject(const Use& use)
    {
        const std::string name = quoted(use.var->name);
        if (use.kind == UseKind::Access)
            return "access to buffer " + quoted(use.buffer->name) + " on " + name;
        if (use.kind == UseKind::Declaration)
            return "declaration of buffer " + quoted(use.buffer->name) + " on " + name;
        return "use of variable " + name;
    }

    std::string whereElse(const Use& use, const Definition& definition) const
    {
        if (definition.function != use.function)
            return "it belongs to function " + quoted(m_functionNames[size_t(definition.function)]);
        if (definition.place > use.place)
            return "its definition comes later";
        if (definition.launch > 0 && definition.launch != use.launch)
            return "it ends with launch " + std::to_string(definition.launch);
        return "it ends with the body that defines it";
    }

    DiagnosticNote definitionNote(const Var& var, const Definition& definition) const
    {
        std::string text = quoted(var.name) +
                           (definition.isAllocation ? " is allocated here, in " : " is defined here, in ");
        if (definition.launch > 0)
            text += "launch " + std::to_string(definition.launch) + " of ";
        text += quoted(m_functionNames[size_t(definition.function)]);
        return {std::move(text), definition.place, {}};
    }

    Diagnostics& m_found;
    std::vector<std::string_view> m_functionNames;
    std::unordered_map<const Var*, Definition> m_definitions;
    std::unordered_map<const Buffer*, bool> m_declaredBuffers; ///< declared and visible
    std::vector<bool*> m_visible; ///< flags of everything visible, innermost scope last
    std::vector<size_t> m_scopes; ///< where each open scope starts in m_visible

    std::vector<Use> m_unresolved;
    std::unordered_map<const Var*, int> m_reported;
    std::vector<Use> m_firstUnreported;
    std::unordered_map<const Buffer*, int> m_undeclared; ///< function that it was reported in last

    const Buffer* m_declared = nullptr; ///< the declaration being walked
    Role m_declaredRole = Role::BufferDecl;
    Place m_statement = NoPlace;
    int m_function = -1;
    int m_launchCount = 0; ///< in this function
    int m_launch = 0;      ///< the one being walked; 0 outside
    int m_threadDepth = 0;
};

} // namespace

void checkScopes(const Module& module, Diagnostics& found)
{
    ScopeChecker(found).check(module);
}

} // namespace tir
