#include "tests/fuzz/program_generator.h"

#include "tests/fuzz/script_writer.h"
#include "tests/fuzz/tile_generator.h"

#include <map>

namespace tir::testing {
namespace {

/// Bounds the text when the bytes would go on for ever.
constexpr int MostStatements = 120;

class ProgramWriter : private ScriptWriter {
public:
    explicit ProgramWriter(ByteSource& bytes) : ScriptWriter(bytes) {}

    std::string module()
    {
        startModule();
        for (size_t i = 0, count = m_bytes.below(3); i < count; ++i)
            helper("helper" + std::to_string(i));
        for (size_t i = 0, count = 1 + m_bytes.below(3); i < count; ++i)
            function("f" + std::to_string(i));
        if (m_bytes.oneIn(4))
            m_text += generatedTileFunction(m_bytes, "tiles");
        return std::move(m_text);
    }

private:
    void helper(const std::string& name)
    {
        const auto mark = m_scope.mark();
        const int count = m_bytes.between(1, 3);
        std::string params;
        for (int i = 0; i < count; ++i) {
            const std::string param = m_scope.fresh("p");
            params += (i ? ", " : "") + param + ": T.int32";
            m_scope.add(ScopeVariable{param, "int32"});
        }
        line(std::string("@T.prim_func(private=True") + (m_bytes.oneIn(4) ? ")" : ", s_tir=True)"));
        line("def " + name + "(" + params + ") -> T.int32:");
        ++m_indent;
        line("return " + m_scope.expression("int32", 3));
        --m_indent;
        m_scope.restore(mark);
        m_scope.add(ScopeHelper{name, count});
    }

    void function(const std::string& name)
    {
        const auto mark = m_scope.mark();
        std::string params;
        std::vector<std::string> prologue;
        const auto param = [&](const std::string& text) { params += (params.empty() ? "" : ", ") + text; };
        if (m_bytes.oneIn(2)) {
            param("n: T.int32");
            m_scope.add(ScopeVariable{"n", "int32"});
        }
        for (int i = 0, count = m_bytes.between(1, 3); i < count; ++i) {
            const ScopeBuffer buffer{"A" + std::to_string(i), m_scope.dtype(), m_bytes.oneIn(6) ? 2 : 1};
            const std::string extents = buffer.rank == 2 ? "(16, 64)" : "(1024,)";
            if (m_bytes.oneIn(3)) {
                const std::string handle = "a" + std::to_string(i);
                param(handle + ": T.handle");
                prologue.push_back(buffer.name + " = T.match_buffer(" + handle + ", " + extents + ", \"" +
                                   buffer.dtype + "\")");
            } else {
                param(buffer.name + ": T.Buffer(" + extents + ", \"" + buffer.dtype + "\")");
            }
            m_scope.add(buffer);
        }
        line(m_bytes.oneIn(4) ? "@T.prim_func" : "@T.prim_func(s_tir=True)");
        line("def " + name + "(" + params + "):");
        ++m_indent;
        if (m_bytes.oneIn(4))
            line("T.func_attr({\"tirx.noalias\": True})");
        for (const std::string& statement : prologue)
            line(statement);
        m_statements = 0;
        m_isDevice = false;
        body(3);
        --m_indent;
        m_scope.restore(mark);
    }

    /// Statements of one body; their definitions end with it. At least one, and not only definitions.
    void body(int depth) override
    {
        const auto mark = m_scope.mark();
        for (size_t i = 0, count = 1 + m_bytes.below(5); i < count && m_statements < MostStatements; ++i)
            statement(depth);
        line("T.evaluate(" + m_scope.expression("int32", 1) + ")");
        m_scope.restore(mark);
    }

    void statement(int depth)
    {
        ++m_statements;
        if (depth > 0 && m_bytes.oneIn(2))
            compound(depth);
        else if (m_bytes.oneIn(3))
            definition();
        else
            simple();
    }

    void compound(int depth)
    {
        switch (m_bytes.below(m_isDevice ? 4 : 8)) {
        case 0:
            loop(depth);
            break;
        case 1:
            branch(depth);
            break;
        case 2:
            nested("while " + m_scope.condition(2) + ":", depth);
            break;
        case 3:
            nested("with T.attr(0, \"pragma_note\", " + m_scope.expression("int32", 1) + "):", depth);
            break;
        default:
            launch();
            break;
        }
    }

    void loop(int depth)
    {
        const auto mark = m_scope.mark();
        const std::string var = m_bytes.oneIn(3) ? "i" : m_scope.fresh("i");
        const std::string extent = m_bytes.oneIn(3) ? m_scope.expression("int32", 1) : "8";
        const std::string kind =
            m_bytes.oneOf({"range(", "T.serial(", "T.unroll(", "T.parallel(", "T.vectorized("});
        m_scope.add(ScopeVariable{var, "int32"});
        nested("for " + var + " in " + kind + (m_bytes.oneIn(4) ? "2, 10" : extent) + "):", depth);
        m_scope.restore(mark);
    }

