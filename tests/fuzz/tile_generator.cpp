#include "tests/fuzz/tile_generator.h"

namespace tir::testing {
namespace {

constexpr int MostStatements = 40;

class TileWriter {
public:
    explicit TileWriter(ByteSource& bytes) : m_bytes(bytes) {}

    std::string function(const std::string& name)
    {
        line("@T.prim_func");
        line("def " + name +
             "(A: T.Buffer((64, 64), \"float16\"), B: T.Buffer((64, 64), \"float16\"), n: T.int32):");
        ++m_indent;
        line("with T.kernel():");
        ++m_indent;
        line("bx, by = T.cta_id(" + m_bytes.oneOf<std::string>({"[8, n]", "", "[n + 1, 4]"}) + ")");
        if (m_bytes.oneIn(3))
            line("cx = T.cta_id_in_cluster([2], preferred=[" + number() + "])");
        line("with T.cta():");
        ++m_indent;
        line("w = T.warp_id([4])");
        line("S = T.alloc_shared((64, 64), \"float16\"" + layoutArgument() + ")");
        suite(3);
        return std::move(m_text);
    }

private:
    void line(const std::string& text) { m_text += std::string(size_t(m_indent) * 4, ' ') + text + "\n"; }
    std::string fresh(const std::string& prefix) { return prefix + std::to_string(m_nextName++); }
    std::string number() { return m_bytes.oneOf<std::string>({"1", "4", "n", "n * 2", "64", "n + 3"}); }

    void suite(int depth)
    {
        for (size_t i = 0, count = 1 + m_bytes.below(4); i < count && m_statements < MostStatements; ++i)
            statement(depth);
        line("A[0, 0] = B[w, 1]");
    }

    void nested(const std::string& head, int depth)
    {
        line(head);
        ++m_indent;
        suite(depth - 1);
        --m_indent;
    }

    void statement(int depth)
    {
        ++m_statements;
        switch (m_bytes.below(depth > 0 ? 9 : 4)) {
        case 0:
        case 1:
            line(tileCall());
            break;
        case 2:
            allocation();
            break;
        case 3:
            view();
            break;
        case 4:
            nested("with T." + m_bytes.oneOf<std::string>({"warp", "thread", "warpgroup"}) + "(" +
                       m_bytes.oneOf<std::string>({"", "w == 1", "bx < n and by > 2"}) + "):",
                   depth);
            break;
        case 5:
            nested("if w < " + number() + ":", depth);
            if (m_bytes.oneIn(2))
                nested("else:", depth);
            break;
        case 6:
            nested("for i in range(" + number() + "):", depth);
            break;
        case 7:
            nested("with T.hint(" +
                       m_bytes.oneOf<std::string>({"\"note\"", "depth=2", "\"note\", a=1, b=\"x\""}) + "):",
                   depth);
            break;
        default:
            line("with T.compose_op(" +
                 m_bytes.oneOf<std::string>({"", "fuse=True", "workspace={\"w\": S}"}) + "):");
            ++m_indent;
            for (size_t i = 0, count = 1 + m_bytes.below(2); i < count; ++i)
                line(tileCall());
            --m_indent;
            break;
        }
    }

    /// A part of a buffer; no dimension is a single element, which would read as an element.
    std::string tile(const std::string& buffer)
    {
        return buffer + "[" + m_bytes.oneOf<std::string>({"0:64", "n:n + 8", "w:w + 2"}) + ", " +
               m_bytes.oneOf<std::string>({"0:64", "16:48", "bx:bx + n"}) + "]";
    }

    std::string tileCall()
    {
        const std::string to = tile("S");
        const std::string from = tile(m_bytes.oneOf<std::string>({"A", "B"}));
        switch (m_bytes.below(8)) {
        case 0:
            return "T.fill(" + to + ", " +
                   m_bytes.oneOf<std::string>({"T.float16(0.0)", "1", "0.5", "A[w, 1]"}) + options() + ")";
        case 1:
            return "T." + m_bytes.oneOf<std::string>({"sqrt", "exp", "zero", "silu"}) + "(" + to + options() +
                   ")";
        case 2:
            return "T.gemm(" + to + ", " + from + ", " + tile("B") + ", " + tile("S") +
                   ", False, True, T.float32(1.0), T.float32(0.0)" + options() + ")";
        case 3:
            return "T." + m_bytes.oneOf<std::string>({"sum", "max", "min"}) + "(S[w, 0], " + from +
                   ", [0, -1], " + m_bytes.oneOf<std::string>({"True", "False"}) + options() + ")";
        case 4:
            return "T.select(" + to + ", " + from + ", T.float16(0.0), lambda i, j: i " +
                   m_bytes.oneOf<std::string>({"<", "!="}) + " j + " + number() + options() + ")";
        case 5:
            return "T.unheard_of(" + to + ", " + from + ", " + number() + ")";
        default:
            return "T." + m_bytes.oneOf<std::string>({"copy", "cast", "copy_async"}) + "(" + to + ", " +
                   from + options() + ")";
        }
    }

