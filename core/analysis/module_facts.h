/// What the analyses ask of every function, collected in one walk: its launches with their axes, the
/// shared memory it allocates, and whom it calls from where.

#pragma once

#include "core/analysis/text.h"
#include "core/ir/places.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tir {

/// True for `thread_extent` and for a loop that is bound to a hardware axis: both may open a launch.
/// Virtual threads do not.
bool bindsThreads(const Node& node);

/// A hardware axis of a launch; the extent is written in terms of the function around it.
struct LaunchAxis {
    std::string_view tag; ///< "threadIdx.x"
    const Expr* extent;
};

/// An outermost launch: a `thread_extent` (or thread-bound loop) that no other one encloses.
struct LaunchFacts {
    const Stmt* statement;
    Place place;
    const Target* regionTarget;    ///< of the AttrStmt `target` around it; null without one
    std::vector<LaunchAxis> axes;  ///< one per tag, in order of appearance; the last extent counts
    bool isInHostFunction = false; ///< its function's target has a host
};

struct AllocationFacts {
    const AllocBuffer* statement;
    Place place;
    int launch; ///< index into FunctionFacts::launches; -1 outside
};

struct CallFacts {
    const Call* call;
    Place place;
    int launch; ///< -1 outside
};

struct FunctionFacts {
    const ModuleEntry* entry = nullptr;
    const PrimFunc* function = nullptr; ///< null: not TIR
    const Target* target = nullptr;
    Place place = NoPlace;
    std::vector<LaunchFacts> launches;
    std::vector<AllocationFacts> sharedAllocations; ///< scope rank shared, any tag
    std::vector<CallFacts> calls; ///< of functions of the module, packed, cpacked and extern calls
    Place deviceRegion = NoPlace; ///< the first AttrStmt `target`

    std::string_view name() const { return entry->var->name; }
    /// Runs on the host: its target has a host of its own, or is the CPU. Without a target: false.
    bool isHost() const;
    /// Made for another device than the CPU, and without a host: nobody on the host may call it.
    bool isDevice() const;
    /// Bytes of dynamic (else all other) shared memory allocated in a launch, or outside of all for -1.
    std::optional<ByteSize> sharedBytes(int launch, bool isDynamic) const;
};

struct ModuleFacts {
    std::vector<FunctionFacts> functions; ///< in module order
    /// Adds what a walk over the function of `entry` has found, and what stands in its attributes.
    void add(const ModuleEntry& entry, FunctionFacts function);
    /// By the name of the GlobalVar.
    const FunctionFacts* find(std::string_view name) const;
    /// By exported symbol, else by name: what a packed or extern call means.
    const FunctionFacts* findSymbol(std::string_view symbol) const;

    std::unordered_map<std::string_view, size_t> byName;
    std::unordered_map<std::string_view, size_t> bySymbol;
};

ModuleFacts collectFacts(const Module& module);

/// The text in front of the arguments of a packed, cpacked or extern call; empty for other calls.
std::string_view calleeText(const Call& call);
bool isPackedCall(const Call& call);
bool isCPackedCall(const Call& call);
bool isExternCall(const Call& call);

} // namespace tir
