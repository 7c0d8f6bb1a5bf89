/// Compares the headers of matched statements: which expressions and attributes differ, up to names.

#pragma once

#include "core/diff/structural/matching.h"
#include "core/diff/structural/renames.h"

#include <string>
#include <unordered_map>

namespace tir {

/// An expression, or another part of a header, that differs. NoPlace for a missing side.
struct PartChange {
    Place before;
    Place after;
    bool isIndex = false;  ///< an index of a load or a store, or a part of one
    bool isMemory = false; ///< the first use of a buffer that no statement declares, which is on other memory
};

struct HeaderChange {
    std::vector<PartChange> parts;
    std::vector<std::string> attributes; ///< keys of attributes and annotations that differ, in order
    bool hasOtherChange = false;         ///< of a field that is not a part: the kind of a loop, a return type

    bool isEmpty() const { return parts.empty() && attributes.empty() && !hasOtherChange; }
    bool isAnnotationOnly() const { return !attributes.empty() && parts.empty() && !hasOtherChange; }
};

class HeaderComparison {
public:
    HeaderComparison(const StatementTree& before, const StatementTree& after, const Matching& matching);

    /// Statements must come in the order of the second tree, each function as a whole. Precondition: the nodes are
    /// matched.
    HeaderChange compare(TreeIndex left, TreeIndex right);
    /// Skips a function or statement without a partner.
    void pass(TreeIndex right);

    Renames& renames() { return m_renames; }
    /// Functions of the second module that have another name in the first one.
    const std::unordered_map<std::string_view, std::string_view>& functionNames() const
    {
        return m_functionNames;
    }

private:
    void enter(TreeIndex right);
    void compareRoots(TreeIndex left, TreeIndex right);
    void comparePlaces(Place left, Place right, bool isIndex);
    bool compareNames(const PlaceTable::Entry& left, const PlaceTable::Entry& right);
    bool haveOtherMemory(const Buffer& left, const Buffer& right);
    void compareChildren(Place left, Place right, bool isIndex);
    void compareHeaderFields(const Node& left, const Node& right);
    void compareLaunches(TreeIndex left, TreeIndex right);
    void compareFunctions(TreeIndex left, TreeIndex right);
    void pairExchangedParameters(const PrimFunc& left, const PrimFunc& right);
    bool haveEqualFields(const Node& left, const Node& right) const;
    bool isWrapped(Place left, Place right) const;
    std::vector<Place> childrenOf(const PlaceTable& places, Place parent, Place headerEnd) const;

    const StatementTree& m_before;
    const StatementTree& m_after;
    const Matching& m_matching;
    PointerSet<Node> m_declared;   ///< buffers of both modules that statements or functions declare
    PointerSet<Node> m_undeclared; ///< other buffers of the second module that have been met
    Renames m_renames;
    std::unordered_map<std::string_view, std::string_view>
        m_functionNames; ///< of the second module, by the first
    HeaderChange m_change;
    Place m_leftEnd = 0; ///< of the headers that are compared
    Place m_rightEnd = 0;
    bool m_isInParameter = false;          ///< in a buffer whose fields may define variables
    bool m_hasExchangedParameters = false; ///< the functions whose headers are compared
    bool m_isUnequal = false;              ///< the headers that are compared have different hashes
};

} // namespace tir
