#include "app/cli/numbers.h"

#include <charconv>

namespace tir::cli {
namespace {

/// `isAllowed(double)`; `what`: "a number above 0".
template <class Test>
ValueCheck numberThat(Test isAllowed, const std::string& what, const std::string& description)
{
    return {[=](const std::string& text) -> std::string {
                double value = 0;
                const char* textEnd = text.data() + text.size();
                const auto [end, failure] = std::from_chars(text.data(), textEnd, value);
                const bool isNumber = failure == std::errc() && end == textEnd;
                return isNumber && isAllowed(value) ? "" : "'" + text + "' is not " + what;
            },
            description};
}

} // namespace

ValueCheck positiveNumber()
{
    return numberThat([](double value) { return value > 0; }, "a number above 0", "POSITIVE");
}

ValueCheck notNegativeNumber()
{
    return numberThat([](double value) { return value >= 0; }, "a number from 0 on", "NONNEGATIVE");
}

ValueCheck wholeNumber(uint64_t least, uint64_t greatest)
{
    return {[=](const std::string& text) -> std::string {
        uint64_t value = 0;
        const char* textEnd = text.data() + text.size();
        const auto [end, failure] = std::from_chars(text.data(), textEnd, value);
        if (failure == std::errc::result_out_of_range && end == textEnd)
            value = UINT64_MAX;
        else if (failure != std::errc() || end != textEnd || value < least)
            return "'" + text + "' is not a whole number from " + std::to_string(least) + " on";
        const bool isTooLarge = failure != std::errc() || value > greatest;
        return isTooLarge ? "'" + text + "' is more than " + std::to_string(greatest) : "";
    }};
}

} // namespace tir::cli
