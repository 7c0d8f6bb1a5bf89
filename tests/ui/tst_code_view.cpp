/// The code view and its parts: lines, columns, rows, search, painting of large texts.

#include "tests/support/test_main.h"
#include "ui/common/code_view.h"
#include "ui/common/search_bar.h"
#include "ui/common/theme.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

using namespace tir;
using namespace tir::ui;

namespace {

CodeContent plainContent(std::string text)
{
    auto code = std::make_shared<CodeText>(std::move(text));
    auto rows = std::make_shared<CodeRows>(CodeRows::plain(code->lineCount()));
    return {.text = std::move(code), .rows = std::move(rows), .marks = {}};
}

/// More than fit: 500 lines of five characters, their ends included.
void showManyLines(CodeView& view)
{
    view.resize(400, 200);
    std::string text;
    for (int line = 0; line < 500; ++line)
        text += "line\n";
    view.setContent(plainContent(text));
    view.show();
}

} // namespace

class TestCodeView : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeKind::Light); }
    void linesOfATest_data();
    void linesOfATest();
    void tokenAtAnOffset();
    void columnsCountCharactersAndTags();
    void offsetsAndColumnsAgree();
    void longTagsHaveRoom();
    void inlaysTakeRoomInFrontOfTheirByte();
    void whatIsBesideALineIsWrappedBelowIt();
    void whatIsBesideALineEndsWithTheView();
    void whatIsBesideALineCanBeScrolledTo();
    void tabTakesOneColumn();
    void searchIsSmartAboutCase();
    void clickTellsTheOffset();
    void revealScrollsOnlyWhenNeeded();
    void revealKeepsLineStartsInSight();
    void revealInLineKeepsTheIndentationInSight();
    void aRevealedLineStaysInALowerView();
    void changedWordsHaveTheColorOfTheirSide();
    void showFromBeginsAboveALineThatIsVisible();
    void blankWithoutText();
    void selectedTextLeavesTagsOut();
    void stickyLinesAreThoseOfTheFirstLineBelow();
    void stickyLinesLeadToTheirLine();
    void stickyLinesDoNotCoverTheCaret();
    void stickyLinesNeedRoom();
    void stickyLinesArePainted();
    void largeTextPaints();
};

void TestCodeView::linesOfATest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("count");
    QTest::newRow("empty") << QString() << 1;
    QTest::newRow("no line end") << QStringLiteral("a") << 1;
    QTest::newRow("final line end") << QStringLiteral("a\n") << 1;
    QTest::newRow("two lines") << QStringLiteral("a\nb") << 2;
    QTest::newRow("blank last line") << QStringLiteral("a\n\n") << 2;
}

void TestCodeView::linesOfATest()
{
    QFETCH(QString, text);
    QFETCH(int, count);
    const CodeText code(text.toStdString());
    QCOMPARE(code.lineCount(), count);
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (int line = 0; line < count; ++line) {
        QCOMPARE(QString::fromStdString(std::string(code.line(line))), lines[line]);
        QCOMPARE(code.lineAt(code.lineStarts[size_t(line)]), line);
    }
}

void TestCodeView::tokenAtAnOffset()
{
    CodeText code("ab cd");
    code.tokens = {{.begin = 0, .end = 2}, {.begin = 3, .end = 5}};
    QCOMPARE(code.tokenAt(0), &code.tokens[0]);
    QCOMPARE(code.tokenAt(2), &code.tokens[0]);
    QCOMPARE(code.tokenAt(3), &code.tokens[1]);
    QCOMPARE(code.tokenAt(5), &code.tokens[1]);
    code.tokens = {{.begin = 0, .end = 1}, {.begin = 1, .end = 2}};
    QCOMPARE(code.tokenAt(1), &code.tokens[1]);
    QVERIFY(!code.tokenAt(4));
}

void TestCodeView::columnsCountCharactersAndTags()
{
    CodeText code("# \u00e9\nab[c]");
    code.tokens = {{.begin = 5, .end = 7, .tag = 2}};
    const CodeLineLayout comment(code, 0);
    QCOMPARE(comment.width(), 3.0);
    const CodeLineLayout access(code, 1);
    QCOMPARE(access.columnAt(5), 0.0);
    QCOMPARE(access.columnAt(8), 3 + CodeLineLayout::columnsOfTag(1));
}

