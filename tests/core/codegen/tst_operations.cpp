/// Every generator either generates code for an operation or rejects it by name. A new operation of op_list.def that a
/// generator handles in any other way fails here.

#include "core/codegen/c_host/c_host.h"
#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/llvm_ir/emit.h"
#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/llvm_ir/host.h"
#include "core/ir/mutator.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr const char* Kernel = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float32"), n: T.int32):
        T.func_attr({"calling_conv": 2, "global_symbol": "kernel", "tirx.noalias": True, "target": T.target({"kind": "cuda", "arch": "sm_90"})})
        A = T.decl_buffer((64,), data=A_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            T.evaluate(T.tvm_tuple(n, A[tx], A_ptr))
)";

constexpr const char* Host = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float32"), n: T.int32):
        T.func_attr({"global_symbol": "main", "target": T.target({"kind": "llvm"})})
        A = T.decl_buffer((64,), data=A_ptr)
        T.evaluate(T.tvm_tuple(n, A[n], A_ptr))
)";

constexpr const char* Launch = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        with T.launch_thread("threadIdx.x", 64) as tx:
            T.evaluate(T.tvm_tuple(n, A[tx], A.data))
)";

/// Replaces the call of tvm_tuple by one of `op` whose operands are all equal to one operand of the tuple.
class CallInserter : public Mutator {
public:
    CallInserter(Arena& arena, const Op& op, size_t operand, size_t count)
        : Mutator(arena),
          m_op(op),
          m_operand(operand),
          m_count(count)
    {}

private:
    using Mutator::visit;
    const Expr* visit(const Call& call) override
    {
        if (!call.op || !call.op->is(OpId::tvm_tuple))
            return Mutator::visit(call);
        const Expr* operand = call.args[m_operand];
        const std::vector<const Expr*> operands(m_count, operand);
        return arena().make<Call>(operand->dtype, &m_op, arena().copy(operands));
    }

    const Op& m_op;
    size_t m_operand;
    size_t m_count;
};

/// The type that a script gives a call.
DType typeOf(const Op& op, DType operand)
{
    switch (op.result) {
    case ResultRule::Void:
        return Void;
    case ResultRule::Handle:
        return Handle;
    case ResultRule::Bool:
        return Bool;
    case ResultRule::Int64:
        return Int64;
    case ResultRule::UInt32:
        return UInt32;
    case ResultRule::UInt64:
        return UInt64;
    case ResultRule::Float32:
        return Float32;
    case ResultRule::Unknown:
    case ResultRule::Printed:
    case ResultRule::Int32:
        return Int32;
    case ResultRule::FirstArg:
    case ResultRule::SecondArg:
    case ResultRule::Operands:
    case ResultRule::Branches:
        return operand;
    }
    return operand;
}

/// Replaces the statement with tvm_tuple by a binding that uses the value of a call of `op`, in the type that the call
/// has in a script.
class ValueInserter : public Mutator {
public:
    ValueInserter(Arena& arena, const Op& op, size_t operand, size_t count)
        : Mutator(arena),
          m_op(op),
          m_operand(operand),
          m_count(count)
    {}

private:
    using Mutator::visit;
    const Stmt* visit(const Evaluate& node) override
    {
        const auto* tuple = as<Call>(node.value);
        if (!tuple || !tuple->isOp(OpId::tvm_tuple))
            return Mutator::visit(node);
        const Expr* operand = tuple->args[m_operand];
        const std::vector<const Expr*> operands(m_count, operand);
        const Expr* call = arena().make<Call>(typeOf(m_op, operand->dtype), &m_op, arena().copy(operands));
        if (call->dtype.isVoid() || call->dtype.isHandle())
            return arena().make<Evaluate>(call);
        return arena().make<Bind>(arena().make<Var>("used", primType(arena(), Float32)),
                                  arena().make<Cast>(Float32, call));
    }

    const Op& m_op;
    size_t m_operand;
    size_t m_count;
};

/// How many operands to try: those that the parameters name, or a few where they are not known.
std::vector<size_t> operandCounts(const Op& op)
{
    if (op.parameters.empty() || op.parameters.find('*') != std::string_view::npos)
        return {0, 1, 2, 3, 4};
    return {size_t(std::ranges::count(op.parameters, ' ')) + 1};
}

/// The module with its only function changed.
const Module* withFunction(Arena& arena, const Module& module, Mutator& mutator)
{
    const ModuleEntry& entry = module.functions.front();
    const std::vector<ModuleEntry> entries = {{entry.var, mutator.mutate(*as<PrimFunc>(entry.function))}};
    return arena.make<Module>(module.name, arena.copy(entries), module.attrs, module.globalInfos);
}

