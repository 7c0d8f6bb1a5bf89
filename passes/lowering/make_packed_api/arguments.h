/// Reads the packed arguments of one function: an array of (type index, padding, value), as the runtime of
/// TVM passes it. First every parameter by itself, then the content of each tensor.

#pragma once

#include "core/ir/packed_fields.h"
#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"
#include "passes/lowering/make_packed_api/prologue.h"

#include <optional>

namespace tir::passes {

class ArgumentReader {
public:
    ArgumentReader(Arena& arena, SharedConstants& constants, const PrimFunc& function, DeviceType device);

    /// Fills the prologue; refuses parameters that a packed call cannot carry.
    std::optional<PassError> read();

    const Prologue& prologue() const { return m_prologue; }
    /// `self_handle, args, num_args, result`.
    VarList packedParams() const { return m_packedParams; }
    const Var* result() const { return m_packedParams[3]; }
    /// The device that the first tensor is on; null without tensors.
    const Var* deviceId() const { return m_deviceId; }
    /// The source of each variable that is not a parameter: "X.shape[0]".
    const std::vector<std::pair<const Var*, std::string_view>>& sources() const { return m_sources; }

private:
    std::optional<PassError> readParameter(size_t argument);
    const Expr* pointerValue(size_t argument, const Var* typeIndex);

    void readTensor(size_t argument, const Buffer& buffer);
    void checkType(size_t argument, const Var* tensor, const Buffer& buffer);
    void readShape(size_t argument, const Var* tensor, const Buffer& buffer);
    void readStrides(size_t argument, const Var* tensor, const Buffer& buffer);
    void checkCompact(size_t argument, const Var* strides, const Buffer& buffer);
    void readOffset(size_t argument, const Var* tensor, const Buffer& buffer);
    void readDevice(size_t argument, const Var* tensor, const Buffer& buffer);
    void readData(size_t argument, const Var* tensor, const Buffer& buffer);

    /// The first sight of a variable binds it; later ones, and everything else, check.
    void bindOrCheck(const Expr* expected, const Expr* value, const std::string& path, size_t argument,
                     const Node& origin);

    const Var* bindNew(const std::string& name, DType type, const Expr* value, const Node& origin);
    const Expr* field(const Expr* handle, size_t index, StructField field, DType type);
    const Expr* element(const Var* array, size_t index, DType type);
    const Expr* isNull(const Expr* pointer);
    const Expr* isOneOf(const Var* typeIndex, std::initializer_list<TypeIndex> indices);

    Arena& m_arena;
    SharedConstants& m_constants;
    const PrimFunc& m_function;
    DeviceType m_device;
    CheckWords m_words;
    Prologue m_prologue;
    VarList m_packedParams;
    const Var* m_deviceId = nullptr;
    PointerMap<Var, std::string_view> m_bound; ///< and where it was bound
    std::vector<std::pair<const Var*, std::string_view>> m_sources;
};

} // namespace tir::passes
