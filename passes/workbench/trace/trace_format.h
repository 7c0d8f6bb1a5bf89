/// Shared by the writer and the reader of trace files.

#pragma once

#include <string_view>

namespace tir {

inline constexpr int TraceFormatVersion = 1;
inline constexpr std::string_view TraceFormatName = "tirscope-trace";
inline constexpr std::string_view SeverityNames[] = {"note", "warning", "error"}; ///< by Severity

} // namespace tir
