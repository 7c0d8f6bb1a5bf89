/// GPU modules: signatures of functions, shared memory, functions of libdevice. Private to this folder.

#pragma once

#include "core/analysis/warp_barriers.h"
#include "core/codegen/llvm_ir/module_emitter.h"

#include <algorithm>
#include <map>
#include <set>

namespace tir::llvm_ir {

/// The least alignment of dynamic shared memory, and the alignment of pointers from the host.
inline constexpr int64_t MaxVectorBytes = 16;

/// The version of PTX that most instructions require: 7.8, of CUDA 11.8.
inline constexpr int OldestPtx = 78;

/// LLVM's address space of shared memory.
inline constexpr unsigned SharedSpace = 3;

class NvptxModuleEmitter : public ModuleEmitter {
public:
    /// `architecture`: 90 for sm_90. `fastMath`: float32 functions are approximated where libdevice can.
    NvptxModuleEmitter(const Module& module, llvm::Module& output, int architecture, bool fastMath);

    llvm::Function* function(const ModuleEntry& entry, Side side) override;
    int architecture() const { return m_architecture; }
    bool fastMath() const { return m_fastMath; }
    /// Whether some lanes of a warp may not reach the barrier.
    bool isDivergent(const Call& warpBarrier) const { return m_divergentBarriers.contains(&warpBarrier); }
    /// The version of PTX that the instructions so far require: 78 is 7.8.
    int ptxVersion() const { return m_ptxVersion; }
    void needPtx(int version) { m_ptxVersion = std::max(m_ptxVersion, version); }

    /// Shared memory of a kernel; null when the kernel has dynamic shared memory already.
    llvm::Value* sharedMemory(const llvm::Function& kernel, const Buffer& buffer, int64_t bytes);
    /// A function of libdevice, to be linked.
    llvm::Function* libdevice(const std::string& name, llvm::Type* result,
                              const std::vector<llvm::Type*>& params);
    /// Names for the message if libdevice is missing.
    const std::set<std::string>& usedFromLibdevice() const { return m_usedFromLibdevice; }

private:
    llvm::Function* declare(const ModuleEntry& entry, const PrimFunc& function);

    int m_architecture;
    bool m_fastMath;
    std::unordered_set<const Call*> m_divergentBarriers;
    int m_ptxVersion = OldestPtx;
    std::map<const llvm::Function*, std::string_view> m_dynamicMemory; ///< name of the allocation
    std::set<std::string> m_usedFromLibdevice;
};

} // namespace tir::llvm_ir
