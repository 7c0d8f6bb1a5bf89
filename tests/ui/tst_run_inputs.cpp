/// The inputs of a run as rows: automatic and given values, and values that do not fit; and stored requests.

#include "core/runtime/npy.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/run/inputs_model.h"
#include "ui/run/inputs_view.h"
#include "ui/run/request_store.h"

#include <QComboBox>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestRunInputs : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void everythingIsChosen();
    void waysAreChosen();
    void valuesAreEdited();
    void whatDoesNotFitSaysWhy();
    void filesDecideSizes();
    void viewMakesARequest();
    void requestsAreRemembered();
    void olderRequestsAreForgottenFirst();

private:
    static OwnedModule module(const char* statements = "B[0] = 1")
    {
        const std::string text = std::string("@T.prim_func(s_tir=True)\n"
                                             "def main(a: T.handle, b: T.handle, k: T.int32, x: T.float32):\n"
                                             "    n = T.int32()\n    A = T.match_buffer(a, (n, 4))\n"
                                             "    B = T.match_buffer(b, (n,), \"int32\")\n    ") +
                                 statements + "\n";
        const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
        return parsed ? parsed->module : OwnedModule();
    }
    static bool edit(InputsModel& model, int row, const QString& text)
    {
        return model.setData(model.index(row, InputsModel::Value), text, Qt::EditRole);
    }
    static QString message(const InputsModel& model, int row)
    {
        return model.index(row, InputsModel::Message).data().toString();
    }
};

void TestRunInputs::emptyModel()
{
    InputsModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.isValid());
    model.clear();
}

void TestRunInputs::everythingIsChosen()
{
    InputsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFunction(module("B[0] = T.Cast(\"int32\", A[n // 48, 0])"), "main");
    const QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows[0], QStringLiteral("A | float32 | 96 × 4 | automatic | -1 … 1"));
    QCOMPARE(rows[1], QStringLiteral("B | int32 | 96 | automatic | 1 … 8"));
    QVERIFY2(rows[2].startsWith(QStringLiteral("k | int32 | scalar | automatic | ")), qPrintable(rows[2]));
    QCOMPARE(rows[3], QStringLiteral("x | float32 | scalar | automatic | -1 … 1"));
    QCOMPARE(rows[4], QStringLiteral("n | size |  | automatic | 96"));
    QVERIFY(model.isValid());
    QVERIFY(model.inputs().empty());
}

void TestRunInputs::waysAreChosen()
{
    InputsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFunction(module(), "main");
    QSignalSpy changed(&model, &InputsModel::inputsChanged);
    QVERIFY(model.setData(model.index(0, InputsModel::Fill), QStringLiteral("ramp"), Qt::EditRole));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(rowsOf(model).split(QLatin1Char('\n'))[0], QStringLiteral("A | float32 | 64 × 4 | ramp | 0, 1"));
    QVERIFY(model.inputs().at("A") == InputSpec::ramp(0, 1));
    model.setWay(1, InputsModel::Way::Random);
    QVERIFY(model.inputs().at("B") == InputSpec::random(1, 8));
    model.setWay(0, InputsModel::Way::Automatic);
    QVERIFY(!model.inputs().count("A"));
}

void TestRunInputs::valuesAreEdited()
{
    InputsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFunction(module(), "main");
    QVERIFY(edit(model, 4, QStringLiteral("10")));
    QCOMPARE(model.index(0, InputsModel::Shape).data().toString(), QStringLiteral("10 × 4"));
    QCOMPARE(model.index(4, InputsModel::Fill).data().toString(), QStringLiteral("constant"));
    QVERIFY(edit(model, 0, QStringLiteral("random(0, 2)")));
    QVERIFY(model.inputs().at("A") == InputSpec::random(0, 2));
    QVERIFY(edit(model, 0, QStringLiteral("3, 4"))); // numbers for the chosen kind
    QVERIFY(model.inputs().at("A") == InputSpec::random(3, 4));
    QVERIFY(edit(model, 0, QString())); // back to automatic
    QVERIFY(!model.inputs().count("A"));
}

void TestRunInputs::whatDoesNotFitSaysWhy()
{
    InputsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFunction(module(), "main");
    edit(model, 1, QStringLiteral("0.5"));
    QVERIFY2(message(model, 1).contains(QStringLiteral("0.5 does not fit into int32")),
             qPrintable(message(model, 1)));
    QVERIFY(!model.isValid());
    QVERIFY(model.index(1, 0).data(InputsModel::IsWrongRole).toBool());
    QVERIFY(model.index(1, InputsModel::Message).data(Qt::ForegroundRole).isValid());
    edit(model, 1, QStringLiteral("ramp(1"));
    QCOMPARE(message(model, 1), QStringLiteral("'ramp(1' lacks a closing parenthesis"));
    QCOMPARE(model.index(1, InputsModel::Value).data().toString(), QStringLiteral("ramp(1"));
    edit(model, 1, QStringLiteral("7"));
    QVERIFY(model.isValid());
    edit(model, 4, QStringLiteral("-3"));
    QVERIFY(message(model, 4).contains(QStringLiteral("is not a size")));
    // A request of another program names inputs that do not exist.
    model.setInputs({{"Z", InputSpec::constant(1)}});
    QCOMPARE(model.rowCount(), 6);
    QVERIFY(message(model, 5).contains(QStringLiteral("no parameter and no symbolic size 'Z'")));
    model.setWay(5, InputsModel::Way::Automatic);
    QCOMPARE(model.rowCount(), 5);
    QVERIFY(model.isValid());
}

