/// Structural diffs as text: the listed changes, then the lines that differ.

#include "core/diff/structural/change_list.h"
#include "core/script/reading/parser.h"
#include "tests/support/structural_diff_check.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

OwnedModule parsed(const std::string& text)
{
    return parseModule(SourceText("test.py", text)).value().module;
}

/// A module of one function with this body, a line each.
std::string program(const std::vector<std::string>& body, const std::string& head = "A: T.handle")
{
    std::string text =
        "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(" + head + "):\n";
    for (const std::string& line : body)
        text += "        " + line + "\n";
    return text;
}

const std::string Buffers = "A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")";

/// The changes, one per line; `hunks`: and the rows that differ.
QString differenceOf(const std::string& before, const std::string& after, bool hunks = false)
{
    const OwnedModule left = parsed(before);
    const OwnedModule right = parsed(after);
    const std::string failure = structuralDiffFailure(*left.module, *right.module);
    if (!failure.empty())
        return QString::fromStdString(failure);
    const PlaceTable leftPlaces(*left.module);
    const PlaceTable rightPlaces(*right.module);
    const PrintedText leftText = printWithPlaces(*left.module, leftPlaces);
    const PrintedText rightText = printWithPlaces(*right.module, rightPlaces);
    const DiffText leftLines{leftText.text, leftText.placeSpans};
    const DiffText rightLines{rightText.text, rightText.placeSpans};
    const StructuralDiff diff(leftPlaces, rightPlaces);
    std::string text;
    for (const ListedChange& change : listChanges(diff, leftLines, rightLines))
        text += toText(change, leftLines, rightLines) + "\n";
    if (hunks) {
        const std::string rows =
            toText(structuralRows(diff, leftLines, rightLines), leftText.text, rightText.text);
        for (const std::string_view line : splitLines(rows))
            if (!line.starts_with(' ') && !line.starts_with('@'))
                text += std::string(line) + "\n";
    }
    return QString::fromStdString(text);
}

/// A line each, with the line of the other end.
QString labelsBetween(const std::string& before, const std::string& after)
{
    const OwnedModule left = parsed(before);
    const OwnedModule right = parsed(after);
    const PlaceTable leftPlaces(*left.module);
    const PlaceTable rightPlaces(*right.module);
    const PrintedText leftText = printWithPlaces(*left.module, leftPlaces);
    const PrintedText rightText = printWithPlaces(*right.module, rightPlaces);
    const LineLabels labels =
        lineLabels(StructuralDiff(leftPlaces, rightPlaces), {leftText.text, leftText.placeSpans},
                   {rightText.text, rightText.placeSpans});
    QString text;
    for (const auto& [name, side] : {std::pair("before", &labels.before), std::pair("after", &labels.after)})
        for (const LineLabel& label : *side)
            text += QStringLiteral("%1 %2: %3 (%4)\n")
                        .arg(name)
                        .arg(label.line + 1)
                        .arg(QString::fromStdString(label.text))
                        .arg(label.otherEnd + 1);
    return text;
}

QString bodies(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    return differenceOf(program(before, Buffers), program(after, Buffers));
}

} // namespace

class TestStructuralDiff : public QObject {
    Q_OBJECT

private slots:
    void equalPrograms()
    {
        const std::vector<std::string> body{"for i in range(64):", "    A[i] = B[i] + T.float32(1)"};
        QCOMPARE(bodies(body, body), QString());
    }

    void renamesAreNoChanges()
    {
        const std::string before = program(
            {"for i in range(64):", "    x: T.let[T.float32] = B[i]", "    A[i] = x + x * T.float32(2)"},
            Buffers);
        const std::string after =
            program({"for pos in range(64):", "    value: T.let[T.float32] = In[pos]",
                     "    Out[pos] = value + value * T.float32(2)"},
                    "Out: T.Buffer((64,), \"float32\"), In: T.Buffer((64,), \"float32\")");
        QCOMPARE(differenceOf(before, after, true), QString());
    }

    void renamedFunctionIsNoChange()
    {
        std::string before = program({"A[0] = B[0]", "A[1] = B[1]"}, Buffers);
        std::string after = before;
        after.replace(after.find("main"), 4, "other");
        QCOMPARE(differenceOf(before, after, true), QString());
    }

    /// The order of parameters is what callers see, and it is all that is another one.
    void exchangedParametersAreAChange()
    {
        const std::vector<std::string> body{"for i in range(64):", "    Out[i] = In[i]"};
        const std::string out = "Out: T.Buffer((64,), \"float32\")";
        const std::string in = "In: T.Buffer((64,), \"float32\")";
        const QString said =
            differenceOf(program(body, out + ", " + in), program(body, in + ", " + out), true);
        QCOMPARE(said.section('\n', 0, 0),
                 QString::fromStdString("main, lines 7-10: changed '" + out + "' is now '" + in + "', '" +
                                        in + "' is now '" + out + "'"));
        QCOMPARE(said.count("\n-"), 1); // the statements are as before
    }

