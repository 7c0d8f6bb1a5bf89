/// The description of a program in its first lines: the header of a sample and the comment after it.

#pragma once

#include "passes/workbench/program/samples.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

struct Story {
    Sample sample;
    std::vector<std::string> paragraphs; ///< of the comment; backticks enclose code

    /// Whether it is a program of the museum, which shows a defect in its pipeline as TVM runs it.
    bool hasDefect() const { return !sample.fix.empty(); }
};

/// Nothing if the text does not start with the header of a sample (samples.h).
std::optional<Story> readStory(const std::string& path, std::string_view text);

/// The visible symptoms of the defect, one sentence each: "the verifier reports: ...". Empty for a program without a
/// defect.
std::vector<std::string> symptomsOf(const SampleExpectation& expected);

} // namespace tir
