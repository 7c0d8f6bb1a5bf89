/// Starts a Python script of the user and records what TVM's passes do in it. The recording opens with its first step,
/// and the window follows it.

#pragma once

#include <QDialog>
#include <QProcess>
#include <QTimer>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tir::ui {

class Session;

/// The command: `interpreter tirscope_trace.py -o RECORDING script arguments`, in the folder of the script.
struct RecordedScript {
    QString interpreter;
    QString script;
    QString arguments; ///< as in a shell, with quotes

    QString recording() const; ///< beside the script: SCRIPT.tirtrace
};

class RecordDialog : public QDialog {
    Q_OBJECT
public:
    /// Proposes the last script that was recorded in the folder of the open program. Nothing starts before *Record* is
    /// pressed.
    RecordDialog(Session& session, QWidget* parent);
    /// Ends the script.
    ~RecordDialog() override;

private:
    void makeForm();
    RecordedScript entered() const;
    void choose();
    void start();
    void keepEarlierRecording() const;
    void restoreEarlierRecording() const;
    void stop();
    void readOutput();
    void lookForRecording();
    void finish();
    void readToTheEnd(const QString& recording);
    void fail(const QString& message);
    void refresh();

    Session& m_session;
    QProcess m_process;
    QTimer m_look;     ///< has a pass started yet?
    QString m_awaited; ///< the recording to open, which replaces that of before; empty when it is open
    QLineEdit* m_interpreter;
    QLineEdit* m_script;
    QLineEdit* m_arguments;
    QPlainTextEdit* m_output;
    QLabel* m_state;
    QPushButton* m_record;
    QPushButton* m_stop;
};

} // namespace tir::ui
