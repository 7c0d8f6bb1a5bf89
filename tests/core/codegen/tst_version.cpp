/// The versions that `tirc --version` prints, and that of the library that is loaded.

#include "core/codegen/llvm_ir/toolchain.h"
#include "core/support/version.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

class TestVersion : public QObject {
    Q_OBJECT
private slots:
    void isThreeNumbers()
    {
        static const QRegularExpression threeNumbers(QStringLiteral("^\\d+\\.\\d+\\.\\d+$"));
        QVERIFY(threeNumbers.match(QString::fromStdString(std::string(tir::version()))).hasMatch());
    }

    void llvmIsTheOneWeBuildAgainst()
    {
        QCOMPARE(tir::llvmVersion().substr(0, 5), std::string(tir::builtWithLlvm()).substr(0, 5));
    }
};

TIR_TEST(TestVersion)
#include "tst_version.moc"
