#include "app/cli/run_result.h"

#include "app/cli/findings.h"
#include "app/cli/output.h"
#include "app/cli/run_findings.h"
#include "core/ir/dtype.h"
#include "core/support/decimal.h"
#include "core/support/list_text.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/work_count_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Of the figures in the table. An int32 has all of its digits.
constexpr int FigureDigits = 6;
constexpr int IntegerDigits = 10;

/// A column of the table.
std::string column(const std::string& text)
{
    constexpr size_t Width = 12;
    return std::string(Width - std::min(Width, text.size()), ' ') + text + " ";
}

Json tensorJson(const RunTensor& tensor, const std::string& file)
{
    const TensorSummary summary = summarize(tensor);
    const auto figure = [&](double value) { return summary.hasNumbers() ? Json(value) : Json(); };
    return {{"name", tensor.name},
            {"dtype", tensor.dtype},
            {"shape", tensor.shape},
            {"isScalar", tensor.isScalar},
            {"isChanged", tensor.isChanged()},
            {"min", figure(summary.min)},
            {"max", figure(summary.max)},
            {"mean", figure(summary.mean)},
            {"nanCount", summary.nanCount},
            {"infCount", summary.infCount},
            {"firstValues", summary.firstValues},
            {"file", file}};
}

} // namespace

std::string resultTable(const RunReport& ran)
{
    char line[512];
    std::snprintf(line, sizeof line, "%-16s %-10s %-16s %12s %12s %12s  %s\n", "changed", "dtype", "shape",
                  "min", "max", "mean", "first values");
    std::string text = line;
    bool isAnyChanged = false;
    for (const RunTensor& tensor : ran.tensors) {
        if (tensor.isScalar || !tensor.isChanged())
            continue;
        isAnyChanged = true;
        const TensorSummary summary = summarize(tensor);
        std::snprintf(line, sizeof line, "%-16s %-10s %-16s ", tensor.name.c_str(), tensor.dtype.c_str(),
                      tupleText(tensor.shape).c_str());
        text += line;
        const auto figure = [&](double number, int digits) {
            return column(summary.hasNumbers() ? decimalText(number, digits) : "-");
        };
        const auto dtype = dtypeFromString(tensor.dtype);
        const int digits = dtype && dtype->isIntegral() ? IntegerDigits : FigureDigits;
        text +=
            figure(summary.min, digits) + figure(summary.max, digits) + figure(summary.mean, FigureDigits);
        text += " " + summary.firstValues;
        if (summary.nanCount > 0)
            text += "  " + std::to_string(summary.nanCount) + " NaN";
        if (summary.infCount > 0)
            text += "  " + std::to_string(summary.infCount) + " infinite";
        text += "\n";
    }
    if (!isAnyChanged)
        text = "no buffer changed\n";
    if (!ran.returnValue.empty())
        text += "returned " + ran.returnValue + "\n";
    return text + "compiled in " + fixedText(double(ran.compileNs) / 1e6, 1) + " ms, ran in " +
           fixedText(double(ran.runNs) / 1e6, 3) + " ms on the " + ran.device + "\n" +
           (ran.gpu ? toText(*ran.gpu) : toText(ran.counted));
}

nlohmann::ordered_json resultJson(const RunReport& ran, const SelectedStep& stage, const std::string& entry,
                                  const std::map<std::string, std::string>& files, const StepRuns& history)
{
    Json tensors = Json::array();
    for (const RunTensor& tensor : ran.tensors) {
        const auto file = files.find(tensor.name);
        tensors.push_back(tensorJson(tensor, file == files.end() ? std::string() : file->second));
    }
    Json json;
    json["status"] = toString(ran.status);
    json["message"] = ran.message;
    json["errorKind"] = ran.errorKind;
    json["diagnostics"] = toJson(ran.diagnostics, stage.text.source);
    json["step"] = stage.number;
    json["pass"] = stage.pass();
    json["entry"] = entry;
    json["device"] = ran.device;
    json["lockstep"] = ran.isLockstep;
    json["partialGrids"] = Json::array();
    for (const auto& [grid, count] : ran.partialGrids)
        json["partialGrids"].push_back(grid);
    json["returnValue"] = ran.returnValue;
    json["compileNs"] = ran.compileNs;
    json["runNs"] = ran.runNs;
    json["tensors"] = std::move(tensors);
    json["findings"] = findingsJson(ran, stage, history);
    json["standardError"] = ran.standardError;
    json["counted"] = tir::toJson(ran.counted);
    json["gpu"] = ran.gpu ? Json(tir::toJson(*ran.gpu)) : Json();
    return json;
}

} // namespace tir::cli
