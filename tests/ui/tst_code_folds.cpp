/// Folded dictionaries and wrapped lines: their layout, and what the window does with them.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_folds.h"
#include "ui/common/code_view.h"
#include "ui/common/search_bar.h"
#include "ui/comparison/comparison_view.h"

#include <QClipboard>
#include <QScrollBar>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

constexpr const char* Attributes =
    "    def main(A: T.handle):\n"
    "        T.func_attr({\"calling_conv\": 2, \"target\": T.target({\"arch\": \"sm_90\", \"host\": "
    "{\"keys\": [\"cpu\"], "
    "\"kind\": \"llvm\", \"mtriple\": \"x86_64, pc\"}, \"keys\": [\"cuda\", \"gpu\"], \"kind\": \"cuda\"}), "
    "\"tirx.is_entry_func\": True})\n"
    "        for i in T.serial(4, annotations={\"software_pipeline_stage\": [0, 1], "
    "\"software_pipeline_order\": [0, 1], \"pragma\": 1}):\n"
    "            T.attr({\"async_wait_queue_scope\": 0, \"async_wait_inflight_count\": 3})\n"
    "            T.sblock_attr({\"short\": {\"a\": 1}})\n";

std::string textOf(const CodeText& code, Span span)
{
    return code.text.substr(span.begin, span.end - span.begin);
}

std::shared_ptr<CodeText> sharedText(std::string text)
{
    return std::make_shared<CodeText>(std::move(text));
}

CodeContent contentOf(const std::shared_ptr<CodeText>& text)
{
    return {.text = text,
            .rows = std::make_shared<CodeRows>(CodeRows::plain(text->lineCount())),
            .marks = {},
            .folds = dictionaryFolds(*text)};
}

CodeView* codeIn(const QWidget& window, const char* name)
{
    return window.findChild<CodeView*>(QString::fromLatin1(name));
}

/// The first fold with that end of its key; null if there is none.
const CodeFold* foldIn(const CodeView& view, std::string_view key)
{
    for (const CodeFold& fold : view.content().folds)
        if (std::string_view(fold.key).ends_with(key))
            return &fold;
    return nullptr;
}

} // namespace

class TestCodeFolds : public QObject {
    Q_OBJECT
private slots:
    /// "calling_conv" is inserted in front of it, up to its first quote.
    void nextChangeLeavesUnchangedFoldsAlone()
    {
        ShownWindow shown;
        shown.window.resize(1280, 800);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=LowerDeviceKernelLaunch"), QString());
        for (int change = 0; change < 5; ++change) {
            QCOMPARE(shown.perform("next-change"), QString());
            for (const char* name : {"beforeCode", "afterCode"})
                for (const char* key : {"main_kernel/target", "main_kernel_1/target"}) {
                    const CodeFold* fold = foldIn(*codeIn(shown.window, name), key);
                    QVERIFY2(fold && !fold->isOpen, key);
                }
        }
    }

    void dictionariesHaveLabels()
    {
        const CodeText code{std::string(Attributes)};
        const CodeFolds folds = dictionaryFolds(code);
        QCOMPARE(folds.size(), size_t(2));
        QCOMPARE(folds[0].label, std::string("target: cuda sm_90, host llvm"));
        QCOMPARE(folds[0].key, std::string("main/target"));
        QVERIFY(textOf(code, folds[0].span).starts_with("\"target\": T.target({\"arch\""));
        QVERIFY(textOf(code, folds[0].span).ends_with("\"kind\": \"cuda\"})"));
        QCOMPARE(folds[1].label, std::string("annotations: 3 entries"));
        QCOMPARE(textOf(code, folds[1].span),
                 std::string("annotations={\"software_pipeline_stage\": [0, 1], "
                             "\"software_pipeline_order\": [0, 1], \"pragma\": 1}"));
    }

