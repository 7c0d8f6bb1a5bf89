/// Opening a file never ends the window: programs that once did, or that are too hard to compile, end in a message or
/// in views, at every step.

#include "core/script/json/tvm_json.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/generated/generated_view.h"
#include "ui/main_window.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

using Json = nlohmann::json;

/// The graph of `Y[0] = X[0] + X[1]`, to be damaged.
Json smallGraph()
{
    const SourceText text("small.py",
                          "@T.prim_func(s_tir=True)\n"
                          "def main(X: T.Buffer((4,), \"float32\"), Y: T.Buffer((4,), \"float32\")):\n"
                          "    Y[0] = X[0] + X[1]\n");
    return Json::parse(toTvmJson(*parseModule(text)->module.module));
}

int indexOf(const Json& graph, const char* type)
{
    for (size_t i = 0; i < graph["nodes"].size(); ++i)
        if (graph["nodes"][i]["type"] == type)
            return int(i);
    return -1;
}

/// Appends nodes, each made from the index of the one before (at first that of `firstType`), and puts the last one into
/// a field of `parentType`. A node refers to earlier ones only, so the parent and the nodes after it are repeated after
/// the chain.
template <class Make>
QByteArray withChain(Json graph, const char* firstType, const char* parentType, const char* parentField,
                     int count, Make make)
{
    Json& nodes = graph["nodes"];
    int last = indexOf(graph, firstType);
    const int parent = indexOf(graph, parentType);
    const int end = int(nodes.size());
    for (int i = 0; i < count; ++i) {
        nodes.push_back(make(last));
        last = int(nodes.size()) - 1;
    }
    const int shift = int(nodes.size()) - parent;
    for (int i = parent; i < end; ++i) {
        Json node = nodes[size_t(i)];
        for (Json& field : node["data"])
            if (field.is_number_integer() && field.get<int>() >= parent)
                field = field.get<int>() + shift;
        if (i == parent)
            node["data"][parentField] = last;
        nodes.push_back(std::move(node));
    }
    graph["root_index"] = graph["root_index"].get<int>() + shift;
    return QByteArray::fromStdString(graph.dump());
}

Json add(int a, int b)
{
    return {{"type", "tirx.Add"}, {"data", {{"span", 0}, {"dtype", "float32"}, {"a", a}, {"b", b}}}};
}

QByteArray addChain(int count, bool isShared)
{
    const int load = indexOf(smallGraph(), "tirx.BufferLoad");
    return withChain(smallGraph(), "tirx.Add", "tirx.BufferStore", "value", count,
                     [&](int before) { return add(before, isShared ? before : load); });
}

QByteArray branchChain(int count, bool isShared)
{
    const Json graph = smallGraph();
    const int condition = indexOf(graph, "ir.IntImm");
    return withChain(graph, "tirx.BufferStore", "tirx.PrimFunc", "body", count, [&](int before) {
        return Json{{"type", "tirx.IfThenElse"},
                    {"data",
                     {{"span", 0},
                      {"condition", condition},
                      {"then_case", before},
                      {"else_case", isShared ? before : 0}}}};
    });
}

QByteArray attributeChain(int count)
{
    const Json graph = smallGraph();
    const int name = indexOf(graph, "ffi.String");
    const int value = indexOf(graph, "ir.IntImm");
    return withChain(graph, "tirx.BufferStore", "tirx.PrimFunc", "body", count, [&](int body) {
        return Json{
            {"type", "tirx.AttrStmt"},
            {"data", {{"span", 0}, {"node", name}, {"attr_key", name}, {"value", value}, {"body", body}}}};
    });
}

} // namespace

class TestReproductions : public QObject {
    Q_OBJECT

private slots:
    void openingNeverEndsTheWindow_data();
    void openingNeverEndsTheWindow();
    void graphsAreReadable();
};

void TestReproductions::openingNeverEndsTheWindow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    const QDir folder(sourcePath(QStringLiteral("tests/ui/reproductions")));
    const QStringList names = folder.entryList({QStringLiteral("*.py")});
    QVERIFY(names.size() >= 18);
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTest::newRow(qPrintable(name)) << name << file.readAll();
    }
    const auto json = [](const char* name, const QByteArray& content) {
        QTest::newRow(name) << QStringLiteral("graph.json") << content;
    };
    json("deep expression", addChain(25000, false));
    json("deep branches", branchChain(30000, false));
    json("deep attributes", attributeChain(30000));
    json("attributes that are not too deep", attributeChain(1000));
    json("shared expression", addChain(30, true));
    json("shared branches", branchChain(26, true));
}

void TestReproductions::openingNeverEndsTheWindow()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const QTemporaryDir folder;
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();

    Session session;
    MainWindow window(session);
    window.show();
    for (const QString& view : window.viewIds())
        QVERIFY(window.showView(view));
    session.openFile(file.fileName());
    const auto hasEnded = [&] {
        return session.phase() == Phase::Ready || session.phase() == Phase::Unreadable ||
               session.phase() == Phase::Broken;
    };
    QTRY_VERIFY(hasEnded());
    if (session.phase() != Phase::Ready) {
        QVERIFY(!session.failure().isEmpty() || hasError(session.diagnostics()));
        return;
    }
    for (size_t number = 0; number < session.stepCount(); ++number) {
        session.goTo(number);
        for (const char* view : {"timeline", "call_graph", "functions", "generated", "run"}) {
            QVERIFY(window.showView(QString::fromLatin1(view)));
            QTRY_VERIFY(session.jobs().running().isEmpty());
        }
        QCOMPARE(session.phase(), Phase::Ready);
        QVERIFY(session.compared());
        QCOMPARE(session.compared()->number, number);
    }
    session.requestRun();
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QVERIFY(window.isVisible());
}

/// The graphs have exactly the intended damage.
void TestReproductions::graphsAreReadable()
{
    for (const QByteArray& content : {addChain(5, false), addChain(3, true), branchChain(5, false),
                                      branchChain(3, true), attributeChain(5)}) {
        const Result<OwnedModule> module = fromTvmJson(content.toStdString());
        QVERIFY2(module, module ? "" : module.diagnostics().front().message.c_str());
    }
}

TIR_TEST(TestReproductions)
#include "tst_reproductions.moc"
