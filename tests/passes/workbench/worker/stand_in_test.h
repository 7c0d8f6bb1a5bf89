/// Runs on the stand-in for the CUDA driver, in this process.

#pragma once

#include "passes/workbench/execution/run_request.h"
#include "tests/support/stand_in_cuda.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

#include <dlfcn.h>

namespace tir::testing {

/// Every test function starts with a stand-in without settings, and has to release everything.
class StandInTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

protected:
    /// The calls of the driver so far, one per line.
    QString log() const;
    void clearLog();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

/// A function that the stand-in exports.
template <class Function>
Function standIn(const char* name)
{
    static void* library = dlopen(TIRSCOPE_TEST_CUDA, RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

OwnedModule moduleOfText(const char* text);
/// A module after the split: one kernel, launched with these attributes and their values.
OwnedModule launching(const char* tags, const char* values);
OwnedModule sampleModule(const char* name);

/// By LLVM, which needs nothing that is not linked. No kernel is timed.
RunRequest gpuRequest(const OwnedModule& module, const char* device = "cuda");

/// "failed: ValueError: n must be positive".
QString words(const RunReport& report);

} // namespace tir::testing