void TestCodeView::offsetsAndColumnsAgree()
{
    CodeText code("xy = \u00b5z[1] + buffer");
    code.tokens = {{.begin = 0, .end = 2, .tag = 1}, {.begin = 5, .end = 8, .tag = 3}};
    const CodeLineLayout layout(code, 0);
    for (uint32_t offset = layout.begin(); offset <= layout.end(); ++offset) {
        if (offset == 6) // inside of a character of two bytes
            continue;
        QCOMPARE(layout.offsetAt(layout.columnAt(offset)), offset);
    }
    QCOMPARE(layout.offsetAt(-3), layout.begin());
    QCOMPARE(layout.offsetAt(1000), layout.end());
}

/// However many namesakes there are, their numbers differ and fit.
void TestCodeView::longTagsHaveRoom()
{
    CodeText code("xy = z");
    double narrower = 0;
    for (const int tag : {9, 10, 99, 100, 300, 1000, 60000}) {
        code.tokens = {{.begin = 0, .end = 2, .tag = uint16_t(tag)}};
        QCOMPARE(int(code.tokens[0].tag), tag);
        const CodeLineLayout layout(code, 0);
        const double columns = layout.columnAt(2) - 2;
        QCOMPARE(columns, CodeLineLayout::columnsOfTag(tag));
        QVERIFY(columns >= 0.75 * double(QString::number(tag).size()) && columns >= narrower);
        narrower = columns;
        for (uint32_t offset = layout.begin(); offset <= layout.end(); ++offset)
            QCOMPARE(layout.offsetAt(layout.columnAt(offset)), offset);
    }
}

/// PTX is written with tabs; nothing is painted over anything else.
void TestCodeView::inlaysTakeRoomInFrontOfTheirByte()
{
    const CodeText code("f(a, b)\n");
    const std::vector<CodeHint> hints{{.offset = 5, .kind = HintKind::Inlay, .text = "size:", .target = {}},
                                      {.offset = 7, .kind = HintKind::Note, .text = "beside", .target = {}}};
    const CodeLineLayout layout(code, 0, {.hints = hints});
    const double room = CodeLineLayout::columnsOfInlay(hints.front());
    QVERIFY(room > 3);
    QCOMPARE(layout.columnAt(4), 4.0);
    QCOMPARE(layout.columnAt(5), 5 + room);
    QCOMPARE(layout.width(), 7 + room);
    for (uint32_t offset = 0; offset <= 7; ++offset)
        QCOMPARE(layout.offsetAt(layout.columnAt(offset)), offset);
}

namespace {

CodeContent contentWithNotes(const std::string& line, const std::vector<std::string>& notes)
{
    CodeContent content = plainContent(line);
    for (const std::string& note : notes)
        content.hints.push_back(
            {.offset = uint32_t(line.size()), .kind = HintKind::Note, .text = note, .target = {0, 1}});
    return content;
}

} // namespace

void TestCodeView::whatIsBesideALineIsWrappedBelowIt()
{
    const auto layoutOf = [](const CodeContent& content, int columns) {
        QStringList lines;
        const CodeRowLayout layout(content, 0, columns);
        for (const CodeAside& aside : layout.asides())
            lines << QStringLiteral("%1:%2 %3").arg(aside.line).arg(aside.column).arg(aside.text);
        lines << QStringLiteral("lines %1").arg(layout.visualLineCount());
        return lines.join(QLatin1Char('|'));
    };
    const CodeContent one = contentWithNotes("    x = y", {"on the buffer of launch 1"});
    QCOMPARE(layoutOf(one, 0), QStringLiteral("0:11 on the buffer of launch 1|lines 1"));
    QCOMPARE(layoutOf(one, 40), layoutOf(one, 0));
    // Like a part of the line, with its indentation.
    QCOMPARE(layoutOf(one, 24), QStringLiteral("1:8 on the buffer of|2:8 launch 1|lines 3"));
    QCOMPARE(wrappedHeights(one, 24), (std::vector<int>{3}));
    const CodeContent two = contentWithNotes("    x = y", {"short", "also short", "not so short, is it?"});
    QCOMPARE(layoutOf(two, 30), QStringLiteral("1:8 short|1:15 also short|2:8 not so short, is it?|lines 3"));
    const CodeContent word = contentWithNotes("x", {"abcdefghijklmnopqrstuvwxyz"});
    QCOMPARE(layoutOf(word, 20), QStringLiteral("1:4 abcdefghijklmnop|2:4 qrstuvwxyz|lines 3"));
    // All pieces of a link are the link.
    const CodeRowLayout layout(one, 0, 24);
    for (const CodeAside& aside : layout.asides())
        QVERIFY(aside.isLink());
}

