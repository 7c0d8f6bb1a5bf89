#include "tests/passes/workbench/execution/worker_requests.h"

#include "core/script/reading/parser.h"

namespace tir::testing {

RunRequest request(const std::string& statements, const std::string& parameters)
{
    std::string text = "@T.prim_func(s_tir=True)\ndef main(" + parameters + "):\n    " + statements + "\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    RunRequest result;
    if (parsed)
        result.module = parsed->module;
    return result;
}

void endWorkerServer()
{
    qputenv("TIRSCOPE_WORKER", "/nowhere/tirc-worker"); // a server is that of a program
    runInWorker(request("A[0] = 1"));
    qputenv("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER);
}

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

} // namespace tir::testing
