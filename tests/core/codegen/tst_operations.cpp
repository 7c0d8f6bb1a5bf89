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

/// How many operands to try: those that the parameters name, or a few where they are not known.
std::vector<size_t> operandCounts(const Op& op)
{
    if (op.parameters.empty() || op.parameters.find('*') != std::string_view::npos)
        return {0, 1, 2, 3, 4};
    return {size_t(std::ranges::count(op.parameters, ' ')) + 1};
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
                    const auto* before = as<PrimFunc>(module.functions.front().function);
                    CallInserter inserter(*arena, op, operand, count);
                    const PrimFunc* after = inserter.mutate(*before);
                    const std::vector<ModuleEntry> entries = {{module.functions.front().var, after}};
                    const Module* changed = arena->make<Module>(module.name, arena->copy(entries),
                                                                module.attrs, module.globalInfos);
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
};

TIR_TEST(TstOperations)
#include "tst_operations.moc"