void TestCodeView::whatIsBesideALineEndsWithTheView()
{
    const CodeAside aside{
        .kind = AsideKind::Moved, .text = QStringLiteral("outlined from main"), .column = 10};
    QCOMPARE(textWithin(aside, 28), aside.text);
    QCOMPARE(textWithin(aside, 40.5), aside.text);
    QCOMPARE(textWithin(aside, 27.9), QStringLiteral("outlined from ma…"));
    QCOMPARE(textWithin(aside, 19), QStringLiteral("outlined…"));
    QCOMPARE(textWithin(aside, 5), QStringLiteral("…")); // out of the view
}

void TestCodeView::whatIsBesideALineCanBeScrolledTo()
{
    CodeView view;
    view.resize(300, 100);
    view.show();
    view.setContent(contentWithNotes("x = y", {std::string(200, 'n')}));
    view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum());
    QVERIFY(view.horizontalScrollBar()->value() > 0);
    QVERIFY(view.rectOf(view.asides(0).front(), 0).right() <= view.viewport()->width());
    // Wrapped, all of it is in the view.
    view.setWrapping(true);
    QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
    for (const CodeAside& aside : view.asides(0))
        QVERIFY(view.rectOf(aside, 0).right() <= view.viewport()->width());
}

void TestCodeView::tabTakesOneColumn()
{
    const auto picture = [](const char* text) {
        CodeView view;
        view.resize(500, 100);
        auto code = std::make_shared<CodeText>(text);
        auto rows = std::make_shared<CodeRows>(CodeRows::plain(code->lineCount()));
        view.setContent({.text = code, .rows = rows, .marks = {}});
        return view.grab().toImage();
    };
    QCOMPARE(picture("\tld.param.u64\t%rd1, [main];"), picture(" ld.param.u64 %rd1, [main];"));
    QVERIFY(picture("ld\tx") != picture("ldx"));
}

void TestCodeView::searchIsSmartAboutCase()
{
    const std::string text = "For for FOR fOrfor";
    QCOMPARE(findAll(text, "for").size(), size_t(5));
    QCOMPARE(findAll(text, "For").size(), size_t(1));
    QCOMPARE(findAll(text, "").size(), size_t(0));
    QCOMPARE(findAll("aaaa", "aa").size(), size_t(2));
}

void TestCodeView::clickTellsTheOffset()
{
    CodeView view;
    view.resize(600, 200);
    view.setContent(plainContent("first\nsecond line"));
    view.show();
    QSignalSpy clicked(&view, &CodeView::clicked);
    const QRect rect = view.rectOf({13, 17});
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, rect.center());
    QCOMPARE(clicked.count(), 1);
    const auto offset = clicked.front().front().toUInt();
    QVERIFY(offset >= 13 && offset < 17);
}

void TestCodeView::revealScrollsOnlyWhenNeeded()
{
    CodeView view;
    showManyLines(view);
    view.reveal({0, 4});
    QCOMPARE(view.verticalScrollBar()->value(), 0);
    view.reveal({2000, 2004});
    QVERIFY(view.verticalScrollBar()->value() > 0);
    QVERIFY(view.isLineVisible(400));
    const int position = view.verticalScrollBar()->value();
    view.reveal({2005, 2009});
    QCOMPARE(view.verticalScrollBar()->value(), position);
}