    void anotherVariableIsAChange()
    {
        QCOMPARE(bodies({"for i, j in T.grid(8, 8):", "    A[i * 8 + j] = B[i]"},
                        {"for i, j in T.grid(8, 8):", "    A[i * 8 + j] = B[j]"}),
                 QString("main, line 10: changed index 'i' is now 'j'\n"));
    }

    /// No statement declares the buffer: the text does, above its first use.
    void otherMemoryIsAChange()
    {
        const auto on = [](const std::string& memory) {
            return program({"first = T.alloc_buffer((256,), \"uint8\")",
                            "second = T.alloc_buffer((256,), \"uint8\")", "first[0] = T.uint8(0)",
                            "second[0] = T.uint8(0)", "view = T.Buffer((64,), data=" + memory + ".data)",
                            "view[0] = B[0]", "A[0] = view[0]"},
                           Buffers);
        };
        QCOMPARE(differenceOf(on("first"), on("first"), true), QString());
        QCOMPARE(differenceOf(on("first"), on("second"), true),
                 QString("main, line 14: changed 'view' is on other memory\n"
                         "-        view = T.Buffer((64,), data=first.data)\n"
                         "+        view = T.Buffer((64,), data=second.data)\n"));
    }

    void changedIndexIsOneChange()
    {
        QCOMPARE(bodies({"for i in range(8):", "    A[i * 2 + 1] = B[i]"},
                        {"for i in range(8):", "    A[i * 2 + 1 + 32] = B[i]"}),
                 QString("main, line 10: changed index 'i * 2 + 1' is now 'i * 2 + 1 + 32'\n"));
    }

    void wrappedStatementsAreNoChanges()
    {
        const std::string before = program({"A[0] = B[0]", "A[1] = B[1]"}, Buffers);
        const std::string after =
            program({"for i in range(4):", "    A[0] = B[0]", "    A[1] = B[1]"}, Buffers);
        QCOMPARE(differenceOf(before, after, true),
                 QString("main, lines 9-11: wrapped 2 statements by: for i in range(4):\n"
                         "+        for i in range(4):\n"));
        QCOMPARE(differenceOf(after, before, true),
                 QString("main, lines 9-11: unwrapped 2 statements by: for i in range(4):\n"
                         "-        for i in range(4):\n"));
    }

    void movedStatements()
    {
        const std::string before =
            program({"A[0] = B[0]", "A[1] = B[1] * T.float32(2)", "A[2] = B[2]"}, Buffers);
        const std::string after =
            program({"A[1] = B[1] * T.float32(2)", "A[0] = B[0]", "A[2] = B[2]"}, Buffers);
        const QString text = differenceOf(before, after, true);
        QVERIFY2(text.startsWith("main, line 9: moved from main, line 10: A[1]") ||
                     text.startsWith("main, line 10: moved from main, line 9: A[0]"),
                 qPrintable(text));
        QCOMPARE(text.count("\n>"), 1);
        QCOMPARE(text.count("\n<"), 1);
        QVERIFY(!text.contains("\n+") && !text.contains("\n-"));
    }

    void annotations()
    {
        QCOMPARE(bodies({"for i in range(8):", "    A[i] = B[i]"},
                        {"for i in T.serial(8, annotations={\"pragma_x\": 1}):", "    A[i] = B[i]"}),
                 QString("main, lines 9-10: annotated pragma_x\n"));
    }

    void insertedAndDeleted()
    {
        const std::vector<std::string> one{"A[0] = B[0]"};
        const std::vector<std::string> two{"A[0] = B[0]",
                                           "T.evaluate(T.call_extern(\"int32\", \"f\", A.data))"};
        QCOMPARE(bodies(one, two),
                 QString("main, line 10: inserted T.call_extern(\"int32\", \"f\", A.data)\n"));
        QCOMPARE(bodies(two, one),
                 QString("main, line 10: deleted T.call_extern(\"int32\", \"f\", A.data)\n"));
    }

    void outlinedBody()
    {
        const std::string head =
            "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(" + Buffers + "):\n";
        const std::string before =
            head + "        for i in range(64):\n            A[i] = B[i] + T.float32(1)\n";
        const std::string after = head + "        Module.body(A.data, B.data)\n"
                                         "    @T.prim_func(private=True, s_tir=True)\n"
                                         "    def body(a: T.handle(\"float32\"), b: T.handle(\"float32\")):\n"
                                         "        A = T.decl_buffer((64,), \"float32\", data=a)\n"
                                         "        B = T.decl_buffer((64,), \"float32\", data=b)\n"
                                         "        for i in range(64):\n"
                                         "            A[i] = B[i] + T.float32(1)\n";
        const QString text = differenceOf(before, after, true);
        QVERIFY2(
            text.contains("outlined 2 statements from main, lines 9-10; parameters: a (A.data), b (B.data)"),
            qPrintable(text));
        QCOMPARE(text.count("\n>"), 2);
        QCOMPARE(text.count("\n<"), 2);
    }

