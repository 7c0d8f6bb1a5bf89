#include "core/support/text_map.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <set>
#include <string>

using namespace tir;

class TextMapTest : public QObject {
    Q_OBJECT

private slots:
    void findsWhatWasInserted()
    {
        TextMap<int> map;
        QVERIFY(map.empty());
        QVERIFY(!map.find("a"));
        QVERIFY(map.insert("a", 1).second);
        const auto [value, isNew] = map.insert("a", 2);
        QVERIFY(!isNew);
        QCOMPARE(value, 1);
        value = 3;
        QCOMPARE(*map.find("a"), 3);
        QVERIFY(!map.find("b"));
        QCOMPARE(map.size(), size_t(1));
    }

    void theEmptyTextIsAKeyLikeOthers()
    {
        TextMap<int> map;
        QVERIFY(!map.find(""));
        map.insert("a", 1);
        QVERIFY(!map.find({}));
        QVERIFY(map.insert({}, 2).second);
        QCOMPARE(*map.find(""), 2);
        QCOMPARE(map.size(), size_t(2));
    }

    void keepsEntriesWhileItGrows()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 1000; ++i)
            names.push_back("function_" + std::to_string(i));
        TextMap<int> map;
        for (int i = 0; i < 1000; ++i)
            QVERIFY(map.insert(names[size_t(i)], i).second);
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(*map.find("function_" + std::to_string(i)), i);
        QVERIFY(!map.find("function_1000"));
    }

    /// A table looks at the low bits alone.
    void spreadsNumberedNames()
    {
        constexpr size_t Count = 1024;
        std::set<size_t> starts;
        for (size_t i = 0; i < Count; ++i)
            starts.insert(textHash("main_kernel_" + std::to_string(i)) % (2 * Count));
        QVERIFY2(starts.size() > Count * 7 / 10, std::to_string(starts.size()).c_str()); // 0.79 by chance
    }

    /// Every byte counts, whatever the length, and so does the length.
    void hashesDiffer()
    {
        std::set<size_t> hashes;
        size_t count = 0;
        for (size_t length = 0; length < 40; ++length) {
            std::string text(length, 'x');
            hashes.insert(textHash(text));
            ++count;
            for (char& letter : text) {
                letter = 'y';
                hashes.insert(textHash(text));
                ++count;
                letter = 'x';
            }
        }
        QCOMPARE(hashes.size(), count);
    }
};

TIR_TEST(TextMapTest)
#include "tst_text_map.moc"
