#include "passes/workbench/check/run_reference.h"

#include "core/runtime/npy.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace tir {
namespace {

constexpr std::string_view StepPrefix = "step:";
constexpr std::string_view DevicePrefix = "device:";
constexpr std::string_view FilePrefix = "file:";

Result<RunTensor> readTensor(const std::string& path, const RunTensor& like)
{
    const Result<Tensor> file = readNpy(path);
    if (!file)
        return file.diagnostics();
    const Result<Tensor> typed = asType(*file, *dtypeFromString(like.dtype));
    if (!typed)
        return error("bad-argument",
                     path + " has " + typed.diagnostics().front().message + " as '" + like.name + "' has");
    return RunTensor{like.name, like.dtype, typed->shape, typed->bytes, typed->bytes, like.isScalar};
}

} // namespace

Result<RunReference> parseRunReference(std::string_view text)
{
    RunReference reference;
    if (text.empty() || text == "nothing")
        return reference;
    if (text.starts_with(StepPrefix)) {
        const std::string_view number = text.substr(StepPrefix.size());
        reference.kind = RunReference::Kind::Step;
        const auto [end, failure] =
            std::from_chars(number.data(), number.data() + number.size(), reference.step);
        if (failure != std::errc() || end != number.data() + number.size())
            return error("usage", "'" + std::string(number) + "' is not a number of a step");
        return reference;
    }
    if (text.starts_with(DevicePrefix)) {
        reference.kind = RunReference::Kind::Device;
        reference.device = text.substr(DevicePrefix.size());
        if (reference.device.empty())
            return error("usage", "'device:' names no device; device:cpu and device:cuda do");
        return reference;
    }
    reference.kind = RunReference::Kind::Files;
    reference.path = text.starts_with(FilePrefix) ? text.substr(FilePrefix.size()) : text;
    return reference;
}

std::string toString(const RunReference& reference)
{
    switch (reference.kind) {
    case RunReference::Kind::Nothing:
        break;
    case RunReference::Kind::Step:
        return std::string(StepPrefix) + std::to_string(reference.step);
    case RunReference::Kind::Device:
        return std::string(DevicePrefix) + reference.device;
    case RunReference::Kind::Files:
        return std::string(FilePrefix) + reference.path;
    }
    return "nothing";
}

Result<RunReport> readReference(const std::string& path, const RunReport& run)
{
    RunReport reference;
    reference.status = RunStatus::Done;
    reference.device = "file";
    reference.returnValue = run.returnValue; // no file holds it
    reference.returnDType = run.returnDType;
    Diagnostics problems;
    const auto add = [&](const std::string& file, const RunTensor& like) {
        if (Result<RunTensor> tensor = readTensor(file, like))
            reference.tensors.push_back(*std::move(tensor));
        else
            problems.push_back(tensor.diagnostics().front());
    };
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure)) {
        for (const RunTensor& tensor : run.tensors) {
            const std::string file = (std::filesystem::path(path) / (tensor.name + ".npy")).string();
            if (std::filesystem::exists(file, failure))
                add(file, tensor);
        }
        if (reference.tensors.empty() && problems.empty())
            return error("bad-argument", path + ": no file is called like a tensor of the run");
    } else {
        const auto isOutput = [](const RunTensor& tensor) { return tensor.isChanged(); };
        const auto outputs = std::ranges::count_if(run.tensors, isOutput);
        if (outputs != 1)
            return error("bad-argument",
                         path +
                             ": a single file is compared with the one tensor that a run changes; "
                             "this one changed " +
                             std::to_string(outputs) + ", so give a folder of NAME.npy");
        add(path, *std::ranges::find_if(run.tensors, isOutput));
    }
    if (!problems.empty())
        return problems;
    return reference;
}

} // namespace tir
