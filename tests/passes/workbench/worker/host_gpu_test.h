/// Kernels without a GPU: the stand-in for the CUDA driver executes the code that one generator made. The results are
/// compared with those of our CPU execution, which shares no code with that generator. Programs: samples, museum, single operations,
/// generated ones, and what TVM made of the corpus.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <QObject>
#include <QStringList>
#include <QTemporaryDir>

#include <map>
#include <string>

namespace tir::testing {

/// How kernels are made, and what is known of that way.
struct HostWay {
    std::string via;               ///< "nvcc"
    std::string compiler;          ///< what the report names, or how that begins
    std::map<QString, int> agrees; ///< folder of the corpus: at least so many of its programs agree
    bool hasOneModule = true;      ///< all operations are compiled at once, and found in the cache
    int operations = 0;            ///< at least so many single operations agree
    QString lack = {};             ///< part of the message for operations that this way does not have
    std::map<QString, QString> refusedSamples = {}; ///< name: part of the message
    QStringList largePrograms = {}; ///< of the corpus: they take longer than all others together
};

class HostGpuTest : public QObject {
    Q_OBJECT

protected:
    explicit HostGpuTest(HostWay way);
    /// Called when the stand-ins are in place, before the first test.
    virtual void prepare() {}

private slots:
    void initTestCase();
    void samplesAgree_data();
    void samplesAgree();
    void loweredHostCodeAgrees_data();
    void loweredHostCodeAgrees();
    void corpusProgramsAgree_data();
    void corpusProgramsAgree();
    void scheduledProgramsAgree_data();
    void scheduledProgramsAgree();
    void splitProgramsAgree_data();
    void splitProgramsAgree();
    void operationsAgree_data();
    void operationsAgree();
    void cleanup();
    void cleanupTestCase();

private:
    struct Program {
        OwnedModule module;
        OwnedModule input;
        std::string entry = {};
        bool isLockstep = false;
        std::map<std::string, InputSpec> inputs = {};
        bool isSumReordered = false; ///< then results may differ as sums in another order do
    };
    using Run = RunReport (*)(const RunRequest&);

    /// Empty when kernels of the module compute what `input` does on the CPU.
    QString difference(const Program& program, Run run) const;
    QString differenceHere(const Program& program) const;
    QString corpusDifference(const QString& program) const;

    const HostWay m_way;
    OwnedModule m_operations;
    OwnedModule m_splitOperations;
    QTemporaryDir m_cache;
    int m_drawnOperations = 0;
    QStringList m_lackedOperations;
    int m_drawnCorpusPrograms = 0;
    int m_visitedCorpusPrograms = 0;
    std::map<QString, QStringList> m_agreeing;    ///< programs of the corpus, by folder
    std::map<QString, QStringList> m_notCompared; ///< the same by reason
    int m_drawnSplitPrograms = 0;
    std::map<QString, int> m_splitPrograms; ///< generated ones, by result
};

} // namespace tir::testing