void TestCodeView::revealKeepsLineStartsInSight()
{
    auto code = std::make_shared<CodeText>(std::string(400, 'x'));
    CodeView view;
    view.resize(400, 100);
    view.show();
    view.setContent({.text = code, .rows = std::make_shared<CodeRows>(CodeRows::plain(1)), .marks = {}});
    const auto showsStart = [&](uint32_t begin) {
        const int left = view.rectOf({begin, begin + 1}).left();
        return left > 0 && left < view.viewport()->width() / 2 + view.rectOf({begin, begin + 2}).width();
    };
    // The beginning of a span is enough, even of one that is wider than the view.
    view.reveal({10, 300});
    QCOMPARE(view.horizontalScrollBar()->value(), 0);
    view.reveal({200, 390});
    QVERIFY(view.horizontalScrollBar()->value() > 0);
    QVERIFY(showsStart(200));
    view.reveal({10, 12});
    QCOMPARE(view.horizontalScrollBar()->value(), 0);
}

/// What is farther to the right than the lines are indented stays out of view.
void TestCodeView::revealInLineKeepsTheIndentationInSight()
{
    constexpr int Indentation = 8;
    std::string text;
    for (int line = 0; line < 4; ++line)
        text += std::string(Indentation, ' ') + std::string(200, 'x') + '\n';
    CodeView view;
    view.resize(400, 200);
    view.show();
    view.setContent(plainContent(text));
    const QScrollBar* bar = view.horizontalScrollBar();
    const int charWidth = view.rectOf({10, 11}).width();
    const auto columns = uint32_t((view.viewport()->width() - view.rectOf({0, 1}).left()) / charWidth);
    view.revealInLine({columns - 20, columns + 90}); // its beginning is in view
    QCOMPARE(bar->value(), 0);
    view.revealInLine({columns - 5, columns});
    QVERIFY(view.isWithinWidth({columns - 5, columns}));
    view.revealInLine({columns, columns + 4});
    QVERIFY(view.isWithinWidth({columns, columns + 4}));
    QVERIFY(bar->value() > 0 && bar->value() <= Indentation * charWidth);
    view.revealInLine({columns + 60, columns + 64});
    QVERIFY(!view.isWithinWidth({columns + 60, columns + 64}));
    QCOMPARE(bar->value(), 0);
}

/// A scroll bar or a bar of the window takes room from the bottom.
void TestCodeView::aRevealedLineStaysInALowerView()
{
    CodeView view;
    showManyLines(view);
    int last = 0;
    while (view.isLineVisible(last + 1))
        ++last;
    const uint32_t begin = uint32_t(last) * 5;
    view.reveal({begin, begin + 4});
    QVERIFY(view.isLineVisible(last));
    view.resize(400, 200 - view.rowHeight());
    QVERIFY(view.isLineVisible(last));
    view.verticalScrollBar()->setValue(0);
    view.resize(400, 200 - 2 * view.rowHeight());
    QCOMPARE(view.verticalScrollBar()->value(), 0); // scrolled away: it stays there
}

void TestCodeView::changedWordsHaveTheColorOfTheirSide()
{
    auto code = std::make_shared<CodeText>("    aaaa\n    bbbb\n    cccc\n    dddd");
    auto rows = std::make_shared<CodeRows>(CodeRows::plain(4));
    rows->rows[0].kind = RowKind::Removed;
    rows->rows[1].kind = RowKind::Added;
    rows->rows[2].kind = RowKind::Moved;
    rows->rows[2].isMovedAway = true;
    rows->rows[3].kind = RowKind::Moved;
    for (int line = 0; line < 4; ++line) // blanks, so that no letter is in the way
        rows->words.push_back({code->lineStarts[size_t(line)], code->lineStarts[size_t(line)] + 2});
    CodeView view;
    view.resize(300, 200);
    view.setContent({.text = code, .rows = rows, .marks = {}});
    view.show();
    const QImage picture = view.viewport()->grab().toImage();
    const QColor expected[] = {theme().removedWord, theme().addedWord, theme().removedWord,
                               theme().addedWord};
    for (size_t line = 0; line < 4; ++line)
        QCOMPARE(picture.pixelColor(view.rectOf(rows->words[line]).center()), expected[line]);
}

