/// Interval arithmetic on domains of variables that mention other variables.

#include "core/arith/analyzer.h"
#include "core/ir/integers.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestIntSet : public QObject {
    Q_OBJECT
private slots:
    /// There are more ways from the first variable to the last one than could be followed.
    void aVariableIsEvaluatedOnce()
    {
        constexpr size_t Count = 60;
        Arena arena;
        arith::Analyzer analyzer(arena);
        const Expr* zero = constant(arena, Int32, 0);
        std::vector<const Var*> vars;
        for (size_t number = 0; number < Count; ++number)
            vars.push_back(arena.make<Var>("x", primType(arena, Int32)));
        arith::VarDomains domains;
        domains[vars[Count - 1]] = domains[vars[Count - 2]] = {zero, constant(arena, Int32, 3)};
        for (size_t number = 0; number + 2 < Count; ++number)
            domains[vars[number]] = {zero,
                                     arena.make<Binary>(BinaryOp::Max, vars[number + 1], vars[number + 2])};
        const arith::IntSet set = arith::evalSet(analyzer, vars.front(), domains);
        QVERIFY(isConstInt(set.min, 0));
        QVERIFY(isConstInt(set.max, 3));
    }
};

TIR_TEST(TestIntSet)
#include "tst_int_set.moc"
