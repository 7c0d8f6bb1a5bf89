/// tirc-worker: compiles and executes for tirc and tirscope, which start it. The only program that links LLVM.

#include "passes/workbench/worker/serve_workers.h"

int main()
{
    return tir::serveWorkers();
}
