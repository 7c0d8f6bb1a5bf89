#include "passes/workbench/generate_here.h"

namespace tir {

Result<Artifact> generateHere(const GenerateRequest& request)
{
    Generator generate = machineGenerator(request.kind);
    if (!generate)
        generate = textGenerator(request.kind);
    if (!generate)
        return error("no-generator",
                     "there is no generator for '" + std::string(toString(request.kind)) + "'");
    try {
        return generate(*request.module.module, request.options);
    } catch (const InternalError& failure) {
        return error("internal", std::string("internal error: ") + failure.what());
    }
}

} // namespace tir
