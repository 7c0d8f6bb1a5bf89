/// The captures of a launch: which variables and buffers, in which order.

#include "core/ir/use_def.h"

#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The parameters and statements of a function whose body is analyzed.
Result<ParsedModule> parsed(const QString& params, const QString& body)
{
    QString text =
        "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(" + params + "):\n";
    for (const QString& line : body.split('\n'))
        text += "        " + line + "\n";
    return parseModule(SourceText("test", text.toStdString()));
}

/// The last statement of the only function.
const Stmt& lastStatement(const Module& module)
{
    const Stmt* body = to<PrimFunc>(*module.functions[0].function).body;
    const auto* sequence = as<SeqStmt>(body);
    return sequence ? *sequence->seq.back() : *body;
}

template <class T>
QString names(const std::vector<const T*>& things)
{
    QStringList list;
    for (const T* thing : things)
        list.append(QString::fromStdString(std::string(thing->name)));
    return list.join(' ');
}

} // namespace

class TestUseDef : public QObject {
    Q_OBJECT

private slots:
    void whatComesFromOutside_data()
    {
        QTest::addColumn<QString>("params");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("vars");
        QTest::addColumn<QString>("buffers");
        const QString X = "X: T.Buffer((16,), \"int32\")";
        QTest::newRow("nothing") << X << "for i in range(4):\n    T.evaluate(i)"
                                 << ""
                                 << "";
        QTest::newRow("store before its value")
            << X + ", A: T.Buffer((16,), \"int32\")"
            << "with T.launch_thread(\"threadIdx.x\", 4) as tx:\n    A[tx] = X[tx]"
            << "A_ptr X_ptr"
            << "A X";
        QTest::newRow("value before indices") << X + ", A: T.Buffer((16,), \"int32\"), m: T.int32, n: T.int32"
                                              << "for i in range(4):\n    A[n] = X[m]"
                                              << "A_ptr X_ptr m n"
                                              << "A X";
        QTest::newRow("extent") << X + ", n: T.int32"
                                << "with T.launch_thread(\"threadIdx.x\", n) as tx:\n    X[tx] = 0"
                                << "n X_ptr"
                                << "X";
        QTest::newRow("shape of an allocation")
            << "n: T.int32"
            << "for i in range(4):\n    A = T.alloc_buffer((n,), \"int32\")\n    A[i] = 0"
            << "n"
            << "";
        QTest::newRow("shape of what is accessed is not a use")
            << "x: T.handle"
            << "n = T.int32()\nX = T.match_buffer(x, (n,), \"int32\")\nfor i in range(4):\n    X[i] = 0"
            << "X_ptr"
            << "X";
        QTest::newRow("declaration uses its pointer")
            << "p: T.handle(\"int32\", \"global\")"
            << "for i in range(4):\n    A = T.decl_buffer((16,), \"int32\", data=p)\n    A[i] = 0"
            << "p"
            << "";
        QTest::newRow("pointer that is passed on")
            << X << "for i in range(4):\n    T.call_extern(\"int32\", \"f\", X.data)"
            << "X_ptr"
            << "";
        QTest::newRow("binding") << X + ", n: T.int32"
                                 << "for i in range(4):\n    v: T.let[T.int32] = n + 1\n    X[v] = v"
                                 << "n X_ptr"
                                 << "X";
    }

    void whatComesFromOutside()
    {
        QFETCH(QString, params);
        QFETCH(QString, body);
        const auto module = parsed(params, body);
        QVERIFY2(module, module ? "" : module.diagnostics().front().message.c_str());
        const UseDef found = useDef(lastStatement(*module->module.module), {});
        QTEST(names(found.undefinedVars), "vars");
        QTEST(names(found.undefinedBuffers), "buffers");
    }

    void extentsCanBeLeftOut()
    {
        const auto module =
            parsed("n: T.int32", "with T.launch_thread(\"threadIdx.x\", n) as tx:\n    T.evaluate(tx)");
        QCOMPARE(names(useDef(lastStatement(*module->module.module), {}, false).undefinedVars), "");
    }

    void whatIsDefinedAlreadyIsNoUse()
    {
        const auto module = parsed("n: T.int32", "for i in range(n):\n    T.evaluate(i)");
        const auto& function = to<PrimFunc>(*module->module.module->functions[0].function);
        QCOMPARE(names(useDef(*function.body, function.params).undefinedVars), "");
    }

    void secondDefinitionIsRefused()
    {
        const auto module = parsed("n: T.int32", "for i in range(n):\n    T.evaluate(i)");
        const Stmt& loop = lastStatement(*module->module.module);
        const std::vector<const Stmt*> twice{&loop, &loop};
        QVERIFY_EXCEPTION_THROWN(useDef(SeqStmt(twice), {}), InternalError);
    }
};

TIR_TEST(TestUseDef)
#include "tst_use_def.moc"
