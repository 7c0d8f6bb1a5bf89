/// .npy files: written as NumPy reads them, read as NumPy writes them, and never trusted.

#include "core/runtime/npy.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <random>

#include <sys/stat.h>

using namespace tir;

namespace {

const char Prefix[] = "\x93NUMPY";

/// A version 1 file with this header and these data bytes.
std::string file(const std::string& header, const std::string& data, char major = 1)
{
    std::string text = Prefix;
    text += major;
    text += '\0';
    text += char(header.size() & 0xff);
    text += char(header.size() >> 8);
    if (major > 1)
        text += std::string(2, '\0');
    return text + header + data;
}

const std::string GoodHeader = "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";

Tensor counting(DType dtype, std::vector<int64_t> shape)
{
    Tensor tensor = makeTensor(dtype, std::move(shape));
    for (int64_t index = 0; index < numberCount(tensor); ++index)
        setNumber(tensor, index, double(index % 3));
    return tensor;
}

} // namespace

class TstNpy : public QObject {
    Q_OBJECT

private slots:
    void writesWhatNumpyWrites();
    void roundTrips_data();
    void roundTrips();
    void readsOtherSpellings_data();
    void readsOtherSpellings();
    void refusesMalformedFiles_data();
    void refusesMalformedFiles();
    void survivesDamage();
    void rawTypesAreUnsignedIntegers();
    void lanesAreALastDimension();
    void filesAppearComplete();
    void filesAppearTogether();
    void linksAreFollowed();
    void onlyFilesAreRead();
    void fortranOrderBecomesRowOrder();
};

void TstNpy::writesWhatNumpyWrites()
{
    Tensor tensor = makeTensor(DType{TypeCode::Int, 16, 1}, {2});
    setNumber(tensor, 0, 1);
    setNumber(tensor, 1, -2);
    // numpy.save of numpy.array([1, -2], dtype="int16")
    std::string expected = Prefix + std::string("\x01\x00", 2) + std::string("v\x00", 2) +
                           "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";
    expected.append(127 - expected.size(), ' ');
    expected += '\n' + std::string("\x01\x00\xfe\xff", 4);
    QCOMPARE(QByteArray::fromStdString(toNpy(tensor)), QByteArray::fromStdString(expected));
}

void TstNpy::roundTrips_data()
{
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QList<qint64>>("shape");
    for (const char* dtype : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                              "uint64", "float16", "float32", "float64"})
        QTest::newRow(dtype) << QString(dtype) << QList<qint64>{2, 3};
    QTest::newRow("scalar") << QStringLiteral("float32") << QList<qint64>{};
    QTest::newRow("empty") << QStringLiteral("float32") << QList<qint64>{4, 0};
    QTest::newRow("one dimension") << QStringLiteral("int32") << QList<qint64>{5};
}

void TstNpy::roundTrips()
{
    QFETCH(QString, dtype);
    QFETCH(QList<qint64>, shape);
    const Tensor tensor = counting(*dtypeFromString(dtype.toStdString()), {shape.begin(), shape.end()});
    const Result<Tensor> back = fromNpy(toNpy(tensor));
    QVERIFY(back.hasValue());
    QVERIFY(*back == tensor);
}

void TstNpy::readsOtherSpellings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const std::string data("\x01\x00\x02\x00", 4);
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("as usual", file(GoodHeader, data));
    row("version 2", file(GoodHeader, data, 2));
    row("version 3", file(GoodHeader, data, 3));
    row("another order, other quotes",
        file("{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<i2\"}\n", data));
    row("fortran order of one dimension",
        file("{'descr': '<i2', 'fortran_order': True, 'shape': (2,)}", data));
}

void TstNpy::readsOtherSpellings()
{
    QFETCH(QByteArray, bytes);
    const Result<Tensor> tensor = fromNpy(bytes.toStdString());
    QVERIFY(tensor.hasValue());
    QCOMPARE(tensor->shape, std::vector<int64_t>{2});
    QCOMPARE(numberAt(*tensor, 1), 2.0);
}

void TstNpy::refusesMalformedFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("excerpt");
    const std::string data("\x01\x00\x02\x00", 4);
    const auto row = [](const char* name, const std::string& bytes, const char* excerpt) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(excerpt);
    };
    row("empty", "", "does not start");
    row("other magic", "PK\x03\x04 and so on", "does not start");
    row("version", file(GoodHeader, data, 9), "version 9");
    row("header cut off", file(GoodHeader, "").substr(0, 30), "ends in the header");
    row("no dictionary", file("[]", data), "is not a dictionary");
    row("no shape", file("{'descr': '<i2', 'fortran_order': False}", data), "lacks");
    row("unknown entry", file("{'descr': '<i2', 'more': 1}", data), "'more'");
    row("unterminated", file("{'descr': '<i2", data), "'descr'");
    row("negative extent", file("{'descr': '<i2', 'fortran_order': False, 'shape': (-2,)}", data), "'shape'");
    row("extent too large",
        file("{'descr': '<i2', 'fortran_order': False, 'shape': (99999999999999999999,)}", data), "'shape'");
    row("product too large",
        file("{'descr': '<i2', 'fortran_order': False, 'shape': (4611686018427387904, 8)}", data),
        "ends before");
    row("big endian", file("{'descr': '>i2', 'fortran_order': False, 'shape': (2,)}", data), "'>i2'");
    row("objects", file("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", data), "'|O'");
    row("structure", file("{'descr': [('a', '<i2')], 'fortran_order': False, 'shape': (2,)}", data),
        "'descr'");
    row("too short", file(GoodHeader, data.substr(0, 3)), "ends before");
    row("too long", file(GoodHeader, data + "x"), "more data after");
}

