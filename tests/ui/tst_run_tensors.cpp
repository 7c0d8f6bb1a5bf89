/// Tensors of a run on the screen: slices by numbers, values as a table, colors and cells of the heat map.

#include "core/runtime/tensor.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/run/heat_map_view.h"
#include "ui/run/tensor_slice.h"
#include "ui/run/tensor_view.h"
#include "ui/run/values_model.h"

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include <cmath>
#include <limits>
#include <set>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinity = std::numeric_limits<double>::infinity();

RunTensor tensorOf(DType dtype, std::vector<int64_t> shape, const std::function<double(int64_t)>& value)
{
    Tensor tensor = makeTensor(dtype, shape);
    RunTensor run;
    run.name = "C";
    run.dtype = toString(dtype);
    run.shape = std::move(shape);
    run.before = tensor.bytes;
    for (int64_t element = 0; element < numberCount(tensor); ++element)
        setNumber(tensor, element, value(element));
    run.after = tensor.bytes;
    return run;
}

RunReport done(RunTensor tensor)
{
    RunReport report;
    report.status = RunStatus::Done;
    report.tensors = {std::move(tensor)};
    return report;
}

TensorValues valuesOf(RunTensor tensor, std::optional<RunTensor> reference = {})
{
    auto result = std::make_shared<RunResult>();
    result->report = done(std::move(tensor));
    if (reference)
        result->reference = done(*std::move(reference));
    examine(*result);
    return {result, 0};
}

double itself(int64_t element)
{
    return double(element);
}

} // namespace

class TestRunTensors : public QObject {
    Q_OBJECT

private slots:
    void slicesOfAMatrix();
    void slicesOfACube();
    void vectorsAreFolded();
    void scalarsAndNothing();
    void valuesOfAllKinds();
    void wideIntegersKeepTheirDigits();
    void tableOfASlice();
    void longTablesHaveWindows();
    void scaleLeavesOutWhatIsNoNumber();
    void palettesAreComplete();
    void heatMapFitsAndChooses();
    void keysStartInsideTheSlice();
    void largeHeatMapsAreSampled();
    void viewShowsDifferences();
    void viewTurnsToAnElement();
};

void TestRunTensors::slicesOfAMatrix()
{
    TensorSlice slice({3, 5});
    QCOMPARE(slice.rows(), int64_t(3));
    QCOMPARE(slice.columns(), int64_t(5));
    QCOMPARE(slice.elementAt(2, 4), int64_t(14));
    QCOMPARE(slice.elementAt(3, 0), int64_t(-1));
    QCOMPARE(slice.elementAt(0, -1), int64_t(-1));
    slice.setAxes(1, 0);
    QCOMPARE(slice.rows(), int64_t(5));
    QCOMPARE(slice.elementAt(4, 2), int64_t(14));
}

void TestRunTensors::slicesOfACube()
{
    TensorSlice slice({2, 3, 4});
    slice.setFixedIndex(0, 1);
    QCOMPARE(slice.elementAt(2, 3), int64_t(23));
    QCOMPARE(slice.indexOf(23), (std::vector<int64_t>{1, 2, 3}));
    QCOMPARE(slice.find(0), (std::pair<int64_t, int64_t>(-1, -1)));
    QCOMPARE(slice.show(0), (std::pair<int64_t, int64_t>(0, 0)));
    QCOMPARE(slice.fixedIndex(0), int64_t(0));
    slice.setAxes(0, 2);
    slice.setFixedIndex(1, 2);
    QCOMPARE(slice.elementAt(1, 3), int64_t(23));
}

void TestRunTensors::vectorsAreFolded()
{
    const TensorSlice slice({100});
    QVERIFY(slice.isFolded());
    QCOMPARE(slice.columns(), int64_t(16));
    QCOMPARE(slice.rows(), int64_t(7));
    QCOMPARE(slice.elementAt(6, 3), int64_t(99));
    QCOMPARE(slice.elementAt(6, 4), int64_t(-1));
    QCOMPARE(slice.find(99), (std::pair<int64_t, int64_t>(6, 3)));
    QCOMPARE(TensorSlice({3}).columns(), int64_t(3));
}

void TestRunTensors::scalarsAndNothing()
{
    const TensorSlice scalar(std::vector<int64_t>{});
    QCOMPARE(scalar.elementAt(0, 0), int64_t(0));
    QCOMPARE(scalar.find(0), (std::pair<int64_t, int64_t>(0, 0)));
    const TensorSlice empty({0, 4});
    QCOMPARE(empty.elementAt(0, 0), int64_t(-1));
    TensorSlice none({4, 0});
    QCOMPARE(none.show(0), (std::pair<int64_t, int64_t>(-1, -1)));
}

