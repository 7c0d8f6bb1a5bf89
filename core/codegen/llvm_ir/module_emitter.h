/// The emitter of one LLVM module: functions by name and side, runtime functions, texts, refusals. Private
/// to this folder.

#pragma once

#include "core/codegen/llvm_ir/emit.h"
#include "core/ir/place_index.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace llvm {
class Function;
class LLVMContext;
class Module;
class Type;
class Value;
} // namespace llvm

namespace tir::llvm_ir {

class CheckSites;
class PartMarks;
class PlaceMarks;
class WorkSlots;
enum class Side : uint8_t;

class ModuleEmitter {
public:
    /// `cannot`: how refusals end, "cannot be executed on the CPU".
    ModuleEmitter(const Module& module, llvm::Module& output,
                  std::string_view cannot = "cannot be executed on the CPU");
    ModuleEmitter(const ModuleEmitter&) = delete;
    ModuleEmitter& operator=(const ModuleEmitter&) = delete;
    virtual ~ModuleEmitter();

    const Module& module() const { return m_module; }
    llvm::Module& output() { return m_output; }
    llvm::LLVMContext& context();

    /// The LLVM function of a function of the module; emitted on first use.
    virtual llvm::Function* function(const ModuleEntry& entry, Side side);

    /// A function of emulator_abi.h, or of the C library.
    llvm::Function* external(std::string_view name, llvm::Type* result,
                             const std::vector<llvm::Type*>& params);

    /// The address of a constant string with a terminating zero; equal strings share their address.
    llvm::Value* text(std::string_view text);

    /// Records that `node`, inside of `statement`, cannot be executed. Equal messages are reported once, with the first
    /// place and the number of others.
    void refuse(const Node& node, const Stmt* statement, std::string message);
    Diagnostics takeRefusals();
    std::string_view cannot() const { return m_cannot; }

    /// Whether the threads of a block run in lockstep (lockstep.h).
    bool isLockstep() const { return m_isLockstep; }
    void setLockstep(bool isLockstep) { m_isLockstep = isLockstep; }
    /// Whether the indices of flat buffers count from `elem_offset`.
    bool countsOffsets() const { return m_countsOffsets; }
    void setCountsOffsets(bool countsOffsets) { m_countsOffsets = countsOffsets; }
    /// Whether checks report overflow in indices.
    bool checksIndices() const { return m_checksIndices; }
    void setChecksIndices(bool checksIndices) { m_checksIndices = checksIndices; }

    /// From now on, instructions record the place they were generated from (place_marks.h).
    void recordPlaces();
    /// Null: places are not recorded.
    PlaceMarks* marks() { return m_marks.get(); }

    /// From now on, accesses, barriers and divisions are watched.
    void recordChecks();
    /// Null: nothing is watched.
    CheckSites* checks() { return m_checks.get(); }

    /// From now on, the program notes which of its parts run (part_marks.h).
    void recordParts();
    /// Null: it does not.
    PartMarks* parts() { return m_parts.get(); }

    /// From now on, the program counts the work of its launches (counted_work.h).
    void recordWork();
    /// Null: it does not.
    WorkSlots* work() { return m_work.get(); }
    /// First place of the node in the module; NoPlace when it does not occur.
    Place placeOf(const Node& node);

    /// Numbers the shared allocations of all kernels.
    uint32_t nextSharedSlot() { return m_sharedSlots++; }

    /// Parameters that follow those of the function: sizes its buffers define.
    static std::vector<const Var*> implicitSizes(const PrimFunc& function);

protected:
    virtual void emitBody(const PrimFunc& primFunc, llvm::Function* function, Side side);

    /// The emitted functions, by function and side.
    std::map<std::pair<const Function*, Side>, llvm::Function*> m_functions;

private:
    const Module& m_module;
    llvm::Module& m_output;
    std::string_view m_cannot;
    std::unique_ptr<PlaceMarks> m_marks;
    std::unique_ptr<CheckSites> m_checks;
    std::unique_ptr<PartMarks> m_parts;
    std::unique_ptr<WorkSlots> m_work;
    PlaceTable m_places;
    std::optional<PlaceIndex> m_placeIndex; ///< created on the first lookup
    std::map<std::string, llvm::Value*, std::less<>> m_texts;
    struct Refused {
        size_t index; ///< in m_refusals
        std::unordered_set<const Node*> nodes;
    };
    std::map<std::string, Refused> m_refused;
    Diagnostics m_refusals;
    uint32_t m_sharedSlots = 0;
    bool m_isLockstep = false;
    bool m_countsOffsets = false;
    bool m_checksIndices = false;
};

} // namespace tir::llvm_ir
