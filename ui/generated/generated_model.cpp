#include "ui/generated/generated_model.h"

#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/text.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// A measured number, or a dash.
QString measured(int64_t value)
{
    return value < 0 ? QStringLiteral("–") : digitsText(value);
}

QString spillsOf(const ResourceReport& report)
{
    if (report.spillStoreBytes < 0 && report.spillLoadBytes < 0)
        return QStringLiteral("–");
    return report.spillStoreBytes == report.spillLoadBytes
               ? measured(report.spillStoreBytes)
               : ResourceModel::tr("%1 / %2").arg(measured(report.spillStoreBytes),
                                                  measured(report.spillLoadBytes));
}

QString occupancyShare(const ResourceReport& report, const std::string& arch)
{
    const std::optional<BlockDemand> demand = demandOf(report);
    const std::optional<GpuLimits> limits = gpuLimits(arch);
    return demand && limits
               ? QStringLiteral("%1 %").arg(100 * occupancyOf(*limits, *demand).share(), 0, 'g', 3)
               : QStringLiteral("–");
}

QString textOf(const ResourceReport& report, int column, const std::string& arch)
{
    switch (column) {
    case ResourceModel::Kernel:
        return toQString(report.function);
    case ResourceModel::Registers:
        return measured(report.registers);
    case ResourceModel::StaticShared:
        return measured(report.staticSharedBytes);
    case ResourceModel::DynamicShared:
        return report.dynamicSharedBytes.empty() ? QStringLiteral("–")
                                                 : digitsText(report.dynamicSharedBytes);
    case ResourceModel::Spills:
        return spillsOf(report);
    case ResourceModel::Stack:
        return measured(report.stackBytes);
    case ResourceModel::Constant:
        return measured(report.constantBytes);
    case ResourceModel::Occupied:
        return occupancyShare(report, arch);
    default:
        return {};
    }
}

} // namespace

QString titleOf(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
        return ResourceModel::tr("CUDA C");
    case ArtifactKind::Ptx:
        return ResourceModel::tr("PTX");
    case ArtifactKind::Sass:
        return ResourceModel::tr("SASS");
    case ArtifactKind::Llvm:
        return ResourceModel::tr("LLVM IR");
    case ArtifactKind::C:
        return ResourceModel::tr("C host");
    case ArtifactKind::Cubin:
        break;
    }
    return ResourceModel::tr("cubin");
}

QString suffixOf(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
        return QStringLiteral("cu");
    case ArtifactKind::Ptx:
        return QStringLiteral("ptx");
    case ArtifactKind::Sass:
        return QStringLiteral("sass");
    case ArtifactKind::Llvm:
        return QStringLiteral("ll");
    case ArtifactKind::C:
        return QStringLiteral("c");
    case ArtifactKind::Cubin:
        break;
    }
    return QStringLiteral("cubin");
}

QString languageOf(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
        return ResourceModel::tr("Kernels as CUDA C, as NVRTC and nvcc take them");
    case ArtifactKind::Ptx:
        return ResourceModel::tr("Kernels as NVIDIA's portable assembly, made by LLVM");
    case ArtifactKind::Sass:
        return ResourceModel::tr("The machine code of one GPU; needs NVIDIA's assembler and disassembler");
    case ArtifactKind::Llvm:
        return ResourceModel::tr("Host code as LLVM IR");
    case ArtifactKind::C:
        return ResourceModel::tr("Host code as C, with the calls that launch the kernels");
    case ArtifactKind::Cubin:
        break;
    }
    return {};
}

std::optional<CodeLanguage> languageIn(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
    case ArtifactKind::C:
        return CodeLanguage::C;
    case ArtifactKind::Ptx:
        return CodeLanguage::Ptx;
    case ArtifactKind::Sass:
        return CodeLanguage::Sass;
    case ArtifactKind::Llvm:
        return CodeLanguage::LlvmIr;
    case ArtifactKind::Cubin:
        break;
    }
    return {};
}

