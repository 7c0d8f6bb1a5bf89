#include "tests/passes/text_readings.h"

#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "core/script/printing/printer.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <set>

namespace tir::testing {
namespace {

constexpr TextLoss AllLosses[] = {TextLoss::Suffixes, TextLoss::Handles, TextLoss::Alignments,
                                  TextLoss::SizeParams};

const char* describe(TextLoss loss)
{
    switch (loss) {
    case TextLoss::Suffixes:
        return "names without the numbers that printing gives";
    case TextLoss::Handles:
        return "handles named as their buffers";
    case TextLoss::Alignments:
        return "views with an alignment of their own";
    case TextLoss::SizeParams:
        return "parameters that are sizes";
    }
    return "?";
}

using Names = std::set<std::string_view>;

/// All names of variables and buffers.
class NameCollector : public Visitor {
public:
    explicit NameCollector(const Module& module)
    {
        for (const ModuleEntry& entry : module.functions)
            if (const auto* function = as<PrimFunc>(entry.function))
                visitChildren(*function);
    }
    const Names& names() const { return m_names; }

private:
    void visit(const Var& var) override { m_names.insert(var.name); }
    void visit(const Buffer& buffer) override
    {
        m_names.insert(buffer.name);
        visitChildren(buffer);
    }

    Names m_names;
};

/// "A" for "A_1"; empty for names without a number.
std::string_view unnumbered(std::string_view name)
{
    const size_t end = name.find_last_not_of("0123456789");
    const bool isNumbered =
        end != std::string_view::npos && end > 0 && end + 1 < name.size() && name[end] == '_';
    return isNumbered ? name.substr(0, end) : std::string_view();
}

/// The handles and pointers of a function that a text names after their buffers, if at all.
class HandleNames : public Visitor {
public:
    explicit HandleNames(const PrimFunc& function)
    {
        for (const BufferBinding& binding : function.bufferMap)
            m_names[binding.param] = binding.buffer->name;
        visitChildren(function);
    }
    const std::unordered_map<const Var*, std::string_view>& names() const { return m_names; }

private:
    void visit(const Buffer& buffer) override { m_names.try_emplace(buffer.data, buffer.name); }

    std::unordered_map<const Var*, std::string_view> m_names;
};

/// One function with some losses filled in.
class Filler : public Mutator {
public:
    /// `numbered`: the names that printing may have numbered.
    Filler(Arena& arena, const PrimFunc& function, const std::string& text, const Names& numbered,
           uint32_t losses)
        : Mutator(arena),
          m_function(function),
          m_text(QString::fromStdString(text)),
          m_numbered(numbered),
          m_losses(losses),
          m_bufferNames(HandleNames(function).names())
    {}

    const PrimFunc* fill() { return mutate(m_function); }

private:
    using Mutator::mutate;

    bool fills(TextLoss loss) const { return (m_losses >> uint32_t(loss) & 1) != 0; }

    std::string_view name(std::string_view printed) const
    {
        const std::string_view shorter = unnumbered(printed);
        return fills(TextLoss::Suffixes) && m_numbered.contains(shorter) ? shorter : printed;
    }

    const Var* mutateVarDef(const Var* var) override
    {
        const Var*& made = m_vars[var];
        if (made)
            return made;
        made = var;
        const auto bound = m_bufferNames.find(var);
        const bool isBound = fills(TextLoss::Handles) && bound != m_bufferNames.end();
        const std::string_view newName = name(isBound ? bound->second : var->name);
        const bool isParam = std::ranges::find(m_function.params, var) != m_function.params.end();
        const bool isSize = var->isSize || (fills(TextLoss::SizeParams) && isParam && var->dtype.isInt());
        if (newName != var->name || isSize != var->isSize)
            made = makeFrom<Var>(*var, newName, var->type, isSize);
        return made;
    }

    const Expr* visit(const Var& var) override { return mutateVarDef(&var); }

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        if (const Buffer* const* known = m_buffers.find(buffer))
            return *known;
        const Buffer* made = Mutator::mutateBufferDef(buffer);
        const bool hasOtherAlignment = fills(TextLoss::Alignments) && isPrintedAsView(*buffer);
        if (name(buffer->name) != buffer->name || hasOtherAlignment) {
            auto* copy = arena().make<Buffer>(*made);
            copy->name = name(buffer->name);
            if (hasOtherAlignment)
                copy->alignment = Buffer::DefaultAlignment;
            made = copy;
        }
        m_buffers[buffer] = made;
        return made;
    }

