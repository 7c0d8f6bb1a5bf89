/// Scopes: which variables and buffers are visible where, tracked along a walk in place order (core/ir/place_walk.h). A
/// use without a definition is kept until the end, when all definitions are known: only then can the diagnostic state
/// whether the variable is defined nowhere, later, in another launch or in another function.

#pragma once

#include "core/analysis/module_facts.h"
#include "core/analysis/scope_rules.h"
#include "core/support/pointer_map.h"

namespace tir {

/// A fact that is worth a note and occurs thousands of times: merging and splitting leave such buffers. Messages are
/// formatted only when they are read.
struct ScopeRemark {
    enum class Kind : uint8_t {
        Undeclared,    ///< the first access to a buffer where its declaring statement does not reach
        DeclaredEarly, ///< a buffer is declared before its data variable is allocated
    };

    Kind kind;
    const Buffer* buffer;
    Place place;
    Place dataDefinition; ///< of its data variable
    int launch;           ///< that it is defined in, from 1; 0 outside of launches
    std::string_view function;
};
/// The note about it, `offset` places further on.
Diagnostic toDiagnostic(const ScopeRemark& remark, Place offset = 0);

class ScopeChecker {
public:
    /// Clears all state and writes diagnostics to `found` from then on; remarks are kept separately.
    void reset(Diagnostics& found);
    /// The function that is walked next.
    void begin(std::string_view functionName);

    void enter(const Node& node, Role role, Place place, const Node* parent)
    {
        if (node.isExpr()) {
            if (node.kind == NodeKind::Var)
                enterVar(static_cast<const Var&>(node), role, place, parent);
            else if (endsDefinitions(node.kind))
                m_scopes.push_back(m_visible.size());
            return;
        }
        if (opensScope(node, role, parent))
            m_scopes.push_back(m_visible.size());
        if (node.isStmt())
            m_statement = place;
        if (role == Role::Scope && bindsThreads(*parent) && m_threadDepth++ == 0)
            m_launch = ++m_launchCount;
        if (node.kind == NodeKind::Buffer)
            enterBuffer(static_cast<const Buffer&>(node), role, place);
    }

    /// The same for a variable whose value is used outside of any declaration.
    void useValue(const Var& var, Place place)
    {
        if (!isVisible(var))
            m_unresolved.push_back({&var, nullptr, UseKind::Value, place, m_function, m_launch});
    }
    /// The same for a buffer that is accessed.
    void useBuffer(const Buffer& buffer, Place place) { enterBuffer(buffer, Role::BufferUse, place); }
    /// Inside the fields of a declared buffer.
    bool isInDeclaration() const { return m_declared != nullptr; }

    void leave(const Node& node, Role role, Place, const Node* parent)
    {
        if (node.isExpr()) {
            if (endsDefinitions(node.kind))
                closeScope();
            return;
        }
        if (role == Role::Scope && bindsThreads(*parent) && --m_threadDepth == 0)
            m_launch = 0;
        if (m_declared == &node)
            leaveDeclaration();
        if (opensScope(node, role, parent))
            closeScope();
    }

    /// Reports the uses without a definition; false, and reports nothing, if one of them depends on definitions in
    /// functions that may not have been walked.
    bool reportLocalUses();
    /// The same when all functions have been walked.
    void reportAllUses();

    struct Definition {
        const Var* var;
        Place place;
        int function;
        int launch; ///< number in its function, from 1; 0 outside of launches
        bool isAllocation;
        size_t flag;         ///< its place in m_isVisible
        const Node* definer; ///< the statement or expression
    };
    const std::vector<Definition>& definitions() const { return m_definitions; }
    const std::vector<ScopeRemark>& remarks() const { return m_remarks; }

private:
    /// How a use depends on the variable.
    enum class UseKind : uint8_t {
        Value,
        Access,      ///< data variable of an accessed buffer
        Declaration, ///< data variable of a declared buffer
        Extent,      ///< in the extents, strides or offset of a declared buffer
        Size,        ///< the same for an allocated buffer, whose size depends on them
    };

    struct Use {
        const Var* var;
        const Buffer* buffer; ///< null for UseKind::Value
        UseKind kind;
        Place place;
        int function;
        int launch;
    };

    struct Declaration {
        uint32_t flag; ///< its place in m_isVisible
        int function;
    };

    /// Buffers without a declaration are accessed as well: their text declares them at their uses. An access deserves a
    /// remark only if the function declares the buffer elsewhere.
    struct FirstAccess {
        int function;
        Place place;
        bool isReported;
    };

    void closeScope();
    void leaveDeclaration();
    void enterVar(const Var& var, Role role, Place place, const Node* parent);
    void enterBuffer(const Buffer& buffer, Role role, Place place);
    void define(const Var& var, Place place, const Node* parent);
    UseKind fieldUse() const;
    void show(size_t flag);
    size_t newFlag();
    bool isVisible(const Var& var) const
    {
        const uint32_t* index = m_definitionOf.find(&var);
        return index && m_isVisible[m_definitions[*index].flag];
    }
    const Definition* definitionOf(const Var* var) const;
    void accessUndeclared(const Buffer& buffer, Place place);
    void add(ScopeRemark::Kind kind, const Buffer& buffer, Place place, int function);
    bool isLocal(const Use& use) const;
    bool isMereDescription(const Use& use, const Definition* definition) const;
    static bool isDeclaredEarly(const Use& use, const Definition* definition);
    void report(const Use& use);
    void reportRest();
    static std::string subject(const Use& use);
    std::string whereElse(const Use& use, const Definition& definition) const;
    DiagnosticNote definitionNote(const Var& var, const Definition& definition) const;

    Diagnostics* m_found = nullptr;
    std::vector<std::string_view> m_functionNames;
    std::vector<Definition> m_definitions;
    PointerMap<Var, uint32_t> m_definitionOf;        ///< index into m_definitions
    PointerMap<Buffer, Declaration> m_declarationOf; ///< in the function that declared it last
    std::vector<uint8_t> m_isVisible;                ///< by flag
    std::vector<size_t> m_visible;                   ///< flags of everything visible, innermost scope last
    std::vector<size_t> m_scopes;                    ///< where each open scope starts in m_visible

    std::vector<Use> m_unresolved;
    PointerMap<Var, int> m_reported;
    std::vector<Use> m_firstUnreported;
    std::vector<ScopeRemark> m_remarks;
    PointerMap<Buffer, FirstAccess> m_firstUndeclared; ///< outside of its declarations

    const Buffer* m_declared = nullptr; ///< the declaration being walked
    Role m_declaredRole = Role::BufferDecl;
    Place m_statement = NoPlace;
    int m_function = -1;
    int m_launchCount = 0; ///< in this function
    int m_launch = 0;      ///< the one being walked; 0 outside
    int m_threadDepth = 0;
};

} // namespace tir
