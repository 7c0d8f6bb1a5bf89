#include "passes/workbench/trace/tvm_bridge.h"

#include "core/script/json/tvm_json.h"
#include "core/support/decimal.h"
#include "core/support/text_format.h"
#include "passes/workbench/trace/parse_json.h"
#include "passes/workbench/trace/pass_events.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/python_file.h"

#include <nlohmann/json.hpp>

#include <cstring>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

/// Of an answer that cannot be read.
constexpr size_t BytesShown = 200;

Json requestOf(const char* call, const std::string& name, const Module& module, const BridgeContext& context)
{
    return {{"call", call},
            {"name", name},
            {"module", toTvmJson(module)},
            {"target", context.target},
            {"config", toJson(context.config)},
            {"tvmConfig", toJson(context.tvmConfig)}};
}

/// Texts that are not UTF-8 are not valid for Python either, but must not end the process.
std::string written(const Json& request)
{
    return request.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Diagnostic failure(const std::string& reason)
{
    return errorOfLines("tvm-failed", reason);
}

std::string whyEnded(const ChildOutcome& outcome, const BridgeOptions& options)
{
    const std::string reason = whyFailed(outcome, options.timeLimitSeconds);
    return "Python (" + pythonProgram(options.python) + ") " +
           (reason.empty() ? "ended without an answer" : reason);
}

AskOptions askOptions(const BridgeOptions& options, const BridgeContext& context)
{
    return {.timeLimitSeconds = options.timeLimitSeconds,
            .cancelled = context.cancelled,
            .maxLineBytes = MaxModuleBytes};
}

/// The passes of a recording that have not ended yet.
class OpenPasses {
public:
    void hear(const Json& record)
    {
        const std::string event = textOf(record, "ev");
        if (event == "before")
            m_open.push_back(record.value("id", int64_t(-1)));
        else if ((event == "after" || event == "aborted") && !m_open.empty())
            m_open.pop_back();
    }

    /// Records that end the innermost one with a reason.
    std::string aborted(const std::string& reason) const
    {
        if (m_open.empty())
            return {};
        return written({{"ev", "aborted"}, {"id", m_open.back()}, {"error", reason}}) + "\n";
    }

    bool isEmpty() const { return m_open.empty(); }

private:
    std::vector<int64_t> m_open;
};

} // namespace

TvmBridge::TvmBridge(const BridgeOptions& options)
    : m_options(options),
      m_child("/usr/bin/env", {pythonProgram(options.python), "-u", pythonFile("tirscope_bridge.py")})
{}

Result<OwnedModule> TvmBridge::runPass(const PassInvocation& pass, const Module& module,
                                       const BridgeContext& context)
{
    Json request = requestOf("pass", pass.tvmName, module, context);
    addArguments(request, pass);
    const std::lock_guard lock(m_mutex);
    std::string answer;
    const auto heard = [&](std::string_view line) {
        answer = line;
        return true;
    };
    const auto ended = m_child.ask(written(request), askOptions(m_options, context), heard);
    if (ended)
        return failure(whyEnded(*ended, m_options));
    const Json record = Json::parse(answer, nullptr, false);
    if (record.is_discarded() || !record.is_object())
        return failure("Python (" + pythonProgram(m_options.python) +
                       ") gave no answer that can be read: " + answer.substr(0, BytesShown));
    if (const std::string failed = textOf(record, "failed"); !failed.empty()) {
        if (record.contains("isMissing"))
            m_missing[pass.tvmName] = failed;
        return failure(failed);
    }
    Result<OwnedModule> result = fromTvmJson(textOf(record, "module"));
    if (!result)
        return failure("the result cannot be read: " + result.diagnostics().front().message);
    return result;
}

Result<std::string> TvmBridge::runPipeline(const std::string& name, const Module& module,
                                           const BridgeContext& context,
                                           const std::function<void(const std::string& lines)>& passEnded)
{
    const std::lock_guard lock(m_mutex);
    std::string lines;
    std::string failed;
    bool hasPasses = false;
    OpenPasses open;
    const auto heard = [&](std::string_view line) {
        const Json record = Json::parse(line, nullptr, false);
        if (record.is_object() && record.contains("done")) {
            failed = textOf(record, "failed");
            return true;
        }
        lines.append(line).append("\n");
        open.hear(record);
        hasPasses = hasPasses || !open.isEmpty();
        if (passEnded && record.is_object() && textOf(record, "ev") == "after")
            passEnded(lines);
        return false;
    };
    const auto ended = m_child.ask(written(requestOf("pipeline", name, module, context)),
                                   askOptions(m_options, context), heard);
    if (ended) {
        failed = whyEnded(*ended, m_options);
        lines += open.aborted(failed);
    }
    if (!hasPasses)
        return failure(failed.empty() ? "the pipeline '" + name + "' ran no pass" : failed);
    return lines;
}

std::optional<std::string> TvmBridge::whyMissing(const std::string& pass) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_missing.find(pass);
    return found == m_missing.end() ? std::nullopt : std::optional(found->second);
}

std::string whyFailed(const ChildOutcome& outcome, double timeLimitSeconds)
{
    const auto withLastLine = [&](std::string reason) {
        const std::string_view line = lastLine(outcome.errors);
        return line.empty() ? reason : reason + ": " + std::string(line);
    };
    switch (outcome.end) {
    case ChildOutcome::End::NotStarted:
        return std::string("cannot be started: ") + std::strerror(outcome.code);
    case ChildOutcome::End::TimedOut:
        return withLastLine("was still running after " + decimalText(timeLimitSeconds, 6) + " s");
    case ChildOutcome::End::TooMuchOutput:
        return withLastLine("wrote more than " + byteText(MaxModuleBytes) + " to its standard output");
    case ChildOutcome::End::Cancelled:
        return "was cancelled";
    case ChildOutcome::End::Signaled:
        return withLastLine("was ended by signal " + std::to_string(outcome.code));
    case ChildOutcome::End::Exited:
        return outcome.code == 0 ? std::string()
                                 : withLastLine("ended with exit code " + std::to_string(outcome.code));
    }
    return {};
}

} // namespace tir
