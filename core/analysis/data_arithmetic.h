/// Which integer arithmetic of a program computes results. Integers are data in quantized programs and positions
/// everywhere: an operation computes results if an operand was loaded from memory, and the operation is not part of an
/// index.

#pragma once

#include "core/ir/module.h"

#include <unordered_set>

namespace tir {

class DataArithmetic {
public:
    explicit DataArithmetic(const Stmt& body);
    /// Of all its functions.
    explicit DataArithmetic(const Module& module);

    bool contains(const Binary& operation) const { return m_operations.contains(&operation); }

private:
    void add(const Stmt& body);

    std::unordered_set<const Binary*> m_operations;
};

} // namespace tir
