/// SSA conversion. A text cannot express that two functions share a variable: modules with the same function twice are
/// composed here.

#include "core/ir/ssa.h"

#include "core/ir/make.h"
#include "core/ir/places.h"
#include "core/ir/structural_equal.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <set>

using namespace tir;

namespace {

constexpr const char* Text = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, m: T.int32):
        n = T.int32()
        X = T.match_buffer(x, (n,), "int32")
        v: T.let[T.int32] = m + 1
        with T.launch_thread("threadIdx.x", n) as tx:
            A = T.alloc_buffer((32,), "int32", scope="shared")
            for i in range(4):
                A[tx] = X[tx] + v + i
            X[tx] = A[tx]
)";

/// The function of the text `count` times under different names.
const Module* repeated(Arena& arena, const Module& module, int count)
{
    std::vector<ModuleEntry> entries;
    for (int i = 0; i < count; ++i)
        entries.push_back(
            {arena.make<GlobalVar>(arena.intern("main" + std::to_string(i))), module.functions[0].function});
    return withFunctions(arena, module, entries);
}

const PrimFunc& function(const Module& module, size_t index)
{
    return to<PrimFunc>(*module.functions[index].function);
}

/// All variables that the function defines.
class DefinedVars : public Walker {
public:
    explicit DefinedVars(const PrimFunc& root) { walk(root); }
    std::set<const Node*> vars;

private:
    void enter(const Node& node, Role, Place) override
    {
        if (as<Var>(&node))
            vars.insert(&node);
    }
};

} // namespace

class TestSsa : public QObject {
    Q_OBJECT

private slots:
    void nothingDefinedTwiceIsTheSameModule()
    {
        const auto module = parseModule(SourceText("test", Text)).value().module;
        Arena arena;
        QCOMPARE(convertToSsa(arena, *module.module), module.module);
    }

    void laterFunctionGetsItsOwnVariables()
    {
        const auto module = parseModule(SourceText("test", Text)).value().module;
        Arena arena;
        const Module* converted = convertToSsa(arena, *repeated(arena, *module.module, 3));
        QCOMPARE(converted->functions[0].function, module.module->functions[0].function);
        for (const size_t other : {size_t(1), size_t(2)}) {
            QVERIFY(structuralEqual(function(*converted, 0), function(*converted, other)));
            const DefinedVars first(function(*converted, other - 1));
            const DefinedVars second(function(*converted, other));
            QCOMPARE(first.vars.size(), second.vars.size());
            for (const Node* var : second.vars)
                QVERIFY2(!first.vars.contains(var), std::string(to<Var>(*var).name).c_str());
        }
    }

    /// An allocation that only one function has keeps its size, as in TVM, unless it is to follow the parameter.
    void extentsOfAnAllocationFollowOnRequest()
    {
        const auto module = parseModule(SourceText("test", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((4,), "int32"), n: T.int32):
        A = T.alloc_buffer((n,), "int32", scope="local")
        A[0] = n
        X[0] = A[0]
)"))
                                .value()
                                .module;
        Arena arena;
        const PrimFunc& kernel = function(*module.module, 0);
        const PrimFunc* host = withBody(arena, kernel, noOp(arena));
        for (const AllocExtents extents : {AllocExtents::AsTvm, AllocExtents::Renamed}) {
            SsaConverter converter(arena, extents);
            converter.convert(*host);
            const PrimFunc& converted = *converter.convert(kernel);
            const Var* size = converted.params[1];
            QVERIFY(size != kernel.params[1]);
            const DefinedVars used(converted);
            QVERIFY(used.vars.contains(size));
            QCOMPARE(used.vars.contains(kernel.params[1]), extents == AllocExtents::AsTvm);
        }
    }

    void convertedModuleStays()
    {
        const auto module = parseModule(SourceText("test", Text)).value().module;
        Arena arena;
        const Module* converted = convertToSsa(arena, *repeated(arena, *module.module, 2));
        QCOMPARE(convertToSsa(arena, *converted), converted);
    }

    void siblingLoopsOverOneVariableAreDistinguished()
    {
        const auto module = parseModule(SourceText("test", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((4,), "int32")):
        for i in range(4):
            X[i] = i
)"))
                                .value()
                                .module;
        Arena arena;
        const PrimFunc& original = function(*module.module, 0);
        const std::vector<const Stmt*> twice{original.body, original.body};
        const Stmt* body = arena.make<SeqStmt>(arena.copy(twice));
        const std::vector<ModuleEntry> entries{
            {module.module->functions[0].var, withBody(arena, original, body)}};
        const Module* converted = convertToSsa(arena, *withFunctions(arena, *module.module, entries));
        const auto& loops = to<SeqStmt>(*function(*converted, 0).body).seq;
        QCOMPARE(loops[0], original.body);
        QVERIFY(to<For>(*loops[1]).loopVar != to<For>(*loops[0]).loopVar);
        QVERIFY(structuralEqual(*loops[0], *loops[1], {.mapFreeVars = true}));
    }

    void freshCopySharesNoVariable()
    {
        const auto module = parseModule(SourceText("test", Text)).value().module;
        Arena arena;
        const PrimFunc& original = function(*module.module, 0);
        const PrimFunc* copy = withFreshVars(arena, original);
        QVERIFY(structuralEqual(original, *copy));
        const DefinedVars theirs(original);
        for (const Node* var : DefinedVars(*copy).vars)
            QVERIFY(!theirs.vars.contains(var));
    }
};

TIR_TEST(TestSsa)
#include "tst_ssa.moc"
