/// The members of a JSON object, by type. Remembers the first one that is not as it should be.

#pragma once

#include "core/support/diagnostic.h"
#include "passes/workbench/trace/parse_json.h"

#include <optional>
#include <string>
#include <vector>

namespace tir {

class TraceMembers {
public:
    using Json = LongLists::Json;

    /// `lists`: those that are not in the document, which must outlive this.
    explicit TraceMembers(const LongLists& lists) : m_lists(lists) {}

    /// What is wrong with the document; empty if nothing is.
    const std::string& problem() const { return m_problem; }
    void refuse(const std::string& reason);

    // Of members that are missing or of another type, which are refused: null, empty, or zero.
    const Json& member(const Json& object, const std::string& key);
    std::string text(const Json& object, const std::string& key);
    int64_t number(const Json& object, const std::string& key);
    const Json& list(const Json& object, const std::string& key);
    /// `what` names an entry in the error message for other lists.
    std::vector<std::string> texts(const Json& list, const std::string& what);
    /// A span within a text of that size.
    std::optional<Span> span(const Json& object, const std::string& key, size_t textSize);

private:
    const LongLists& m_lists;
    std::string m_problem;
};

} // namespace tir
