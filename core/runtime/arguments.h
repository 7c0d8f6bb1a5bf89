/// The arguments of a run, made from the signature of its entry: tensors for buffers and pointers, values for
/// scalars, numbers for symbolic sizes. What the user gives is taken; the rest follows from a seed.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/tensor.h"
#include "core/support/result.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace tir {

/// A sequence that is the same everywhere (SplitMix64).
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}
    uint64_t next();
    /// In [0, 1), 53 bits.
    double unit();

private:
    uint64_t m_state;
};

struct Argument {
    std::string name; ///< of the buffer, else of the parameter
    bool isScalar = false;
    Tensor value;
    bool isPointer = false; ///< to something whose size the signature does not tell
};

struct ArgumentOptions {
    uint64_t seed = 0;
    std::map<std::string, Tensor> inputs =
        {}; ///< by name of the buffer or of the parameter; types as in a file
    std::map<std::string, int64_t> dims = {}; ///< by name of the symbolic size
};

/// What an entry is called with.
struct Arguments {
    std::vector<Argument> params;                  ///< in parameter order
    std::unordered_map<const Var*, int64_t> sizes; ///< every symbolic size of the buffers
};

/// Extent of a symbolic size that nothing else decides.
inline constexpr int64_t DefaultSize = 64;

/// Floats are uniform in [-1, 1), integers in 1 … 8, scalar integers in 1 … 4, booleans even. Fails for
/// inputs that do not fit, names that do not exist, pointers of unknown size.
Result<Arguments> makeArguments(const PrimFunc& function, const ArgumentOptions& options);

} // namespace tir
