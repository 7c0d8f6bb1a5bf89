/// The base of generators of programs: indented lines, and nested bodies whose statements a subclass chooses.

#pragma once

#include "tests/fuzz/program_scope.h"

namespace tir::testing {

class ScriptWriter {
protected:
    explicit ScriptWriter(ByteSource& bytes, ScopePurpose purpose = ScopePurpose::Reading)
        : m_bytes(bytes),
          m_scope(bytes, purpose)
    {}
    virtual ~ScriptWriter() = default;

    /// Starts a module; the next lines are in its class.
    void startModule()
    {
        m_text = "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
                 "@I.ir_module\nclass Module:\n";
        m_indent = 1;
    }
    void line(const std::string& text) { m_text += std::string(size_t(m_indent) * 4, ' ') + text + "\n"; }
    /// `head` with a body that is one level deeper.
    void nested(const std::string& head, int depth)
    {
        line(head);
        ++m_indent;
        body(depth - 1);
        --m_indent;
    }
    /// `if` with a condition, and sometimes `else`.
    void branch(int depth)
    {
        nested("if " + m_scope.condition(2) + ":", depth);
        if (m_bytes.oneIn(2))
            nested("else:", depth);
    }
    /// The statements of one body; `depth` bounds their nesting.
    virtual void body(int depth) = 0;

    ByteSource& m_bytes;
    ProgramScope m_scope;
    std::string m_text;
    int m_indent = 0;
    int m_statements = 0; ///< so far in the function
    bool m_isDevice = false;
};

} // namespace tir::testing
