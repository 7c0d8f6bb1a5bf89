/// Decoding of texts, and files that are written whole or not at all.

#include "passes/workbench/program/text_file.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace tir;
using namespace tir::testing;

class TestTextFile : public QObject {
    Q_OBJECT
private slots:
    void decodes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("plain") << QByteArray("a\nb\n") << QByteArray("a\nb\n");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF# x") << QByteArray("# x");
        QTest::newRow("Windows lines") << QByteArray("a\r\nb\r\n") << QByteArray("a\nb\n");
        QTest::newRow("old Mac lines") << QByteArray("a\rb\r") << QByteArray("a\nb\n");
        QTest::newRow("two bytes") << QByteArray("\xC3\xA9") << QByteArray("\xC3\xA9");
        QTest::newRow("three bytes") << QByteArray("\xE2\x82\xAC") << QByteArray("\xE2\x82\xAC");
        QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\xF0\x9F\x98\x80");
    }

    void decodes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        const Result<std::string> decoded = decodeText(bytes.toStdString());
        QVERIFY(decoded.hasValue());
        QCOMPARE(QByteArray::fromStdString(*decoded), text);
    }

    /// Most of a text is processed in blocks: special bytes may be anywhere in them.
    void decodesAtEveryPosition()
    {
        for (size_t plain = 0; plain < 200; ++plain) {
            const std::string before(plain, 'x');
            for (const std::string_view after :
                 {"", "y", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"}) {
                const auto decoded = [&](std::string_view special) {
                    const Result<std::string> text =
                        decodeText(before + std::string(special) + std::string(after));
                    return text ? *text : text.diagnostics().front().message;
                };
                QCOMPARE(decoded("\r\n"), before + "\n" + std::string(after));
                QCOMPARE(decoded("\xC3\xA9\x7F"), before + "\xC3\xA9\x7F" + std::string(after));
                QVERIFY(decoded("\xC3").starts_with("byte " + std::to_string(plain) + " (0xC3)"));
                QVERIFY(decoded(std::string_view("\0", 1))
                            .starts_with("byte " + std::to_string(plain) + " (0x00)"));
            }
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("UTF-16, little") << QByteArray("\xFF\xFE") << "UTF-16";
        QTest::newRow("UTF-16, big") << QByteArray("\xFE\xFF") << "UTF-16";
        QTest::newRow("NUL") << QByteArray("ab\0c", 4) << "byte 2 (0x00) is NUL";
        QTest::newRow("gzip") << QByteArray("\x1F\x8B\x08") << "is compressed with gzip: decompress it first";
        QTest::newRow("zstd") << QByteArray("\x28\xB5\x2F\xFD\x04") << "is compressed with zstd";
        QTest::newRow("lone continuation") << QByteArray("\x80") << "byte 0 (0x80) is not UTF-8";
        QTest::newRow("sequence cut short") << QByteArray("a\xE2\x82") << "byte 1 (0xE2)";
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << "byte 0 (0xC0)";
        QTest::newRow("overlong, three bytes") << QByteArray("\xE0\x80\xAF") << "byte 0 (0xE0)";
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << "byte 0 (0xED)";
        QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << "byte 0 (0xF4)";
    }

    void refuses()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const Result<std::string> decoded = decodeText(bytes.toStdString());
        QVERIFY(!decoded.hasValue());
        const QString message = QString::fromStdString(decoded.diagnostics().front().message);
        QVERIFY2(message.contains(expected), qPrintable(message));
    }

    void outputHasNoColorsAndAnyBytes()
    {
        QCOMPARE(decodeOutput("\x1B[1;31mA\x1B[0m = B\r\n\x1B[2K"), "A = B\n");
        QCOMPARE(decodeOutput("\x1B"), "");
        QCOMPARE(decodeOutput("\x1B["), "");
        QCOMPARE(decodeOutput("\x1B[3"), "");
        QCOMPARE(decodeOutput("caf\xE9 \xC3\xA9"), "caf\xEF\xBF\xBD \xC3\xA9");
        QCOMPARE(decodeOutput("\xFF\xFE"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    }

    void writesAndReadsBack()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.txt");
        for (const std::string content : {"first", "", "second, longer"}) {
            QVERIFY(writeFileAtomically(path.toStdString(), content).hasValue());
            QCOMPARE(*readBytes(path.toStdString()), content);
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("a.txt"));
        }
    }

    void newFilesAreReadableAsTheMaskSays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.txt");
        QVERIFY(writeFileAtomically(path.toStdString(), "x").hasValue());
        QFile plain(folder.filePath("b.txt"));
        QVERIFY(plain.open(QIODevice::WriteOnly));
        QCOMPARE(QFile::permissions(path), plain.permissions());
    }

    void onlyRegularFilesOfAFolderAreOpened()
    {
        const QTemporaryDir folder;
        const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
        QVERIFY(writeFileAtomically(path("file"), "text"));
        QCOMPARE(::mkfifo(path("pipe").c_str(), S_IRUSR | S_IWUSR), 0);
        QCOMPARE(::symlink("file", path("file link").c_str()), 0);
        QCOMPARE(::symlink("pipe", path("pipe link").c_str()), 0);
        for (const char* name : {"file", "file link"})
            QCOMPARE(*readRegularFile(path(name)), std::string("text"));
        for (const char* name : {"pipe", "pipe link"})
            QCOMPARE(readRegularFile(path(name)).diagnostics().front().message,
                     "cannot read '" + path(name) + "': is not a regular file");
        QVERIFY(!readRegularFile(path("nothing")));
        QVERIFY(!readRegularFile(folder.path().toStdString()));
    }

    void failuresNameTheFile_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << QStringLiteral(".");
        QTest::newRow("no such folder") << QStringLiteral("none/such/file");
    }

    void failuresNameTheFile()
    {
        QFETCH(QString, path);
        const QTemporaryDir folder;
        const std::string full = folder.filePath(path).toStdString();
        const Result<std::string> read = readBytes(full);
        QVERIFY(!read.hasValue());
        QVERIFY(read.diagnostics().front().message.find(full) != std::string::npos);
        const Result<bool> written = writeFileAtomically(full, "x");
        QVERIFY(!written.hasValue());
        QVERIFY(written.diagnostics().front().message.find(full) != std::string::npos);
        QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden));
    }
};

TIR_TEST(TestTextFile)
#include "tst_text_file.moc"
