/// Replacing variables by values, in expressions and statements.

#include "core/ir/substitute.h"

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The body of the function after the parameters got values.
QString bodyWith(const char* text, const std::vector<int>& values)
{
    const auto module = parseModule(SourceText("test", text)).value().module;
    Arena& arena = *module.arena;
    const auto& function = to<PrimFunc>(*module.module->functions[0].function);
    VarValues table;
    for (size_t i = 0; i < values.size(); ++i)
        table[function.params[i]] = int32(arena, values[i]);
    const PrimFunc* made = withBody(arena, function, substitute(arena, function.body, table));
    const std::vector<ModuleEntry> entries{{module.module->functions[0].var, made}};
    const QString printed =
        QString::fromStdString(printScript(*withFunctions(arena, *module.module, entries)));
    return printed.section("):\n", 1);
}

constexpr const char* Sum = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(j: T.int32, X: T.Buffer((4,), "int32")):
        for i in range(4):
            X[i] = i + j
)";

} // namespace

class TestSubstitute : public QObject {
    Q_OBJECT

private slots:
    void withoutValuesIsTheSameStatement()
    {
        const auto module = parseModule(SourceText("test", Sum)).value().module;
        const auto& function = to<PrimFunc>(*module.module->functions[0].function);
        QCOMPARE(substitute(*module.arena, function.body, {}), function.body);
        const Stmt* none = nullptr;
        QCOMPARE(substitute(*module.arena, none, {}), none);
    }

    void valuesDoNotFold()
    {
        QCOMPARE(bodyWith(Sum, {0}), QStringLiteral("        for i in range(4):\n"
                                                    "            X[i] = T.Add(i, 0)"));
    }

    void declaredBufferFollowsItsExtents()
    {
        QCOMPARE(bodyWith(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, X: T.Buffer((4,), "int32")):
        L = T.alloc_buffer((n,), "int32", scope="local")
        L[0] = n
)",
                          {8}),
                 QStringLiteral("        L = T.alloc_local((8,), \"int32\")\n"
                                "        L[0] = 8"));
    }

    void accessesFollowTheDataVariable()
    {
        const auto module = parseModule(SourceText("test", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((4,), "int32"), Y: T.Buffer((4,), "int32")):
        X[0] = X[1]
)"))
                                .value()
                                .module;
        const auto& function = to<PrimFunc>(*module.module->functions[0].function);
        const Var* x = function.bufferMap[0].buffer->data;
        const Var* y = function.bufferMap[1].buffer->data;
        VarValues table;
        table[x] = y;
        const auto& store = to<BufferStore>(*substitute(*module.arena, function.body, table));
        QCOMPARE(store.buffer->data, y);
        QCOMPARE(to<BufferLoad>(*store.value).buffer, store.buffer);
    }
};

TIR_TEST(TestSubstitute)
#include "tst_substitute.moc"
