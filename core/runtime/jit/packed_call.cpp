#include "core/runtime/jit/packed_call.h"

#include "core/ir/make.h"
#include "core/ir/packed_fields.h"
#include "core/ir/visitor.h"

#include <optional>

namespace tir {
namespace {

/// Finds the device type from the attribute of MakePackedAPI or, after that is removed, from the tensor checks.
class DeviceTypeFinder : public Visitor {
public:
    std::optional<int64_t> deviceType;

protected:
    void visit(const AttrStmt& node) override
    {
        if (node.key == "device_type")
            take(node.value);
        visitChildren(node);
    }
    void visit(const Binary& node) override
    {
        const auto* field = as<Call>(node.a);
        if (node.op == BinaryOp::EQ && field && field->isOp(OpId::tvm_struct_get) &&
            field->args.size() == 3 && isConstInt(field->args[2], int64_t(StructField::DeviceType)))
            take(node.b);
        visitChildren(node);
    }

private:
    void take(const Expr* value)
    {
        if (const auto* number = as<IntImm>(value); number && !deviceType)
            deviceType = number->value;
    }
};

PackedValue scalarValue(const Tensor& tensor)
{
    PackedValue value = {};
    if (tensor.dtype.isAnyFloat()) {
        value.typeIndex = int32_t(TypeIndex::Float);
        value.real = numberAt(tensor, 0);
    } else {
        value.typeIndex = int32_t(tensor.dtype.isBool() ? TypeIndex::Bool : TypeIndex::Int);
        value.integer = integerAt(tensor.dtype, tensor.bytes.data(), 0);
    }
    return value;
}

} // namespace

PackedCall::PackedCall(std::vector<Argument>& arguments, int32_t deviceType, const std::vector<void*>& data)
{
    for (size_t index = 0; index < arguments.size(); ++index) {
        Argument& argument = arguments[index];
        Tensor& tensor = argument.value;
        if (argument.isScalar) {
            m_values.push_back(scalarValue(tensor));
            continue;
        }
        void* const memory = data.empty() ? tensor.bytes.data() : data[index];
        m_tensors.push_back({memory, deviceType, 0, int32_t(tensor.shape.size()), uint8_t(tensor.dtype.code),
                             tensor.dtype.bits, uint16_t(tensor.dtype.lanes), tensor.shape.data(), nullptr,
                             0});
        PackedValue value = {};
        value.typeIndex = int32_t(argument.isPointer ? TypeIndex::OpaquePointer : TypeIndex::TensorPointer);
        value.pointer = argument.isPointer ? m_tensors.back().data : &m_tensors.back();
        m_values.push_back(value);
    }
    m_count = int32_t(m_values.size());
    m_pointers = {nullptr, m_values.data(), &m_count, &m_result};
}

int32_t expectedDeviceType(const PrimFunc& packed)
{
    DeviceTypeFinder finder;
    static_cast<Visitor&>(finder).visit(packed.body, Role::Scope);
    return int32_t(finder.deviceType.value_or(int64_t(DeviceType::CPU)));
}

} // namespace tir
