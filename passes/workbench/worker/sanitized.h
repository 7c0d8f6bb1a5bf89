/// Whether this is built with a sanitizer: those reserve more address space than any limit allows, and use files and threads
/// when they report, some at the end of a process.

#pragma once

namespace tir {

#ifdef TIR_IS_SANITIZED
inline constexpr bool IsSanitized = true;
#else
inline constexpr bool IsSanitized = false;
#endif

} // namespace tir
