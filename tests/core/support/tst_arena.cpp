/// Arenas that leave memory: what is in them keeps its address and its value.

#include "core/support/arena.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <fstream>
#include <numeric>

using namespace tir;

namespace {

constexpr size_t NumbersInAPart = 1000;

/// So many parts of 8 KB, filled with ascending numbers.
std::vector<std::span<uint64_t>> fill(Arena& arena, size_t parts)
{
    std::vector<std::span<uint64_t>> numbers;
    for (size_t part = 0; part < parts; ++part) {
        numbers.push_back(arena.makeArray<uint64_t>(NumbersInAPart));
        std::iota(numbers.back().begin(), numbers.back().end(), part * NumbersInAPart);
    }
    return numbers;
}

bool areAscending(const std::vector<std::span<uint64_t>>& parts)
{
    uint64_t next = 0;
    for (const std::span<uint64_t> part : parts)
        for (const uint64_t number : part)
            if (number != next++)
                return false;
    return true;
}

/// Bytes of memory that the process takes.
size_t memoryTaken()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return size_t(std::stoull(line.substr(6))) * 1024;
    return 0;
}

} // namespace

class TestArena : public QObject {
    Q_OBJECT
private slots:
    void smallArenaStaysInMemory()
    {
        PageFile file;
        Arena arena;
        const auto numbers = fill(arena, 1);
        QVERIFY(!arena.moveTo(file));
        arena.leaveMemory();
        QVERIFY(areAscending(numbers));
    }

    void nothingMovesWithoutRoomForTheFile()
    {
        qputenv("TMPDIR", "/nonexistent");
        PageFile file;
        qunsetenv("TMPDIR");
        Arena arena;
        const auto numbers = fill(arena, 4000);
        QVERIFY(!arena.moveTo(file));
        QVERIFY(areAscending(numbers));
    }

    void largeArenaLeavesMemoryAndComesBack()
    {
        PageFile file;
        if (file.descriptor() < 0)
            QSKIP("the folder of temporary files takes no file without a name");
        Arena arena;
        const auto numbers = fill(arena, 12000);
        const size_t before = memoryTaken();
        QVERIFY(arena.moveTo(file));
        QVERIFY(areAscending(numbers));
        for (int round = 0; round < 2; ++round) {
            arena.leaveMemory();
            if (before > 0)
                QVERIFY(memoryTaken() + arena.bytesUsed() / 2 < before);
            QVERIFY(areAscending(numbers));
        }
    }

    void movedArenaTakesMore()
    {
        PageFile file;
        Arena arena;
        auto numbers = fill(arena, 500);
        const std::string_view name = arena.intern("name");
        arena.moveTo(file);
        arena.leaveMemory();
        QCOMPARE(arena.intern("name").data(), name.data());
        for (const std::span<uint64_t> part : fill(arena, 600))
            numbers.push_back(part);
        QVERIFY(arena.moveTo(file) || file.descriptor() < 0); // the blocks since
        arena.leaveMemory();
        numbers.resize(500);
        QVERIFY(areAscending(numbers));
    }

    void changesInTheFileStay()
    {
        PageFile file;
        Arena arena;
        const auto numbers = fill(arena, 500);
        arena.moveTo(file);
        numbers[499][7] = 42;
        arena.leaveMemory();
        QCOMPARE(numbers[499][7], uint64_t(42));
    }

    void pagesOutliveTheirFile()
    {
        Arena arena;
        const auto numbers = fill(arena, 500);
        {
            PageFile file;
            arena.moveTo(file);
        }
        arena.leaveMemory();
        QVERIFY(areAscending(numbers));
    }
};

TIR_TEST(TestArena)
#include "tst_arena.moc"
