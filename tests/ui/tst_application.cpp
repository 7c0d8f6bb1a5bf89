/// An exception in an event handler becomes a message.

#include "core/support/check.h"
#include "tests/support/test_main.h"
#include "ui/common/application.h"

#include <QtTest>

#include <filesystem>
#include <new>
#include <vector>

using namespace tir::ui;

class TestApplication : public QObject {
    Q_OBJECT
private slots:
    void exceptionsBecomeMessages_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("message");
        QTest::newRow("none") << 0 << QString();
        QTest::newRow("failed check") << 1 << "it is wrong";
        QTest::newRow("memory") << 2 << "not enough memory";
        QTest::newRow("library") << 3 << "vector";
        QTest::newRow("file system") << 4 << "/proc/self/mem/x";
    }

    void exceptionsBecomeMessages()
    {
        QFETCH(int, which);
        QFETCH(QString, message);
        const std::function<void()> handlers[] = {
            [] {},
            [] { throw tir::InternalError("it is wrong"); },
            [] { throw std::bad_alloc(); },
            [] { (void)std::vector<int>().at(1); },
            [] { (void)std::filesystem::file_size("/proc/self/mem/x"); },
        };
        const std::optional<QString> failure = failureOf(handlers[which]);
        QCOMPARE(failure.has_value(), !message.isEmpty());
        if (failure)
            QVERIFY2(failure->contains(message), qPrintable(*failure));
    }
};

TIR_TEST(TestApplication)
#include "tst_application.moc"
