/// The verifier on modules that passes make from one another: its findings are those of a fresh verification.

#include "core/analysis/verify/incremental_verifier.h"

#include "core/ir/make.h"
#include "core/ir/mutator.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// All parts of a diagnostic, places as numbers.
QStringList plain(const Diagnostics& findings)
{
    QStringList lines;
    for (const Diagnostic& found : findings) {
        QString line = QString("%1 %2").arg(found.place).arg(QString::fromStdString(found.message));
        for (const DiagnosticNote& note : found.notes)
            line += QString(" (%1 %2)").arg(note.place).arg(QString::fromStdString(note.message));
        lines.append(line);
    }
    return lines;
}

/// Stores to every buffer become stores to one.
class StoreRedirector : public Mutator {
public:
    StoreRedirector(Arena& arena, const Buffer* buffer) : Mutator(arena), m_buffer(buffer) {}

    using Mutator::mutate;

private:
    using Mutator::visit;

    const Stmt* visit(const BufferStore& store) override
    {
        return makeFrom<BufferStore>(store, m_buffer, store.value, store.indices, store.predicate);
    }

    const Buffer* m_buffer;
};

/// The buffer of the declaring statement.
const Buffer* declaredBuffer(const Module& module)
{
    const PlaceTable places(module);
    for (Place place = 0; place < places.size(); ++place)
        if (const auto* declaration = as<DeclBuffer>(places[place].node))
            return declaration->buffer;
    return nullptr;
}

} // namespace

class TestIncrementalVerifier : public QObject {
    Q_OBJECT
private slots:
    /// The text declares every other buffer where it is used.
    void accessesThatADeclarationDoesNotReachAreNoted_data()
    {
        QTest::addColumn<bool>("isDeclaredFirst");
        QTest::newRow("declared before") << true;
        QTest::newRow("declared afterwards") << false;
    }

