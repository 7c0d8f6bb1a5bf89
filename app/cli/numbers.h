/// What numbers on the command line have to be, in words: those of the library name the largest number that
/// it knows.

#pragma once

#include <CLI/CLI.hpp>

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

} // namespace tir::cli
