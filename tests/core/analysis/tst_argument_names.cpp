/// The roles of arguments, as text: one line per call.

#include "core/analysis/argument_names.h"

#include "core/analysis/text.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString namesOf(const QString& text)
{
    const testing::Program program(text);
    const PlaceTable places(program.module());
    QString names;
    for (const NamedArgument& argument : argumentNames(places))
        names += QString("line %1, %2: %3\n")
                     .arg(program.line(argument.place))
                     .arg(QString::fromStdString(argument.name),
                          QString::fromStdString(
                              shortText(static_cast<const Expr&>(*places[argument.place].node))));
    return names;
}

} // namespace

class TestArgumentNames : public QObject {
    Q_OBJECT
private slots:
    void nothingIsCalled()
    {
        QCOMPARE(namesOf(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,))):
    X[0] = T.exp(X[1])
    T.call_packed("printf", X.data)
)"),
                 "");
    }

    void parametersOfAFunction()
    {
        QCOMPARE(namesOf(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def scaled(n: T.int32, factor: T.int32) -> T.int32:
        return n * factor
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "int32"), n: T.int32):
        X[0] = Module.scaled(n, 3)
)"),
                 "line 8, n: n\nline 8, factor: 3\n");
    }

    void aLaunchPassesExtentsAndBytes()
    {
        QCOMPARE(namesOf(R"(@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32")):
        T.func_attr({"calling_conv": 2, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"]})
        T.evaluate(0)
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,))):
        T.call_packed("main_kernel", X.data, 4, 128, 1024)
        T.call_packed("main_kernel", X.data)
)"),
                 "line 9, X_ptr: X_ptr\nline 9, blockIdx.x: 4\nline 9, threadIdx.x: 128\nline 9, dynamic "
                 "bytes: 1024\n");
    }
};

TIR_TEST(TestArgumentNames)
#include "tst_argument_names.moc"
