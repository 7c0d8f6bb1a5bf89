/// Definitions with the lines that they reach, uses outside of them, and buffers on the same memory, as text.

#include "core/analysis/scopes.h"

#include "core/analysis/verify/verifier.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString nameOf(const Node& node)
{
    const auto* buffer = as<Buffer>(&node);
    const std::string_view name = buffer ? buffer->name : to<Var>(node).name;
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

/// "tile of A, line 6: defined in line 4, launch 1 of 'main'"
QString strays(const testing::Program& program)
{
    const Scopes scopes{PlaceTable(program.module())};
    QString text;
    for (const StrayUse& use : scopes.strayUses()) {
        const VarDefinition& definition = *scopes.definitionOf(*use.var);
        text += QString("%1%2, line %3: defined in line %4, launch %5\n")
                    .arg(use.buffer ? nameOf(*use.buffer) + " on " : QString(), nameOf(*use.var))
                    .arg(program.line(use.place))
                    .arg(program.line(definition.statement))
                    .arg(definition.launch);
    }
    return text;
}

QStringList membersOf(const Scopes& scopes, const Node& entity)
{
    QStringList names;
    if (const Var* memory = scopes.memoryOf(entity))
        for (const Node* member : scopes.membersOf(*memory))
            names.append((as<Buffer>(member) ? "buffer " : "pointer ") + nameOf(*member));
    return names;
}

/// The first variable or buffer with a name.
template <class T>
const T* find(const Module& module, std::string_view name)
{
    const PlaceTable places(module);
    for (const PlaceTable::Entry& entry : places.entries())
        if (const auto* found = as<T>(entry.node); found && found->name == name)
            return found;
    return nullptr;
}

constexpr const char* TwoLaunches = R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    M = T.handle("float32", "shared.dyn")
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 64):
        A = T.alloc_buffer((64,), "float32", data=M, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.decl_buffer((64,), data=M, scope="shared.dyn")
        B[ty] = X[tx]
)";

} // namespace

class TestScopes : public QObject {
    Q_OBJECT
private slots:
    void nothingStraysWhereAllIsInScope()
    {
        QCOMPARE(strays(testing::Program(R"(@T.prim_func(s_tir=True)
def main(x: T.handle, n: T.int32):
    X = T.match_buffer(x, (n,))
    j = T.int32()
    for i in range(n):
        k: T.let[T.int32] = i + 1
        tile = T.alloc_buffer((n,), scope="local")
        tile[i] = X[i]
        X[i] = tile[i] + T.Let(T.Cast("float32", j), where={j: k})
)")),
                 "");
    }

    void usesInTheNextLaunchStray()
    {
        QCOMPARE(strays(testing::Program(TwoLaunches)), "B on M, line 10: defined in line 6, launch 1\n"
                                                        "B on M, line 11: defined in line 6, launch 1\n"
                                                        "tx, line 11: defined in line 5, launch 1\n");
    }

    void aDefinitionReachesTheEndOfItsBody()
    {
        const testing::Program program(TwoLaunches);
        const PlaceTable places(program.module());
        const Scopes scopes(places);
        const VarDefinition* memory = scopes.definitionOf(*find<Buffer>(program.module(), "A")->data);
        QVERIFY(memory && memory->allocated);
        QCOMPARE(program.line(memory->statement), 6);
        QCOMPARE(program.line(memory->end - 1), 8);
        const VarDefinition* parameter = scopes.definitionOf(*find<Buffer>(program.module(), "X")->data);
        QCOMPARE(program.line(parameter->end - 1), 11);
        QCOMPARE(parameter->launch, 0);
    }

    void strayUsesAreTheErrorsOfTheVerifier()
    {
        const testing::Program program(TwoLaunches);
        QList<Place> reported;
        for (const Diagnostic& found : verify(program.module(), {}))
            if (found.code == "out-of-scope")
                reported.append(found.place);
        QList<Place> found;
        const Scopes scopes{PlaceTable(program.module())};
        for (const StrayUse& use : scopes.strayUses())
            found.append(use.place);
        QCOMPARE(found.size(), 3);
        QCOMPARE(found, reported);
    }

    void pointersAndViewsAreOnOneMemory()
    {
        const testing::Program program(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,)), n: T.int32):
    tile = T.alloc_buffer((64,), scope="shared")
    half: T.let[T.handle("float32", "shared")] = T.address_of(tile[32])
    view = T.decl_buffer((32,), data=half, scope="shared")
    other = T.alloc_buffer((64,), scope="shared")
    view[0] = X[n] + other[0]
)");
        const Module& module = program.module();
        const Scopes scopes{PlaceTable(module)};
        const QStringList expected{"buffer tile", "pointer tile_ptr", "pointer half", "buffer view"};
        QCOMPARE(membersOf(scopes, *find<Buffer>(module, "tile")), expected);
        QCOMPARE(membersOf(scopes, *find<Buffer>(module, "view")), expected);
        QCOMPARE(membersOf(scopes, *find<Var>(module, "half")), expected);
        QCOMPARE(membersOf(scopes, *find<Buffer>(module, "other")),
                 QStringList({"buffer other", "pointer other_ptr"}));
        QCOMPARE(membersOf(scopes, *find<Var>(module, "n")), QStringList());
    }
};

TIR_TEST(TestScopes)
#include "tst_scopes.moc"
