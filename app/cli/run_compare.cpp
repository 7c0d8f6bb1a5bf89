#include "app/cli/run_compare.h"

#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/support/decimal.h"
#include "passes/workbench/check/execute_steps.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view verdictOf(const TensorComparison& tensor)
{
    switch (tensor.verdict) {
    case TensorComparison::Verdict::Equal:
        return "equal";
    case TensorComparison::Verdict::Differs:
        return "differs";
    case TensorComparison::Verdict::Missing:
        return "missing";
    }
    return "?";
}

/// JSON cannot represent NaN and infinities. `text`: of the same number; that of an integer has all digits.
Json numberJson(double value, const std::string& text)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    const bool isRounded = std::abs(value) >= 0x1p53 && text.find_first_not_of("-0123456789") == text.npos;
    return isRounded ? Json::parse(text, nullptr, false) : Json(value);
}

Json elementJson(const std::optional<ElementDifference>& element)
{
    if (!element)
        return nullptr;
    return {{"index", element->index},
            {"value", numberJson(element->value, element->valueText)},
            {"reference", numberJson(element->reference, element->referenceText)}};
}

/// "float32 within 7.6e-06 relative, 7.6e-06 absolute; NaN equals NaN".
std::string toleranceInWords(const Compared& compared)
{
    Tolerance widest;
    for (const TensorComparison& tensor : compared.comparison.tensors) {
        widest.relative = std::max(widest.relative, tensor.tolerance.relative);
        widest.absolute = std::max(widest.absolute, tensor.tolerance.absolute);
    }
    return "(floats within " + decimalText(widest.relative, 3) + " relative, " +
           decimalText(widest.absolute, 3) + " absolute; NaN " +
           (compared.options.isNanEqual ? "equals" : "differs from") + " NaN)";
}

} // namespace

void addCompareOptions(Command& command, CompareCommand& options)
{
    command
        .option("--compare", options.with,
                "Compare the result with that of step:N (0 is the unlowered program) or of device:cuda, "
                "or with tensors in "
                "files: a folder of NAME.npy, or one file for the one tensor that changes")
        .typeName("step:N|device:D|PATH");
    command.option("--rtol", options.relative, "Relative tolerance of floats; default: by type")
        .check(notNegativeNumber());
    command.option("--atol", options.absolute, "Absolute tolerance of floats; default: by type")
        .check(notNegativeNumber());
    command.option("--nan", options.nan, "Whether a NaN equals another NaN: equal or different [equal]")
        .oneOf({"equal", "different"});
}

bool CompareCommand::apply(SavedRequest& saved) const
{
    if (relative)
        saved.compare.relative = relative;
    if (absolute)
        saved.compare.absolute = absolute;
    if (!nan.empty())
        saved.compare.isNanEqual = nan == "equal";
    if (!with.empty()) {
        const Result<RunReference> reference = parseRunReference(with);
        report(reference.diagnostics());
        if (!reference)
            return false;
        saved.reference = *reference;
    }
    const std::string& path = saved.reference.path;
    std::error_code failure;
    if (saved.reference.kind != RunReference::Kind::Files || std::filesystem::exists(path, failure))
        return true;
    report({error("usage", "cannot compare with '" + path +
                               "': " + (failure ? failure.message() : "no such file or folder") +
                               "; step:N and device:D are the other ways")});
    return false;
}

Compared compareWith(const SavedRequest& saved, const RunReport& ran, const SelectedStep& stage,
                     const std::atomic<bool>* cancelled)
{
    Compared compared;
    compared.options = saved.compare;
    RunReport reference;
    switch (saved.reference.kind) {
    case RunReference::Kind::Nothing:
        return compared;
    case RunReference::Kind::Step: {
        RunRequest request = valuesOnly(saved.request);
        const std::optional<OwnedModule> other = stage.otherStep(int(saved.reference.step));
        compared.isUsable = other.has_value();
        if (!other)
            return compared;
        request.module = *other;
        setFormOfStep(request, stage.recording(), saved.reference.step);
        reference = runInWorker(request, cancelled);
        break;
    }
    case RunReference::Kind::Device: {
        RunRequest request = valuesOnly(saved.request);
        request.device = saved.reference.device;
        request.isChecked = false; // only the values are needed
        reference = runInWorker(request, cancelled);
        break;
    }
    case RunReference::Kind::Files: {
        Result<RunReport> read = readReference(saved.reference.path, ran);
        report(read.diagnostics());
        compared.isUsable = read.hasValue();
        if (!read)
            return compared;
        reference = *std::move(read);
        break;
    }
    }
    compared.with = toString(saved.reference);
    compared.status = reference.status;
    compared.message = reference.message;
    compared.hasOtherBlocks = reference.partialGrids != ran.partialGrids;
    if (reference.status == RunStatus::Done)
        compared.comparison = compareRuns(ran, reference, saved.compare);
    return compared;
}

Json toJson(const Compared& compared)
{
    if (compared.with.empty())
        return nullptr;
    Json tensors = Json::array();
    for (const TensorComparison& tensor : compared.comparison.tensors)
        tensors.push_back({{"name", tensor.name},
                           {"verdict", verdictOf(tensor)},
                           {"rtol", tensor.tolerance.relative},
                           {"atol", tensor.tolerance.absolute},
                           {"differenceCount", tensor.differenceCount},
                           {"elementCount", tensor.elementCount},
                           {"first", elementJson(tensor.first)},
                           {"worst", elementJson(tensor.worst)}});
    return {{"with", compared.with},
            {"isEqual", compared.status == RunStatus::Done ? Json(compared.isEqual()) : Json()},
            {"status", toString(compared.status)},
            {"message", compared.message},
            {"returnDifference", compared.comparison.returnDifference},
            {"nan", compared.options.isNanEqual ? "equal" : "different"},
            {"tensors", std::move(tensors)}};
}

std::string comparisonText(const Compared& compared)
{
    if (compared.with.empty())
        return {};
    if (compared.status != RunStatus::Done)
        return "not compared with " + compared.with + ", which " +
               (compared.status == RunStatus::Refused ? "is refused" : "has no result") + ": " +
               compared.message + "\n";
    std::string text = (compared.isEqual() ? "equal to " : "not equal to ") + compared.with + " " +
                       toleranceInWords(compared) + "\n";
    for (const TensorComparison& tensor : compared.comparison.tensors)
        if (tensor.verdict != TensorComparison::Verdict::Equal)
            text += "  " + explain(tensor) + "\n";
    if (!compared.comparison.returnDifference.empty())
        text += "  " + compared.comparison.returnDifference + "\n";
    return text;
}

} // namespace tir::cli
