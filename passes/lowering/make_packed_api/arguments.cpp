#include "passes/lowering/make_packed_api/arguments.h"

#include "core/analysis/text.h"
#include "core/ir/make.h"
#include "core/support/arena_text.h"

namespace tir::passes {
namespace {

/// Bytes of the header before the DLTensor of a tensor object.
constexpr int ObjectHeaderBytes = 24;

const Expr* either(Arena& arena, const Expr* a, const Expr* b)
{
    return binary(arena, BinaryOp::Or, a, b);
}

} // namespace

ArgumentReader::ArgumentReader(Arena& arena, SharedConstants& constants, const PrimFunc& function,
                               DeviceType device)
    : m_arena(arena),
      m_constants(constants),
      m_function(function),
      m_device(device),
      m_words(arena, constants, function),
      m_prologue(arena)
{
    const auto param = [&](std::string_view name, const Type* type) { return arena.make<Var>(name, type); };
    const std::vector<const Var*> params{
        param("self_handle", primType(arena, Handle)), param("args", primType(arena, Handle)),
        param("num_args", primType(arena, Int32)), param("result", pointerType(arena, Void, "global"))};
    m_packedParams = arena.copy(params);
}

std::optional<PassError> ArgumentReader::read()
{
    const Var* args = m_packedParams[1];
    const Var* count = m_packedParams[2];
    const size_t expected = m_function.params.size();
    m_prologue.checkNow(binary(m_arena, BinaryOp::EQ, count, m_constants.number(int64_t(expected))),
                        "TypeError",
                        m_words.parts("the number of arguments", "be " + std::to_string(expected)));
    if (expected > 0)
        m_prologue.checkNow(m_arena.make<Not>(isNull(args)), "TypeError",
                            m_words.parts("the array of arguments", "not be null"));
    for (size_t i = 0; i < expected; ++i)
        if (auto refusal = readParameter(i))
            return refusal;
    for (size_t i = 0; i < expected; ++i)
        if (const Buffer* buffer = m_function.bufferOf(m_function.params[i]))
            readTensor(i, *buffer);
    return std::nullopt;
}

std::optional<PassError> ArgumentReader::readParameter(size_t argument)
{
    const Var* param = m_function.params[argument];
    const DType type = param->dtype;
    const std::string name(param->name);
    if (!type.isScalar() || !(type.isHandle() || type.isIntegral() || type.isAnyFloat()))
        return PassError{.message = "parameter '" + name + "' of type " + toString(type) +
                                    " cannot be passed in a packed call",
                         .node = param};

    const Var* args = m_packedParams[1];
    const Var* typeIndex =
        bindNew(name + ".type_index", Int32, field(args, argument, StructField::AnyTypeIndex, Int32), *param);
    const auto value = [&](DType as) { return field(args, argument, StructField::AnyValue, as); };
    const Buffer* buffer = m_function.bufferOf(param);
    const std::string shownName(buffer ? buffer->name : param->name);
    const auto expect = [&](const Expr* condition, const std::string& what) {
        m_prologue.checkNow(condition, "TypeError", m_words.parts(shownName, "be " + what, argument));
    };
    const Expr* decoded = nullptr;
    if (type.isHandle()) {
        const Expr* isObject =
            binary(m_arena, BinaryOp::GE, typeIndex, m_constants.number(int(TypeIndex::FirstObject)));
        expect(
            either(m_arena,
                   isOneOf(typeIndex, {TypeIndex::None, TypeIndex::OpaquePointer, TypeIndex::TensorPointer}),
                   isObject),
            buffer ? "a tensor" : "a pointer");
        decoded = pointerValue(argument, typeIndex);
    } else if (type.isBool()) {
        expect(isOneOf(typeIndex, {TypeIndex::Bool, TypeIndex::Int}), "a boolean");
        decoded = cast(m_arena, type, value(Int64));
    } else if (type.isIntegral()) {
        expect(isOneOf(typeIndex, {TypeIndex::Int, TypeIndex::Bool}), "an integer");
        decoded = cast(m_arena, type, value(Int64));
    } else {
        expect(isOneOf(typeIndex, {TypeIndex::Float, TypeIndex::Int, TypeIndex::Bool}), "a number");
        decoded =
            m_arena.make<Select>(isOneOf(typeIndex, {TypeIndex::Float}), cast(m_arena, type, value(Float64)),
                                 cast(m_arena, type, value(Int64)));
    }
    m_prologue.bind(param, decoded, *param);
    m_bound.insert(param, param->name);
    return std::nullopt;
}

const Expr* ArgumentReader::pointerValue(size_t argument, const Var* typeIndex)
{
    const Expr* pointer = field(m_packedParams[1], argument, StructField::AnyValue, Handle);
    const Expr* behindHeader = callOp(m_arena, Handle, OpId::handle_add_byte_offset,
                                      {pointer, m_constants.number(ObjectHeaderBytes)});
    return m_arena.make<Select>(isOneOf(typeIndex, {TypeIndex::Tensor}), behindHeader, pointer);
}

void ArgumentReader::bindOrCheck(const Expr* expected, const Expr* value, const std::string& path,
                                 size_t argument, const Node& origin)
{
    const auto* var = as<Var>(expected);
    if (!var) {
        // Constants are on the right, where the reader of the condition looks for them.
        const bool isConstant = as<IntImm>(expected) != nullptr;
        m_prologue.checkLast(isConstant ? binary(m_arena, BinaryOp::EQ, value, expected)
                                        : binary(m_arena, BinaryOp::EQ, expected, value),
                             m_words.parts(path, "be " + shortText(*expected), argument));
        return;
    }
    if (const std::string_view* known = m_bound.find(var)) {
        m_prologue.checkAfterBindings(binary(m_arena, BinaryOp::EQ, var, value),
                                      m_words.parts(path, "equal " + std::string(*known), argument));
        return;
    }
    m_prologue.bind(var, value, origin);
    m_sources.emplace_back(var, m_arena.intern(path));
    m_bound.insert(var, m_sources.back().second);
}

const Var* ArgumentReader::bindNew(const std::string& name, DType type, const Expr* value, const Node& origin)
{
    const auto* var = m_arena.make<Var>(copyText(m_arena, name), primType(m_arena, type));
    m_prologue.bind(var, value, origin);
    return var;
}

const Expr* ArgumentReader::field(const Expr* handle, size_t index, StructField field, DType type)
{
    return callOp(m_arena, type, OpId::tvm_struct_get,
                  {handle, m_constants.number(int64_t(index)), m_constants.number(int(field))});
}

const Expr* ArgumentReader::element(const Var* array, size_t index, DType type)
{
    return cast(m_arena, type, field(array, index, StructField::Int64Element, Int64));
}

const Expr* ArgumentReader::isNull(const Expr* pointer)
{
    return callOp(m_arena, Bool, OpId::isnullptr, {pointer});
}

const Expr* ArgumentReader::isOneOf(const Var* typeIndex, std::initializer_list<TypeIndex> indices)
{
    const Expr* condition = nullptr;
    for (const TypeIndex index : indices) {
        const Expr* equal = binary(m_arena, BinaryOp::EQ, typeIndex, m_constants.number(int(index)));
        condition = condition ? either(m_arena, condition, equal) : equal;
    }
    return condition;
}

} // namespace tir::passes
