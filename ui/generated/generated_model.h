/// Generated code for its view: the text with its colors, the resources of each kernel, and messages about missing
/// parts. No widgets, no timers, no files.

#pragma once

#include "core/codegen/artifact.h"
#include "core/support/result.h"
#include "ui/common/code_content.h"
#include "ui/common/code_tokens.h"
#include "ui/common/table_model.h"

namespace tir::ui {

/// The kinds that people read, in the order of the tabs.
inline constexpr ArtifactKind ShownKinds[] = {ArtifactKind::Cuda, ArtifactKind::Ptx, ArtifactKind::Sass,
                                              ArtifactKind::Llvm, ArtifactKind::C};

QString titleOf(ArtifactKind kind);                        ///< "CUDA C"
QString suffixOf(ArtifactKind kind);                       ///< "cu"
QString languageOf(ArtifactKind kind);                     ///< one line about it, for tool tips
std::optional<CodeLanguage> languageIn(ArtifactKind kind); ///< nothing for bytes

/// The code of one step, or why there is none.
struct GeneratedCode {
    size_t number = 0; ///< of the module
    ArtifactKind kind = ArtifactKind::Cuda;
    std::shared_ptr<const Artifact> artifact; ///< null: see `diagnostics`
    Diagnostics diagnostics;
    CodeContent content;
};

GeneratedCode makeGeneratedCode(size_t number, ArtifactKind kind, Result<Artifact> made);

/// The generator's reasons for not generating code, one per line.
QString refusalReasons(const GeneratedCode& code);

/// What is wrong with the code that was generated, one warning per line.
QString warningsAbout(const Artifact& artifact);

/// Why there is no resource table; empty if there is one.
QString resourceRemark(const Artifact& artifact);

/// One row per kernel.
class ResourceModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Kernel,
        Registers,
        StaticShared,
        DynamicShared,
        Spills,
        Stack,
        Constant,
        Occupied,
        ColumnCount
    };

    explicit ResourceModel(QObject* parent = nullptr);

    /// `arch`: the architecture of the occupancy; its what-if is the tool tip.
    void setReports(std::vector<ResourceReport> reports, std::string arch = {});
    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_reports.size(); }
    std::vector<ResourceReport> m_reports;
    std::string m_arch;
};

} // namespace tir::ui
