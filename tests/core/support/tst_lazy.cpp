/// Lists that are created on first use.

#include "core/support/lazy.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <stdexcept>
#include <string>

using namespace tir;

class TestLazy : public QObject {
    Q_OBJECT

private slots:
    void nothingIsEmpty()
    {
        const Lazy<int> list;
        QVERIFY(list.empty());
        QVERIFY(Lazy<int>(std::vector<int>()).begin() == Lazy<int>().end());
    }

    void isMadeOnceAndOnlyWhenRead()
    {
        int calls = 0;
        const auto list = Lazy<std::string>::from([&] {
            ++calls;
            return std::vector<std::string>{"a", "b"};
        });
        const Lazy<std::string> copy = list;
        QCOMPARE(calls, 0);
        QCOMPARE(list.size(), size_t(2));
        QCOMPARE(copy.back(), std::string("b"));
        QCOMPARE(&copy[0], &list[0]);
        QCOMPARE(calls, 1);
    }

    void aMakerThatThrowsIsCalledAgain()
    {
        int calls = 0;
        const auto list = Lazy<int>::from([&] {
            if (++calls == 1)
                throw std::runtime_error("once");
            return std::vector<int>{7};
        });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, (void)list.size());
        QCOMPARE(list.list(), std::vector<int>{7});
        QCOMPARE(calls, 2);
    }

    void whatIsAddedStaysOutOfCopies()
    {
        Lazy<int> list = Lazy<int>::from([] { return std::vector<int>{1}; });
        const Lazy<int> copy = list;
        list.push_back(2);
        QCOMPARE(list.list(), (std::vector<int>{1, 2}));
        QCOMPARE(copy.list(), std::vector<int>{1});
    }
};

TIR_TEST(TestLazy)
#include "tst_lazy.moc"
