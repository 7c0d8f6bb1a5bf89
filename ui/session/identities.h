/// Who is who over all steps of a recording. Passes copy variables and buffers; a copy whose origin leads
/// back to another one is the same one to the person who looks. Functions are the same when their names are.

#pragma once

#include "core/ir/places.h"
#include "passes/framework/recording.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tir::ui {

class Identities {
public:
    Identities() = default;
    explicit Identities(const Recording& recording);

    /// The one node that stands for `node` in every step; null for null.
    const Node* of(const Node* node) const;

    /// Who a place is about: the variable or buffer that is there, the buffer that is accessed or
    /// allocated, the function that is called or defined. Null for any other place.
    const Node* at(const PlaceTable& places, Place place) const;

    /// Ascends in the order in which the program defines things: near neighbours get different colours.
    /// -1 for what has none.
    int ordinal(const Node* identity) const;
    /// Whether the input has it, and so every run of the program. `identity` is compared, never looked into.
    bool isOfInput(const Node* identity) const { return m_ofInput.contains(identity); }

private:
    void add(const Module& module);

    std::unordered_map<const Node*, int> m_ordinals;
    std::unordered_map<std::string_view, const Node*> m_functions;
    std::unordered_set<const Node*> m_ofInput;
};

} // namespace tir::ui
