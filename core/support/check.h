/// TIR_CHECK: states an invariant. A failed check throws InternalError, the only exception of this code base; it is
/// caught around a pass, around code generation and in main.

#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace tir {

/// A bug of ours, or of the program in a place where TVM itself would raise an internal error.
class InternalError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

namespace detail {

/// Collects the streamed text; throws at the end of the full expression.
class CheckFailure {
public:
    CheckFailure(const char* file, int line, const char* condition);
    [[noreturn]] ~CheckFailure() noexcept(false);
    std::ostream& stream() { return m_text; }

private:
    std::ostringstream m_text;
};

} // namespace detail
} // namespace tir

#define TIR_CHECK(condition)    \
    if (condition) [[likely]] { \
    } else                      \
        ::tir::detail::CheckFailure(__FILE__, __LINE__, #condition).stream()
