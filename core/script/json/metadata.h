/// The metadata section of a text: objects without a script syntax, written as `metadata["type"][number]` and stored as
/// a JSON graph before the program.

#pragma once

#include "core/ir/children.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir::script {

/// The objects of a section: type keys, each with a list. Objects of unknown types are None.
Result<Dict> readMetadata(Arena& arena, std::string_view json);
/// Null if the section has no such object, or one of an unknown type.
const AttrValue* findMetadata(Dict objects, std::string_view typeKey, int64_t number);

/// The objects that a printed text refers to, numbered by type and first use.
class MetadataTable {
public:
    MetadataTable() = default;
    /// References that the module brought along keep their numbers; new ones are numbered after them.
    explicit MetadataTable(const Module& module);
    /// The number of a text with line ends: constants are distinguished by identity, plain texts are not.
    int64_t numberOf(const StringImm& constant);
    int64_t numberOfText(std::string_view text);
    bool isEmpty() const { return m_groups.empty(); }

    struct Section {
        std::string text;        ///< `metadata = tvm.ir.load_json("""…""")`, with its line end
        bool isComplete = false; ///< nothing is referred to that it does not define
    };
    /// `original`: the JSON of the text that the module was read from, for objects that only it defines.
    Section section(std::string_view original) const;

private:
    void reserve(std::string_view typeKey, int64_t number);
    void reserveIn(const Node& node, Role role);
    void reserveIn(const AttrValue& value);

    struct Item {
        const StringImm* constant = nullptr;
        std::string_view text; ///< of a plain text
        bool isReserved = false;
    };
    struct Group {
        std::string_view typeKey;
        std::vector<Item> items;
    };
    Group& group(std::string_view typeKey);

    std::vector<Group> m_groups; ///< in the order of first use
};

} // namespace tir::script
