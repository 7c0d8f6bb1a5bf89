/// Cases of the compile matrix that are compiled together: programs, in modules of many kernels.

#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostic.h"

#include <QString>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace tir::testing {

struct ChunkCase {
    std::string name;  ///< of the kernel: "case_17"
    QString operation; ///< "{a} + {b} of float16x4 in shared"
    std::string script;
    OwnedModule module;      ///< with this kernel alone
    std::string text = {};   ///< generated for the last GPU that has the operation
    int arch = 0;            ///< 90 for sm_90
    bool isRejected = false; ///< for a reason that does not name the GPU: all reject it
};

class CompileChunk {
public:
    /// Without those that are not programs.
    explicit CompileChunk(const std::vector<uint32_t>& numbers);

    std::vector<ChunkCase>& cases() { return m_cases; }
    int noPrograms() const { return m_noPrograms; }
    /// Precondition: there is such a kernel.
    ChunkCase& find(const std::string& name) { return m_cases[m_byName.at(name)]; }
    QString operationOf(const std::string& name) const;

private:
    std::vector<ChunkCase> m_cases;
    std::unordered_map<std::string, size_t> m_byName;
    int m_noPrograms = 0;
};

/// All kernels in one module.
OwnedModule moduleWith(const std::vector<const ChunkCase*>& cases);

/// Diagnostics by the functions of the module that their places are in.
std::map<std::string, Diagnostics> refusedFunctions(const Module& module, const Diagnostics& refusals);
/// Whether no GPU has what was refused: the message of one does not name the GPU.
bool isOfAllGpus(const Diagnostics& refusals);

/// PTX as LLVM writes it: the kernels by their names, and everything else in `shared`.
struct PtxParts {
    std::string shared;
    std::map<std::string, std::string> kernels;
};
PtxParts splitPtx(const std::string& text);

} // namespace tir::testing
