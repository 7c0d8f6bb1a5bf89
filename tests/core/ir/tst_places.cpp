/// Place order, the place table and the cursor that follows another order.

#include "core/ir/make.h"
#include "core/ir/node_places.h"
#include "core/ir/place_index.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstPlaces : public QObject {
    Q_OBJECT

private slots:
    void init();
    void numbersInPreOrder();
    void everyOccurrenceHasItsPlace();
    void cursorFindsChildrenInAnyOrder();
    void cursorSurvivesStrangers();
    void findsWhatWasMadeFromANode();
    void cursorEntersFunctionsInAnyOrder();
    void indexFindsTheSame();

private:
    Arena m_arena;
    const Var* m_x = nullptr;
    const Stmt* m_store = nullptr;
    const Module* m_module = nullptr;
};

void TstPlaces::init()
{
    m_x = m_arena.make<Var>("x", primType(m_arena, Int32));
    const Expr* twice = m_arena.make<Binary>(BinaryOp::Add, m_x, m_x);
    m_store = m_arena.make<Evaluate>(twice);
    const auto* function = m_arena.make<PrimFunc>(m_arena.copy(std::vector{m_x}), m_store, voidType(m_arena),
                                                  std::span<const BufferBinding>(), Dict());
    m_module = m_arena.make<Module>(
        "Module", m_arena.copy(std::vector{ModuleEntry{m_arena.make<GlobalVar>("f"), function}}), Dict(),
        Dict());
}

void TstPlaces::numbersInPreOrder()
{
    const PlaceTable table(*m_module);
    QStringList kinds;
    for (const PlaceTable::Entry& entry : table.entries())
        kinds << QString::fromUtf8(toString(entry.node->kind));
    QCOMPARE(kinds.join(' '), QString("Module PrimFunc Var Evaluate Binary Var Var"));
    QCOMPARE(table[0].end, Place(7));
    QCOMPARE(table[3].parent, Place(1));
    QVERIFY(table[2].role == Role::VarDef);
    QVERIFY(table[3].role == Role::Scope);
    QCOMPARE(table.statementAround(6), Place(3));
}

void TstPlaces::everyOccurrenceHasItsPlace()
{
    const PlaceTable table(*m_module);
    QCOMPARE(table.firstPlaceOf(m_x), Place(2));
    QCOMPARE(table[5].node, static_cast<const Node*>(m_x));
    QCOMPARE(table[6].node, static_cast<const Node*>(m_x));
    QCOMPARE(table.firstPlaceOf(m_arena.make<Break>()), NoPlace);
}

void TstPlaces::cursorFindsChildrenInAnyOrder()
{
    const PlaceTable table(*m_module);
    PlaceCursor cursor(&table);
    const Node* function = table[1].node;
    QCOMPARE(cursor.enter(function), Place(1));
    QCOMPARE(cursor.enter(m_store), Place(3));
    cursor.leave();
    QCOMPARE(cursor.enter(m_x), Place(2)); // back before the body
    cursor.leave();
    cursor.enter(m_store);
    cursor.enter(as<Evaluate>(m_store)->value);
    QCOMPARE(cursor.enter(m_x), Place(5));
    cursor.leave();
    QCOMPARE(cursor.enter(m_x), Place(6));
}

void TstPlaces::cursorSurvivesStrangers()
{
    const PlaceTable table(*m_module);
    PlaceCursor cursor(&table);
    QCOMPARE(cursor.enter(m_arena.make<Break>()), NoPlace);
    QCOMPARE(cursor.enter(m_x), NoPlace);
    cursor.leave();
    cursor.leave();
    QCOMPARE(cursor.enter(table[1].node), Place(1));
    PlaceCursor none(nullptr);
    QCOMPARE(none.enter(m_store), NoPlace);
}

void TstPlaces::findsWhatWasMadeFromANode()
{
    Evaluate* changed = m_arena.make<Evaluate>(int32(m_arena, 1));
    changed->origin = m_store;
    const auto* function = as<PrimFunc>(m_module->functions[0].function);
    const ModuleEntry entry{m_module->functions[0].var, withBody(m_arena, *function, changed)};
    const Module* after = withFunctions(m_arena, *m_module, std::span(&entry, 1));
    const PlaceTable table(*after);
    QCOMPARE(table.firstPlaceMadeFrom(m_store), Place(3));
    QCOMPARE(table.firstPlaceMadeFrom(function), Place(1));
}

void TstPlaces::cursorEntersFunctionsInAnyOrder()
{
    const auto* function = as<PrimFunc>(m_module->functions[0].function);
    std::vector<ModuleEntry> entries;
    for (const char* name : {"a", "b", "c"})
        entries.push_back(
            {m_arena.make<GlobalVar>(name), withBody(m_arena, *function, m_arena.make<Break>())});
    entries.push_back(entries[1]); // one function under two names
    const PlaceTable table(*withFunctions(m_arena, *m_module, entries));
    std::vector<Place> places;
    for (Place place = 1; place < table.size(); place = table[place].end)
        places.push_back(place);
    QCOMPARE(places.size(), size_t(4));
    PlaceCursor cursor(&table);
    const auto enter = [&](size_t number) {
        const Place place = cursor.enter(entries[number].function);
        cursor.leave();
        return place;
    };
    QCOMPARE(enter(2), places[2]);
    QCOMPARE(enter(3), places[3]); // the next one
    QCOMPARE(enter(0), places[0]);
    QCOMPARE(enter(1), places[1]);
    QCOMPARE(enter(0), places[0]);
    QCOMPARE(cursor.enter(m_x), NoPlace);
    QCOMPARE(table.placeOfFunction(entries[2].function), places[2]);
    QCOMPARE(table.placeOfFunction(m_x), NoPlace);
}

void TstPlaces::indexFindsTheSame()
{
    Evaluate* changed = m_arena.make<Evaluate>(int32(m_arena, 1));
    changed->origin = m_store;
    const auto* function = as<PrimFunc>(m_module->functions[0].function);
    const ModuleEntry entry{m_module->functions[0].var, withBody(m_arena, *function, changed)};
    const PlaceTable table(*withFunctions(m_arena, *m_module, std::span(&entry, 1)));
    PlaceIndex index(table);
    const Node* stranger = m_arena.make<Break>();
    const std::vector<const Node*> nodes = {table[0].node, table[1].node, m_x,     m_store,
                                            function,      stranger,      nullptr, m_x};
    const NodePlaces places(table, nodes);
    for (const Node* node : nodes) {
        QCOMPARE(index.firstPlaceOf(node), table.firstPlaceOf(node));
        QCOMPARE(index.firstPlaceMadeFrom(node), node ? table.firstPlaceMadeFrom(node) : NoPlace);
        QCOMPARE(places.placeOf(node), index.placeOf(node));
    }
    QCOMPARE(index.placeOf(m_x), Place(2));
    QCOMPARE(index.placeOf(m_store), Place(3));
    QCOMPARE(NodePlaces(table, {}).placeOf(nullptr), NoPlace);
}

TIR_TEST(TstPlaces)
#include "tst_places.moc"
