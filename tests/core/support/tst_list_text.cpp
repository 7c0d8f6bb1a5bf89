/// Lists as text.

#include "core/support/list_text.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <array>
#include <vector>

using namespace tir;

class TestListText : public QObject {
    Q_OBJECT
private slots:
    void itemsAreSeparated()
    {
        QCOMPARE(listText(std::vector<int64_t>()), std::string());
        QCOMPARE(listText(std::vector<int64_t>{-3, 4}), std::string("-3, 4"));
        QCOMPARE(listText(std::array<std::string_view, 2>{"a", "b"}), std::string("a, b"));
        QCOMPARE(tupleText(std::array<uint32_t, 3>{4, 2, 1}), std::string("(4, 2, 1)"));
    }

    void emptyTextsAreLeftOut()
    {
        QCOMPARE(listText(std::vector<std::string>{"", "a", "", "b"}), std::string("a, b"));
        const auto even = [](int number) { return number % 2 ? std::string() : std::to_string(number); };
        QCOMPARE(listText(std::vector<int>{1, 2, 3, 4}, even), std::string("2, 4"));
    }
};

TIR_TEST(TestListText)
#include "tst_list_text.moc"
