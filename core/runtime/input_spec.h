/// How the value of one argument is chosen: one type for the command line, request files, the worker and the
/// window, with one spelling:
///
///     random             by the type: floats in [-1, 1), integers 1 … 8, booleans either
///     random(-1,1)       uniform from the first to the second; integers include both ends
///     mixed(-128,127)    one half like random(-128,127), the other half near zero: from -8 to 8
///     const(0.5), 0.5    all elements equal; also the value of a scalar or of a symbolic size
///     ramp(0,0.5)        0, 0.5, 1 … in row-major order
///     data/a.npy         a file

#pragma once

#include "core/ir/dtype.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace tir {

struct InputSpec {
    enum class Kind : uint8_t { Random, Mixed, Constant, Ramp, File };
    Kind kind = Kind::Random;
    bool hasRange = false; ///< of Random and Mixed: `first` to `second`
    double first = 0;      ///< least value, the constant, or the start of the ramp
    double second = 0;     ///< greatest value, or the step of the ramp
    double step = 0;       ///< of a range: only values that are `first` plus multiples of it; 0: any
    std::string path;      ///< of File

    bool operator==(const InputSpec&) const = default;

    static InputSpec random(double least, double greatest, double step = 0)
    {
        return {Kind::Random, true, least, greatest, step, {}};
    }
    static InputSpec mixed(double least, double greatest)
    {
        return {Kind::Mixed, true, least, greatest, 0, {}};
    }
    static InputSpec constant(double value) { return {Kind::Constant, false, value, 0, 0, {}}; }
    static InputSpec ramp(double start, double step) { return {Kind::Ramp, false, start, step, 0, {}}; }
    static InputSpec file(std::string name) { return {Kind::File, false, 0, 0, 0, std::move(name)}; }
};

/// Any other text is an error with a reason.
Result<InputSpec> parseInputSpec(std::string_view text);
/// As short as it reads back the same: "const(0.5)".
std::string toString(const InputSpec& spec);

/// Why elements of `dtype` cannot have these values, "300 is not a uint8"; empty if they can. `count`: the number of
/// elements. Does not open files.
std::string whyUnfit(const InputSpec& spec, DType dtype, int64_t count);

} // namespace tir
