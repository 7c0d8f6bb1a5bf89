/// Functions and modules.

#pragma once

#include "core/ir/stmt.h"
#include "core/ir/target.h"
#include "core/ir/tirx.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace tir {

/// Attribute keys, exact strings.
namespace attr {
inline constexpr std::string_view GlobalSymbol = "global_symbol";
inline constexpr std::string_view Target = "target"; ///< of functions and of AttrStmt
inline constexpr std::string_view CallingConv = "calling_conv";
inline constexpr std::string_view STir = "s_tir";
inline constexpr std::string_view IsEntryFunc = "tirx.is_entry_func";
inline constexpr std::string_view IsGlobalFunc = "tirx.is_global_func";
inline constexpr std::string_view IsHostFunc = "tirx.is_host_func";
inline constexpr std::string_view NoAlias = "tirx.noalias";
inline constexpr std::string_view KernelLaunchParams = "tirx.kernel_launch_params";
inline constexpr std::string_view PersistentKernel = "tirx.persistent_kernel";
inline constexpr std::string_view EntryClusterSync = "tirx.entry_cluster_sync";
inline constexpr std::string_view NumInputs = "num_inputs";
inline constexpr std::string_view Volatile = "tirx.volatile"; ///< annotation of AllocBuffer
inline constexpr std::string_view ThreadExtent = "thread_extent";
inline constexpr std::string_view VirtualThread = "virtual_thread";
inline constexpr std::string_view DeviceScope = "device_scope";
inline constexpr std::string_view ComputeScope = "compute_scope";
/// Entry of kernel_launch_params, always the last: the launch passes a byte count.
inline constexpr std::string_view UseDynSharedMemory = "tirx.use_dyn_shared_memory";
} // namespace attr

enum class CallingConv : int64_t { Default = 0, CPackedFunc = 1, DeviceKernelLaunch = 2 };

/// Anything a module may hold.
struct Function : Node {
    Dict attrs;

protected:
    Function(NodeKind nodeKind, Dict attributes) : Node(nodeKind), attrs(attributes) {}
};

struct BufferBinding {
    const Var* param;
    const Buffer* buffer;
};

struct PrimFunc : Function {
    static constexpr NodeKind Kind = NodeKind::PrimFunc;
    VarList params;
    const Stmt* body;
    const Type* retType;
    /// For handle parameters, in parameter order. Variables in a buffer's fields that nothing defined
    /// before are defined by the first buffer that mentions them.
    std::span<const BufferBinding> bufferMap;
    PrimFunc(VarList parameters, const Stmt* statements, const Type* returnType,
             std::span<const BufferBinding> buffers, Dict attributes)
        : Function(Kind, attributes),
          params(parameters),
          body(statements),
          retType(returnType),
          bufferMap(buffers)
    {}
    const Buffer* bufferOf(const Var* param) const;
};

/// A function that is not TIR (Relax and anything else): kept as the text it came as.
struct OpaqueFunc : Function {
    static constexpr NodeKind Kind = NodeKind::OpaqueFunc;
    std::string_view text; ///< complete, without the indentation of the class
    OpaqueFunc(std::string_view source, Dict attributes) : Function(Kind, attributes), text(source) {}
};

struct ModuleEntry {
    const GlobalVar* var;
    const Function* function;
};

/// Functions in order of insertion; names are unique.
struct Module : Node {
    static constexpr NodeKind Kind = NodeKind::Module;
    std::string_view name; ///< of the class in the text: "Module"
    std::span<const ModuleEntry> functions;
    Dict attrs;
    Dict globalInfos;
    Module(std::string_view className, std::span<const ModuleEntry> entries, Dict attributes, Dict infos)
        : Node(Kind),
          name(className),
          functions(entries),
          attrs(attributes),
          globalInfos(infos)
    {}
    const ModuleEntry* find(std::string_view functionName) const;
};

/// A module and the owner of its arena.
struct OwnedModule {
    std::shared_ptr<Arena> arena;
    const Module* module = nullptr;
};

// ---- reading attributes

/// Null if there is none.
const Target* targetOf(const Function& function);
/// As the pass Filter decides: its target is llvm or c, or it has none.
bool runsOnHost(const Function& function);
/// The exported symbol; empty for a private function.
std::string_view globalSymbol(const Function& function);
inline bool isExposed(const Function& function)
{
    return !globalSymbol(function).empty();
}
CallingConv callingConv(const Function& function);

// ---- changed copies; the original is the copy's origin

const PrimFunc* withBody(Arena& arena, const PrimFunc& function, const Stmt* body);
const PrimFunc* withAttr(Arena& arena, const PrimFunc& function, std::string_view key,
                         const AttrValue& value);
const PrimFunc* withoutAttr(Arena& arena, const PrimFunc& function, std::string_view key);
/// Same functions: the same module.
const Module* withFunctions(Arena& arena, const Module& module, std::span<const ModuleEntry> functions);

/// Gives out names that are free in a module: `base`, then `base_1`, `base_2` … Dots become underscores.
class NameSupply {
public:
    explicit NameSupply(const Module& module);
    std::string fresh(std::string_view base);

private:
    std::unordered_map<std::string, int> m_taken; ///< and the last number used as a suffix
};

} // namespace tir
