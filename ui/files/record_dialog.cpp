#include "ui/files/record_dialog.h"

#include "passes/workbench/trace/python_file.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/files/recorded_scripts.h"
#include "ui/session/session.h"

#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tir::ui {
namespace {

constexpr int LookMilliseconds = 200;
constexpr int MaxOutputLines = 5000;
constexpr int StopMilliseconds = 2000;

/// Whether a pass has started. Before that, there is nothing to show.
bool holdsPass(const QString& recording)
{
    QFile file(recording);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    while (!file.atEnd())
        if (file.readLine().startsWith(R"({"ev": "before")"))
            return true;
    return false;
}

QString nameOfEarlier(const QString& recording)
{
    return recording + QStringLiteral(".before");
}

} // namespace

QString RecordedScript::recording() const
{
    const QFileInfo file(script);
    return file.absolutePath() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".tirtrace");
}

RecordDialog::RecordDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_interpreter(new QLineEdit),
      m_script(new QLineEdit),
      m_arguments(new QLineEdit),
      m_output(new QPlainTextEdit),
      m_state(new QLabel),
      m_record(new QPushButton(tr("Record"))),
      m_stop(new QPushButton(tr("Stop")))
{
    setObjectName(QStringLiteral("recordDialog"));
    setWindowTitle(tr("Record a script that uses TVM"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(640, 420);
    makeForm();
    const RecordedScript last =
        session.keepsSettings() ? lastRecordedScript(session.path()) : RecordedScript();
    m_interpreter->setText(last.interpreter.isEmpty() ? toQString(pythonProgram()) : last.interpreter);
    m_script->setText(last.script);
    m_arguments->setText(last.arguments);

    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_look.setInterval(LookMilliseconds);
    connect(&m_look, &QTimer::timeout, this, &RecordDialog::lookForRecording);
    connect(&m_process, &QProcess::readyRead, this, &RecordDialog::readOutput);
    connect(&m_process, &QProcess::finished, this, &RecordDialog::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        restoreEarlierRecording();
        fail(tr("cannot start %1: %2").arg(m_process.program(), m_process.errorString()));
    });
    connect(&m_process, &QProcess::stateChanged, this, &RecordDialog::refresh);
    connect(m_script, &QLineEdit::textChanged, this, &RecordDialog::refresh);
    connect(m_record, &QPushButton::clicked, this, &RecordDialog::start);
    connect(m_stop, &QPushButton::clicked, this, &RecordDialog::stop);
    refresh();
}

RecordDialog::~RecordDialog()
{
    m_process.disconnect(this);
    stop();
    restoreEarlierRecording();
}

void RecordDialog::makeForm()
{
    m_interpreter->setObjectName(QStringLiteral("recordInterpreter"));
    m_script->setObjectName(QStringLiteral("recordScript"));
    m_script->setPlaceholderText(tr("A Python script that compiles something with TVM"));
    m_arguments->setObjectName(QStringLiteral("recordArguments"));
    m_output->setObjectName(QStringLiteral("recordOutput"));
    m_output->setReadOnly(true);
    m_output->setFont(codeFont());
    m_output->setMaximumBlockCount(MaxOutputLines);
    m_output->setPlaceholderText(tr("What the script prints"));
    m_state->setObjectName(QStringLiteral("recordState"));
    m_state->setWordWrap(true);
    m_record->setObjectName(QStringLiteral("recordButton"));
    m_record->setDefault(true);
    m_stop->setObjectName(QStringLiteral("stopRecordingButton"));

    auto* browse = new QPushButton(tr("Choose…"));
    connect(browse, &QPushButton::clicked, this, &RecordDialog::choose);
    auto* script = new QHBoxLayout;
    script->addWidget(m_script, 1);
    script->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("Python"), m_interpreter);
    form->addRow(tr("Script"), script);
    form->addRow(tr("Arguments"), m_arguments);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_stop);
    buttons->addWidget(m_record);
    auto* what = new QLabel(tr("The script is started with the Python interpreter, each pass of TVM that it "
                               "runs is recorded, and the recording opens here. It is written beside the "
                               "script, as SCRIPT.tirtrace."));
    what->setObjectName(QStringLiteral("recordExplanation"));
    what->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(what);
    layout->addLayout(form);
    layout->addWidget(m_output, 1);
    layout->addLayout(buttons);
}

