/// Names of variables and buffers while they are in scope, and the frames that own them. A name is the hint,
/// or the hint with the first free number; it is free again when its frame closes.

#pragma once

#include "core/ir/buffer.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tir::script {

/// How a defined object is spelled.
struct Spelling {
    std::string name;              ///< the whole of it, or the name of `owner`
    const Buffer* owner = nullptr; ///< the pointer, offset or stride of a buffer is spelled by it
    std::string attribute;         ///< ".data", ".elem_offset", ".strides[0]"; with an owner only
};

class PrintSink;

struct Frame {
    const Node* scope = nullptr; ///< as in Uses
    std::string indent;
    size_t statementStart = 0;    ///< where the statement begins that is being printed in this frame
    PrintSink* pending = nullptr; ///< while its header is printed: takes the lines that are to open the suite
    std::vector<const Node*> objects;
    std::vector<std::string> names;
};

class PrintNames {
public:
    void reserve(std::string_view name) { m_taken.emplace(name); }

    Frame& open(const Node* scope, std::string indent);
    void close();
    Frame& frame(size_t index) { return m_frames[index]; }
    Frame& innermost() { return m_frames.back(); }
    size_t depth() const { return m_frames.size(); }

    /// Null when the object is not defined here.
    const Spelling* find(const Node* object) const;
    /// Gives `object` a name in `frame`; an object that has one already keeps it.
    const std::string& define(Frame& frame, const Node* object, std::string_view hint);
    /// Spells `object` as an attribute of a buffer, which must have a name.
    void defineAs(Frame& frame, const Node* object, const Buffer* owner, std::string attribute);
    /// Buffers with a name that are on `data`, in the order they were named.
    const std::vector<const Buffer*>& buffersOn(const Var* data) const;

private:
    std::string freeName(std::string_view hint);
    /// A name with a number is free again: the number is the next one of its hint, unless a lower one is.
    void release(std::string_view name);

    std::vector<Frame> m_frames;
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_numbers; ///< by hint: all lower ones are taken
    std::unordered_map<const Node*, Spelling> m_spellings;
    std::unordered_map<const Var*, std::vector<const Buffer*>> m_buffers;
};

} // namespace tir::script
