/// Facts about every function, collected in one walk: its launches with their axes, its shared-memory allocations, the
/// functions that it calls and where, and features of its body.

#pragma once

#include "core/analysis/text.h"
#include "core/ir/places.h"
#include "core/support/text_map.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tir {

/// True for `thread_extent` and for a loop that is bound to a hardware axis: both may open a launch.
/// Virtual threads do not.
bool bindsThreads(const Node& node);

/// A hardware axis of a launch; the extent is in terms of the enclosing function.
struct LaunchAxis {
    std::string_view tag; ///< "threadIdx.x"
    const Expr* extent;
};

/// An outermost launch: a `thread_extent` (or thread-bound loop) that no other one encloses.
struct LaunchFacts {
    const Stmt* statement;
    Place place;
    const Target* regionTarget;       ///< of the AttrStmt `target` around it; null without one
    std::span<const LaunchAxis> axes; ///< one per tag, in order of appearance; the last extent counts
};

struct AllocationFacts {
    const AllocBuffer* statement;
    Place place;
    int launch;     ///< index into BodyFacts::launches; -1 outside
    bool isDynamic; ///< of scope shared.dyn
};

struct CallFacts {
    const Call* call;
    Place place;
    int launch; ///< -1 outside
};

/// Features that passes test for before they walk a body.
enum class BodyFeature : uint8_t {
    LoopLaunch,          ///< a loop bound to a hardware axis
    IrregularThreadAxis, ///< a thread axis that a launch opens again, or a thread_extent without a launch
    SharedIndices,       ///< shared memory accessed with another number of indices than one
    BFloat16Values,      ///< operands of arithmetic
    BFloat16Buffer,
    BFloat16, ///< any value, buffer or pointer
    Float8Values,
    Float8Buffer,
    Float8,
    FunctionCall, ///< of a function of the module
    Return,
    AccessOutsideLaunch,
    SharedOutsideLaunch, ///< shared memory that a statement or a block outside of launches allocates
};

/// Facts about the body of a function, independent of its attributes. Places count from the function, which is 0.
struct BodyFacts {
    std::span<const LaunchFacts> launches;
    std::span<const AllocationFacts> sharedAllocations; ///< scope rank shared, any tag
    std::span<const CallFacts> calls; ///< of functions of the module, packed, cpacked and extern calls
    Place deviceRegion = NoPlace;     ///< the first AttrStmt `target`
    Place globalAllocation = NoPlace; ///< the first allocation of global memory in a launch
    uint16_t features = 0;            ///< a bit for each BodyFeature

    bool has(BodyFeature feature) const { return (features >> int(feature) & 1) != 0; }
};

/// Attributes of the function are copied here: many rules read them, and in a large module attributes are far apart in
/// memory.
struct FunctionFacts {
    const ModuleEntry* entry = nullptr;
    const PrimFunc* function = nullptr; ///< null: not TIR
    const Target* target = nullptr;
    const BodyFacts* body = nullptr;         ///< never null
    const AttrValue* launchParams = nullptr; ///< null: not a kernel that is launched
    std::string_view symbol = {};            ///< empty: private
    Place place = NoPlace;
    CallingConv convention = CallingConv::Default;
    bool isForCpu = false;      ///< its target is the CPU
    bool isMadeBySplit = false; ///< marked as a function of the device
    bool isEntry = false;       ///< marked as such

    /// Everything except `place`.
    static FunctionFacts of(const ModuleEntry& entry, const BodyFacts& body);

    /// The place in the module of something in the body.
    Place at(Place inBody) const { return place + inBody; }
    std::string_view name() const { return entry->var->name; }
    /// Runs on the host: its target has a host of its own, or is the CPU. Without a target: false.
    bool isHost() const;
    /// Compiled for a device other than the CPU, and without a host: host functions must not call it.
    bool isDevice() const;
    /// Bytes of dynamic (else all other) shared memory allocated in a launch, or outside of all launches for -1.
    std::optional<ByteSize> sharedBytes(int launch, bool isDynamic) const;
};

struct ModuleFacts {
    std::vector<FunctionFacts> functions; ///< in module order
    std::shared_ptr<const Arena> arena;   ///< keeps the bodies alive; null if the caller does
    /// By the name of the GlobalVar.
    const FunctionFacts* find(std::string_view name) const;
    /// By exported symbol, else by name: the callee of a packed or extern call.
    const FunctionFacts* findSymbol(std::string_view symbol) const;

private:
    /// Positions in `functions`. Built on the first lookup.
    using Table = std::optional<TextMap<uint32_t>>;
    using KeyOf = std::string_view (*)(const FunctionFacts&);
    const FunctionFacts* findIn(Table& table, KeyOf keyOf, std::string_view key) const;

    mutable Table m_byName;
    mutable Table m_bySymbol;
};

ModuleFacts collectFacts(const Module& module);

/// BodyFacts::features of one function.
uint16_t formsOf(const PrimFunc& function);

} // namespace tir
