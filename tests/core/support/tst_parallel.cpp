/// Work on several threads: everything is done once, and failures come out.

#include "core/support/parallel.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace tir;

class TestParallel : public QObject {
    Q_OBJECT
private slots:
    void everyIndexIsWorkedOnOnce_data()
    {
        QTest::addColumn<size_t>("count");
        QTest::addColumn<size_t>("helpers");
        for (const size_t count : {0, 1, 2, 1000})
            for (const size_t helpers : {0, 1, 3, 1000})
                QTest::addRow("%zu with %zu", count, helpers) << count << helpers;
    }

    void everyIndexIsWorkedOnOnce()
    {
        QFETCH(size_t, count);
        QFETCH(size_t, helpers);
        std::vector<std::atomic<int>> calls(count);
        inParallel(count, helpers, [&](size_t index) { ++calls[index]; });
        for (const std::atomic<int>& called : calls)
            QCOMPARE(called.load(), 1);
    }

    void failuresComeOut()
    {
        for (const size_t helpers : {0, 3}) {
            std::atomic<int> calls = 0;
            QVERIFY_EXCEPTION_THROWN(inParallel(100, helpers,
                                                [&](size_t index) {
                                                    ++calls;
                                                    if (index == 7)
                                                        throw std::runtime_error("seven");
                                                }),
                                     std::runtime_error);
            QVERIFY(calls >= 8);
        }
    }
};

TIR_TEST(TestParallel)
#include "tst_parallel.moc"