    void textsWithoutDictionariesHaveNone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("short") << QStringLiteral("x = {\"a\": 1}");
        QTest::newRow("short in a long line")
            << QStringLiteral("T.attr({\"async_wait_queue_scope\": 0, \"async_wait_inflight_count\": 3})") +
                   QString(80, QLatin1Char('x'));
        QTest::newRow("not closed") << QStringLiteral(
            "x = "
            "T.target({\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"");
        QTest::newRow("no end of a text") << QStringLiteral(
            "x = {\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\");
        QTest::newRow("no braces") << QString(200, QLatin1Char('x'));
    }
    void textsWithoutDictionariesHaveNone()
    {
        QFETCH(QString, text);
        QVERIFY(dictionaryFolds(CodeText(text.toStdString())).empty());
    }

    void partlyChangedOnesStayOpen()
    {
        const CodeText code{std::string(Attributes)};
        CodeFolds folds = dictionaryFolds(code);
        const Span whole = folds[0].span;
        openChangedFolds(folds, {whole}, code);
        QVERIFY(!folds[0].isOpen);
        const auto arch = uint32_t(code.text.find("sm_90"));
        openChangedFolds(folds, {{arch, arch + 5}}, code);
        QVERIFY(folds[0].isOpen);
        QVERIFY(!folds[1].isOpen);
    }

    void aClosedFoldHasTheWidthOfItsLabel()
    {
        const std::shared_ptr<CodeText> text = sharedText(Attributes);
        CodeContent content = contentOf(text);
        const CodeLineLayout closed(*text, 1, partsOfLine(content, 1));
        const Span span = content.folds[0].span;
        const double label = CodeLineLayout::columnsOfFold(content.folds[0]);
        QCOMPARE(closed.columnAt(span.end), closed.columnAt(span.begin) + label);
        QVERIFY(closed.width() < 110);
        for (uint32_t offset = closed.begin(); offset <= closed.end(); ++offset) {
            const bool isInside = span.begin < offset && offset < span.end;
            QCOMPARE(closed.offsetAt(closed.columnAt(offset)), isInside ? span.begin : offset);
        }
        QCOMPARE(closed.foldAt(closed.columnAt(span.begin) + 1), &content.folds[0]);
        QVERIFY(!closed.foldAt(closed.columnAt(span.end) + 1));
        // A word inside is where the label is.
        const CodeLineLayout::Columns inside = closed.columnsOf({span.begin + 20, span.begin + 25});
        QCOMPARE(inside.begin, closed.columnAt(span.begin));
        QCOMPARE(inside.end, closed.columnAt(span.end));

        content.folds[0].isOpen = true;
        const CodeLineLayout open(*text, 1, partsOfLine(content, 1));
        QVERIFY(open.width() > double(text->line(1).size()));
        for (uint32_t offset = open.begin(); offset <= open.end(); ++offset)
            QCOMPARE(open.offsetAt(open.columnAt(offset)), offset);
    }

    void wrappedPartsAreTheLine_data()
    {
        QTest::addColumn<int>("columns");
        for (const int columns : {20, 33, 60, 200, 1000})
            QTest::addRow("%d", columns) << columns;
    }
    /// With a tag, an inlay, a label, and characters of several bytes.
    void wrappedPartsAreTheLine()
    {
        QFETCH(int, columns);
        const std::string line =
            "        T.evaluate(\u00b5_\u00e9, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, first, "
            "x={\"software_pipeline_stage\": [0, 1], \"software_pipeline_order\": [0, 1], \"pragma\": 1}, "
            "last, another, and_one_more)";
        const std::shared_ptr<CodeText> text = sharedText(line + "\n");
        const auto first = uint32_t(text->text.find("first"));
        text->tokens = {{.begin = first, .end = first + 5, .tag = 12}};
        CodeContent content = contentOf(text);
        content.hints = {{.offset = first, .kind = HintKind::Inlay, .text = "size:", .target = {}}};
        for (const bool isOpen : {false, true}) {
            content.folds[0].isOpen = isOpen;
            const CodeLineLayout whole(*text, 0, partsOfLine(content, 0));
            const std::vector<CodeLineLayout> parts = whole.wrapped(columns);
            QCOMPARE(parts.size() == 1, whole.width() <= columns);
            QCOMPARE(parts.front().begin(), whole.begin());
            QCOMPARE(parts.back().end(), whole.end());
            for (size_t part = 0; part < parts.size(); ++part) {
                if (part > 0)
                    QCOMPARE(parts[part].begin(), parts[part - 1].end());
                const bool hasLabel = !isOpen && parts[part].columnsOf(content.folds[0].span).end >
                                                     parts[part].columnsOf(content.folds[0].span).begin;
                QVERIFY2(hasLabel || parts[part].width() <= columns + 1, qPrintable(QString::number(part)));
                for (uint32_t offset = parts[part].begin(); offset < parts[part].end(); ++offset) {
                    const bool isMiddle = (text->text[offset] & 0xc0) == 0x80;
                    const bool isHidden =
                        !isOpen && content.folds[0].span.begin < offset && offset < content.folds[0].span.end;
                    if (!isMiddle && !isHidden)
                        QCOMPARE(parts[part].offsetAt(parts[part].columnAt(offset)), offset);
                }
            }
        }
    }

    void aClickOpensItOnBothSides()
    {
        ShownWindow shown;
        shown.window.resize(1400, 700);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=AnnotateEntryFunc"), QString());
        CodeView* before = codeIn(shown.window, "beforeCode");
        CodeView* after = codeIn(shown.window, "afterCode");
        const CodeFold* fold = foldIn(*after, "main/target");
        QVERIFY(fold && !fold->isOpen);
        QVERIFY2(fold->label.starts_with("target: cuda sm_90"), fold->label.c_str());
        // What the step adds after it begins in view, and the end of the label.
        const auto added = uint32_t(after->content().text->text.find("tirx.is_entry_func"));
        QVERIFY(after->isWithinWidth({added, added + 1}));
        QVERIFY(after->rectOf(fold->span).right() > after->viewport()->width() / 4);

        const int width = after->horizontalScrollBar()->maximum();
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {}, after->rectOf(fold->span).center());
        QVERIFY(foldIn(*after, "main/target")->isOpen && foldIn(*before, "main/target")->isOpen);
        QVERIFY(after->horizontalScrollBar()->maximum() > width + 500);
        QVERIFY(shown.session.selection().isEmpty());
        QCOMPARE(shown.perform("next,previous"), QString());
        QVERIFY(foldIn(*after, "main/target")->isOpen); // it stays so
        QCOMPARE(shown.perform("fold-dictionaries"), QString());
        QVERIFY(after->content().folds.empty());
        QCOMPARE(shown.perform("fold-dictionaries"), QString());
        QVERIFY(!foldIn(*after, "main/target")->isOpen);
    }

