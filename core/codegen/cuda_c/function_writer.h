/// Writes one function. An expression becomes a text; where that is not enough (a vector, a guarded load),
/// lines are written before the statement and the text names their result.
///
/// Lanes of vectors are computed one by one. A value that is used lane by lane gets a name first; within a
/// scope the same text gets the same name, so a scope never spans a store.

#pragma once

#include "core/codegen/c_like/statement_writer.h"
#include "core/codegen/cuda_c/file_writer.h"
#include "core/codegen/cuda_c/names.h"
#include "core/codegen/cuda_c/types.h"

#include <functional>
#include <unordered_map>

namespace tir::cuda_c {

class FunctionWriter : public c_like::StatementWriter {
public:
    FunctionWriter(FileWriter& file, const PrimFunc& function, const std::string& name);
    c_like::FunctionText write();

private:
    // ---- lines, names, refusals (function_writer.cpp)
    void openScope();
    void closeScope();
    /// A name for the value, within the scope; the text itself when it is a name.
    std::string named(const std::string& text, DType type);
    /// Declares a variable for a result and returns its name.
    std::string declare(DType type, std::string_view hint);
    std::string nameOf(const Var& var);
    std::string define(const Var& var);
    /// The spelling of a type; refuses those that CUDA C lacks.
    std::string type(DType type);
    std::string storage(DType type);
    std::string lane(DType type, const std::string& vector, int index);
    void refuse(const std::string& message);
    void refuse(const Node& node, const std::string& message);
    /// Of the node in the statement that is written; that of the statement if the node is not in it.
    Place placeOf(const Node& node) const;
    /// Rejects the operation if the GPU is older than sm_NN.
    void needArch(int number, const std::string& what);
    bool isOlderThan(int number) const;
    void use(Feature feature) { m_file.use(feature); }

    // ---- head (function_head.cpp)
    std::string declaration();
    std::string parameter(const Var& param);
    std::string launchBounds() const;

    // ---- statements (write_stmt.cpp)
    /// Opens and closes the scope of a body.
    void body(const Stmt& stmt);
    void write(const AllocBuffer& node) override;
    void write(const AssertStmt& node) override;
    void write(const AttrStmt& node) override;
    void write(const Bind& node) override;
    void write(const BufferStore& node) override;
    void write(const Evaluate& node) override;
    void write(const For& node) override;
    void write(const IfThenElse& node) override;
    void write(const While& node) override;
    void refuseStatement(const Stmt& stmt) override;
    /// Forgets the names of values that the statement may have changed.
    void endStatement() override;
    void bindThread(const AttrStmt& node);
    void writeAsync(const AttrStmt& node);

    // ---- expressions (write_expr.cpp)
    std::string expr(const Expr& node);
    std::string unmarked(const Expr& node);
    std::string valueOf(const Call& node);
    /// Of the first lane.
    std::string base(const Ramp& ramp);
    std::string binary(const Binary& node);
    std::string cast(DType type, DType from, const std::string& value);
    /// A float as an integer within the limits of the type; of NaN, zero.
    std::string saturated(DType type, DType from, const std::string& value);
    std::string castNode(const Cast& node);
    std::string chosen(DType type, const Expr& condition, const Expr& whenTrue, const Expr& whenFalse);
    /// One lane of an operation on two, or of a scalar one.
    std::string combined(BinaryOp op, DType type, const std::string& a, const std::string& b, bool isLane);
    std::string reinterpreted(const Call& call);

    // ---- vectors (write_vector.cpp)
    std::string broadcast(const Broadcast& node);
    std::string ramp(const Ramp& node);
    std::string shuffle(const Shuffle& node);
    std::string select(const Select& node);
    /// A vector from the texts of its lanes.
    std::string vectorOf(DType type, const std::vector<std::string>& lanes, const char* separator);
    using LaneWriter = std::function<std::string(const std::vector<std::string>& operands)>;
    /// Whether the operands of a vector computed lane by lane get names in a scope of their own.
    enum class OwnScope { No, Yes };
    std::string laneByLane(DType type, const std::vector<const Expr*>& operands, OwnScope scope,
                           const LaneWriter& write);

    // ---- constants (write_constant.cpp)
    std::string constant(const IntImm& node);
    std::string constant(const FloatImm& node);
    static std::string constant(const StringImm& node);

    // ---- memory (write_memory.cpp)
    std::string load(const BufferLoad& node);
    /// An lvalue of type `type`.
    std::string element(const Buffer& buffer, DType type, const std::string& index);
    std::string vectorElement(const Buffer& buffer, DType type, const std::string& base);
    /// The data pointer of the buffer as a pointer to `type`.
    std::string pointer(const Buffer& buffer, DType type);
    /// The index of the element in memory: row-major, or by strides. Null if rejected. Flat buffers are addressed from
    /// their data pointer, regardless of their offset.
    const Expr* indexOf(const Buffer& buffer, ExprList indices);
    bool isVolatile(const Buffer& buffer) const { return m_volatile.contains(buffer.data); }

    // ---- calls (write_call.cpp, write_math.cpp, write_gpu.cpp, write_matrix.cpp, write_ptx.cpp)
    std::string call(const Call& call);
    std::string callOf(const std::string& name, ExprList args);
    std::optional<std::string> bitwise(const Call& call);
    std::optional<std::string> mathCall(const Call& call);
    std::optional<std::string> memoryCall(const Call& call);
    std::optional<std::string> threadCall(const Call& call);
    std::optional<std::string> asyncCall(const Call& call);
    std::string warpBarrier(const Call& call);
    std::string clusterBarrier();
    std::string commitCopies();
    /// Until no more than that many groups of copies are in flight.
    std::string waitForCopies(int64_t groups);
    std::optional<std::string> wmmaCall(const Call& call);
    std::optional<std::string> ptxCall(const Call& call);
    std::string viaWide(const std::string& name, const Call& call);
    std::string pureCall(const std::string& name, DType type, ExprList args);
    /// The text of a string argument, or nothing.
    static std::string_view stringOf(const Expr& arg);
    /// Bytes of an element of a pointer argument.
    int pointeeBytes(const Expr& arg) const;
    void writeFragment(const AllocBuffer& node, StorageRank rank);

    struct Fragment {
        std::string shape;
        std::string layout;
    };
    struct Scope {
        std::unordered_map<std::string, std::string> names;
    };

    FileWriter& m_file;
    const PrimFunc& m_function;
    std::string m_name;
    c_like::Names m_names;
    std::vector<Scope> m_scopes;
    std::unordered_map<const Var*, std::string> m_variables;
    std::unordered_map<const Var*, DType>
        m_elements; ///< element type of the C pointer or array of a variable
    std::unordered_set<const Var*> m_volatile;
    bool m_lacksWarpBarrier = false; ///< nothing was written for one, which has been reported
    std::unordered_map<const Var*, Fragment> m_fragments;
};

} // namespace tir::cuda_c