    void accessesThatADeclarationDoesNotReachAreNoted()
    {
        QFETCH(const bool, isDeclaredFirst);
        const QString declaring = R"(    for i in range(4):
        B = T.decl_buffer((64,), data=X.data)
        B[i] = T.float32(1)
)";
        const QString accessing = R"(    for k in range(4):
        X[k] = T.float32(2)
)";
        const testing::Program program(
            QString(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
%1%2)")
                .arg(isDeclaredFirst ? declaring : accessing, isDeclaredFirst ? accessing : declaring));
        const Module& module = program.module();
        QCOMPARE(plain(verify(module, {})), QStringList());

        Arena arena;
        const PrimFunc& function = to<PrimFunc>(*module.functions[0].function);
        const std::vector<ModuleEntry> entries{
            {module.functions[0].var, StoreRedirector(arena, declaredBuffer(module)).mutate(function)}};
        const Module& changed = *arena.make<Module>("Module", arena.copy(entries), Dict(), Dict());
        QStringList found;
        for (const Diagnostic& finding : verify(changed, {}))
            found += QString("%1: %2")
                         .arg(program.line(finding.place))
                         .arg(QString::fromStdString(finding.message));
        QCOMPARE(found, QStringList(QString("%1: buffer 'B' is accessed where its declaration does not reach")
                                        .arg(isDeclaredFirst ? 7 : 4)));
    }

    /// The modules of a run share functions: cached results of one module must be correct in the next.
    void rememberedFunctionsKeepTheirFindings()
    {
        const testing::Program program(R"(@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def clean(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = X[tx] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def noted(X: T.Buffer((64,), "float32")):
        A = T.alloc_buffer((64,), scope="shared")
        B = T.Buffer((64,), data=A.data, scope="shared")
        with T.launch_thread("threadIdx.x", 64) as tx:
            B[tx] = X[tx]

    @T.prim_func(s_tir=True)
    def broken(X: T.Buffer((64,), "float32")):
        n = T.int32()
        X[n] = T.float32(1.0)
)");
        const Module& module = program.module();
        Arena arena;
        const auto withEntries = [&](std::vector<ModuleEntry> entries) {
            return arena.make<Module>("Module", arena.copy(entries), Dict(), Dict());
        };
        std::vector<ModuleEntry> entries(module.functions.begin(), module.functions.end());
        entries.pop_back();
        const Module* sound = withEntries(entries);
        entries[0].function = withAttr(arena, to<PrimFunc>(*entries[0].function), "a", AttrValue::ofInt(1));
        std::swap(entries[0], entries[1]);
        const Module* swapped = withEntries(entries);
        entries.push_back({arena.make<GlobalVar>("again"), entries[0].function});
        const Module* doubled = withEntries(entries);

        IncrementalVerifier verifier;
        for (const Module* step : {&module, sound, sound, swapped, doubled, &module, swapped}) {
            const QStringList expected = plain(verify(*step));
            QVERIFY(!expected.isEmpty());
            QCOMPARE(plain(verifier.verify(*step, {}).findings), expected);
        }
        QVERIFY(plain(verify(*doubled)).join("\n").contains("is defined a second time"));
        QVERIFY(plain(verify(*sound)) != plain(verify(*swapped)));
    }

    /// A function whose launches become device regions is not walked again: its cached results move.
    void regionsAroundLaunchesMoveWhatIsKnown()
    {
        const testing::Program program(R"(@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        P = T.alloc_buffer((4,), scope="shared.dyn")
        Q = T.Buffer((2,), data=P.data, scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((64,), scope="shared.dyn")
            C = T.Buffer((32,), data=B.data, scope="shared.dyn")
            C[tx] = X[tx]
            T.call_extern("void", "first", A.data)
        with T.launch_thread("threadIdx.x", 64) as ty:
            D = T.alloc_buffer((64,), scope="shared.dyn")
            E = T.alloc_buffer((64,), scope="shared.dyn")
            D[ty] = X[ty]
            Q[ty] = X[ty]
            Module.unknown(E.data)
        Module.unknown(P.data)

    @T.prim_func(private=True)
    def unknown(p: T.handle):
        T.evaluate(0)
)");
        const Module& module = program.module();
        Arena arena;
        const Target* target = defaultTarget(arena);
        const auto marked = [&](const Stmt* launch) {
            return arena.make<AttrStmt>(AttrValue::ofNode(target), attr::Target, int32(arena, 0), launch);
        };
        const auto& main = to<PrimFunc>(*module.find("main")->function);
        const auto& body = to<SeqStmt>(*main.body);
        // Without the callee: its calls are findings.
        const auto withMain = [&](const PrimFunc* function) {
            const std::vector<ModuleEntry> entries{{module.find("main")->var, function}};
            return arena.make<Module>("Module", arena.copy(entries), Dict(), Dict());
        };
        const auto withMarks = [&](const std::vector<size_t>& launches) {
            std::vector<const Stmt*> statements(body.seq.begin(), body.seq.end());
            for (size_t number = 0, i = 0; i < statements.size(); ++i)
                if (statements[i]->kind == NodeKind::AttrStmt && std::ranges::count(launches, number++) > 0)
                    statements[i] = marked(statements[i]);
            return withMain(withBody(arena, main, sequence(arena, statements)));
        };
        const VerifyContext context{
            .established = {ModuleProperty::Merged, ModuleProperty::Regions, ModuleProperty::Split},
            .justEstablished = {ModuleProperty::Regions}};
        for (const std::vector<size_t>& launches : std::vector<std::vector<size_t>>{{}, {0}, {1}, {0, 1}}) {
            IncrementalVerifier verifier;
            verifier.verify(*withMain(&main), context);
            const Module* after = withMarks(launches);
            const QStringList expected = plain(verify(*after, context));
            QVERIFY2(expected.size() > 6, qPrintable(expected.join('\n')));
            QCOMPARE(plain(verifier.verify(*after, context).findings), expected);
        }
    }
};

TIR_TEST(TestIncrementalVerifier)
#include "tst_incremental_verifier.moc"