GeneratedCode makeGeneratedCode(size_t number, ArtifactKind kind, Result<Artifact> made)
{
    GeneratedCode code;
    code.number = number;
    code.kind = kind;
    if (!made) {
        code.diagnostics = made.diagnostics();
        return code;
    }
    code.artifact = std::make_shared<const Artifact>(*std::move(made));
    auto text = std::make_shared<CodeText>(code.artifact->content);
    if (const std::optional<CodeLanguage> language = languageIn(kind))
        text->tokens = codeTokens(*text, *language);
    code.content.rows = std::make_shared<const CodeRows>(CodeRows::plain(text->lineCount()));
    code.content.text = std::move(text);
    return code;
}

QString refusalReasons(const GeneratedCode& code)
{
    constexpr size_t MaxMessages = 4;
    QStringList messages;
    for (const Diagnostic& diagnostic : code.diagnostics)
        if (diagnostic.severity == Severity::Error && size_t(messages.size()) < MaxMessages)
            messages.append(toQString(diagnostic.message));
    messages.removeDuplicates();
    return messages.join(QLatin1Char('\n'));
}

QString warningsAbout(const Artifact& artifact)
{
    QStringList lines;
    for (const Diagnostic& remark : artifact.remarks)
        if (remark.severity == Severity::Warning)
            lines.append(ResourceModel::tr("Warning: %1").arg(toQString(remark.message)));
    lines.removeDuplicates();
    return lines.join(QLatin1Char('\n'));
}

QString resourceRemark(const Artifact& artifact)
{
    if (!artifact.resources.empty())
        return {};
    for (const Diagnostic& remark : artifact.remarks)
        if (remark.severity == Severity::Note)
            return toQString(remark.message);
    switch (artifact.kind) {
    case ArtifactKind::Cuda:
        if (artifact.entryPoints.empty())
            return ResourceModel::tr(
                "No kernel yet: LowerDeviceKernelLaunch makes kernels of these functions");
        return ResourceModel::tr("Registers, spills, and stack are known after assembly: see PTX and SASS");
    case ArtifactKind::Ptx:
    case ArtifactKind::Sass:
    case ArtifactKind::Cubin:
        return ResourceModel::tr("The code contains no kernel, so it uses no GPU resources");
    case ArtifactKind::Llvm:
    case ArtifactKind::C:
        break;
    }
    return ResourceModel::tr("Host code uses no GPU resources");
}

ResourceModel::ResourceModel(QObject* parent)
    : TableModel(
          {{tr("kernel"), {}, tr("Kernel")},
           {tr("regs"), Qt::AlignRight, tr("Registers per thread")},
           {tr("static"), Qt::AlignRight, tr("Bytes of static shared memory per block")},
           {tr("dynamic"), Qt::AlignRight, tr("Bytes of dynamic shared memory that the launch passes")},
           {tr("spills"), Qt::AlignRight, tr("Bytes of registers stored to and loaded from memory")},
           {tr("stack"), Qt::AlignRight, tr("Bytes of stack per thread")},
           {tr("const"), Qt::AlignRight, tr("Bytes of constant memory")},
           {tr("occup."), Qt::AlignRight,
            tr("Occupancy: share of a multiprocessor's warps that run at a time; the tool tip of a cell "
               "names the limit, and the occupancy with other blocks")}},
          parent)
{}

void ResourceModel::setReports(std::vector<ResourceReport> reports, std::string arch)
{
    beginResetModel();
    m_reports = std::move(reports);
    m_arch = std::move(arch);
    endResetModel();
}

QVariant ResourceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole)
        return textOf(m_reports[size_t(index.row())], index.column(), m_arch);
    if (role == Qt::ToolTipRole && index.column() == Occupied) {
        QStringList lines;
        for (const std::string& line : occupancyLines(m_reports[size_t(index.row())], m_arch))
            lines.append(toQString(line));
        return lines.join(u'\n');
    }
    if (role == Qt::ToolTipRole && (index.column() == Kernel || index.column() == DynamicShared))
        return textOf(m_reports[size_t(index.row())], index.column(), m_arch); // they may be long
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    return {};
}

} // namespace tir::ui