RecordedScript RecordDialog::entered() const
{
    return {m_interpreter->text().trimmed(), m_script->text().trimmed(), m_arguments->text().trimmed()};
}

void RecordDialog::choose()
{
    const QString path =
        chooseFileToOpen(this, tr("Choose a script"), m_script->text(), tr("Python (*.py);;All files (*)"));
    if (!path.isEmpty())
        m_script->setText(path);
}

void RecordDialog::start()
{
    const RecordedScript script = entered();
    if (!QFileInfo(script.script).isFile())
        return fail(tr("there is no file '%1'").arg(script.script));
    if (m_session.keepsSettings())
        rememberRecordedScript(script);
    m_output->clear();
    m_awaited = script.recording();
    keepEarlierRecording(); // else it would open
    m_process.setWorkingDirectory(QFileInfo(script.script).absolutePath());
    m_process.start(script.interpreter,
                    QStringList{QStringLiteral("-u"), toQString(pythonFile("tirscope_trace.py")),
                                QStringLiteral("-o"), m_awaited,
                                QFileInfo(script.script).absoluteFilePath()} +
                        QProcess::splitCommand(script.arguments));
    m_look.start();
}

/// Until a pass has run: this script may not come that far.
void RecordDialog::keepEarlierRecording() const
{
    QFile::remove(nameOfEarlier(m_awaited));
    QFile::rename(m_awaited, nameOfEarlier(m_awaited));
}

/// Precondition: the script has ended.
void RecordDialog::restoreEarlierRecording() const
{
    if (!m_awaited.isEmpty() && QFile::exists(nameOfEarlier(m_awaited)) && !holdsPass(m_awaited)) {
        QFile::remove(m_awaited);
        QFile::rename(nameOfEarlier(m_awaited), m_awaited);
    }
}

void RecordDialog::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(StopMilliseconds))
        m_process.kill();
    m_process.waitForFinished(StopMilliseconds);
}

void RecordDialog::readOutput()
{
    const QByteArray bytes = m_process.readAll();
    m_output->moveCursor(QTextCursor::End);
    m_output->insertPlainText(QString::fromUtf8(bytes));
    m_output->moveCursor(QTextCursor::End);
}

void RecordDialog::lookForRecording()
{
    if (m_awaited.isEmpty() || !holdsPass(m_awaited))
        return;
    m_look.stop();
    QFile::remove(nameOfEarlier(m_awaited));
    m_session.openFile(std::exchange(m_awaited, {}));
}

void RecordDialog::finish()
{
    readOutput();
    const bool wasOpened = m_awaited.isEmpty();
    lookForRecording();
    m_look.stop();
    const bool isRecorded = m_awaited.isEmpty();
    const QString recording = entered().recording();
    restoreEarlierRecording();
    if (m_process.exitStatus() == QProcess::CrashExit)
        fail(isRecorded ? tr("the script was ended; what it did until then is in %1").arg(recording)
                        : tr("the script was ended before a pass ran"));
    else if (m_process.exitCode() != 0)
        fail(tr("the script ended with exit code %1").arg(m_process.exitCode()));
    else if (!isRecorded)
        fail(tr("the script ended, but no pass of TVM ran"));
    else
        m_state->setText(tr("Recorded in %1").arg(recording));
    if (wasOpened)
        readToTheEnd(recording);
}

/// What was read while the script ran may lack the last steps.
void RecordDialog::readToTheEnd(const QString& recording)
{
    if (m_session.path() == recording)
        m_session.reload();
    else if (m_session.phase() != Phase::Ready && m_session.phase() != Phase::Empty) // it is being read
        m_session.openFile(recording);
}

void RecordDialog::fail(const QString& message)
{
    m_look.stop();
    m_state->setText(message.left(1).toUpper() + message.mid(1));
}

void RecordDialog::refresh()
{
    const bool isRunning = m_process.state() != QProcess::NotRunning;
    m_record->setEnabled(!isRunning && !m_script->text().trimmed().isEmpty());
    m_stop->setEnabled(isRunning);
    if (isRunning)
        m_state->setText(tr("The script runs…"));
}

} // namespace tir::ui
