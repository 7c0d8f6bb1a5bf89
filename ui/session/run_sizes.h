/// The symbolic sizes of the run in the view of runs: other views evaluate formulas with them.

#pragma once

#include "core/arith/index_range.h"

#include <QObject>
#include <QString>

#include <memory>
#include <unordered_map>

namespace tir {
struct OpenedProgram;
}

namespace tir::ui {

class Identities;
class Session;

/// Of one run.
struct SizesOfRun {
    std::unordered_map<const Node*, int64_t> values; ///< by identity
    QString run;                                     ///< "the run of step 3 (14:02:11)"

    bool operator==(const SizesOfRun&) const = default;
};

class RunSizes : public QObject {
    Q_OBJECT
public:
    /// Those of the session; they live as long as it does. Every run of the same program has them.
    static RunSizes& of(Session& session);

    /// Never null; empty before the first run.
    std::shared_ptr<const SizesOfRun> sizes() const { return m_sizes; }
    void set(SizesOfRun sizes);

signals:
    void changed();

private:
    explicit RunSizes(Session& session);

    std::shared_ptr<const SizesOfRun> m_sizes = std::make_shared<SizesOfRun>();
    std::shared_ptr<const OpenedProgram> m_program;
};

/// For the modules of a run of the program. Both live as long as the result.
SizeLookup sizeLookup(std::shared_ptr<const SizesOfRun> sizes, std::shared_ptr<const Identities> identities);

} // namespace tir::ui