    /// Merged buffers have no declaration.
    const Buffer* mutateBufferUse(const Buffer* buffer) override { return mutateBufferDef(buffer); }

    bool isPrintedAsView(const Buffer& buffer) const
    {
        const QString printed = QString::fromUtf8(buffer.name.data(), qsizetype(buffer.name.size()));
        return m_text.contains(QRegularExpression("\\b" + printed + " = \\w+\\.view\\("));
    }

    const PrimFunc& m_function;
    QString m_text;
    const Names& m_numbered;
    uint32_t m_losses;
    std::unordered_map<const Var*, std::string_view> m_bufferNames;
    std::unordered_map<const Var*, const Var*> m_vars;
};

std::string withoutFinalNewlines(const std::string& text)
{
    return text.substr(0, text.find_last_not_of('\n') + 1);
}

class Readings {
public:
    Readings(const std::string& text, const OwnedModule& module)
        : m_text(withoutFinalNewlines(text)),
          m_module(module),
          m_numbered(numberedNames())
    {}

    /// Nothing when the module prints otherwise then, or is the same.
    std::optional<OwnedModule> with(uint32_t losses) const { return with(losses, m_numbered); }

private:
    std::optional<OwnedModule> with(uint32_t losses, const Names& numbered) const
    {
        auto arena = std::make_shared<Arena>();
        arena->keepAlive(m_module.arena);
        const std::span<const ModuleEntry> known = m_module.module->functions;
        std::vector<ModuleEntry> functions(known.begin(), known.end());
        for (ModuleEntry& entry : functions)
            if (const auto* function = as<PrimFunc>(entry.function))
                entry.function = Filler(*arena, *function, m_text, numbered, losses).fill();
        const Module* filled = withFunctions(*arena, *m_module.module, functions);
        if (filled == m_module.module || printScript(*filled) != m_text)
            return std::nullopt;
        return OwnedModule{arena, filled};
    }

    /// `A` when there is an `A_1` that prints as such when it is called `A`, too.
    Names numberedNames() const
    {
        const Names all = NameCollector(*m_module.module).names();
        Names numbered;
        for (const std::string_view name : all)
            if (all.contains(unnumbered(name)) &&
                with(1U << uint32_t(TextLoss::Suffixes), {unnumbered(name)}))
                numbered.insert(unnumbered(name));
        return numbered;
    }

    std::string m_text;
    const OwnedModule& m_module;
    Names m_numbered;
};

} // namespace

std::vector<Reading> otherReadings(const std::string& text, const OwnedModule& module)
{
    std::vector<uint32_t> sets;
    for (uint32_t losses = 1; losses < 1U << std::size(AllLosses); ++losses)
        sets.push_back(losses);
    std::ranges::stable_sort(sets, {}, [](uint32_t losses) { return std::popcount(losses); });
    const Readings way(text, module);
    std::vector<Reading> readings;
    for (const uint32_t losses : sets) {
        std::optional<OwnedModule> other = way.with(losses);
        if (!other)
            continue;
        QStringList words;
        for (const TextLoss loss : AllLosses)
            if (losses >> uint32_t(loss) & 1)
                words.append(QString::fromLatin1(describe(loss)));
        readings.push_back({*std::move(other), words.join(", ")});
    }
    return readings;
}

std::string withoutWording(const std::string& text)
{
    static const QRegularExpression Wording(R"(^(\s*assert .*, \("\w+", )\[.*\]\)$)",
                                            QRegularExpression::MultilineOption);
    QString kept = QString::fromStdString(withoutFinalNewlines(text));
    kept.replace(Wording, "\\1[])");
    if (!kept.contains("metadata["))
        kept.remove(QRegularExpression(R"(\n+# Metadata omitted\. Use show_meta=[^\n]*$)"));
    return kept.toStdString();
}

} // namespace tir::testing
