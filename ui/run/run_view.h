/// Executes the current step in a worker process, without confirmation. Shows the outputs, their reference and the
/// differences, the request, and earlier runs. Or executes every step with the same inputs and shows the first bad one.

#pragma once

#include "ui/run/history_model.h"
#include "ui/run/run_result.h"
#include "ui/session/job.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTableView;
class QTabWidget;

namespace tir {
struct OpenedProgram;
}

namespace tir::ui {

class CompareBar;
class ContentOrPlaceholder;
class InputsView;
class KernelsPage;
class OutputView;
class PrintedText;
class ReproducerJob;
class RunBar;
class Session;
class StepsPage;
class TensorValues;

class RunView : public QWidget {
    Q_OBJECT
public:
    explicit RunView(Session& session, QWidget* parent = nullptr);
    ~RunView() override;

public slots:
    void run();
    void checkSteps();
    void makeReproducer(const QString& folder);

private:
    void makePages();
    void connectPages();
    void followRecording();
    void followPin();
    void stop();
    void forgetResult();
    void refreshControls();
    void showStatus(const QString& text);
    void showResult(const RunResultPointer& result);
    QString resultText() const;
    void publishSizes(const Sizes& sizes, const QString& run);
    void showPrinted();
    void showMemory(const GpuMemoryUse& memory);
    void endPrinted(const RunReport& report);
    void showWriter(size_t tensor, qint64 element);
    QString writerText(const TensorValues& values, int64_t element) const;
    void showRefusedPlace();
    SavedRequest saved() const;
    void use(const SavedRequest& saved);
    void remember();
    void loadRequest();
    void saveRequest();

    Session& m_session;
    Job m_job;
    ReproducerJob* m_reproducer;
    std::shared_ptr<PrintedText> m_printed; ///< of the current run
    QElapsedTimer m_runningFor;             ///< since the run or the check has started
    QString m_stopped;                      ///< of a run that the user has ended, until the next one
    QTimer m_look;                          ///< reads its output while it runs
    bool m_isChecking = false;              ///< the job checks every step, or did last
    bool m_hasTurnedPage = false;           ///< to its output, because the results are not there yet
    HistoryModel m_history;
    RunResultPointer m_result;                            ///< the shown result
    std::shared_ptr<const OpenedProgram> m_inputsProgram; ///< the program that the inputs are of
    RunBar* m_bar;
    CompareBar* m_compare;
    QLabel* m_status;
    QTabWidget* m_pages;
    OutputView* m_outputs;
    ContentOrPlaceholder* m_outputsPage;
    InputsView* m_inputs;
    ContentOrPlaceholder* m_inputsPage;
    QTableView* m_historyTable;
    ContentOrPlaceholder* m_historyPage;
    StepsPage* m_steps;
    ContentOrPlaceholder* m_stepsPage;
    KernelsPage* m_kernels;
    QPlainTextEdit* m_messages;
    ContentOrPlaceholder* m_messagesPage;
};

} // namespace tir::ui
