/// Checks of numbers on the command line, with messages that state the allowed range.

#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <climits>
#include <cstdint>

namespace tir::cli {

/// `isAllowed(double)`; `what`: "a number above 0".
template <class Test>
CLI::Validator numberThat(Test isAllowed, const std::string& what, const std::string& description)
{
    return {[=](std::string& text) -> std::string {
                double value = 0;
                const bool isNumber = CLI::detail::lexical_cast(text, value);
                return isNumber && isAllowed(value) ? "" : "'" + text + "' is not " + what;
            },
            description};
}

inline CLI::Validator positiveNumber()
{
    return numberThat([](double value) { return value > 0; }, "a number above 0", "POSITIVE");
}

inline CLI::Validator notNegativeNumber()
{
    return numberThat([](double value) { return value >= 0; }, "a number from 0 on", "NONNEGATIVE");
}

/// Counts, which the library would wrap around or cut off where they do not fit.
inline CLI::Validator wholeNumber(uint64_t least, uint64_t greatest = INT_MAX)
{
    return {[=](std::string& text) -> std::string {
                uint64_t value = 0;
                const char* textEnd = text.data() + text.size();
                const auto [end, failure] = std::from_chars(text.data(), textEnd, value);
                if (failure == std::errc::result_out_of_range && end == textEnd)
                    value = UINT64_MAX;
                else if (failure != std::errc() || end != textEnd || value < least)
                    return "'" + text + "' is not a whole number from " + std::to_string(least) + " on";
                const bool isTooLarge = failure != std::errc() || value > greatest;
                return isTooLarge ? "'" + text + "' is more than " + std::to_string(greatest) : "";
            },
            ""};
}

} // namespace tir::cli