    void launch()
    {
        const auto mark = m_scope.mark();
        const std::string block = m_scope.fresh("bx");
        const std::string thread = m_scope.fresh("tx");
        line("with T.launch_thread(\"blockIdx.x\", " + (m_bytes.oneIn(3) ? m_scope.extent() : "16") +
             ") as " + block + ":");
        ++m_indent;
        m_scope.add(ScopeVariable{block, "int32"});
        line(thread + " = T.launch_thread(\"threadIdx.x\", " + m_bytes.oneOf({"64", "32", "128"}) + ")");
        m_scope.add(ScopeVariable{thread, "int32"});
        m_isDevice = true;
        for (int i = 0, count = m_bytes.between(0, 3); i < count; ++i)
            allocation(m_bytes.oneIn(3) ? "shared" : "shared.dyn");
        body(2);
        m_isDevice = false;
        --m_indent;
        m_scope.restore(mark);
    }

    void definition()
    {
        switch (m_bytes.below(4)) {
        case 0: {
            const std::string dtype = m_scope.dtype();
            const std::string value = m_scope.expression(dtype, 2);
            const std::string name = m_scope.fresh("v");
            line(name + ": T.let[T." + dtype + "] = " + value);
            m_scope.add(ScopeVariable{name, dtype});
            break;
        }
        case 1: {
            const std::string dtype = m_scope.dtype();
            const std::string value = m_scope.expression(dtype, 2);
            const std::string name = m_scope.fresh("s");
            line(name + ": T." + dtype + " = " + value);
            m_scope.add(ScopeVariable{name, dtype, true});
            break;
        }
        case 2:
            if (const ScopeBuffer* over = m_scope.anyBuffer()) {
                const std::string name = m_scope.fresh("D");
                line(name + " = T.decl_buffer((64,), \"" + over->dtype + "\", data=" + over->name + ".data" +
                     (m_scopes[over->name].empty() ? ")" : ", scope=\"" + m_scopes[over->name] + "\")"));
                m_scopes[name] = m_scopes[over->name];
                m_scope.add(ScopeBuffer{name, over->dtype, 1});
                break;
            }
            [[fallthrough]];
        default:
            allocation(m_isDevice ? m_bytes.oneOf({"local", "shared", "shared.dyn"}) : "global");
            break;
        }
    }

    void allocation(const std::string& scope)
    {
        const ScopeBuffer buffer{m_scope.fresh("B"), m_scope.dtype(), 1};
        const std::string extent = m_bytes.oneOf({"(64,)", "(128,)", "(2,)", "(7,)"});
        line(buffer.name + " = T.alloc_buffer(" + extent + ", \"" + buffer.dtype + "\", scope=\"" + scope +
             "\")");
        m_scopes[buffer.name] = scope;
        m_scope.add(buffer);
    }

    void simple()
    {
        switch (m_bytes.below(6)) {
        case 0:
            line("T.evaluate(" + m_scope.expression(m_scope.dtype(), 2) + ")");
            break;
        case 1:
            line("T.call_extern(\"int32\", \"act\", " + m_scope.expression(m_scope.dtype(), 2) + ")");
            break;
        case 2:
            line(m_isDevice ? "T.tvm_storage_sync(\"shared\")"
                            : "T.call_packed(\"act\", " + m_scope.expression("int32", 1) + ")");
            break;
        case 3:
            line("assert " + m_scope.condition(2) + ", (\"ValueError\", [\"wanted\", \" more\"])");
            break;
        default:
            store();
            break;
        }
    }

    void store()
    {
        const ScopeBuffer* buffer = m_scope.anyBuffer();
        if (!buffer)
            return;
        if (buffer->rank == 1 && m_bytes.oneIn(5)) {
            const std::string at = "[T.Ramp(" + m_scope.expression("int32", 1) + ", 1, 4)]";
            line(buffer->name + at + " = " +
                 (m_bytes.oneIn(2) ? buffer->name + at
                                   : "T.Broadcast(" + m_scope.expression(buffer->dtype, 2) + ", 4)"));
            return;
        }
        const std::string index = m_scope.index(*buffer, 2);
        line(buffer->name + "[" + index + "] = " + m_scope.expression(buffer->dtype, 3));
    }

    std::map<std::string, std::string> m_scopes; ///< storage scopes of the buffers that were allocated
};

} // namespace

std::string generatedProgram(ByteSource& bytes)
{
    return ProgramWriter(bytes).module();
}

} // namespace tir::testing
