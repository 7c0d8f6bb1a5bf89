/// Lists that are created on first use.

#include "core/support/on_demand.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <string>

using namespace tir;

class TestOnDemand : public QObject {
    Q_OBJECT

private slots:
    void nothingIsEmpty()
    {
        const OnDemand<int> list;
        QVERIFY(list.empty());
        QVERIFY(OnDemand<int>(std::vector<int>()).begin() == OnDemand<int>().end());
    }

    void isMadeOnceAndOnlyWhenRead()
    {
        int calls = 0;
        const auto list = OnDemand<std::string>::madeBy([&] {
            ++calls;
            return std::vector<std::string>{"a", "b"};
        });
        const OnDemand<std::string> copy = list;
        QCOMPARE(calls, 0);
        QCOMPARE(list.size(), size_t(2));
        QCOMPARE(copy.back(), std::string("b"));
        QCOMPARE(&copy[0], &list[0]);
        QCOMPARE(calls, 1);
    }

    void whatIsAddedStaysOutOfCopies()
    {
        OnDemand<int> list = OnDemand<int>::madeBy([] { return std::vector<int>{1}; });
        const OnDemand<int> copy = list;
        list.push_back(2);
        QCOMPARE(list.list(), (std::vector<int>{1, 2}));
        QCOMPARE(copy.list(), std::vector<int>{1});
    }
};

TIR_TEST(TestOnDemand)
#include "tst_on_demand.moc"
