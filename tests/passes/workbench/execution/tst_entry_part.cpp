/// The part of a module that a run of one function needs, and the mapping of its places to the whole.

#include "core/ir/places.h"
#include "core/script/reading/parser.h"
#include "passes/workbench/execution/entry_part.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// `first` and `last` are not used by others; `entry` calls in all possible ways.
constexpr const char* Program = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def first(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = 7

    @T.prim_func(private=True, s_tir=True)
    def helper(x: T.int32) -> T.int32:
        return x + Module.deep(x)

    @T.prim_func(private=True, s_tir=True)
    def deep(x: T.int32) -> T.int32:
        return x * 2

    @T.prim_func(private=True, s_tir=True)
    def foreign(x: T.int32) -> T.int32:
        return x * 3

    @T.prim_func(s_tir=True)
    def entry(A: T.Buffer((8,), "int32")):
        A[0] = Module.helper(1) + T.call_extern("int32", "foreign", 2)

    @T.prim_func(s_tir=True)
    def last(A: T.Buffer((8,), "int32")):
        A[0] = Module.deep(1)
)";

OwnedModule program()
{
    auto parsed = parseModule(SourceText("entry.py", Program));
    return parsed ? parsed->module : OwnedModule();
}

QStringList names(const OwnedModule& module)
{
    QStringList found;
    for (const ModuleEntry& entry : module.module->functions)
        found << QString::fromStdString(std::string(entry.var->name));
    return found;
}

} // namespace

class TstEntryPart : public QObject {
    Q_OBJECT

private slots:
    void holdsWhatTheEntryReaches_data();
    void holdsWhatTheEntryReaches();
    void aWholeModuleStaysTheSame();
    void placesMoveToTheWhole();
};

void TstEntryPart::holdsWhatTheEntryReaches_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QStringList>("functions");
    QTest::newRow("alone") << "first" << QStringList{"first"};
    QTest::newRow("a call") << "last" << QStringList{"deep", "last"};
    QTest::newRow("calls of calls, and by name")
        << "entry" << QStringList{"helper", "deep", "foreign", "entry"};
    QTest::newRow("no such function")
        << "nothing" << QStringList{"first", "helper", "deep", "foreign", "entry", "last"};
}

void TstEntryPart::holdsWhatTheEntryReaches()
{
    QFETCH(const QString, entry);
    QFETCH(const QStringList, functions);
    const OwnedModule whole = program();
    QVERIFY(whole.module);
    QStringList expected = functions;
    QStringList found = names(EntryPart(whole, entry.toStdString()).module());
    expected.sort();
    found.sort();
    QCOMPARE(found, expected);
}

void TstEntryPart::aWholeModuleStaysTheSame()
{
    const OwnedModule whole = EntryPart(program(), "last").module();
    QCOMPARE(EntryPart(whole, "last").module().module, whole.module);
}

/// Every place of the part, as the place of a finding, becomes a place of the same node.
void TstEntryPart::placesMoveToTheWhole()
{
    const OwnedModule whole = program();
    const EntryPart part(whole, "entry");
    const PlaceTable all(*whole.module);
    const PlaceTable own(*part.module().module);
    QVERIFY(own.size() < all.size());
    for (Place place = 1; place < own.size(); ++place) {
        RunReport report;
        report.diagnostics.push_back(error("test", "test"));
        report.diagnostics[0].place = place;
        report.diagnostics[0].notes.push_back({"nowhere", NoPlace, {}});
        report.findings.emplace_back();
        report.findings[0].access.place = place;
        report.tensors.emplace_back();
        report.tensors[0].writers = {{8, place}};
        part.movePlaces(report);
        QCOMPARE(all[report.diagnostics[0].place].node, own[place].node);
        QCOMPARE(report.diagnostics[0].notes[0].place, NoPlace);
        QCOMPARE(report.findings[0].access.place, report.diagnostics[0].place);
        QCOMPARE(report.tensors[0].writers[0].place, report.diagnostics[0].place);
    }
}

TIR_TEST(TstEntryPart)
#include "tst_entry_part.moc"