void TestRunTensors::valuesOfAllKinds()
{
    const TensorValues values = valuesOf(
        tensorOf(Float32, {4}, [](int64_t i) { return i == 3   ? NaN
                                                      : i == 2 ? Infinity
                                                               : double(i); }),
        tensorOf(Float32, {4}, [](int64_t i) { return i == 3   ? NaN
                                                      : i == 2 ? Infinity
                                                               : 5.0; }));
    QCOMPARE(values.text(ValueKind::After, 1), QStringLiteral("1"));
    QCOMPARE(values.text(ValueKind::After, 2), QStringLiteral("∞"));
    QCOMPARE(values.text(ValueKind::After, 3), QStringLiteral("NaN"));
    QCOMPARE(values.at(ValueKind::Difference, 1), -4.0);
    QCOMPARE(values.at(ValueKind::Difference, 2), 0.0);
    QCOMPARE(values.at(ValueKind::Difference, 3), 0.0);
    QVERIFY(values.isMismatch(1));
    QVERIFY(!values.isMismatch(2) && !values.isMismatch(3));
    QVERIFY(!valuesOf(tensorOf(Float32, {1}, itself)).has(ValueKind::Reference));
}

void TestRunTensors::wideIntegersKeepTheirDigits()
{
    RunTensor tensor = tensorOf(Int64, {1}, itself);
    const int64_t wide = (int64_t(1) << 60) + 1;
    std::vector<std::byte> bytes = tensor.after.copy();
    std::memcpy(bytes.data(), &wide, sizeof wide);
    tensor.after = std::move(bytes);
    QCOMPARE(valuesOf(tensor).text(ValueKind::After, 0), QStringLiteral("1152921504606846977"));
}

void TestRunTensors::tableOfASlice()
{
    ValuesModel model;
    const QAbstractItemModelTester tester(&model);
    const TensorValues values =
        valuesOf(tensorOf(Int32, {2, 3}, itself),
                 tensorOf(Int32, {2, 3}, [](int64_t i) { return i == 4 ? 9.0 : double(i); }));
    model.show(values, TensorSlice({2, 3}), ValueKind::After);
    QCOMPARE(rowsOf(model), QStringLiteral("0 | 1 | 2\n3 | 4 | 5"));
    QVERIFY(model.index(1, 1).data(ValuesModel::IsMismatchRole).toBool());
    QVERIFY(!model.index(1, 0).data(ValuesModel::IsMismatchRole).toBool());
    QCOMPARE(model.index(1, 1).data(ValuesModel::ElementRole).toInt(), 4);
    model.show(values, TensorSlice({2, 3}), ValueKind::Difference);
    QCOMPARE(rowsOf(model), QStringLiteral("0 | 0 | 0\n0 | -5 | 0"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestRunTensors::longTablesHaveWindows()
{
    ValuesModel model;
    const int64_t rows = 3 * ValuesModel::MaxRows;
    model.show(valuesOf(tensorOf(Int32, {rows, 2}, itself)), TensorSlice({rows, 2}), ValueKind::After);
    QCOMPARE(model.rowCount(), int(ValuesModel::MaxRows));
    QVERIFY(!model.windowText().isEmpty());
    for (const int64_t element : {rows * 2 - 1, int64_t(0), rows, int64_t(2 * ValuesModel::MaxRows)}) {
        const QModelIndex index = model.indexOf(element);
        QVERIFY(index.isValid());
        QCOMPARE(index.data(ValuesModel::ElementRole).toLongLong(), qlonglong(element));
        QCOMPARE(index.data().toString(), QString::number(element));
    }
}

void TestRunTensors::scaleLeavesOutWhatIsNoNumber()
{
    HeatScale scale;
    for (const double value : {2.0, NaN, 5.0, -Infinity})
        scale.add(value);
    scale.finish();
    QCOMPARE(scale.least, 2.0);
    QCOMPARE(scale.greatest, 5.0);
    QVERIFY(scale.hasNan && scale.hasInfinity);
    HeatScale differences;
    differences.isDifference = true;
    differences.add(-1);
    differences.add(3);
    differences.finish();
    QCOMPARE(differences.least, -3.0);
    const HeatPalette palette = loadHeatPalette(ThemeKind::Light);
    QCOMPARE(differences.colorOf(0, palette), palette.differences[palette.differences.size() / 2]);
    QCOMPARE(scale.colorOf(2, palette), palette.values.front());
    QCOMPARE(scale.colorOf(5, palette), palette.values.back());
    QCOMPARE(scale.colorOf(NaN, palette), palette.nan);
}

void TestRunTensors::palettesAreComplete()
{
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const HeatPalette palette = loadHeatPalette(kind);
        QVERIFY(palette.values.size() >= 6);
        QVERIFY(palette.differences.size() % 2 == 1); // there is a middle
        QVERIFY(palette.nan.isValid() && palette.infinity.isValid());
        // Values are distinguished by lightness alone: it only ever grows.
        double before = -1;
        for (const QColor& color : palette.values) {
            const double lightness = 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF();
            QVERIFY2(lightness > before, qPrintable(color.name()));
            before = lightness;
        }
    }
}

void TestRunTensors::heatMapFitsAndChooses()
{
    HeatMapView view;
    view.resize(320, 160);
    view.show();
    view.setSlice(valuesOf(tensorOf(Float32, {8, 16}, itself)), TensorSlice({8, 16}), ValueKind::After);
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(view.isFitted());
    const QRectF last = view.cellRect(8 * 16 - 1);
    QVERIFY(view.viewport()->rect().contains(last.toAlignedRect().adjusted(1, 1, -1, -1)));
    QSignalSpy chosen(&view, &HeatMapView::chosen);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(37).center().toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toLongLong(), qlonglong(37));
    // The colors of the picture are those of the scale.
    const QImage picture = view.viewport()->grab().toImage();
    const HeatPalette palette = loadHeatPalette(theme().kind);
    QCOMPARE(picture.pixelColor(view.cellRect(0).center().toPoint()), palette.values.front());
    QCOMPARE(picture.pixelColor(last.center().toPoint()), palette.values.back());
    view.zoomIn();
    QVERIFY(!view.isFitted());
    QVERIFY(view.cellRect(0).width() > last.width());
    view.fit();
    QVERIFY(view.isFitted());
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Space);
    QCOMPARE(chosen.last()[0].toLongLong(), qlonglong(38));
}

