/// The table of functions: rows as text; a row and the session's selection as one.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/functions/functions_view.h"

#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestFunctions : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void rowsAfterTheSplit();
    void rowSelectsItsFunction();
    void selectionMarksTheRow();
    void closeClears();

private:
    static QTableView* tableOf(const FunctionsView& view)
    {
        return view.findChild<QTableView*>(QStringLiteral("functionsTable"));
    }
};

void TestFunctions::emptyModel()
{
    FunctionsModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.placeAt({}), NoPlace);
    QCOMPARE(model.rowOf(0), -1);
}

void TestFunctions::rowsAfterTheSplit()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    FunctionsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFunctions(
        functionTable(session.recording()->module(stepOf(session, "LowerDeviceKernelLaunch"))));
    QStringList names;
    QStringList bytes;
    for (int row = 0; row < model.rowCount(); ++row) {
        names.append(model.index(row, FunctionsModel::Function).data().toString());
        bytes.append(model.index(row, FunctionsModel::DynamicBytes).data().toString());
    }
    QCOMPARE(names, (QStringList{"main", "main_kernel", "main_kernel_1"}));
    QCOMPARE(bytes, (QStringList{"", "1024", "512"}));
}

void TestFunctions::rowSelectsItsFunction()
{
    Session session;
    FunctionsView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QTRY_COMPARE(tableOf(view)->model()->rowCount(), 3);
    tableOf(view)->selectRow(1);
    const auto* model = qobject_cast<const FunctionsModel*>(tableOf(view)->model());
    QCOMPARE(session.selection().place, model->placeAt(model->index(1, 0)));
    QVERIFY(session.selection().identity);
}

void TestFunctions::selectionMarksTheRow()
{
    Session session;
    FunctionsView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QTRY_COMPARE(tableOf(view)->model()->rowCount(), 3);
    const auto* model = qobject_cast<const FunctionsModel*>(tableOf(view)->model());
    session.selectPlace(model->placeAt(model->index(2, 0)));
    QCOMPARE(tableOf(view)->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(tableOf(view)->selectionModel()->selectedRows().front().row(), 2);
    session.select({});
    QVERIFY(tableOf(view)->selectionModel()->selectedRows().isEmpty());
}

void TestFunctions::closeClears()
{
    Session session;
    FunctionsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(tableOf(view)->model()->rowCount() > 0);
    session.close();
    QCOMPARE(tableOf(view)->model()->rowCount(), 0);
}

TIR_TEST(TestFunctions)
#include "tst_functions_view.moc"
