/// The variables, buffers, and helpers that a generated program can use at the current position, and expressions of
/// them.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>
#include <vector>

namespace tir::testing {

struct ScopeVariable {
    std::string name;
    std::string dtype;
    bool isMemory = false; ///< a scalar, which is a buffer of one element
};

struct ScopeBuffer {
    std::string name;
    std::string dtype;
    int rank;
    int wrapsAt = 0; ///< indices of a program that executes stay below; 0: they are anything
};

enum class ScopePurpose : uint8_t {
    Reading,   ///< any well-formed program
    Executing, ///< calls only functions that a processor can execute
};

/// A private function that returns an int32.
struct ScopeHelper {
    std::string name;
    int paramCount; ///< all int32
};

/// Variables and buffers in scope; those that a body defines go with it.
class ProgramScope {
public:
    explicit ProgramScope(ByteSource& bytes, ScopePurpose purpose = ScopePurpose::Reading)
        : m_bytes(bytes),
          m_purpose(purpose)
    {}

    struct Mark {
        size_t variables;
        size_t buffers;
    };
    Mark mark() const { return {m_variables.size(), m_buffers.size()}; }
    void restore(Mark mark);

    void add(ScopeVariable variable) { m_variables.push_back(std::move(variable)); }
    void add(ScopeBuffer buffer) { m_buffers.push_back(std::move(buffer)); }
    void add(ScopeHelper helper) { m_helpers.push_back(std::move(helper)); }
    const std::vector<ScopeBuffer>& buffers() const { return m_buffers; }

    std::string fresh(const std::string& prefix) { return prefix + std::to_string(m_nextName++); }
    std::string dtype()
    {
        return m_bytes.oneOf({"int32", "float32", "float16", "int64", "int8", "bfloat16"});
    }

    /// An expression of the given type; `depth` bounds its height.
    std::string expression(const std::string& dtype, int depth);
    std::string condition(int depth) { return expression("bool", depth); }
    std::string index(const ScopeBuffer& buffer, int depth);
    /// An int32 that no memory is read for: the host knows it before it launches.
    std::string extent();
    /// Null if there is none.
    const ScopeBuffer* anyBuffer();

private:
    std::string leaf(const std::string& dtype);
    std::string literal(const std::string& dtype);
    std::string boolean(int depth);
    std::string integer(const std::string& dtype, int depth);
    std::string floating(const std::string& dtype, int depth);
    std::string helperCall(int depth);

    ByteSource& m_bytes;
    ScopePurpose m_purpose;
    std::vector<ScopeVariable> m_variables;
    std::vector<ScopeBuffer> m_buffers;
    std::vector<ScopeHelper> m_helpers;
    int m_nextName = 0;
};

} // namespace tir::testing