    /// The buffer of the region was declared over a parameter: the kernel declares another one over its own parameter.
    void outlinedBodyWithRenamedBuffers()
    {
        const std::string before = program({"A_1 = T.decl_buffer((64,), \"float32\", data=A.data)",
                                            "for i in range(64):", "    A_1[i] = B[i] + T.float32(1)"},
                                           Buffers);
        const std::string after =
            program({"A_1 = T.decl_buffer((64,), \"float32\", data=A.data)", "Module.body(A.data, B.data)"},
                    Buffers) +
            "    @T.prim_func(private=True, s_tir=True)\n"
            "    def body(a: T.handle(\"float32\"), b: T.handle(\"float32\")):\n"
            "        A = T.decl_buffer((64,), \"float32\", data=a)\n"
            "        B = T.decl_buffer((64,), \"float32\", data=b)\n"
            "        for i in range(64):\n"
            "            A[i] = B[i] + T.float32(1)\n";
        const QString text = differenceOf(before, after, true);
        QVERIFY2(text.contains("parameters: a (A_1.data), b (B.data)"), qPrintable(text));
        QVERIFY2(!text.contains("changed"), qPrintable(text));
    }

    void copiedFunction()
    {
        const auto helper = [](const std::string& name) {
            return "    @T.prim_func(private=True, s_tir=True)\n    def " + name +
                   "(count: T.int32) -> T.int32:\n        return (count + 31) // 32\n";
        };
        const std::string before = program({"T.evaluate(Module.blocks(100))"}) + helper("blocks");
        QCOMPARE(differenceOf(before, before + helper("blocks_host")),
                 QString("blocks_host, lines 11-14: copied from blocks, lines 7-10\n"));
        // Another function that is new is not a copy.
        QVERIFY(differenceOf(before, before + "    @T.prim_func(private=True, s_tir=True)\n"
                                              "    def other(count: T.int32) -> T.int32:\n"
                                              "        return (count + 63) // 64\n")
                    .contains("inserted 2 statements"));
    }

    /// One change: the uses of the variable have another name only.
    void launchBecomesLoop()
    {
        const std::vector<std::string> launch{"with T.launch_thread(\"threadIdx.x\", 64) as tx:",
                                              "    A[tx] = B[tx]", "    B[tx] = A[63 - tx]"};
        const std::vector<std::string> loop{
            "for threadIdx_x in T.thread_binding(64, thread=\"threadIdx.x\"):",
            "    A[threadIdx_x] = B[threadIdx_x]", "    B[threadIdx_x] = A[63 - threadIdx_x]"};
        QCOMPARE(bodies(launch, loop),
                 QString("main, lines 9-11: changed for threadIdx_x in T.thread_binding(64, "
                         "thread=\"threadIdx.x\"):\n"));
        QCOMPARE(bodies(loop, launch).count('\n'), 1);
        std::vector<std::string> other = loop;
        other[0] = "for threadIdx_x in T.thread_binding(64, thread=\"threadIdx.y\"):";
        QVERIFY(bodies(launch, other).contains("unwrapped"));
    }

    void labels()
    {
        const std::string before = program({"A[0] = B[0]", "A[1] = B[1]"}, Buffers);
        const std::string after =
            program({"for i in range(4):", "    A[0] = B[0]", "    A[1] = B[1]"}, Buffers);
        QCOMPARE(labelsBetween(before, after), QString("after 9: wraps 2 statements (9)\n"));
        QCOMPARE(labelsBetween(after, before), QString("before 9: unwrapped 2 statements (9)\n"));
        const std::string outlined = program({"Module.body(A.data, B.data)"}, Buffers) +
                                     "    @T.prim_func(private=True, s_tir=True)\n"
                                     "    def body(a: T.handle(\"float32\"), b: T.handle(\"float32\")):\n"
                                     "        A = T.decl_buffer((64,), \"float32\", data=a)\n"
                                     "        B = T.decl_buffer((64,), \"float32\", data=b)\n"
                                     "        A[0] = B[0]\n        A[1] = B[1]\n";
        QCOMPARE(labelsBetween(before, outlined),
                 QString("before 9: outlined into body, lines 7 to 13; parameters: a (A.data), b (B.data) "
                         "(7)\n"
                         "after 7: outlined from main, lines 9 to 10; parameters: a (A.data), b (B.data) "
                         "(9)\n"));
        QCOMPARE(
            labelsBetween(program({"for i in range(8):", "    A[i] = B[i]"}, Buffers),
                          program({"for i in T.serial(8, annotations={\"pragma_x\": 1}):", "    A[i] = B[i]"},
                                  Buffers)),
            QString("after 9: annotated: pragma_x (9)\n"));
    }
};

TIR_TEST(TestStructuralDiff)
#include "tst_structural_diff.moc"
