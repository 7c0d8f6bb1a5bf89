/// The rules about calls of operations: the number and types of their arguments. Operations that are not in the table
/// accept anything; generators reject unknown ones by name.

#include "core/analysis/verify/types.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <iterator>

namespace tir {
namespace {

/// The requirement on the arguments of an operation. If the kind names one, the result has the type of the first
/// argument.
enum class Operands : uint8_t {
    Any,
    Integers,      ///< of one type, as the result
    Integer,       ///< one; the result is an integer of its own type
    Floats,        ///< of one type, as the result
    FloatExponent, ///< a float, as the result, and an integer
    Numbers,       ///< of one type, as the result
    Number,        ///< one; the result is boolean
    Same,          ///< one, of the type of the result
    Pointer,       ///< the first one
    PointerOffset, ///< a pointer and an integer
    Text,          ///< the first one is a string
    Branches,      ///< a condition and two values of the type of the result
    SameBits,      ///< one, of as many bits as the result
    WarpExchange,  ///< a mask, a number, which is the result, and where it comes from
    Address,       ///< a load or a variable
    AccessPointer, ///< tvm_access_ptr
    Symbol,        ///< the first one is the name of an external function
    Barrier,       ///< the first one is a storage scope that threads share
};

constexpr size_t Many = SIZE_MAX;

struct Rule {
    OpId op;
    size_t least;
    size_t most;
    Operands operands;
};

using enum Operands;
constexpr Rule OperationRules[] = {
    {OpId::acos, 1, 1, Floats},
    {OpId::acosh, 1, 1, Floats},
    {OpId::address_of, 1, 1, Address},
    {OpId::asin, 1, 1, Floats},
    {OpId::asinh, 1, 1, Floats},
    {OpId::atan, 1, 1, Floats},
    {OpId::atan2, 2, 2, Floats},
    {OpId::atanh, 1, 1, Floats},
    {OpId::atomic_add, 2, 2, Pointer},
    {OpId::bitwise_and, 2, 2, Integers},
    {OpId::bitwise_not, 1, 1, Integers},
    {OpId::bitwise_or, 2, 2, Integers},
    {OpId::bitwise_xor, 2, 2, Integers},
    {OpId::break_loop, 0, 0, Any},
    {OpId::call_extern, 1, Many, Symbol},
    {OpId::call_llvm_intrin, 1, Many, Any},
    {OpId::call_llvm_pure_intrin, 1, Many, Any},
    {OpId::call_pure_extern, 1, Many, Symbol},
    {OpId::ceil, 1, 1, Numbers},
    {OpId::clz, 1, 1, Integer},
    {OpId::continue_loop, 0, 0, Any},
    {OpId::copysign, 2, 2, Floats},
    {OpId::cos, 1, 1, Floats},
    {OpId::cosh, 1, 1, Floats},
    {OpId::erf, 1, 1, Floats},
    {OpId::exp, 1, 1, Floats},
    {OpId::exp10, 1, 1, Floats},
    {OpId::exp2, 1, 1, Floats},
    {OpId::fabs, 1, 1, Numbers},
    {OpId::floor, 1, 1, Numbers},
    {OpId::fma, 3, 3, Numbers},
    {OpId::fmod, 2, 2, Floats},
    {OpId::handle_add_byte_offset, 2, 2, PointerOffset},
    {OpId::hypot, 2, 2, Floats},
    {OpId::if_then_else, 3, 3, Branches},
    {OpId::ignore_loop_partition, 1, 1, Same},
    {OpId::isfinite, 1, 1, Number},
    {OpId::isinf, 1, 1, Number},
    {OpId::isnan, 1, 1, Number},
    {OpId::isnullptr, 1, 1, Pointer},
    {OpId::large_uint_imm, 2, 2, Any},
    {OpId::ldexp, 2, 2, FloatExponent},
    {OpId::likely, 1, 1, Same},
    {OpId::log, 1, 1, Floats},
    {OpId::log10, 1, 1, Floats},
    {OpId::log1p, 1, 1, Floats},
    {OpId::log2, 1, 1, Floats},
    {OpId::nearbyint, 1, 1, Numbers},
    {OpId::nextafter, 2, 2, Floats},
    {OpId::popcount, 1, 1, Integers},
    {OpId::pow, 2, 2, Floats},
    {OpId::reinterpret, 1, 1, SameBits},
    {OpId::ret, 0, 1, Any},
    {OpId::round, 1, 1, Numbers},
    {OpId::rsqrt, 1, 1, Floats},
    {OpId::shift_left, 2, 2, Integers},
    {OpId::shift_right, 2, 2, Integers},
    {OpId::sigmoid, 1, 1, Floats},
    {OpId::sin, 1, 1, Floats},
    {OpId::sinh, 1, 1, Floats},
    {OpId::sqrt, 1, 1, Floats},
    {OpId::tan, 1, 1, Floats},
    {OpId::tanh, 1, 1, Floats},
    {OpId::thread_return, 0, 0, Any},
    {OpId::trunc, 1, 1, Numbers},
    {OpId::tvm_access_ptr, 5, 5, AccessPointer},
    {OpId::tvm_call_cpacked, 1, Many, Text},
    {OpId::tvm_call_cpacked_lowered, 4, Many, Text},
    {OpId::tvm_call_packed, 1, Many, Text},
    {OpId::tvm_call_packed_lowered, 4, Many, Text},
    {OpId::tvm_stack_alloca, 2, 2, Text},
    {OpId::tvm_storage_sync, 1, Many, Barrier},
    {OpId::tvm_struct_get, 3, 3, Pointer},
    {OpId::tvm_struct_set, 4, 4, Pointer},
    {OpId::tvm_thread_invariant, 1, 1, Same},
    {OpId::tvm_warp_shuffle, 5, 5, WarpExchange},
    {OpId::tvm_warp_shuffle_down, 5, 5, WarpExchange},
    {OpId::tvm_warp_shuffle_up, 5, 5, WarpExchange},
    {OpId::tvm_warp_shuffle_xor, 5, 5, WarpExchange},
};
static_assert(std::ranges::is_sorted(OperationRules, {}, &Rule::op));

const Rule* findRule(const Op& op)
{
    const auto rule = std::ranges::lower_bound(OperationRules, op.id, {}, &Rule::op);
    return rule != std::end(OperationRules) && rule->op == op.id ? rule : nullptr;
}

std::string callOf(const Call& call)
{
    return "operation " + quoted(call.op->printedName);
}

std::string countText(const Rule& rule)
{
    if (rule.most == Many)
        return "at least " + counted(int64_t(rule.least), "argument");
    return (rule.least == rule.most ? "" : std::to_string(rule.least) + " to ") +
           counted(int64_t(rule.most), "argument");
}

bool checkCount(const Call& call, const Rule& rule, NodeReport report)
{
    if (call.args.size() >= rule.least && call.args.size() <= rule.most)
        return true;
    report.error("argument-count", callOf(call) + " takes " + countText(rule) + ", but it gets " +
                                       std::to_string(call.args.size()));
    return false;
}

void reportArgument(const Call& call, size_t index, std::string_view expected, NodeReport report)
{
    report.error("argument-type", "argument " + std::to_string(index + 1) + " of " + callOf(call) +
                                      " has type " + toString(call.args[index]->dtype) + ", but it must be " +
                                      std::string(expected));
}

bool isNumber(DType type)
{
    return type.isIntegral() || type.isAnyFloat();
}
bool isIntegral(DType type)
{
    return type.isIntegral();
}
bool isFloat(DType type)
{
    return type.isAnyFloat();
}

void checkResult(const Call& call, DType expected, NodeReport report)
{
    if (call.dtype != expected)
        report.error("result-type", callOf(call) + " has type " + toString(call.dtype) +
                                        ", but its arguments make it " + toString(expected));
}

/// All arguments are of one type that `isOf` accepts, and so is the result.
void checkUniform(const Call& call, bool (*isOf)(DType), std::string_view expected, NodeReport report)
{
    const DType type = call.args[0]->dtype;
    if (!isOf(type)) {
        reportArgument(call, 0, expected, report);
        return;
    }
    for (size_t i = 1; i < call.args.size(); ++i)
        if (call.args[i]->dtype != type) {
            report.error("operand-types", "arguments of " + callOf(call) + " have types " + toString(type) +
                                              " and " + toString(call.args[i]->dtype) +
                                              ", but they must have the same type");
            return;
        }
    checkResult(call, type, report);
}

void checkBranches(const Call& call, NodeReport report)
{
    if (!isPredicate(call.args[0]->dtype))
        report.error("condition-type", "the condition of " + callOf(call) + " has type " +
                                           toString(call.args[0]->dtype) + ", but it must be bool");
    const DType a = call.args[1]->dtype;
    const DType b = call.args[2]->dtype;
    if (a != b)
        report.error("operand-types", "the values of " + callOf(call) + " have types " + toString(a) +
                                          " and " + toString(b) + ", but they must have the same type");
    else
        checkResult(call, a, report);
}

/// An integer that can hold a pointer.
bool isAddress(DType type)
{
    return (type.isInt() || type.isUInt()) && type.isScalar();
}

void checkSameBits(const Call& call, NodeReport report)
{
    const DType from = call.args[0]->dtype;
    if (from.isVoid() || call.dtype.isVoid())
        report.error("argument-type", callOf(call) + " has no meaning between " + toString(from) + " and " +
                                          toString(call.dtype));
    else if (!from.isScalable() && !call.dtype.isScalable() &&
             from.bits * from.lanes != call.dtype.bits * call.dtype.lanes)
        report.error("result-type", callOf(call) + " from " + toString(from) + " to " + toString(call.dtype) +
                                        " changes the number of bits");
    else if (from.isHandle() != call.dtype.isHandle() && !isAddress(from) && !isAddress(call.dtype))
        report.error("argument-type", callOf(call) + " from " + toString(from) + " to " +
                                          toString(call.dtype) + " combines a pointer and no scalar integer");
}

bool isText(const Expr& expr)
{
    return expr.kind == NodeKind::StringImm || expr.kind == NodeKind::OpaqueExpr;
}

/// Generated code repeats the name: an identifier, with namespaces and template arguments.
void checkSymbol(const Call& call, NodeReport report)
{
    const auto* name = as<StringImm>(call.args[0]);
    const auto mayOccur = [](char c) {
        return isNameByte(c) || std::string_view(":<>, *&.").find(c) != std::string_view::npos;
    };
    if (name && !std::ranges::all_of(name->value, mayOccur))
        report.error("invalid-name",
                     "the name of an external function contains a character that is not part of a name");
}

/// A void value is not an argument.
void checkValues(const Call& call, NodeReport report)
{
    for (size_t i = 0; i < call.args.size(); ++i)
        if (call.args[i]->kind == NodeKind::Call && call.args[i]->dtype.isVoid())
            reportArgument(call, i, "a value", report);
}

/// A barrier of another scope would be dropped by some passes and kept by others.
void checkBarrier(const Call& call, NodeReport report)
{
    static constexpr std::string_view Scopes[] = {"global", "shared", "shared.dyn", "warp"};
    const auto* scope = as<StringImm>(call.args[0]);
    if (!scope)
        return reportArgument(call, 0, "a string", report);
    if (std::ranges::find(Scopes, scope->value) == std::end(Scopes))
        report.error("unknown-scope", callOf(call) + " has the unknown storage scope " +
                                          quoted(scope->value) +
                                          "; barriers exist for global, shared, shared.dyn, and warp");
}

void checkArguments(const Call& call, const Rule& rule, NodeReport report)
{
    const auto check = [&](size_t index, bool holds, std::string_view expected) {
        if (!holds)
            reportArgument(call, index, expected, report);
    };
    const auto type = [&](size_t index) { return call.args[index]->dtype; };
    const auto isIndex = [&](size_t index) { return isIndexType(type(index)) && type(index).isScalar(); };
    switch (rule.operands) {
    case Any:
        break;
    case Integers:
        checkUniform(call, isIntegral, "an integer", report);
        break;
    case Integer:
        check(0, type(0).isIntegral(), "an integer");
        if (!call.dtype.isIntegral() || call.dtype.lanes != type(0).lanes)
            checkResult(call, Int32.withLanes(type(0).lanes), report);
        break;
    case Floats:
        checkUniform(call, isFloat, "a float", report);
        break;
    case FloatExponent:
        check(0, type(0).isAnyFloat(), "a float");
        check(1, isIndexType(type(1)) && type(1).lanes == type(0).lanes,
              "an integer with as many lanes as the first argument");
        checkResult(call, type(0), report);
        break;
    case Numbers:
        checkUniform(call, isNumber, "a number", report);
        break;
    case Number:
        check(0, isNumber(type(0)), "a number");
        checkResult(call, Bool.withLanes(type(0).lanes), report);
        break;
    case Same:
        checkResult(call, type(0), report);
        break;
    case Pointer:
        check(0, type(0).isHandle(), "a pointer");
        break;
    case PointerOffset:
        check(0, type(0).isHandle(), "a pointer");
        check(1, isIndex(1), "a scalar integer");
        break;
    case Text:
        check(0, isText(*call.args[0]), "a string");
        break;
    case Barrier:
        checkBarrier(call, report);
        break;
    case Symbol:
        check(0, isText(*call.args[0]), "a string");
        checkSymbol(call, report);
        break;
    case Branches:
        checkBranches(call, report);
        break;
    case SameBits:
        checkSameBits(call, report);
        break;
    case WarpExchange:
        for (const size_t index : {size_t(0), size_t(2), size_t(3), size_t(4)})
            check(index, isIndex(index), "a scalar integer");
        check(1, isNumber(type(1)), "a number");
        checkResult(call, type(1), report);
        break;
    case Address:
        check(0, as<BufferLoad>(call.args[0]) || as<Var>(call.args[0]),
              "an element of a buffer or a variable");
        break;
    case AccessPointer:
        check(1, type(1).isHandle(), "a pointer");
        check(2, isIndex(2), "a scalar integer");
        check(3, isIndex(3), "a scalar integer");
        check(4, isIndex(4), "a scalar integer");
        break;
    }
}

/// Of an operation without a rule: the parameters that op_list.def names, up to one that can take several arguments.
/// The type of the result is not an argument.
size_t leastArguments(const Op& op)
{
    size_t count = 0;
    for (std::string_view rest = op.parameters; !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find(' '));
        if (name.find('*') != std::string_view::npos)
            break;
        count += name != "dtype";
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
    return count;
}

} // namespace

void checkOperation(const Call& call, NodeReport report)
{
    if (!call.isOp(OpId::ret))
        checkValues(call, report);
    if (const Rule* rule = findRule(*call.op)) {
        if (checkCount(call, *rule, report))
            checkArguments(call, *rule, report);
    } else if (checkCount(call, {call.op->id, leastArguments(*call.op), Many, Any}, report)) {
        checkPointerArguments(call, report);
    }
}

} // namespace tir