void TstNpy::refusesMalformedFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, excerpt);
    const Result<Tensor> tensor = fromNpy(bytes.toStdString());
    QVERIFY(!tensor.hasValue());
    const QString message = QString::fromStdString(tensor.diagnostics().front().message);
    QVERIFY2(message.contains(excerpt), qPrintable(message));
}

void TstNpy::survivesDamage()
{
    const std::string good = toNpy(counting(Float32, {3, 5}));
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = good.substr(0, random() % 3 == 0 ? random() % good.size() : good.size());
        for (int change = 0; change < 3 && !damaged.empty(); ++change)
            damaged[random() % damaged.size()] = char(random());
        const Result<Tensor> tensor = fromNpy(damaged);
        if (tensor)
            QCOMPARE(int64_t(tensor->bytes.size()),
                     elementCount(tensor->shape) * elementBytes(tensor->dtype));
    }
}

void TstNpy::rawTypesAreUnsignedIntegers()
{
    for (const char* name : {"bfloat16", "float8_e4m3fn"}) {
        const Tensor tensor = counting(*dtypeFromString(name), {3});
        const Result<Tensor> raw = fromNpy(toNpy(tensor));
        QVERIFY(raw.hasValue());
        QVERIFY(raw->dtype.isUInt());
        QCOMPARE(raw->dtype.bits, tensor.dtype.bits);
        const Result<Tensor> back = asType(*raw, tensor.dtype);
        QVERIFY(back.hasValue());
        QVERIFY(*back == tensor);
        QVERIFY(!asType(*raw, Float32).hasValue());
    }
}

void TstNpy::lanesAreALastDimension()
{
    const Tensor tensor = counting(Float32.withLanes(4), {3});
    const Result<Tensor> flat = fromNpy(toNpy(tensor));
    QVERIFY(flat.hasValue());
    QCOMPARE(flat->shape, (std::vector<int64_t>{3, 4}));
    QVERIFY(*asType(*flat, tensor.dtype) == tensor);
    QVERIFY(!asType(*flat, Float32.withLanes(2)).hasValue());
}

void TstNpy::filesAppearComplete()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("t.npy").toStdString();
    const Tensor tensor = counting(Int32, {4});
    QVERIFY(writeNpy(path, tensor).hasValue());
    QVERIFY(*readNpy(path) == tensor);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"t.npy"});
    QVERIFY(!writeNpy(folder.filePath("none/t.npy").toStdString(), tensor).hasValue());
    QVERIFY(!readNpy(folder.filePath("none.npy").toStdString()).hasValue());
}

/// When one file of several cannot be written, the older ones stay.
void TstNpy::filesAppearTogether()
{
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const Tensor older = counting(Int32, {4});
    const Tensor newer = counting(Float32, {2});
    QVERIFY(writeNpy(path("a.npy"), older).hasValue());
    const auto add = [&](NpyFiles& files, const std::string& to) {
        return files.add(to, newer.dtype, newer.shape, newer.bytes).hasValue();
    };
    {
        NpyFiles files;
        QVERIFY(add(files, path("a.npy")));
        QVERIFY(!add(files, path("none/b.npy")));
    }
    QVERIFY(*readNpy(path("a.npy")) == older);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a.npy"});
    NpyFiles files;
    QVERIFY(add(files, path("a.npy")) && add(files, path("b.npy")));
    QVERIFY(*readNpy(path("a.npy")) == older);
    QVERIFY(files.commit().hasValue());
    QVERIFY(*readNpy(path("a.npy")) == newer && *readNpy(path("b.npy")) == newer);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList({"a.npy", "b.npy"}));
}

/// The file that a link leads to is replaced, and the link stays.
void TstNpy::linksAreFollowed()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath("a.npy").toStdString();
    const QString link = folder.filePath("b.npy");
    const Tensor newer = counting(Float32, {2});
    QVERIFY(writeNpy(file, counting(Int32, {4})).hasValue());
    QVERIFY(QFile::link(folder.filePath("a.npy"), link));
    QVERIFY(writeNpy(link.toStdString(), newer).hasValue());
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(*readNpy(file) == newer);
}

/// Reading a pipe would wait for a writer.
void TstNpy::onlyFilesAreRead()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe.npy").toStdString();
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& path : {pipe, folder.path().toStdString(), std::string("/dev/zero")}) {
        QVERIFY(!readNpyHeader(path).hasValue());
        QVERIFY(!readNpy(path).hasValue());
    }
}

/// The file that numpy writes for a transposed array: the first index varies fastest.
void TstNpy::fortranOrderBecomesRowOrder()
{
    std::string data;
    for (const char value : {'\0', '\3', '\1', '\4', '\2', '\5'}) // the columns of [[0, 1, 2], [3, 4, 5]]
        data += {value, '\0'};
    const auto tensor = fromNpy(file("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", data));
    QVERIFY(tensor.hasValue());
    QCOMPARE(tensor->shape, (std::vector<int64_t>{2, 3}));
    for (size_t i = 0; i < 6; ++i)
        QCOMPARE(int(tensor->bytes.data()[i * 2]), int(i));
}

TIR_TEST(TstNpy)
#include "tst_npy.moc"
