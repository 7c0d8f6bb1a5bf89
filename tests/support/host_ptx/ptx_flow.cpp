// Jumps, calls, and what needs no step: all threads see memory in the same order here.

#include "tests/support/host_ptx/ptx_machine.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace tir::testing {
namespace {

void copyParameters(PtxThread& thread, const PtxInstruction& call, size_t first, size_t end)
{
    for (size_t at = first; at < end; ++at)
        std::memcpy(thread.parameters + call.copies[at].to, thread.parameters + call.copies[at].from,
                    call.copies[at].bytes);
}

void jump(PtxMachine&, PtxThread& thread, const PtxInstruction& instruction)
{
    thread.at = instruction.target;
}

void call(PtxMachine& machine, PtxThread& thread, const PtxInstruction& instruction)
{
    copyParameters(thread, instruction, 0, instruction.firstResult);
    if (std::find(thread.calls.begin(), thread.calls.end(), thread.at) != thread.calls.end())
        return machine.fail(thread, "recursion is not interpreted");
    thread.calls.push_back(thread.at);
    thread.at = instruction.target;
}

void leave(PtxMachine& machine, PtxThread& thread, const PtxInstruction&)
{
    if (thread.calls.empty()) {
        thread.wait = PtxWait::End;
        return;
    }
    thread.at = thread.calls.back();
    thread.calls.pop_back();
    const PtxInstruction& instruction = machine.program().code[thread.at - 1];
    copyParameters(thread, instruction, instruction.firstResult, instruction.copies.size());
}

} // namespace

bool decodeFlow(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    static const std::map<std::string, PtxStep> Steps = {
        {"bra", &jump},
        {"call", &call},
        {"ret", &leave},
        {"exit", [](PtxMachine&, PtxThread& thread, const PtxInstruction&) { thread.wait = PtxWait::End; }},
        {"trap",
         [](PtxMachine& machine, PtxThread& thread, const PtxInstruction&) { machine.fail(thread, "trap"); }},
    };
    if (const auto found = Steps.find(op); found != Steps.end())
        instruction.run = found->second;
    else if (op == "membar" || op == "fence" || op == "nanosleep" || op == "prefetch" ||
             op == "griddepcontrol")
        instruction.run = [](PtxMachine&, PtxThread&, const PtxInstruction&) {};
    return instruction.run;
}

} // namespace tir::testing
