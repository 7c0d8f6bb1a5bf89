/// Identities of variables, buffers, and functions over all steps of a recording. Passes copy variables and buffers; a
/// copy whose origin leads back to another one has the same identity. Functions are the same when their names are. Modules
/// that were read from texts, as those of a recording or of a pass of the user's own TVM, have no origins: there, copies are
/// found by comparing the modules.

#pragma once

#include "core/diff/structural/structural_diff.h"
#include "passes/framework/recording.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tir::ui {

class Identities {
public:
    Identities() = default;
    explicit Identities(const Recording& recording);

    /// For steps whose module was read from a text: finds the copies in a step from its structural diff. To be called in
    /// order for all of them that change the module, and followed by number().
    void match(const StructuralDiff& step);
    void number(const Recording& recording);

    /// The identity of `node` in all steps; null for null.
    const Node* of(const Node* node) const;

    /// Who a place is about: the variable or buffer that is there, the buffer that is accessed or
    /// allocated, the function that is called or defined. Null for any other place.
    const Node* at(const PlaceTable& places, Place place) const;

    /// The same for a node that need not be a place of a module shown; null for functions, which only a module names.
    const Node* about(const Node& node) const;

    /// Ascends in the order in which the program defines entities: adjacent ones get different colors.
    /// -1 for a node without an identity.
    int ordinal(const Node* identity) const;
    /// The first and the last module that has it; nothing if none has.
    struct Life {
        size_t first = 0;
        size_t last = 0;
    };
    std::optional<Life> lifeOf(const Node* identity) const;
    /// Whether the input has it, and so every run of the program. `identity` is compared, never looked into.
    bool isOfInput(const Node* identity) const { return m_ofInput.contains(identity); }
    /// The first variable, buffer, or function with a name, in the order in which the program defines things; null if
    /// the program has none.
    const Node* named(NodeKind kind, std::string_view name) const;

private:
    void add(const Module& module, size_t moduleNumber);
    /// Follows origins as long as they are of the same kind, and comparisons: a variable stays a variable.
    const Node* firstOfItsKind(const Node* node) const;

    std::unordered_map<const Node*, const Node*>
        m_copies; ///< in modules that were read: to the first of its kind
    std::unordered_map<const Node*, int> m_ordinals;
    std::vector<Life> m_lives; ///< of variables and buffers, by ordinal
    std::unordered_map<const Node*, Life> m_livesOfFunctions;
    std::vector<size_t> m_sameUntil; ///< by module number: the last one up to which it stays the same module
    std::unordered_map<std::string_view, const Node*> m_functions;
    std::unordered_set<const Node*> m_ofInput;
};

/// Precondition: a variable, buffer, or the name of a function, as Identities::of answers them.
std::string_view nameOfEntity(const Node& identity);

} // namespace tir::ui
