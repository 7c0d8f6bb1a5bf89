/// Prefixes that loggers, containers, and launchers write in front of every line of a log: "[rank0]: ",
/// "2026-11-28 12:00:00,000 INFO build: ".

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

struct LinePrefix {
    enum class Kind : uint8_t {
        Absent,
        Common, ///< most lines have one like `sample`, with other numbers
        Mixed,  ///< the log cannot be read; see `problem`
    };
    Kind kind = Kind::Absent;
    std::string sample = {};
    std::string problem = {};
};

/// The prefix of the lines of printed modules.
LinePrefix findLinePrefix(std::string_view text);

/// The text without prefixes like `sample`. Lines that have none stay.
std::string withoutPrefixes(std::string_view text, std::string_view sample);

} // namespace tir
