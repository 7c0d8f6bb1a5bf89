/// `thread_extent` and `virtual_thread`: statements that execute their body for every value of an axis.

#pragma once

#include "core/ir/module.h"

namespace tir {

inline bool isAxisStatement(const AttrStmt& attr)
{
    return attr.key == attr::ThreadExtent || attr.key == attr::VirtualThread;
}

/// Null for other statements.
inline const IterVar* axisOfStatement(const AttrStmt& attr)
{
    return isAxisStatement(attr) ? attr.iterVar() : nullptr;
}

} // namespace tir