    void copiedTextIsComplete()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=BindTarget"), QString());
        CodeView* after = codeIn(shown.window, "afterCode");
        QVERIFY(!after->content().folds.empty());
        after->selectAll();
        QCOMPARE(after->selectedText().toStdString(), after->content().text->text);
    }

    void searchOpensIt()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=BindTarget,find"), QString());
        CodeView* after = codeIn(shown.window, "afterCode");
        QVERIFY(!foldIn(*after, "main/target")->isOpen);
        shown.window.findChild<ComparisonView*>()->findChild<SearchBar*>()->findChild<QLineEdit*>()->setText(
            QStringLiteral("max_num_threads"));
        QVERIFY(foldIn(*after, "main/target")->isOpen);
        const auto found = uint32_t(after->content().text->text.find("max_num_threads"));
        QVERIFY(after->viewport()->rect().contains(after->rectOf({found, found + 15})));
    }

    void theUnifiedTextHasThem()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=AnnotateEntryFunc,unified"),
                 QString());
        CodeView* unified = codeIn(shown.window, "unifiedCode");
        int count = 0;
        for (const CodeFold& fold : unified->content().folds) {
            QVERIFY(!fold.isOpen);
            QVERIFY(textOf(*unified->content().text, fold.span).starts_with("\"target\": T.target("));
            ++count;
        }
        QCOMPARE(count, 2); // of the removed line and of the added one
        QTest::mouseClick(unified->viewport(), Qt::LeftButton, {},
                          unified->rectOf(unified->content().folds[0].span).center());
        for (const CodeFold& fold : unified->content().folds)
            QVERIFY(fold.isOpen);
    }

    void wrappedRowsAreAligned()
    {
        ShownWindow shown;
        shown.window.resize(1100, 700);
        QCOMPARE(
            shown.perform("sample=matmul,pipeline=split,step=SplitHostDevice,fold-dictionaries,wrap-lines"),
            QString());
        CodeView* before = codeIn(shown.window, "beforeCode");
        CodeView* after = codeIn(shown.window, "afterCode");
        QVERIFY(after->visualLineCount() > after->rowCount());
        QCOMPARE(before->rowCount(), after->rowCount());
        for (int row = 0; row <= after->rowCount(); ++row)
            QCOMPARE(before->topOf(row), after->topOf(row));
        QCOMPARE(after->horizontalScrollBar()->maximum(), 0);
        // Every word is within the view, where a click finds it.
        const CodeText& text = *after->content().text;
        int checked = 0;
        for (const CodeToken& token : text.tokens) {
            if (!token.identity || token.end - token.begin > 20 || text.textOf(token).starts_with('.'))
                continue;
            after->reveal({token.begin, token.end});
            const QRect rect = after->rectOf({token.begin, token.end});
            QVERIFY(rect.left() >= 0 && rect.right() <= after->viewport()->width());
            QSignalSpy clicked(after, &CodeView::clicked);
            QTest::mouseClick(after->viewport(), Qt::LeftButton, {}, rect.center() - QPoint(1, 0));
            QCOMPARE(clicked.count(), 1);
            const auto offset = clicked.front().front().toUInt();
            QVERIFY(token.begin <= offset && offset <= token.end);
            if (++checked == 60)
                break;
        }
        QCOMPARE(shown.perform("wrap-lines"), QString());
        QCOMPARE(after->visualLineCount(), after->rowCount());
        QVERIFY(after->horizontalScrollBar()->maximum() > 0);
    }

    void wrappingKeepsWhatIsLookedAt()
    {
        ShownWindow shown;
        shown.window.resize(1100, 620);
        QCOMPARE(shown.perform("sample=matmul,pipeline=split,step=LowerDeviceKernelLaunch,fold-dictionaries"),
                 QString());
        CodeView* after = codeIn(shown.window, "afterCode");
        after->verticalScrollBar()->setValue(after->verticalScrollBar()->maximum() / 2);
        const int row = after->rowLookedAt();
        QCOMPARE(shown.perform("wrap-lines"), QString());
        QCOMPARE(after->rowLookedAt(), row);
        shown.window.resize(900, 620);
        QCoreApplication::processEvents();
        QVERIFY(std::abs(after->rowLookedAt() - row) <= 1);
        // Changes are gone to in the same way.
        QCOMPARE(shown.perform("next-change"), QString());
        const CodeRows& rows = *after->content().rows;
        QVERIFY(std::ranges::any_of(rows.rows, [&](const CodeRows::Row& each) {
            return each.kind == RowKind::Added && after->isLineVisible(each.line);
        }));
    }

    void aSideAloneHasItsOwnHeights()
    {
        ShownWindow shown;
        shown.window.resize(1100, 700);
        QCOMPARE(shown.perform("sample=matmul,pipeline=split,step=SplitHostDevice,wrap-lines,side-by-side"),
                 QString());
        CodeView* after = codeIn(shown.window, "afterCode");
        CodeView alone;
        alone.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        alone.resize(after->viewport()->size());
        alone.setWrapping(true);
        alone.show();
        alone.setContent(after->content());
        QCOMPARE(alone.rowCount(), after->rowCount());
        QCOMPARE(alone.viewport()->width(), after->viewport()->width());
        QCOMPARE(alone.visualLineCount(), after->visualLineCount());
    }

    void aLargeTextWrapsAndPaints()
    {
        std::string text;
        for (int line = 0; line < 20000; ++line)
            text += line % 50 == 0 ? std::string(8, ' ') + std::string(300, 'x') + " y\n"
                                   : "        B[threadIdx_x] = A[threadIdx_x]\n";
        CodeView view;
        view.resize(600, 500);
        view.show();
        view.setContent(contentOf(sharedText(text)));
        view.setWrapping(true);
        QVERIFY(view.visualLineCount() > view.rowCount() + 400 * 3);
        view.revealRow(19000);
        QCOMPARE(view.rowLookedAt(), 19000);
        view.grab();
    }
};

TIR_TEST(TestCodeFolds)
#include "tst_code_folds.moc"
