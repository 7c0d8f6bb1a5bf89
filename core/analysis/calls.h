/// What a call calls, and the type that the called function returns.

#pragma once

#include "core/ir/module.h"

#include <string_view>

namespace tir {

bool isPackedCall(const Call& call);
bool isCPackedCall(const Call& call);
bool isExternCall(const Call& call);
/// The text in front of the arguments of a packed, cpacked or extern call; empty for other calls.
std::string_view calleeText(const Call& call);

/// The name of the external function that is called; empty for other calls.
std::string_view externName(const Call& call);
/// The name of the function that is called, in the module or external; empty for operations.
std::string_view calledName(const Call& call);
/// The function of the module that is called, by its variable or as an external one by its name; null if there is none.
const ModuleEntry* calledFunction(const Call& call, const Module& module);

/// The type of the values that the function returns, also if its signature does not state it (lowered functions return
/// an error code); void if it returns nothing. A return inside a launch does not return from the function.
DType returnDType(const PrimFunc& function);

} // namespace tir