void TestCodeView::showFromBeginsAboveALineThatIsVisible()
{
    CodeView view;
    showManyLines(view);
    QVERIFY(view.isLineVisible(5));
    view.showFrom({25, 29}); // line 5
    QCOMPARE(view.verticalScrollBar()->value(), 3 * view.rowHeight());
    view.showFrom({0, 4});
    QCOMPARE(view.verticalScrollBar()->value(), 0);
}

void TestCodeView::blankWithoutText()
{
    CodeView view;
    view.resize(300, 100);
    view.show();
    view.reveal({3, 4});
    view.selectAll();
    QVERIFY(view.selectedText().isEmpty());
    QSignalSpy clicked(&view, &CodeView::clicked);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {100, 50});
    QCOMPARE(clicked.count(), 0);
    const QImage picture = view.viewport()->grab().toImage();
    QCOMPARE(picture.pixelColor(100, 50), theme().code);
}

void TestCodeView::selectedTextLeavesTagsOut()
{
    auto code = std::make_shared<CodeText>("tx = tx");
    code->tokens = {{.begin = 0, .end = 2, .tag = 1}, {.begin = 5, .end = 7, .tag = 2}};
    CodeView view;
    view.setContent({.text = code, .rows = std::make_shared<CodeRows>(CodeRows::plain(1)), .marks = {}});
    view.selectAll();
    QCOMPARE(view.selectedText(), QStringLiteral("tx = tx"));
}

namespace {

/// Functions of ten lines: the first four begin scopes, each in the one before, which go on to the end.
class NestedCode {
public:
    static constexpr int Length = 10;
    static constexpr int Depth = 4;

    explicit NestedCode(CodeView& view, int visualLines = 20) : m_view(view)
    {
        std::string text;
        for (int line = 0; line < 30 * Length; ++line)
            text += std::string(size_t(std::min(line % Length, Depth)), ' ') + "line\n";
        view.resize(300, 100);
        view.show();
        view.setContent(plainContent(text));
        view.setLinesAround([](int line) {
            std::vector<int> lines;
            for (int at = 0; at < Depth && at <= line % Length; ++at)
                lines.push_back(line / Length * Length + at);
            return lines;
        });
        const int frame = view.height() - view.viewport()->height();
        view.resize(300, visualLines * view.rowHeight() + frame);
    }

    std::vector<int> linesAt(int row, int pixels = 0)
    {
        m_view.verticalScrollBar()->setValue(row * m_view.rowHeight() + pixels);
        return m_view.stickyLines();
    }

private:
    CodeView& m_view;
};

} // namespace

void TestCodeView::stickyLinesAreThoseOfTheFirstLineBelow()
{
    using Lines = std::vector<int>;
    CodeView view;
    NestedCode code(view);
    QCOMPARE(code.linesAt(0), Lines());
    QCOMPARE(code.linesAt(5), (Lines{0, 2, 3})); // of four, the outermost and the innermost ones
    // Fewer where they would cover the end of the scopes: the line below them is in them.
    QCOMPARE(code.linesAt(6), (Lines{0, 2, 3}));
    QCOMPARE(code.linesAt(7), (Lines{0, 3}));
    QCOMPARE(code.linesAt(8), (Lines{0}));
    QCOMPARE(code.linesAt(9), Lines());
    QCOMPARE(code.linesAt(10), Lines());
    QCOMPARE(code.linesAt(11), (Lines{10, 12, 13}));
    for (int row = 0; row < 100; ++row)
        for (const int pixels : {0, 1, view.rowHeight() - 1})
            for (const int line : code.linesAt(row, pixels)) {
                QVERIFY(line <= row + 3);
                QVERIFY(!view.isLineVisible(line)); // nothing is shown twice
            }
    view.setStickyLines(false);
    QCOMPARE(code.linesAt(5), Lines());
}