void TestRunInputs::filesDecideSizes()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.npy"));
    QVERIFY(writeNpy(file.toStdString(), makeTensor(Float32, {6, 4})));
    InputsModel model;
    model.setFunction(module(), "main");
    model.setFile(0, file);
    QVERIFY(model.isValid());
    QCOMPARE(model.index(1, InputsModel::Shape).data().toString(), QStringLiteral("6"));
    model.setFile(1, file);
    QVERIFY2(message(model, 1).contains(QStringLiteral("elements of type float32, expected int32")),
             qPrintable(message(model, 1)));
    model.setFile(1, QStringLiteral("/nowhere.npy"));
    QVERIFY(message(model, 1).contains(QStringLiteral("/nowhere.npy")));
}

void TestRunInputs::viewMakesARequest()
{
    InputsView view;
    QSignalSpy changed(&view, &InputsView::changed);
    view.setModule(module());
    QCOMPARE(changed.count(), 0);
    QCOMPARE(view.request().entry, std::string("main"));
    view.findChild<QSpinBox*>(QStringLiteral("seedBox"))->setValue(5);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(view.request().seed, uint64_t(5));
    RunRequest other;
    other.entry = "main";
    other.seed = 9;
    other.inputs = {{"n", InputSpec::constant(12)}};
    other.timeLimitSeconds = 2.5;
    other.memoryLimitBytes = uint64_t(256) << 20;
    view.setRequest(other);
    QCOMPARE(changed.count(), 1);
    const RunRequest back = view.request();
    QCOMPARE(back.seed, other.seed);
    QVERIFY(back.inputs == other.inputs);
    QCOMPARE(back.timeLimitSeconds, other.timeLimitSeconds);
    QCOMPARE(back.memoryLimitBytes, other.memoryLimitBytes);
    view.findChild<QToolButton*>(QStringLiteral("resetInputsButton"))->click();
    QVERIFY(view.request().inputs.empty());
    QCOMPARE(view.request().seed, uint64_t(0));
    view.setModule({});
    QCOMPARE(view.findChild<QTableView*>(QStringLiteral("inputsTable"))->model()->rowCount(), 0);
}

void TestRunInputs::requestsAreRemembered()
{
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("TirscopeTest"));
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    SavedRequest saved;
    saved.request.seed = 77;
    saved.request.inputs = {{"X", InputSpec::ramp(0, 0.5)}};
    saved.compare.relative = 0.125;
    rememberRequest(session, saved);
    QVERIFY(!rememberedRequest(session)); // there was no request yet
    session.setKeepsSettings(true);
    rememberRequest(session, saved);
    const std::optional<SavedRequest> back = rememberedRequest(session);
    QVERIFY(back);
    QCOMPARE(back->request.seed, uint64_t(77));
    QVERIFY(back->request.inputs == saved.request.inputs);
    QVERIFY(back->compare == saved.compare);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QVERIFY(!rememberedRequest(session));
    session.openText(QStringLiteral("pasted"),
                     QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), "
                                    "\"int32\")):\n    A[0] = 1\n"));
    QTRY_VERIFY(session.program() && session.path().isEmpty() && session.phase() == Phase::Ready);
    rememberRequest(session, saved);
    QVERIFY(rememberedRequest(session));
}

/// The oldest are forgotten first, whatever their names.
void TestRunInputs::olderRequestsAreForgottenFirst()
{
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("TirscopeTest"));
    Session session;
    session.setKeepsSettings(true);
    const auto open = [&](int number) {
        session.openText(QStringLiteral("pasted"),
                         QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), "
                                        "\"int32\")):\n    A[0] = %1\n")
                             .arg(number));
    };
    const auto isOpen = [&](int number) {
        return session.phase() == Phase::Ready &&
               session.program()->source.text().find("= " + std::to_string(number) + "\n") !=
                   std::string::npos;
    };
    constexpr int Count = 205;
    for (int number = 0; number < Count; ++number) {
        open(number);
        QTRY_VERIFY(isOpen(number));
        rememberRequest(session, {});
    }
    for (const int number : {0, 4, 5, 6, 100, Count - 1}) {
        open(number);
        QTRY_VERIFY(isOpen(number));
        QCOMPARE(rememberedRequest(session).has_value(), number >= Count - 200);
    }
}

TIR_TEST(TestRunInputs)
#include "tst_run_inputs.moc"
