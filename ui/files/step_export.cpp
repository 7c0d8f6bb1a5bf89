#include "ui/files/step_export.h"

#include "core/script/printing/printer.h"
#include "passes/framework/config_keys.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSaveFile>

namespace tir::ui {
namespace {

QString shellWord(const QString& argument)
{
    static const QRegularExpression plain(QStringLiteral("^[\\w./,:=@+-]+$"));
    if (plain.match(argument).hasMatch())
        return argument;
    QString inside = argument;
    return QLatin1Char('\'') + inside.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

/// How the session runs the program.
QStringList pipelineOptions(const RunSetup& setup)
{
    QStringList options;
    if (!setup.pipeline.name.empty()) {
        options << QStringLiteral("--pipeline") << toQString(setup.pipeline.name);
    } else {
        QStringList passes;
        for (const PassInvocation& pass : setup.pipeline.passes)
            passes.append(toQString(toString(pass)));
        options << QStringLiteral("--passes") << passes.join(QLatin1Char(','));
    }
    if (!setup.target.empty())
        options << QStringLiteral("--target") << toQString(setup.target);
    if (setup.mode == Mode::Sound)
        options << QStringLiteral("--mode") << QStringLiteral("sound");
    for (const auto& [key, value] : setup.config)
        options << QStringLiteral("--config") << toQString(key + '=' + configValueText(value));
    return options;
}

QString stepsText(const Session& session)
{
    return session.isSpan() ? QStringLiteral("%1..%2").arg(session.firstStep()).arg(session.step())
                            : QString::number(session.step());
}

} // namespace

QString stepText(const Session& session)
{
    const ComparedStepPointer compared = session.compared();
    if (compared && compared->number == session.step() && compared->recording == session.recording())
        return toQString(compared->after->code.text);
    return toQString(printScript(
        session.module(), {.asBareFunction = areBareFunctions(*session.program(), *session.recording())}));
}

QString saveStep(const Session& session, const QString& path)
{
    QByteArray bytes = stepText(session).toUtf8();
    if (!bytes.endsWith('\n'))
        bytes.append('\n');
    QSaveFile file(path);
    const bool isWritten =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return isWritten ? QString() : QStringLiteral("%1: %2").arg(path, file.errorString());
}

void saveStepWithDialog(const Session& session, QWidget& window)
{
    const QString name =
        QStringLiteral("%1_step_%2.py").arg(QFileInfo(session.name()).completeBaseName()).arg(session.step());
    const QString path = chooseFileToSave(&window, QMessageBox::tr("Save the module of the step"), name,
                                          QMessageBox::tr("TVMScript (*.py);;All files (*)"));
    if (path.isEmpty())
        return;
    if (const QString failure = saveStep(session, path); !failure.isEmpty())
        QMessageBox::warning(&window, QMessageBox::tr("Not saved"), failure);
}

QString tircCommand(const Session& session)
{
    const QString file = session.path().isEmpty() ? QStringLiteral("-") : session.path();
    QStringList arguments{QStringLiteral("tirc")};
    if (session.isRecorded()) {
        arguments << QStringLiteral("blame") << file << QStringLiteral("--step")
                  << QString::number(session.step());
    } else if (session.step() == 0) {
        arguments << QStringLiteral("print") << file;
    } else {
        arguments << QStringLiteral("opt") << file << pipelineOptions(session.setup())
                  << QStringLiteral("--diff") << stepsText(session);
    }
    if (!session.isRecorded())
        for (const auto& [name, value] : session.defines())
            arguments << QStringLiteral("--define") << toQString(name + "=" + value);
    QStringList parts;
    for (const QString& argument : std::as_const(arguments))
        parts.append(shellWord(argument));
    return parts.join(QLatin1Char(' '));
}

} // namespace tir::ui
