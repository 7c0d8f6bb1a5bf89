/// The promises about floating types that a target can store but not compute with.

#pragma once

#include "core/analysis/module_facts.h"
#include "core/ir/narrow_floats.h"
#include "core/support/diagnostic.h"

namespace tir {

/// No arithmetic or comparison in the family, in functions whose target lacks it.
void checkNoArithmetic(const ModuleFacts& facts, NarrowFloat family, Diagnostics& found);

/// No buffer of the family, in functions whose target lacks its arithmetic.
void checkNoStorage(const ModuleFacts& facts, NarrowFloat family, Diagnostics& found);

} // namespace tir
