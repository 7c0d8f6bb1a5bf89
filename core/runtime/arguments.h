/// The arguments of a run, made from the signature of its entry: tensors for buffers and pointers, values for scalars,
/// numbers for symbolic sizes. Values of the user are used; the others are chosen deterministically from a seed.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/input_spec.h"
#include "core/runtime/sizes.h"
#include "core/runtime/tensor.h"
#include "core/support/result.h"

#include <map>
#include <string>
#include <vector>

namespace tir {

/// A sequence that is the same everywhere (SplitMix64).
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}
    uint64_t next();
    /// As if next() had been called so often.
    void skip(uint64_t count) { m_state += count * Step; }
    /// In [0, 1), 53 bits.
    double unit() { return unitOf(next()); }
    static double unitOf(uint64_t bits) { return double(bits >> 11) * 0x1.0p-53; }

private:
    static constexpr uint64_t Step = 0x9e3779b97f4a7c15;
    uint64_t m_state;
};

struct ArgumentOptions {
    uint64_t seed = 0;
    /// By name of the buffer, of the parameter, or of the symbolic size. A size takes a constant.
    std::map<std::string, InputSpec> inputs = {};
    bool findsPartialTiles = false; ///< fills ArgumentPlan::partialTiles, which is a search
};

/// How one parameter will be filled: the choices of a user before a run.
struct ParameterPlan {
    enum class Kind : uint8_t {
        Scalar,
        Buffer,
        Pointer, ///< a bare pointer: its size is that of the largest buffer declared on it, or that of a file
    };
    std::string name; ///< of the buffer, else of the parameter
    Kind kind = Kind::Buffer;
    DType dtype;
    std::vector<int64_t> shape; ///< empty for scalars; with -1 where it is unknown
    InputSpec spec;
    bool isGiven = false; ///< by the options; else chosen
};

struct SizePlan {
    std::string name;
    int64_t value = 0;
    bool isGiven = false;
};

/// Something that cannot be done with the parameter or size of that name.
struct ArgumentProblem {
    std::string name;
    Diagnostic diagnostic; ///< "bad-argument", "cannot-pass" if no input would do, or the error of a file
};

struct ArgumentPlan {
    std::vector<ParameterPlan> params; ///< in parameter order
    std::vector<SizePlan> sizes;       ///< symbolic sizes that are not parameters, in order of appearance
    Sizes values;                      ///< of every symbolic size of the buffers and every integer scalar
    /// Other values for those among them that were chosen, for which tiles are incomplete (sizesOfPartialTiles); empty if
    /// there are none, or if the options do not ask for them.
    Sizes partialTiles;
    std::vector<ArgumentProblem> problems;

    /// The size of the arguments; the maximum if it cannot be computed. Unknown extents count as 1.
    uint64_t bytes() const;
};

/// Decides everything and creates nothing: of files, only the headers are read, and those of integer scalars, whose values
/// may be sizes.
ArgumentPlan planArguments(const PrimFunc& function, const ArgumentOptions& options);

/// The value of a scalar parameter. Precondition: the specification fits the type and is not a file.
Tensor makeScalar(DType dtype, const InputSpec& spec, uint64_t seed, size_t parameter);

struct Argument {
    std::string name; ///< of the buffer, else of the parameter
    bool isScalar = false;
    Tensor value;
    bool isPointer = false;
};

/// The arguments of an entry.
struct Arguments {
    std::vector<Argument> params; ///< in parameter order
    Sizes sizes;                  ///< every symbolic size of the buffers
};

/// The arguments as planArguments decided. Floats are uniform in [-1, 1), integers in 1 … 8, scalar integers in 1 … 4,
/// booleans even, unless they are given; every parameter has a separate random sequence, so that giving one does not
/// change the others. Fails for inputs that do not fit, names that do not exist, pointers of unknown size.
Result<Arguments> makeArguments(const PrimFunc& function, const ArgumentOptions& options);

} // namespace tir
