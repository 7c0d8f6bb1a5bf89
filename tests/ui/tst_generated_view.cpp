/// Generated code beside the IR: colors, resources and rejections as data; a view that generates code only while it is
/// visible, and follows and moves the selection.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "passes/workbench/execution/generate_code.h"
#include "passes/workbench/execution/gpu_text.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_editor.h"
#include "ui/common/code_view.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/generated/entity_spans.h"
#include "ui/generated/generated_view.h"
#include "ui/generated/resource_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// Tokens as `text:K`, K the first letter of the kind.
QString tokensOf(const char* text, ArtifactKind kind)
{
    const CodeText code{std::string(text)};
    QStringList words;
    for (const CodeToken& token : codeTokens(code, *languageIn(kind))) {
        const char letters[] = "PKCDNBFVUXS"; // in the order of TokenKind; X is Number, U Buffer
        words.append(QString::fromStdString(std::string(code.textOf(token))) + QLatin1Char(':') +
                     QLatin1Char(letters[int(token.kind)]));
    }
    return words.join(QLatin1Char(' '));
}

Artifact artifactWith(ArtifactKind kind)
{
    Artifact artifact;
    artifact.kind = kind;
    artifact.content = "int x;\n";
    return artifact;
}

} // namespace

class TestGenerated : public QObject {
    Q_OBJECT

private slots:
    void tokens_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("tokens");
        QTest::newRow("identifiers") << int(ArtifactKind::Cuda) << QByteArray("float y = f(x[3]);")
                                     << "float:K f:F 3:X";
        QTest::newRow("builtin") << int(ArtifactKind::Cuda) << QByteArray("__syncthreads(); threadIdx.x")
                                 << "__syncthreads:B threadIdx:B";
        QTest::newRow("comments") << int(ArtifactKind::C) << QByteArray("a; // b\n/* c\nd */ 1")
                                  << "// b:C /* c:C d */:C 1:X";
        QTest::newRow("strings") << int(ArtifactKind::C) << QByteArray("\"a\\\"b\" \"open\n1")
                                 << "\"a\\\"b\":S \"open:S 1:X";
        QTest::newRow("include") << int(ArtifactKind::C) << QByteArray("#include <x>\nint y")
                                 << "#include <x>:D int:K";
        QTest::newRow("ptx") << int(ArtifactKind::Ptx)
                             << QByteArray(".visible .entry k(\n ld.u64 %rd1, [p]; // c")
                             << ".visible:K .entry:K k:F .u64:K %rd1:B // c:C";
        QTest::newRow("llvm") << int(ArtifactKind::Llvm) << QByteArray("define void @main(ptr %a) ; c")
                              << "define:K void:K @main:F ptr:K %a:B ; c:C";
        QTest::newRow("nothing") << int(ArtifactKind::Cuda) << QByteArray("") << "";
    }

    void tokens()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, text);
        QFETCH(QString, tokens);
        QCOMPARE(tokensOf(text.constData(), ArtifactKind(kind)), tokens);
    }

    void resourcesAreRows()
    {
        ResourceModel model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        ResourceReport measured;
        measured.function = "main_kernel";
        measured.registers = 24;
        measured.staticSharedBytes = 1024;
        measured.dynamicSharedBytes = "n * 4";
        measured.stackBytes = 0;
        measured.spillStoreBytes = 8;
        measured.spillLoadBytes = 16;
        ResourceReport unknown;
        unknown.function = "main_kernel_1";
        ResourceReport occupied;
        occupied.function = "k";
        occupied.registers = 128;
        occupied.maxThreads = 256;
        occupied.dynamicSharedBytes = "2048";
        model.setReports({measured, unknown, occupied}, "sm_90");
        QCOMPARE(rowsOf(model), QStringLiteral("main_kernel | 24 | 1,024 | n * 4 | 8 / 16 | 0 | – | –\n"
                                               "main_kernel_1 | – | – | – | – | – | – | –\n"
                                               "k | 128 | – | 2,048 | – | – | – | 25 %"));
        const QString tip = model.index(2, ResourceModel::Occupied).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.startsWith("occupancy 25 % (16 of 64 warps, 2 blocks), limited by registers\n"),
                 qPrintable(tip));
        QVERIFY(tip.contains("threads per block: 32: "));
    }

    /// Also beside a formula, in a table that scrolls down.
    void resourcesFitIntoTheirDock()
    {
        ResourcePanel panel;
        panel.resize(480, 200);
        Artifact artifact = artifactWith(ArtifactKind::Ptx);
        for (int kernel = 0; kernel < 8; ++kernel) {
            ResourceReport& report = artifact.resources.emplace_back();
            report.function = "a_kernel_with_a_rather_long_name_kernel_" + std::to_string(kernel);
            report.registers = 255;
            report.staticSharedBytes = 49152;
            report.dynamicSharedBytes = "(n + 7) // 8 * 4096 + 1024";
            report.spillStoreBytes = 8;
            report.spillLoadBytes = 16;
            report.stackBytes = 1024;
            report.constantBytes = 1024;
        }
        panel.show();
        panel.showResources(artifact);
        const auto* table = panel.findChild<QTableView*>(QStringLiteral("resourceTable"));
        const auto* header = table->horizontalHeader();
        QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
        for (const int width : {480, 352, 700}) {
            panel.resize(width, 200);
            QTRY_COMPARE(header->length(), table->viewport()->width());
        }
        panel.resize(480, 200);
        QTRY_COMPARE(header->length(), table->viewport()->width());
        for (const int column : {int(ResourceModel::Registers), int(ResourceModel::StaticShared)})
            QVERIFY2(header->sectionSize(column) >= header->sectionSizeHint(column), "others are wider");
        for (const int column : {int(ResourceModel::Kernel), int(ResourceModel::DynamicShared)}) {
            const QModelIndex index = table->model()->index(1, column);
            QCOMPARE(index.data(Qt::ToolTipRole), index.data(Qt::DisplayRole));
        }
    }

    void absentResourcesHaveAReason()
    {
        Artifact cuda = artifactWith(ArtifactKind::Cuda);
        QVERIFY(resourceRemark(cuda).contains("LowerDeviceKernelLaunch makes kernels"));
        cuda.entryPoints = {"main_kernel"};
        QVERIFY(resourceRemark(cuda).contains("PTX"));
        QVERIFY(resourceRemark(artifactWith(ArtifactKind::C)).startsWith("Host code"));
        Artifact ptx = artifactWith(ArtifactKind::Ptx);
        ptx.remarks.push_back(
            {.severity = Severity::Note, .code = "no-tool", .message = "there is no ptxas"});
        QCOMPARE(resourceRemark(ptx), QStringLiteral("there is no ptxas"));
        ptx.resources.emplace_back();
        QCOMPARE(resourceRemark(ptx), QString());
    }

    void refusalsKeepTheirMessage()
    {
        const GeneratedCode code =
            makeGeneratedCode(3, ArtifactKind::Ptx,
                              Result<Artifact>(Diagnostics{error("a", "no kernel"), error("a", "no kernel"),
                                                           error("b", "no tool")}));
        QVERIFY(!code.artifact);
        QCOMPARE(refusalReasons(code), QStringLiteral("no kernel\nno tool"));
    }

    void archIsThatOfTheProgram()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "two_kernels");
        QCOMPARE(archOf(session.recording()->module(0)), std::string());
        QCOMPARE(archOf(session.recording()->module(1)), std::string("sm_90"));
    }

    void emptySessionHasNoCode()
    {
        Session session;
        GeneratedView view(session);
        view.show();
        QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
        QCOMPARE(view.findChild<QTabBar*>(QStringLiteral("kindTabs"))->count(), 5);
        for (const char* name : {"copyButton", "saveButton"})
            QVERIFY(!view.findChild<QToolButton*>(QString::fromLatin1(name))->isEnabled());
    }

    void codeAndSelectionFollowEachOther()
    {
        Session session;
        GeneratedView view(session);
        view.resize(500, 300);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
        view.show();
        auto* stack = view.findChild<ContentOrPlaceholder*>();
        auto* code = view.findChild<CodeView*>(QStringLiteral("generatedCode"));
        QTRY_VERIFY(stack->isContentShown());
        const std::string& text = code->content().text->text;
        QVERIFY(text.find("__global__") != std::string::npos);

        // From the code to the IR.
        const size_t barrier = text.find("__syncthreads();", text.find("main_kernel"));
        QVERIFY(barrier != std::string::npos);
        emit code->clicked(quint32(barrier));
        const Place place = session.selection().place;
        QVERIFY(place != NoPlace);
        const ModuleText& ir = *session.compared()->after;
        QVERIFY(ir.code.text.substr(ir.spanOf(place).begin).starts_with("T.tvm_storage_sync"));
        // Down to a part of an expression: the product in `folded[127 - tx + 128] * T.float32(0.5)`.
        const size_t product = text.find(" * 0x1p-1f");
        QVERIFY2(product != std::string::npos, text.c_str());
        emit code->clicked(quint32(product + 1));
        const auto selectedText = [&] {
            const Span span = ir.spanOf(session.selection().place);
            return QString::fromStdString(ir.code.text.substr(span.begin, span.end - span.begin));
        };
        QVERIFY2(selectedText().endsWith("] * T.float32(0.5)"), qPrintable(selectedText()));
        emit code->clicked(quint32(product + 4));
        QCOMPARE(selectedText(), QStringLiteral("T.float32(0.5)"));

        // From the IR to the code: the store into `spread`, far below in the second kernel.
        session.select({});
        code->reveal({0, 1});
        const size_t store = ir.code.text.find("spread[");
        const CodeToken* token = ir.code.tokenAt(uint32_t(store));
        QVERIFY(token && token->place != NoPlace);
        const size_t line = text.rfind(" - Y_ptr");
        QVERIFY(!code->isLineVisible(code->content().text->lineAt(uint32_t(line))));
        session.selectPlace(token->place);
        QVERIFY(code->isLineVisible(code->content().text->lineAt(uint32_t(line))));
        QVERIFY(!view.findChild<QLabel*>(QStringLiteral("resourceRemark"))->text().isEmpty());

        // A buffer without a place, as the timeline selects it: every access, in the kernel that has it.
        const Result<Artifact> made = generateCode(*session.recording(), session.step(), ArtifactKind::Cuda);
        QVERIFY(made.hasValue());
        const std::vector<Span> spans = spansOfEntity(*made, ir, token->identity);
        QVERIFY(spans.size() >= 2); // it is written and read
        for (const Span& span : spans)
            QVERIFY(text.substr(span.begin, span.end - span.begin).find("buf_dyn_shmem") !=
                    std::string::npos);
        QVERIFY(spansOfEntity(*made, ir, nullptr).empty());

        view.findChild<QToolButton*>(QStringLiteral("copyButton"))->click();
        QCOMPARE(QApplication::clipboard()->text().toStdString(), text);
    }

    /// A selected definition does not select its statement: only names are marked.
    void selectedNamesAreMarked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("expected"); // the marked texts, each once
        QTest::newRow("thread") << "tx" << QStringList{"((int)threadIdx.x)"};
        QTest::newRow("local buffer") << "mine" << QStringList{"mine_ptr"};
        QTest::newRow("view of shared memory") << "spread" << QStringList{"buf_dyn_shmem"};
        QTest::newRow("parameter") << "Z_ptr" << QStringList{"Z_ptr"};
    }

    void selectedNamesAreMarked()
    {
        QFETCH(QString, name);
        Session session;
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
        const ModuleText& ir = *session.compared()->after;
        const Result<Artifact> made = generateCode(*session.recording(), session.step(), ArtifactKind::Cuda);
        QVERIFY(made.hasValue());
        const auto markedFor = [&](const CodeToken& token, Place place) {
            QStringList texts;
            for (const Span& span : spansOfEntity(*made, ir, token.identity, place))
                texts << QString::fromStdString(made->content.substr(span.begin, span.end - span.begin));
            texts.removeDuplicates();
            return texts;
        };
        bool isFound = false;
        for (const CodeToken& token : ir.code.tokens) {
            if (!token.identity || token.place == NoPlace || ir.code.textOf(token) != name.toStdString())
                continue;
            const QStringList everywhere = markedFor(token, NoPlace);
            if (everywhere.isEmpty()) // one of the host
                continue;
            QTEST(everywhere, "expected");
            // At one place it is marked the same, or not at all.
            const QStringList here = markedFor(token, token.place);
            QVERIFY2(here.isEmpty() || here == everywhere, qPrintable(here.join(", ")));
            isFound = true;
        }
        QVERIFY(isFound);
    }

    /// The lines of a language without names in the code are marked where they are the access.
    void linesOfAccessesAreMarked()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
        const ModuleText& ir = *session.compared()->after;
        const auto isStore = [&](const CodeToken& token) {
            return ir.code.textOf(token) == "spread" && token.place != NoPlace &&
                   ir.places[ir.places[token.place].parent].node->kind == NodeKind::BufferStore;
        };
        const auto token = std::ranges::find_if(ir.code.tokens, isStore);
        QVERIFY(token != ir.code.tokens.end());
        const Place store = ir.places[token->place].parent;
        Artifact ptx = artifactWith(ArtifactKind::Ptx);
        ptx.content = "launch\nst.shared\nret\n";
        ptx.ranges = {{{0, 7}, ir.places[store].parent}, {{7, 17}, store}};
        const std::vector<Span> spans = spansOfEntity(ptx, ir, token->identity);
        QCOMPARE(spans.size(), size_t(1));
        QCOMPARE(spans.front(), (Span{7, 17}));
        // A statement that is selected is marked as a whole; a name that has no code here, where it has some.
        QCOMPARE(spansOfSelection(ptx, ir, store, token->identity), spans);
        QCOMPARE(spansOfSelection(ptx, ir, token->place, token->identity), spans);
        QCOMPARE(spansOfSelection(ptx, ir, NoPlace, token->identity), spans);
        QVERIFY(spansOfSelection(ptx, ir, NoPlace, nullptr).empty());
    }

    void warpBarriersAreThoseOfTheMode()
    {
        constexpr const char* Program = R"(
@T.prim_func
def main(A: T.Buffer((32,), "float32")):
    with T.launch_thread("threadIdx.x", 32) as tx:
        A[tx] = T.float32(1)
        T.tvm_storage_sync("warp")
        A[tx] = A[31 - tx]
)";
        for (const Mode mode : {Mode::AsTvm, Mode::Sound}) {
            Session session;
            GeneratedView view(session);
            RunSetup setup = session.setup();
            setup.pipeline = *findPipeline("split");
            setup.mode = mode;
            session.setSetup(setup);
            session.openText("warp.py", QString::fromLatin1(Program), OpenWith::Setup);
            QTRY_VERIFY(session.phase() == Phase::Ready && session.compared());
            TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
            view.show();
            QTRY_VERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
            const std::string& text =
                view.findChild<CodeView*>(QStringLiteral("generatedCode"))->content().text->text;
            QCOMPARE(text.find("__syncwarp()") != std::string::npos, mode == Mode::Sound);
            const auto* warnings = view.findChild<QLabel*>(QStringLiteral("codeWarnings"));
            QCOMPARE(warnings->isVisible(), mode == Mode::AsTvm);
            QCOMPARE(warnings->text().contains(QStringLiteral("warp barrier")), mode == Mode::AsTvm);
        }
    }

    void figuresOfCudaFollowTheText()
    {
        Session session;
        GeneratedView view(session);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
        view.show();
        QTRY_VERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
        const auto* remark = view.findChild<QLabel*>(QStringLiteral("resourceRemark"));
        QTRY_VERIFY(!remark->text().startsWith(QStringLiteral("Measuring")));
        const bool hasCompiler = findCudaTool("ptxas") || !findCudaLibraries("libnvrtc").empty();
        QCOMPARE(view.findChild<QTableView*>()->model()->rowCount(), hasCompiler ? 2 : 0);
        QVERIFY2(remark->text().startsWith(QStringLiteral("Not measured")) != hasCompiler,
                 qPrintable(remark->text()));
    }

    void editorHasTheColorsOfTheCodeView()
    {
        CodeEditor editor(CodeLanguage::C);
        editor.setPlainText(QStringLiteral("/* ü\nß */ int x; // y\n"));
        const QTextBlock second = editor.document()->findBlockByNumber(1);
        QTRY_COMPARE(second.layout()->formats().size(), 3);
        const QList<QTextLayout::FormatRange> formats = second.layout()->formats();
        const auto describe = [](const QTextLayout::FormatRange& range) {
            return std::tuple(range.start, range.length, range.format.foreground().color());
        };
        QCOMPARE(describe(formats[0]), std::tuple(0, 4, theme().comment));
        QCOMPARE(describe(formats[1]), std::tuple(5, 3, theme().keyword));
        QCOMPARE(describe(formats[2]), std::tuple(12, 4, theme().comment)); // a name has the default color
    }

    void editsStayWithTheirStep()
    {
        Session session;
        GeneratedView view(session);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const size_t step = stepOf(session, "MakePackedAPI");
        TIR_GO_TO(session, step);
        view.show();
        auto* edit = view.findChild<QToolButton*>(QStringLiteral("editButton"));
        auto* discard = view.findChild<QToolButton*>(QStringLiteral("discardButton"));
        auto* editor = view.findChild<QPlainTextEdit*>(QStringLiteral("cudaEditor"));
        auto* code = view.findChild<CodeView*>(QStringLiteral("generatedCode"));
        QTRY_VERIFY(edit->isEnabled());
        QVERIFY(!editor->isVisible());
        edit->click();
        QVERIFY(editor->isVisible() && !code->isVisible() && !discard->isVisible());
        const QString generated = editor->toPlainText();
        QCOMPARE(generated.toStdString(), code->content().text->text);
        QCOMPARE(session.edits().cuda(step), std::string()); // looking is not an edit
        // It opens where the code was looked at: not at the preamble.
        QCOMPARE(editor->textCursor().blockNumber(), code->verticalScrollBar()->value() / code->rowHeight());
        QVERIFY(editor->textCursor().blockNumber() > 0);

        editor->moveCursor(QTextCursor::End);
        editor->insertPlainText(QStringLiteral("// mine\n"));
        QCOMPARE(session.edits().cuda(step), generated.toStdString() + "// mine\n");
        QVERIFY(discard->isVisible());
        view.findChild<QToolButton*>(QStringLiteral("copyButton"))->click();
        QVERIFY(QApplication::clipboard()->text().endsWith(QStringLiteral("// mine\n")));

        // Another step has none; back again, it is restored.
        TIR_GO_TO(session, step - 1);
        QTRY_VERIFY(edit->isEnabled());
        QVERIFY(!editor->isVisible() && !discard->isVisible());
        QCOMPARE(session.edits().cuda(step - 1), std::string());
        TIR_GO_TO(session, step);
        QTRY_VERIFY(editor->isVisible());
        QVERIFY(editor->toPlainText().endsWith(QStringLiteral("// mine\n")));
        view.showKind(ArtifactKind::C);
        QTRY_VERIFY(code->isVisible());
        QVERIFY(!edit->isVisible() && !editor->isVisible());
        view.showKind(ArtifactKind::Cuda);
        QTRY_VERIFY(editor->isVisible());

        discard->click();
        QCOMPARE(session.edits().cuda(step), std::string());
        QVERIFY(!editor->isVisible() && code->isVisible() && !discard->isVisible());
        edit->click();
        QCOMPARE(editor->toPlainText(), generated);
        editor->insertPlainText(QStringLiteral("x"));
        session.rerun();
        QTRY_VERIFY(session.phase() == Phase::Ready);
        QCOMPARE(session.edits().cuda(step), std::string());
    }

    void unloweredStepsSayWhy()
    {
        Session session;
        GeneratedView view(session);
        view.show();
        TIR_OPEN_SAMPLE(session, "out_of_scope");
        TIR_GO_TO(session, 0);
        auto* stack = view.findChild<ContentOrPlaceholder*>();
        QTRY_VERIFY(session.jobs().running().isEmpty());
        QVERIFY(!stack->isContentShown());
        const auto labels = stack->findChildren<QLabel*>(QStringLiteral("placeholderHint"));
        QVERIFY(!labels.isEmpty());
        QVERIFY2(labels.front()->text().contains(QStringLiteral("out of scope")),
                 qPrintable(labels.front()->text()));
    }

    void aStepBeforeTheSplitLeadsThere()
    {
        Session session;
        GeneratedView view(session);
        view.show();
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, 0);
        QTRY_VERIFY(session.jobs().running().isEmpty());
        const auto* hint = view.findChild<QLabel*>(QStringLiteral("placeholderHint"));
        QTRY_VERIFY(!hint->text().isEmpty());
        QVERIFY2(hint->text().front().isUpper(), qPrintable(hint->text()));
        auto* button = view.findChild<QPushButton*>(QStringLiteral("placeholderButton"));
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(session.step(), stepOf(session, "SplitHostDevice"));
    }

    void closedViewGeneratesNothing()
    {
        Session session;
        GeneratedView view(session);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        for (const Job* job : session.jobs().running())
            QVERIFY(job->title() != QStringLiteral("Generating code"));
    }
};

TIR_TEST(TestGenerated)
#include "tst_generated_view.moc"
