/// Operations: the table of everything TVM registers, and names that are not in it.

#pragma once

#include "core/ir/dtype.h"
#include "core/support/arena.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace tir {

/// Where the printed call carries its result type, if it does.
enum class DTypePosition : uint8_t { None, First, Last };

/// TVM's side-effect classes, in its order; None for operations registered without one.
enum class CallEffect : uint8_t {
    ExprAnnotation,
    Pure,
    ReadState,
    Opaque,
    SpecialCallArg,
    EmbedInfo,
    ControlJump,
    None,
};

/// How the result type follows from the arguments when the text does not carry it.
enum class ResultRule : uint8_t {
    Unknown, ///< read as int32
    Printed, ///< is part of the text
    Void,
    Handle,
    Bool, ///< with the lanes of the first argument
    Int32,
    Int64,
    UInt32,
    UInt64,
    Float32,
    FirstArg,
    SecondArg,
    Operands, ///< all arguments after type matching
    Branches, ///< the second and third argument after type matching
};

/// The operations of op_list.def, in its order, which is that of their registered names.
enum class OpId : uint16_t {
    Unknown, ///< an operation that is not in the list
#define TIR_OP(Id, ...) Id,
#include "core/ir/op_list.def"
};

/// Identity is the id, or the registered name of an unknown operation: compare with `is`, never by address.
struct Op {
    OpId id = OpId::Unknown;
    std::string_view name;        ///< "tirx.exp"
    std::string_view printedName; ///< "exp"; equals `name` where no script name is registered
    DTypePosition dtypePosition = DTypePosition::None;
    CallEffect effect = CallEffect::Opaque;
    ResultRule result = ResultRule::Unknown;
    /// The names of the parameters of TVM's constructor, in its order, with blanks between: "res lhs rhs". A name with
    /// a star stands for any number of operands ("func_name *args source_code"); it, or a star alone, and the
    /// parameters after it are passed by name only, and their positions among the operands are not known. Empty if
    /// nothing is known.
    std::string_view parameters;

    bool is(OpId other) const { return id == other; }
    /// An operation that is not in the list.
    bool isUnlisted(std::string_view registeredName) const
    {
        return id == OpId::Unknown && name == registeredName;
    }
    bool is(const Op& other) const { return id == other.id && name == other.name; }
};

/// All registered operations, sorted by id, and so by name.
std::span<const Op> allOps();

/// The operation of an id other than Unknown.
const Op* opOf(OpId id);

/// By registered name ("tirx.exp"); null if there is none.
const Op* findOp(std::string_view registeredName);

/// By the text after "T.", dotted namespaces and flat spellings alike; null if there is none.
const Op* findPrintedOp(std::string_view printedName);

/// Prefix of the name of a known operation that is called with other arguments: it counts as an unknown operation, and
/// is printed without the prefix.
inline constexpr std::string_view UnknownOpPrefix = "tirscope.kept.";

/// The registered operation, or a new opaque one in `arena` for an unknown name.
const Op* opNamed(Arena& arena, std::string_view registeredName);

} // namespace tir
