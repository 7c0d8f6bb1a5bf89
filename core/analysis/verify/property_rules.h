/// How module properties are detected: one rule per property of property_list.def, which reports what
/// contradicts it.
///
/// Codes, all errors: "function-without-target", "launch-without-device", "entry-not-marked",
/// "several-indices", "loop-launch", "repeated-thread-axis", "virtual-thread-left", "several-launches",
/// "shared-by-launches", "several-dynamic-allocations", "several-static-allocations", "launch-outside-region",
/// "already-split", "launch-left-in-host", "function-not-packed", "packed-call-left", "buffer-parameter",
/// "device-memory-on-host", "narrow-arithmetic-left", "narrow-storage-left", "ramp-plus-broadcast",
/// "kernel-called-directly", "kernel-without-convention", "host-function-launched", "launch-argument-count".

#pragma once

#include "core/analysis/module_facts.h"
#include "core/analysis/verify/module_property.h"
#include "core/support/diagnostic.h"

namespace tir {

/// Appends its diagnostics. Places are in the module of the facts.
using ModuleRule = void(const ModuleFacts& facts, Diagnostics& found);

#define TIR_PROPERTY(identifier, detection, name, meaning) ModuleRule check##identifier;
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY

/// Null for Detection::Never.
ModuleRule* ruleOf(ModuleProperty property);

/// Empty when the property holds, or cannot be detected.
Diagnostics violationsOf(ModuleProperty property, const ModuleFacts& facts);

/// The host code of an input that will access device memory: as for HostMemory, with functions that have no target
/// compiled for `target`. Only of functions that are certainly called by the host.
Diagnostics hostAccessesOnceBound(const ModuleFacts& facts, const Target& target);

} // namespace tir
