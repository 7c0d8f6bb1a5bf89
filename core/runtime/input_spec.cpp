#include "core/runtime/input_spec.h"

#include "core/runtime/tensor.h"
#include "core/support/decimal.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>
#include <vector>

namespace tir {
namespace {

Diagnostic wrong(std::string message)
{
    return error("bad-argument", std::move(message));
}

template <class Number>
std::optional<Number> readAs(std::string_view text)
{
    Number value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Nullopt if the text is not a number; an error if it is a whole number of up to 64 bits that a double would round.
std::optional<Result<double>> numberIn(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<double> value = readAs<double>(text);
    if (!value)
        return std::nullopt;
    // A long double has every whole number of 64 bits.
    static_assert(std::numeric_limits<long double>::digits >= 64);
    const auto isRounded = [&](auto whole) { return whole && static_cast<long double>(*whole) != *value; };
    if (isRounded(readAs<int64_t>(text)) || isRounded(readAs<uint64_t>(text)))
        return wrong(std::string(text) + " would be rounded to " + shortestText(*value) +
                     "; a .npy file can hold it");
    return *value;
}

/// The comma-separated numbers between the parentheses.
Result<std::vector<double>> numbersIn(std::string_view text)
{
    std::vector<double> numbers;
    while (!trimmed(text).empty()) {
        const size_t comma = std::min(text.find(','), text.size());
        const std::optional<Result<double>> number = numberIn(text.substr(0, comma));
        if (!number)
            return wrong(quoted(trimmed(text.substr(0, comma))) + " is not a number");
        if (!*number)
            return number->diagnostics();
        numbers.push_back(**number);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return numbers;
}

Result<InputSpec> made(std::string_view word, const std::vector<double>& numbers)
{
    const size_t count = numbers.size();
    if (word == "random" && count == 0)
        return InputSpec{};
    if ((word == "random" && (count == 2 || count == 3)) || (word == "mixed" && count == 2)) {
        if (!(numbers[0] <= numbers[1]) || !std::isfinite(numbers[1] - numbers[0]))
            return wrong(shortestText(numbers[0]) + " to " + shortestText(numbers[1]) + " is not a range");
        if (count == 3 && (!(numbers[2] > 0) || (numbers[1] - numbers[0]) / numbers[2] > 0x1p53))
            return wrong("the step of random, " + shortestText(numbers[2]) +
                         ", is not above zero, or too small");
        return word == "mixed" ? InputSpec::mixed(numbers[0], numbers[1])
                               : InputSpec::random(numbers[0], numbers[1], count == 3 ? numbers[2] : 0);
    }
    if (word == "const" && count == 1)
        return InputSpec::constant(numbers[0]);
    if (word == "ramp" && count == 2)
        return InputSpec::ramp(numbers[0], numbers[1]);
    return wrong(
        word == "random"
            ? "random takes no arguments, or a least and a greatest number, optionally followed by a step"
        : word == "mixed" ? "mixed takes a least and a greatest number"
        : word == "const" ? "const takes one number"
                          : "ramp takes two numbers, its start and its step");
}

/// Whether an element can hold the number: narrow floats round it, nothing else may change it.
bool holds(DType dtype, double value)
{
    if (dtype.isIntegral() && !(std::abs(value) < 0x1p64))
        return false;
    Tensor element = makeTensor(dtype.element(), {});
    setNumber(element, 0, value);
    const double stored = numberAt(element, 0);
    return dtype.isIntegral() ? stored == value : std::isfinite(value) <= std::isfinite(stored);
}

} // namespace

Result<InputSpec> parseInputSpec(std::string_view text)
{
    text = trimmed(text);
    if (text.empty())
        return wrong("missing value; expected a number, random, mixed, const, ramp, or a file");
    if (const std::optional<Result<double>> number = numberIn(text))
        return *number ? Result<InputSpec>(InputSpec::constant(**number)) : number->diagnostics();
    const size_t open = text.find('(');
    const std::string_view word = text.substr(0, open);
    if (word != "random" && word != "mixed" && word != "const" && word != "ramp") {
        const bool isWord = std::ranges::all_of(
            word, [](char letter) { return std::isalpha(static_cast<unsigned char>(letter)); });
        if (isWord && open != text.npos && text.ends_with(')'))
            return wrong("unknown generator " + quoted(word) + "; expected random, mixed, const, or ramp");
        return InputSpec::file(std::string(text));
    }
    if (open == text.npos)
        return made(word, {});
    if (!text.ends_with(')'))
        return wrong(quoted(text) + " lacks a closing parenthesis");
    const Result<std::vector<double>> numbers = numbersIn(text.substr(open + 1, text.size() - open - 2));
    if (!numbers)
        return numbers.diagnostics();
    return made(word, *numbers);
}

std::string toString(const InputSpec& spec)
{
    switch (spec.kind) {
    case InputSpec::Kind::Random:
        return !spec.hasRange ? "random"
                              : "random(" + shortestText(spec.first) + "," + shortestText(spec.second) +
                                    (spec.step > 0 ? "," + shortestText(spec.step) : "") + ")";
    case InputSpec::Kind::Mixed:
        return "mixed(" + shortestText(spec.first) + "," + shortestText(spec.second) + ")";
    case InputSpec::Kind::Constant:
        return "const(" + shortestText(spec.first) + ")";
    case InputSpec::Kind::Ramp:
        return "ramp(" + shortestText(spec.first) + "," + shortestText(spec.second) + ")";
    case InputSpec::Kind::File: {
        // A file may be called "7" or "random".
        const Result<InputSpec> read = parseInputSpec(spec.path);
        return read && *read == spec ? spec.path : "./" + spec.path;
    }
    }
    return {};
}

std::string whyUnfit(const InputSpec& spec, DType dtype, int64_t count)
{
    const auto misfit = [&](double value) {
        return shortestText(value) + " does not fit into " + toString(dtype.element());
    };
    switch (spec.kind) {
    case InputSpec::Kind::File:
        return {};
    case InputSpec::Kind::Constant:
        return holds(dtype, spec.first) ? "" : misfit(spec.first);
    case InputSpec::Kind::Random:
    case InputSpec::Kind::Mixed:
        if (!spec.hasRange)
            return {};
        if (dtype.isIntegral() && std::ceil(spec.first) > std::floor(spec.second))
            return "there is no whole number between " + shortestText(spec.first) + " and " +
                   shortestText(spec.second);
        if (dtype.isIntegral() && spec.step > 0 &&
            (std::trunc(spec.step) != spec.step || std::trunc(spec.first) != spec.first))
            return "random values of " + toString(dtype.element()) + " take a whole start and whole steps";
        for (const double end : {spec.first, spec.second})
            if (!holds(dtype, dtype.isIntegral() ? std::trunc(end) : end))
                return misfit(end);
        return {};
    case InputSpec::Kind::Ramp: {
        if (dtype.isIntegral() && std::trunc(spec.second) != spec.second)
            return "a ramp of " + toString(dtype.element()) + " takes whole steps";
        if (!holds(dtype, spec.first))
            return misfit(spec.first);
        const double last = spec.first + spec.second * double(std::max<int64_t>(count - 1, 0));
        return holds(dtype, last) ? ""
                                  : "the ramp ends at " + shortestText(last) + ", which does not fit into " +
                                        toString(dtype.element());
    }
    }
    return {};
}

} // namespace tir
