/// Finds the modules in a text that programs printed, and the lines of TVM's instruments above them.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// What names a module.
struct Heading {
    enum class Kind : uint8_t { Before, After, Line };
    Kind kind = Kind::Line;
    std::string name;        ///< of a pass, or the line above the module
    bool isSelected = false; ///< by PassPrintingInstrument, which does not print all passes
};

struct PrintedModule {
    Heading heading;
    std::string_view text;
    std::string whyUnread = {}; ///< the text is not the whole module; else empty
};

struct PrintedLog {
    std::vector<PrintedModule> modules;
    std::deque<std::string> joined; ///< texts of modules that other output interrupted
    bool hasInstrument = false;     ///< a line of an instrument
    bool hasOutput = false;         ///< lines outside of the modules that are not Python, and none that is
    size_t linesInside = 0;         ///< of other output that interrupted modules; they are left out
    std::string firstInside;
    bool isCutOff = false;          ///< the log ends inside a module or a line
    std::string failure;            ///< an exception or a crash after the last module: its last line
    bool hasCompilerFailed = false; ///< it is a crash, or the compiler is in its traceback
    std::string failureBetween;     ///< the same, before a module
};

/// The modules are views of `text` and of PrintedLog::joined.
PrintedLog readPrintedLog(std::string_view text);

} // namespace tir
