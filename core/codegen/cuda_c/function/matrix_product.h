/// The forms of mma.sync, and the device function around each.

#pragma once

#include <string>
#include <string_view>

namespace tir::cuda_c {

struct OperandType {
    std::string_view word; ///< in the call
    const char* ptx;
    int bits;
};

/// Null if there is no such type.
const OperandType* operandType(std::string_view word);

/// "{%0, %1}"; counts on from `next`.
std::string registers(int count, int& next);
/// "\"=r\"(array[0]), \"=r\"(array[1])": `count` registers, with the prefix of each constraint.
std::string operands(const OperandType& type, const char* array, int count, const char* prefix);

/// Types of both operands and of the sum.
struct MatrixForm {
    std::string_view operands; ///< each of them alike, integers of one width also mixed
    std::string_view sums;
    std::string_view shape;
    int firstArch;
};

struct MatrixProduct {
    std::string shape; ///< "m16n8k16"
    std::string layouts;
    const OperandType* a;
    const OperandType* b;
    const OperandType* c;
    bool isSaturated;
    int m = 0;
    int n = 0;
    int k = 0;

    /// Null if there is no such instruction. Sets m, n, and k.
    const MatrixForm* form();
    /// Of the device function.
    std::string name() const;
    std::string helper() const;

private:
    /// Four products of quarters of a warp in one instruction.
    bool isOfQuarters() const { return shape == "m8n8k4" && a->bits == 16; }
};

} // namespace tir::cuda_c
