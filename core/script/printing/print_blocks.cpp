/// Schedulable blocks.

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace tir::script {
namespace {

std::string_view axisName(IterType type)
{
    switch (type) {
    case IterType::DataPar:
        return "axis.spatial";
    case IterType::CommReduce:
        return "axis.reduce";
    case IterType::Ordered:
        return "axis.scan";
    case IterType::Opaque:
    case IterType::ThreadIndex: // readers refuse these: a block has no such axes
    case IterType::Unrolled:
    case IterType::Vectorized:
    case IterType::Parallelized:
    case IterType::Tensorized:
        break;
    }
    return "axis.opaque";
}

} // namespace

const SBlockRealize* BlockPrinter::implicitRoot(const PrimFunc& function) const
{
    const auto* realize = as<SBlockRealize>(function.body);
    if (!m_context.options.syntaxSugar || !realize || !realize->iterValues.empty() ||
        !isTrue(realize->predicate))
        return nullptr;
    const SBlock& block = *realize->block;
    if (!block.iterVars.empty() || !block.annotations.empty() || !block.matchBuffers.empty() ||
        !block.reads.empty() || !block.writes.empty() || block.init)
        return nullptr;
    const auto* inner = as<SBlockRealize>(block.body);
    const bool wouldComeBack =
        !block.allocBuffers.empty() ||
        (inner ? !inner->iterValues.empty() : containsKind(*block.body, NodeKind::SBlockRealize, Role::Stmt));
    return wouldComeBack ? realize : nullptr;
}

void BlockPrinter::blockRealize(const SBlockRealize& realize)
{
    const At at(*this, realize.block);
    block(*realize.block, &realize);
}

void BlockPrinter::block(const SBlock& block, const SBlockRealize* realize)
{
    line([&] {
        keyword("with ");
        builtin("sblock");
        plain("(");
        string(block.name);
        if (!realize)
            plain(", no_realize=True");
        m_values.unknownArguments(block.annotations);
        plain("):");
    });
    m_names.open(&block, frame().indent + "    ");
    frame().statementStart = position();
    axes(block, realize);
    if (realize && (!isTrue(realize->predicate) || keepsFor(block.annotations, "where"))) {
        line([&] {
            builtin("where");
            plain("(");
            m_expressions.expr(realize->predicate);
            m_values.unknownArguments(block.annotations, "where");
            plain(")");
        });
    }
    regions("reads", block.reads, block.annotations);
    regions("writes", block.writes, block.annotations);
    std::vector<DictEntry> known;
    std::ranges::copy_if(block.annotations, std::back_inserter(known), std::not_fn(isKept));
    if (!known.empty() || keepsFor(block.annotations, "sblock_attr")) {
        line([&] {
            builtin("sblock_attr");
            plain("(");
            m_values.dict(known);
            m_values.unknownArguments(block.annotations, "sblock_attr");
            plain(")");
        });
    }
    blockContents(block);
    m_names.close();
}

void BlockPrinter::blockContents(const SBlock& block)
{
    for (const Buffer* buffer : block.allocBuffers) {
        frame().statementStart = position();
        const At at(*this, buffer);
        define(buffer, buffer->name);
        const DeclarationPrinter::BufferCall call{.createsData = true, .frame = &frame()};
        m_declarations.prepareFields(*buffer, call);
        line([&] {
            name(buffer);
            plain(" = ");
            builtin("sblock_alloc_buffer");
            m_declarations.bufferArguments(*buffer, call, false);
        });
    }
    for (const MatchBufferRegion* match : block.matchBuffers) {
        frame().statementStart = position();
        const At at(*this, match);
        const At atBuffer(*this, match->buffer);
        define(match->buffer, match->buffer->name);
        const DeclarationPrinter::BufferCall call{.createsData = true, .frame = &frame()};
        m_declarations.prepareFields(*match->buffer, call);
        line([&] {
            name(match->buffer);
            plain(" = ");
            builtin("match_buffer");
            plain("(");
            m_expressions.region(*match->source);
            m_declarations.bufferArguments(*match->buffer, call, true);
        });
    }
    if (block.init) {
        line([&] {
            keyword("with ");
            builtin("init");
            plain("(");
            m_values.unknownArguments(block.annotations, "init", true);
            plain("):");
        });
        m_statements.nested(*block.init, block.init);
    }
    // The analysis of uses has a scope for the body; in print it is part of the block's.
    m_names.open(block.body, frame().indent);
    m_statements.statements(*block.body);
    m_names.close();
}

const For* BlockPrinter::remapped(const IterVar& axis, const Expr* value) const
{
    const bool isKind = axis.iterType == IterType::DataPar || axis.iterType == IterType::CommReduce;
    const auto* var = as<Var>(value);
    if (!m_context.options.syntaxSugar || !isKind || !var || !axis.dom)
        return nullptr;
    for (const For* loop : m_statements.loops())
        if (loop->loopVar == var && structuralEqual(*loop->min, *axis.dom->min) &&
            structuralEqual(*loop->extent, *axis.dom->extent))
            return loop;
    return nullptr;
}

void BlockPrinter::axes(const SBlock& block, const SBlockRealize* realize)
{
    const auto valueOf = [&](size_t i) {
        return realize && i < realize->iterValues.size() ? realize->iterValues[i] : nullptr;
    };
    const auto placeOf = [](size_t i) { return "axis" + std::to_string(i); };
    for (size_t i = 0; i < block.iterVars.size();) {
        const std::string place = placeOf(i);
        size_t end = i;
        while (end < block.iterVars.size() && remapped(*block.iterVars[end], valueOf(end)) &&
               keepSame(block.annotations, place, block.annotations, placeOf(end)))
            ++end;
        if (end - i < 2) {
            axis(*block.iterVars[i], valueOf(i), block.annotations, place);
            ++i;
            continue;
        }
        std::string kinds;
        line([&] {
            for (size_t k = i; k < end; ++k) {
                const IterVar& axis = *block.iterVars[k];
                separator(k - i);
                const At at(*this, &axis);
                const At atVar(*this, axis.var);
                define(axis.var, axis.var->name);
                name(axis.var);
                kinds += axis.iterType == IterType::DataPar ? 'S' : 'R';
            }
            plain(" = ");
            builtin("axis.remap");
            plain("(");
            string(kinds);
            plain(", [");
            for (size_t k = i; k < end; ++k) {
                separator(k - i);
                m_expressions.expr(valueOf(k));
            }
            plain("]");
            m_values.unknownArguments(block.annotations, place);
            plain(")");
        });
        i = end;
    }
}

void BlockPrinter::axis(const IterVar& axis, const Expr* value, Dict kept, std::string_view place)
{
    const At at(*this, &axis);
    line([&] {
        {
            const At atVar(*this, axis.var);
            define(axis.var, axis.var->name);
            name(axis.var);
        }
        plain(" = ");
        builtin(axisName(axis.iterType));
        plain("(");
        if (isConstInt(axis.dom->min, 0)) {
            m_expressions.expr(axis.dom->extent);
        } else {
            plain("(");
            m_expressions.expr(axis.dom->min);
            plain(", ");
            m_expressions.expr(m_expressions.sum(axis.dom->min, axis.dom->extent));
            plain(")");
        }
        if (value) {
            plain(", ");
            m_expressions.expr(value);
        }
        m_values.unknownArguments(kept, place);
        plain(")");
    });
}

void BlockPrinter::regions(std::string_view name, std::span<const BufferRegion* const> regions, Dict kept)
{
    line([&] {
        builtin(name);
        plain("(");
        for (size_t i = 0; i < regions.size(); ++i) {
            separator(i);
            m_expressions.region(*regions[i]);
        }
        m_values.unknownArguments(kept, name, regions.empty());
        plain(")");
    });
}

} // namespace tir::script
