/// The version and the toolchain that `tirc --version` names.

#include "core/codegen/toolchain.h"
#include "core/support/version.h"

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
        QVERIFY(QString::fromStdString(tir::llvmVersion()).startsWith("19."));
    }
};

QTEST_GUILESS_MAIN(TestVersion)
#include "tst_version.moc"
