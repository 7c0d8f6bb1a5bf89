/// Equality and hash up to names; definitions map, free variables do not.

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// f(p: int32): v = p + addend; evaluate(v or p)
const PrimFunc* function(Arena& arena, const char* param, const char* bound, int addend, bool useBound = true)
{
    const Var* p = arena.make<Var>(param, primType(arena, Int32));
    const Var* v = arena.make<Var>(bound, primType(arena, Int32));
    const Stmt* body = sequence(arena, {arena.make<Bind>(v, add(arena, p, int32(arena, addend))),
                                        arena.make<Evaluate>(useBound ? v : p)});
    return arena.make<PrimFunc>(arena.copy(std::vector{p}), body, voidType(arena),
                                std::span<const BufferBinding>(), Dict());
}

const Module* module(Arena& arena, std::vector<std::pair<const char*, const PrimFunc*>> functions)
{
    std::vector<ModuleEntry> entries;
    for (const auto& [name, function] : functions)
        entries.push_back({arena.make<GlobalVar>(name), function});
    return arena.make<Module>("Module", arena.copy(entries), Dict(), Dict());
}

const Stmt* load(Arena& arena, const Var* data, const Var* extent)
{
    const Buffer* buffer =
        arena.make<Buffer>(data, Float32, arena.copy(std::vector<const Expr*>{extent}), int32(arena, 0), "B");
    return arena.make<Evaluate>(
        arena.make<BufferLoad>(Float32, buffer, arena.copy(std::vector<const Expr*>{int32(arena, 0)})));
}

} // namespace

class TstStructuralEqual : public QObject {
    Q_OBJECT

private slots:
    void namesDoNotCount();
    void constantsAndUsesCount();
    void freeVariablesEqualOnlyThemselves();
    void buffersIntroduceTheirVariables();
    void typesOfVariablesCount();
    void modulesPairFunctionsByName();
    void differenceNamesTheFirstPlace();

private:
    Arena m_arena;
};

void TstStructuralEqual::namesDoNotCount()
{
    const PrimFunc* a = function(m_arena, "p", "v", 1);
    const PrimFunc* b = function(m_arena, "other", "names", 1);
    QVERIFY(structuralEqual(*a, *b));
    QCOMPARE(structuralHash(*a), structuralHash(*b));
}

void TstStructuralEqual::constantsAndUsesCount()
{
    const PrimFunc* a = function(m_arena, "p", "v", 1);
    QVERIFY(!structuralEqual(*a, *function(m_arena, "p", "v", 2)));
    QVERIFY(!structuralEqual(*a, *function(m_arena, "p", "v", 1, false)));
    QVERIFY(structuralHash(*a) != structuralHash(*function(m_arena, "p", "v", 2)));
}

void TstStructuralEqual::freeVariablesEqualOnlyThemselves()
{
    const Var* x = m_arena.make<Var>("x", primType(m_arena, Int32));
    const Var* y = m_arena.make<Var>("x", primType(m_arena, Int32));
    const Stmt* a = m_arena.make<Evaluate>(x);
    const Stmt* b = m_arena.make<Evaluate>(y);
    QVERIFY(structuralEqual(*a, *a));
    QVERIFY(!structuralEqual(*a, *b));
    QVERIFY(structuralEqual(*a, *b, {.mapFreeVars = true}));
}

void TstStructuralEqual::buffersIntroduceTheirVariables()
{
    const auto pointer = [&] { return m_arena.make<Var>("p", pointerType(m_arena, Float32, "global")); };
    const auto size = [&] { return m_arena.make<Var>("n", primType(m_arena, Int32)); };
    QVERIFY(structuralEqual(*load(m_arena, pointer(), size()), *load(m_arena, pointer(), size())));

    // The same pointer twice against two pointers.
    const Var* shared = pointer();
    const Stmt* twice = sequence(m_arena, {load(m_arena, shared, size()), load(m_arena, shared, size())});
    const Stmt* two = sequence(m_arena, {load(m_arena, pointer(), size()), load(m_arena, pointer(), size())});
    QVERIFY(!structuralEqual(*twice, *two));
}

void TstStructuralEqual::typesOfVariablesCount()
{
    const auto bind = [&](DType type) {
        return m_arena.make<Bind>(m_arena.make<Var>("p", pointerType(m_arena, type, "shared")),
                                  callOp(m_arena, Handle, OpId::tvm_stack_alloca, {}));
    };
    QVERIFY(structuralEqual(*bind(Float32), *bind(Float32)));
    QVERIFY(!structuralEqual(*bind(Float32), *bind(Float16)));
}

void TstStructuralEqual::modulesPairFunctionsByName()
{
    const PrimFunc* f = function(m_arena, "p", "v", 1);
    const PrimFunc* g = function(m_arena, "p", "v", 2);
    const Module* a = module(m_arena, {{"f", f}, {"g", g}});
    const Module* b = module(m_arena, {{"g", g}, {"f", f}});
    QVERIFY(!findDifference(*a, *b));
    QCOMPARE(structuralHash(*a), structuralHash(*b));
    const auto difference = findDifference(*a, *module(m_arena, {{"f", f}}));
    QVERIFY(difference);
    QCOMPARE(difference->message, std::string("only the first module has a function 'g'"));
}

void TstStructuralEqual::differenceNamesTheFirstPlace()
{
    const Module* a = module(m_arena, {{"f", function(m_arena, "p", "v", 1)}});
    const Module* b = module(m_arena, {{"f", function(m_arena, "p", "v", 2)}});
    const auto difference = findDifference(*a, *b);
    QVERIFY(difference);
    QVERIFY(as<IntImm>(difference->left));
    QCOMPARE(as<IntImm>(difference->left)->value, int64_t(1));
    QCOMPARE(as<IntImm>(difference->right)->value, int64_t(2));
}

TIR_TEST(TstStructuralEqual)
#include "tst_structural_equal.moc"