/// Without a selection in it, the first element of the slice is selected, not that of the tensor.
void TestRunTensors::keysStartInsideTheSlice()
{
    HeatMapView view;
    view.resize(320, 160);
    TensorSlice slice({2, 3, 4});
    slice.setFixedIndex(0, 1);
    view.setSlice(valuesOf(tensorOf(Float32, {2, 3, 4}, itself)), slice, ValueKind::After);
    QSignalSpy chosen(&view, &HeatMapView::chosen);
    for (const int64_t before : {-1, 3}) {
        view.setSelectedElement(before);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(chosen.last()[0].toLongLong(), qlonglong(12));
    }
}

void TestRunTensors::largeHeatMapsAreSampled()
{
    HeatMapView view;
    view.resize(300, 300);
    view.show();
    view.setSlice(valuesOf(tensorOf(Float32, {2000, 2000}, itself)), TensorSlice({2000, 2000}),
                  ValueKind::After);
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY(view.samplingStep() > 1);
    for (int step = 0; step < 12; ++step)
        view.zoomIn();
    view.viewport()->grab();
    QCOMPARE(view.samplingStep(), int64_t(1));
}

void TestRunTensors::viewShowsDifferences()
{
    TensorView view;
    view.resize(500, 400);
    view.setValues(valuesOf(tensorOf(Float32, {2, 4}, itself), tensorOf(Float32, {2, 4}, [](int64_t i) {
                                return i == 6 ? 0.0 : i == 3 ? 2.0 : double(i);
                            })));
    auto* kinds = view.findChild<QComboBox*>(QStringLiteral("valueKind"));
    QCOMPARE(kinds->count(), 4);
    auto* statistics = view.findChild<QLabel*>(QStringLiteral("tensorStatistics"));
    QVERIFY2(statistics->text().contains(QStringLiteral("2 differ: ")), qPrintable(statistics->text()));
    QVERIFY(statistics->text().contains(QStringLiteral("C[0, 3]")));
    QVERIFY(statistics->text().contains(QStringLiteral("C[1, 2]")));
    QSignalSpy chosen(&view, &TensorView::elementChosen);
    emit statistics->linkActivated(QStringLiteral("6"));
    QCOMPARE(chosen.count(), 1);
    auto* table = view.findChild<QTableView*>(QStringLiteral("valuesTable"));
    QCOMPARE(table->currentIndex().row(), 1);
    QCOMPARE(table->currentIndex().column(), 2);
    const QString element = view.findChild<QLabel*>(QStringLiteral("elementLabel"))->text();
    QVERIFY2(element.contains(QStringLiteral("<b>C[1, 2]</b> = 6")), qPrintable(element));
    QVERIFY2(element.contains(QStringLiteral("reference 0, difference 6")), qPrintable(element));
    view.clear();
    QVERIFY(statistics->text().isEmpty());
    QCOMPARE(table->model()->rowCount(), 0);
}

void TestRunTensors::viewTurnsToAnElement()
{
    TensorView view;
    view.resize(500, 400);
    view.setValues(valuesOf(tensorOf(Int32, {5, 3, 4}, itself)));
    view.showElement(59);
    QCOMPARE(view.findChild<QSpinBox*>(QStringLiteral("axisIndex0"))->value(), 4);
    auto* table = view.findChild<QTableView*>(QStringLiteral("valuesTable"));
    QCOMPARE(table->currentIndex().data().toString(), QStringLiteral("59"));
    view.findChild<QSpinBox*>(QStringLiteral("axisIndex0"))->setValue(1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("12"));
    auto* rows = view.findChild<QComboBox*>(QStringLiteral("rowAxis"));
    rows->setCurrentIndex(0);
    emit rows->activated(0);
    QTRY_COMPARE(table->model()->rowCount(), 5);
    view.findChild<QToolButton*>(QStringLiteral("heatMapButton"))->click();
    QVERIFY(view.findChild<HeatMapView*>()->scale().greatest > 0);
}

TIR_TEST(TestRunTensors)
#include "tst_run_tensors.moc"
