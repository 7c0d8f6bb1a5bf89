/// The form for names that a text takes from Python: its fields, valid values, and that values are stored by file.

#include "core/script/printing/printer.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/define_form.h"
#include "ui/common/elided_label.h"
#include "ui/session/session_placeholder.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const char* const Text = R"(@T.prim_func
def main(X: T.Buffer((N,), dtype)):
    for i in range(N):
        X[i] = X[i]
)";

} // namespace

class TestDefineForm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QCoreApplication::setOrganizationName(QStringLiteral("Tirscope"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_define_form"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }

    void hiddenWithoutNames()
    {
        Session session;
        DefineForm form(session);
        QVERIFY(form.isHidden());
        TIR_OPEN_SAMPLE(session, "reverse");
        QVERIFY(form.isHidden());
    }

    /// A name that is stored into has no field; the advice takes one line, like the fields.
    void namesToDeclareAreAdvised()
    {
        Session session;
        DefineForm form(session);
        form.resize(900, form.sizeHint().height());
        form.show();
        session.openText(
            QStringLiteral("own"),
            QStringLiteral("@T.prim_func\ndef f(A: T.Buffer((4,), \"float32\")):\n    B[1] = A[0]\n"));
        QTRY_COMPARE(session.phase(), Phase::Unreadable);
        QVERIFY(form.isVisible());
        QVERIFY(!form.findChild<QLineEdit*>());
        const auto* advice = form.findChild<ElidedLabel*>(QStringLiteral("placeholderHint"));
        QVERIFY(advice);
        QTRY_COMPARE(advice->shownText(), advice->text());
        QCOMPARE(placeholderText(session).hint, QStringLiteral("The diagnostics say what and where"));
    }

    void proseAsksForNothing()
    {
        Session session;
        DefineForm form(session);
        session.openText(
            QStringLiteral("prose"),
            QStringLiteral(
                "Hello world, this is some pasted prose.\nIt has no code.\nNote: don't run it.\n"));
        QTRY_COMPARE(session.phase(), Phase::Unreadable);
        QVERIFY(form.isHidden());
        QCOMPARE(session.diagnostics().size(), size_t(1));
        QCOMPARE(session.diagnostics().front().code, std::string("no-module"));
    }

    void valuesMakeItReadable()
    {
        Session session;
        DefineForm form(session);
        session.openText(QStringLiteral("pasted"), QString::fromLatin1(Text));
        QTRY_COMPARE(session.phase(), Phase::Unreadable);
        QVERIFY(!form.isHidden());
        auto* apply = form.findChild<QPushButton*>(QStringLiteral("applyDefines"));
        QVERIFY(!apply->isEnabled());
        field(form, "N")->setText(QStringLiteral("64"));
        QVERIFY(!apply->isEnabled());
        field(form, "dtype")->setText(QStringLiteral("float16"));
        QVERIFY(apply->isEnabled());
        field(form, "N")->setText(QStringLiteral("float16"));
        QVERIFY(!apply->isEnabled());
        QVERIFY(field(form, "N")->property("isWrong").toBool());
        field(form, "N")->setText(QStringLiteral("64"));
        apply->click();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(printed(session).contains(QStringLiteral("Buffer((64,), \"float16\")")));

        // The form stays, with the values, to be changed.
        QVERIFY(!form.isHidden());
        QCOMPARE(field(form, "N")->text(), QStringLiteral("64"));
        field(form, "N")->setText(QStringLiteral("128"));
        QTest::keyClick(field(form, "N"), Qt::Key_Return);
        QTRY_VERIFY(session.phase() == Phase::Ready && printed(session).contains(QStringLiteral("(128,)")));

        session.close();
        QVERIFY(form.isHidden());
        QVERIFY(session.defines().empty());
    }

    void valuesAreRememberedByFile()
    {
        const QString path = m_folder.filePath(QStringLiteral("one.py"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(Text);
        file.close();
        QVERIFY(QFile::copy(path, m_folder.filePath(QStringLiteral("two.py"))));
        {
            Session session;
            session.setKeepsSettings(true);
            DefineForm form(session);
            session.openFile(path);
            QTRY_COMPARE(session.phase(), Phase::Unreadable);
            field(form, "N")->setText(QStringLiteral("32"));
            field(form, "dtype")->setText(QStringLiteral("int8"));
            form.findChild<QPushButton*>(QStringLiteral("applyDefines"))->click();
            QTRY_COMPARE(session.phase(), Phase::Ready);
        }
        Session session;
        session.setKeepsSettings(true);
        DefineForm form(session);
        session.openFile(path);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(printed(session).contains(QStringLiteral("Buffer((32,), \"int8\")")));
        session.openFile(m_folder.filePath(QStringLiteral("two.py")));
        QTRY_COMPARE(session.phase(), Phase::Unreadable);
        QCOMPARE(field(form, "N")->text(), QString());
    }

private:
    static QLineEdit* field(const DefineForm& form, const char* name)
    {
        // Fields of the text before are deleted later.
        const auto fields = form.findChildren<QLineEdit*>(QStringLiteral("define_") + QLatin1String(name));
        return fields.isEmpty() ? nullptr : fields.back();
    }

    static QString printed(const Session& session)
    {
        return QString::fromStdString(printScript(session.recording()->module(0)));
    }

    QTemporaryDir m_folder;
};

TIR_TEST(TestDefineForm)
#include "tst_define_form.moc"
