#include "core/support/check.h"

#include <cstring>

namespace tir::detail {

CheckFailure::CheckFailure(const char* file, int line, const char* condition)
{
    const char* slash = std::strrchr(file, '/');
    m_text << "check failed: " << condition << " (" << (slash ? slash + 1 : file) << ':' << line << ") ";
}

CheckFailure::~CheckFailure() noexcept(false)
{
    throw InternalError(m_text.str());
}

} // namespace tir::detail
