/// The Python files that come with Tirscope, and the interpreter that runs them.

#pragma once

#include <string>
#include <string_view>

namespace tir {

/// The path of "tirscope_bridge.py" or "tirscope_trace.py": of the installed program, else of the sources.
std::string pythonFile(std::string_view name);

/// `chosen` if it is not empty, else TIRSCOPE_PYTHON, else python3.
std::string pythonProgram(const std::string& chosen = {});

} // namespace tir