struct GeneratorCase {
    const char* name;
    const char* program;
    Diagnostics (*refusals)(const Module&); ///< empty: there is code
};

const GeneratorCase Generators[] = {
    {"CUDA C", Kernel,
     [](const Module& module) { return generateWellTyped<generateCudaC>(module, {}).diagnostics(); }},
    {"PTX", Kernel,
     [](const Module& module) { return generateWellTyped<generatePtx>(module, {}).diagnostics(); }},
    {"host C", Host,
     [](const Module& module) { return generateWellTyped<generateHostC>(module, {}).diagnostics(); }},
    {"host LLVM", Host,
     [](const Module& module) { return generateWellTyped<generateHostLlvm>(module, {}).diagnostics(); }},
    {"SIMT emulator", Launch,
     [](const Module& module) {
         const Diagnostics errors = checkTypes(module);
         return errors.empty() ? emitLlvm(module, {.entry = "main"}).diagnostics() : errors;
     }},
};

bool nameIt(const Diagnostics& diagnostics, const Op& op)
{
    return std::ranges::any_of(diagnostics, [&](const Diagnostic& diagnostic) {
        return diagnostic.message.find(op.printedName) != std::string::npos ||
               diagnostic.message.find(op.name) != std::string::npos;
    });
}

} // namespace

class TstOperations : public QObject {
    Q_OBJECT
private slots:
    void everyOperationHasCodeOrARejection_data()
    {
        QTest::addColumn<int>("target");
        for (size_t target = 0; target < std::size(Generators); ++target)
            QTest::newRow(Generators[target].name) << int(target);
    }

    void everyOperationHasCodeOrARejection()
    {
        QFETCH(int, target);
        const auto parsed = parseModule(SourceText("test.py", Generators[target].program));
        QVERIFY(parsed.hasValue());
        const Module& module = *parsed->module.module;
        QVERIFY(Generators[target].refusals(module).empty() ||
                nameIt(Generators[target].refusals(module), *opOf(OpId::tvm_tuple)));
        QStringList silent;
        int withCode = 0;
        for (const Op& op : allOps()) {
            QString last;
            bool isHandled = false;
            bool hasCode = false;
            for (const size_t count : operandCounts(op))
                for (size_t operand = 0; operand < 3; ++operand) {
                    const auto arena = std::make_shared<Arena>();
                    CallInserter inserter(*arena, op, operand, count);
                    const Module* changed = withFunction(*arena, module, inserter);
                    try {
                        const Diagnostics refusals = Generators[target].refusals(*changed);
                        hasCode |= refusals.empty();
                        isHandled |= refusals.empty() || nameIt(refusals, op);
                        if (!refusals.empty())
                            last = QString::fromStdString(refusals.front().message);
                    } catch (const InternalError& failure) {
                        last = failure.what();
                    }
                }
            withCode += hasCode ? 1 : 0;
            if (!isHandled)
                silent.append(QString::fromStdString(std::string(op.name)) + ": " + last);
        }
        qInfo("%d of %d operations have code", withCode, int(allOps().size()));
        QVERIFY2(silent.isEmpty(), qPrintable("\n" + silent.join('\n').left(6000)));
        QVERIFY(withCode > 0);
    }

    void valuesHaveTheirTypes_data() { everyOperationHasCodeOrARejection_data(); }

    /// No generator takes a value for one of another type.
    void valuesHaveTheirTypes()
    {
        QFETCH(int, target);
        const auto parsed = parseModule(SourceText("test.py", Generators[target].program));
        QVERIFY(parsed.hasValue());
        QStringList failures;
        for (const Op& op : allOps()) {
            if (op.parameters.empty() || op.parameters.find('*') != std::string_view::npos)
                continue;
            for (size_t operand = 0; operand < 3; ++operand) {
                const auto arena = std::make_shared<Arena>();
                ValueInserter inserter(*arena, op, operand, operandCounts(op).front());
                const Module* changed = withFunction(*arena, *parsed->module.module, inserter);
                try {
                    Generators[target].refusals(*changed);
                } catch (const InternalError& failure) {
                    failures.append(QString::fromStdString(std::string(op.name)) + ": " + failure.what());
                }
            }
        }
        QVERIFY2(failures.isEmpty(), qPrintable("\n" + failures.join('\n').left(6000)));
    }
};

TIR_TEST(TstOperations)
#include "tst_operations.moc"