    std::string options()
    {
        std::string text;
        if (m_bytes.oneIn(4))
            text += ", workspace={\"one\": S, \"two\": B}";
        if (m_bytes.oneIn(3))
            text += ", dispatch=\"tma\"";
        if (m_bytes.oneIn(3))
            text += ", count=" + number() + ", flag=True, list=[1, [n], None]";
        return text;
    }

    std::string iteration()
    {
        const std::string axis =
            m_bytes.oneOf<std::string>({"", " @ Axis.laneid", " @ Axis.warpid", " @ Axis.TCol"});
        return m_bytes.oneOf<std::string>({"1", "64", "4", axis.empty() ? "n + 1" : "(n + 1)", "n * 4"}) +
               axis;
    }

    std::string tileLayout()
    {
        if (m_bytes.oneIn(8))
            return "T.TileLayout.from_iters(" + m_bytes.oneOf<std::string>({"", "offset={\"laneid\": n}"}) +
                   ")";
        std::string text = "T.TileLayout(T.S[(64, 64):(" + iteration() + ", " + iteration() + ")]";
        if (m_bytes.oneIn(3))
            text += " + T.R[2:" + iteration() + "]";
        if (m_bytes.oneIn(3))
            text += m_bytes.oneOf<std::string>(
                {" + 64", " + n @ Axis.bx", " + (n + 3)", " + (1 @ Axis.bx + (n + 2))"});
        return text + ")";
    }

    std::string layoutArgument()
    {
        const std::string swizzle = "T.SwizzleLayout(3, " + m_bytes.oneOf<std::string>({"2", "3"}) + ", 3" +
                                    m_bytes.oneOf<std::string>({"", ", swizzle_inner=False"}) + ")";
        switch (m_bytes.below(6)) {
        case 0:
            return "";
        case 1:
            return ", layout=None";
        case 2:
            return ", layout=" + swizzle;
        case 3:
            return ", layout=T.ComposeLayout(" + swizzle + ", " + tileLayout() + ")";
        default:
            return ", layout=" + tileLayout();
        }
    }

    void allocation()
    {
        const std::string name = fresh("M");
        line(name + " = T.alloc_buffer((64, 64), \"" + m_bytes.oneOf<std::string>({"float16", "float32"}) +
             "\", scope=\"" + m_bytes.oneOf<std::string>({"shared", "local", "shared.dyn"}) + "\"" +
             layoutArgument() + ")");
        line(name + "[w, 0] = " + name + "[0, w]");
    }

    /// Of a new buffer: the syntax of a second view depends on the first.
    void view()
    {
        const std::string name = fresh("P");
        const std::string view = fresh("V");
        switch (m_bytes.below(5)) {
        case 0:
            line(name + " = T.alloc_local((8, 4, 2), layout=T.TileLayout(T.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ "
                        "Axis.laneid, 1)]))");
            line(view + " = " + name + ".local(" + m_bytes.oneOf<std::string>({"", "2", "1, 2"}) + ")");
            break;
        case 1:
            line(name + " = T.alloc_shared((64, 32))");
            line(view + " = " + name + ".partition(num_tiles=(" +
                 m_bytes.oneOf<std::string>({"4, 2", "1, 32"}) + "))");
            break;
        case 2:
            line(name + " = T.alloc_shared((64, 32))");
            line(view + " = " + name + ".permute(1, 0)");
            break;
        case 3:
            line(name + " = T.alloc_shared((64, 32)" +
                 m_bytes.oneOf<std::string>({"", ", layout=T.SwizzleLayout(3, 3, 3)"}) + ")");
            line(view + " = " + name + ".view(\"" +
                 m_bytes.oneOf<std::string>({"float16", "float64", "int8"}) + "\")");
            break;
        default:
            line(name + " = T.alloc_shared((64, 32))");
            line(view + " = " + name + ".view(" + m_bytes.oneOf<std::string>({"2048", "32, 64", "4, n, 2"}) +
                 ")");
            break;
        }
    }

    ByteSource& m_bytes;
    std::string m_text;
    int m_indent = 1;
    int m_nextName = 0;
    int m_statements = 0;
};

} // namespace

std::string generatedTileFunction(ByteSource& bytes, const std::string& name)
{
    return TileWriter(bytes).function(name);
}

} // namespace tir::testing