void TestCodeView::stickyLinesLeadToTheirLine()
{
    CodeView view;
    NestedCode code(view);
    const std::vector<int> lines = code.linesAt(105);
    QCOMPARE(lines, (std::vector<int>{100, 102, 103}));
    QSignalSpy clicked(&view, &CodeView::clicked);
    QSignalSpy moved(&view, &CodeView::caretMoved);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {100, view.rowHeight() + 3});
    QCOMPARE(clicked.count(), 0); // of the line below it
    QCOMPARE(moved.count(), 1);
    QCOMPARE(moved.front().front().toInt(), 102);
    QVERIFY(view.isLineVisible(102));
    QCOMPARE(view.content().text->lineAt(*view.caret()), 102);
}

void TestCodeView::stickyLinesDoNotCoverTheCaret()
{
    CodeView view;
    NestedCode code(view);
    for (const Qt::Key key : {Qt::Key_End, Qt::Key_Home})
        for (const Qt::Key step : {Qt::Key_Up, Qt::Key_PageUp, Qt::Key_Down, Qt::Key_PageDown}) {
            QTest::keyClick(&view, key);
            for (int i = 0; i < 60; ++i) {
                QTest::keyClick(&view, step);
                QVERIFY(view.caret());
                QVERIFY(view.isLineVisible(view.content().text->lineAt(*view.caret())));
            }
        }
    // What is revealed is not covered either.
    code.linesAt(105);
    QVERIFY(!view.isLineVisible(106));
    const uint32_t begin = view.content().text->lineStarts[106];
    view.reveal({begin, begin + 8});
    QVERIFY(view.isLineVisible(106));
}

void TestCodeView::stickyLinesNeedRoom()
{
    CodeView low;
    QVERIFY(NestedCode(low, 7).linesAt(5).empty());
    CodeView high;
    QCOMPARE(NestedCode(high, 8).linesAt(5).size(), size_t(3));
    const uint32_t begin = high.content().text->lineStarts[106];
    high.reveal({begin, begin + 8});
    QVERIFY(high.isLineVisible(106));
}

void TestCodeView::stickyLinesArePainted()
{
    CodeView view;
    NestedCode code(view);
    QCOMPARE(code.linesAt(105).size(), size_t(3));
    const QImage picture = view.viewport()->grab().toImage();
    const int right = view.viewport()->width() - 5;
    for (int number = 0; number < 3; ++number)
        QCOMPARE(picture.pixelColor(right, number * view.rowHeight() + 3), theme().window);
    QCOMPARE(picture.pixelColor(right, 3 * view.rowHeight() - 1), theme().border);
    QCOMPARE(picture.pixelColor(right, 3 * view.rowHeight() + 3), theme().code);
    // They are not scrolled sideways.
    view.resize(80, view.height() + 40); // with room for the scroll bar
    const QRect sticky(0, 0, view.viewport()->width(), 3 * view.rowHeight());
    const QImage before = view.viewport()->grab(sticky).toImage();
    view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum());
    QVERIFY(view.horizontalScrollBar()->value() > 0);
    QCOMPARE(view.viewport()->grab(sticky).toImage(), before);
}

void TestCodeView::largeTextPaints()
{
    // 15000 lines of 4000 columns, 400 tokens each on every tenth line.
    auto code = std::make_shared<CodeText>();
    std::string text;
    const std::string line(4000, 'x');
    for (int i = 0; i < 15000; ++i)
        text += line + '\n';
    *code = CodeText(std::move(text));
    for (int i = 0; i < 15000; i += 10)
        for (uint32_t token = 0; token < 400; ++token)
            code->tokens.push_back({.begin = code->lineStarts[size_t(i)] + token * 10,
                                    .end = code->lineStarts[size_t(i)] + token * 10 + 6,
                                    .kind = TokenKind::Variable,
                                    .hue = int16_t(token)});
    CodeView view;
    view.resize(1200, 900);
    auto rows = std::make_shared<CodeRows>(CodeRows::plain(code->lineCount()));
    view.setContent({.text = code, .rows = rows, .marks = {}});
    view.show();
    QImage picture(view.size(), QImage::Format_RGB32);
    view.render(&picture);
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 2);
    view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum() / 2);
    picture.fill(Qt::magenta);
    view.render(&picture);
    QVERIFY(picture.pixelColor(view.width() / 2, view.height() / 2) != QColor(Qt::magenta));
}

TIR_TEST(TestCodeView)
#include "tst_code_view.moc"
