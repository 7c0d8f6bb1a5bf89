/// The sweep over live bytes: small layouts by hand, random ones against counting every byte at every tick.

#include "core/analysis/memory_sweep.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>

using namespace tir;

namespace {

/// peak@tick lower bound: pairs.
QString asText(const MemorySweep& sweep)
{
    QString text = QString("%1@%2 %3:").arg(sweep.peakBytes).arg(sweep.peakTick).arg(sweep.lowerBound);
    for (const auto& [first, second] : sweep.conflicts)
        text += QString(" %1-%2").arg(first).arg(second);
    return text;
}

/// The same by its definition.
MemorySweep counted(const std::vector<MemoryInterval>& intervals, int ticks, int64_t bytes)
{
    MemorySweep sweep;
    for (int tick = 0; tick < ticks; ++tick) {
        std::vector<bool> covered(size_t(bytes), false);
        std::map<std::pair<int64_t, int64_t>, std::map<int, int64_t>> demand;
        for (const MemoryInterval& interval : intervals) {
            if (tick < interval.firstTick || tick > interval.lastTick)
                continue;
            for (int64_t byte = interval.begin; byte < interval.end; ++byte)
                covered[size_t(byte)] = true;
            demand[{interval.begin, interval.end}][interval.type] += interval.end - interval.begin;
        }
        const int64_t peak = std::ranges::count(covered, true);
        if (peak > sweep.peakBytes) {
            sweep.peakBytes = peak;
            sweep.peakTick = tick;
        }
        int64_t requested = 0;
        for (const auto& [range, types] : demand) {
            int64_t most = 0;
            for (const auto& [type, size] : types)
                most = std::max(most, size);
            requested += most;
        }
        sweep.lowerBound = std::max(sweep.lowerBound, requested);
    }
    for (size_t i = 0; i < intervals.size(); ++i)
        for (size_t j = i + 1; j < intervals.size(); ++j) {
            const MemoryInterval& a = intervals[i];
            const MemoryInterval& b = intervals[j];
            const bool areViews = a.begin == b.begin && a.end == b.end && a.type != b.type;
            if (a.begin < b.end && b.begin < a.end && a.firstTick <= b.lastTick &&
                b.firstTick <= a.lastTick && !areViews)
                sweep.conflicts.push_back({i, j});
        }
    return sweep;
}

} // namespace

class TestMemorySweep : public QObject {
    Q_OBJECT
private slots:
    void layouts_data()
    {
        QTest::addColumn<QList<QList<int>>>("intervals"); // begin, end, first, last, type
        QTest::addColumn<QString>("expected");
        using Rows = QList<QList<int>>;
        QTest::newRow("nothing") << Rows{} << "0@-1 0:";
        QTest::newRow("beside each other") << Rows{{0, 8, 0, 3, 0}, {8, 16, 2, 5, 0}} << "16@2 16:";
        QTest::newRow("after each other") << Rows{{0, 8, 0, 3, 0}, {0, 8, 4, 5, 0}} << "8@0 8:";
        QTest::newRow("a tick in common") << Rows{{0, 8, 0, 3, 0}, {4, 12, 3, 5, 0}} << "12@3 16: 0-1";
        QTest::newRow("one inside the other") << Rows{{0, 16, 1, 3, 0}, {4, 8, 0, 5, 0}} << "16@1 20: 0-1";
        QTest::newRow("the same bytes twice") << Rows{{0, 8, 0, 3, 0}, {0, 8, 0, 3, 0}} << "8@0 16: 0-1";
        QTest::newRow("two views of the same bytes") << Rows{{0, 8, 0, 3, 0}, {0, 8, 0, 3, 1}} << "8@0 8:";
        QTest::newRow("two views and a third buffer")
            << Rows{{0, 8, 0, 3, 0}, {0, 8, 0, 3, 1}, {0, 8, 2, 2, 1}} << "8@0 16: 1-2";
    }

    void layouts()
    {
        QFETCH(QList<QList<int>>, intervals);
        std::vector<MemoryInterval> memory;
        for (const QList<int>& row : intervals)
            memory.push_back({row[0], row[1], row[2], row[3], row[4]});
        QTEST(asText(sweepMemory(memory)), "expected");
    }

    void randomLayouts()
    {
        std::mt19937 random(11);
        const auto below = [&](int bound) { return int(random() % unsigned(bound)); };
        for (int round = 0; round < 400; ++round) {
            std::vector<MemoryInterval> intervals;
            for (int i = below(30); i >= 0; --i) {
                const int begin = below(40);
                const int first = below(20);
                intervals.push_back(
                    {begin, begin + 1 + below(12), first, first + below(20 - first), below(3)});
            }
            QCOMPARE(asText(sweepMemory(intervals)), asText(counted(intervals, 20, 60)));
        }
    }

    void pairsAreLimited()
    {
        const std::vector<MemoryInterval> same(100, MemoryInterval{0, 8, 0, 3});
        const MemorySweep sweep = sweepMemory(same, 50);
        QCOMPARE(sweep.conflicts.size(), size_t(50));
        QVERIFY(sweep.hasMoreConflicts);
        QCOMPARE(sweep.lowerBound, int64_t(800));
        QVERIFY(!sweepMemory(same, 4950).hasMoreConflicts);
    }

    /// A hundred thousand intervals that follow each other over shared bytes.
    void manyIntervals()
    {
        std::vector<MemoryInterval> intervals;
        for (int i = 0; i < 100000; ++i)
            intervals.push_back({(i % 512) * 128, (i % 512) * 128 + 128, i * 2, i * 2 + 900});
        const MemorySweep sweep = sweepMemory(intervals);
        QCOMPARE(sweep.peakBytes, int64_t(451 * 128));
        QCOMPARE(sweep.lowerBound, sweep.peakBytes);
        QVERIFY(sweep.conflicts.empty());
    }
};

TIR_TEST(TestMemorySweep)
#include "tst_memory_sweep.moc"
