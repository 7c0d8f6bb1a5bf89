#include "tests/fuzz/kernel_generator.h"

#include "tests/fuzz/script_writer.h"

namespace tir::testing {
namespace {

constexpr int MostStatements = 24;
constexpr int Elements = 192; ///< of every parameter: three blocks of 64 threads

/// Parameters X0, X1 … are only read. Of Y0, Y1 … every thread owns an element in each launch.
class KernelWriter : private ScriptWriter {
public:
    explicit KernelWriter(ByteSource& bytes) : ScriptWriter(bytes, ScopePurpose::Executing) {}

    std::string module()
    {
        startModule();
        if (m_bytes.oneIn(3))
            helper();
        line("@T.prim_func(s_tir=True)");
        line("def main(" + parameters() + "):");
        ++m_indent;
        for (size_t i = 0, count = 1 + m_bytes.below(3); i < count; ++i)
            m_bytes.oneIn(5) ? hostLoop() : launch();
        return std::move(m_text);
    }

private:
    std::string dtype()
    {
        return m_bytes.oneOf<std::string>({"int32", "float32", "int32", "int64", "int8", "float16"});
    }

    void helper()
    {
        const auto mark = m_scope.mark();
        line("@T.prim_func(private=True, s_tir=True)");
        line("def helper0(p: T.int32) -> T.int32:");
        m_scope.add(ScopeVariable{"p", "int32"});
        ++m_indent;
        line("return " + m_scope.expression("int32", 2));
        --m_indent;
        m_scope.restore(mark);
        m_scope.add(ScopeHelper{"helper0", 1});
    }

    std::string parameters()
    {
        std::string text;
        const auto add = [&](const std::string& name) {
            const std::string type = dtype();
            text += (text.empty() ? "" : ", ") + name + ": T.Buffer((" + std::to_string(Elements) + ",), \"" +
                    type + "\")";
            return ScopeBuffer{name, type, 1, Elements};
        };
        if (m_bytes.oneIn(3)) {
            text = "n: T.int32";
            m_scope.add(ScopeVariable{"n", "int32"});
        }
        for (int i = 0, count = m_bytes.between(1, 2); i < count; ++i)
            m_scope.add(add("X" + std::to_string(i)));
        for (int i = 0, count = m_bytes.between(1, 2); i < count; ++i)
            m_outputs.push_back(add("Y" + std::to_string(i)));
        return text;
    }

    void hostLoop()
    {
        const auto mark = m_scope.mark();
        const std::string var = m_scope.fresh("h");
        line("for " + var + " in range(" + std::to_string(Elements) + "):");
        ++m_indent;
        m_scope.add(ScopeVariable{var, "int32"});
        m_own = var;
        m_isDevice = false;
        body(1);
        --m_indent;
        m_scope.restore(mark);
    }

    void launch()
    {
        const auto mark = m_scope.mark();
        m_threads = m_bytes.oneOf({64, 32, 16});
        const std::string block = m_scope.fresh("bx");
        const std::string thread = m_scope.fresh("tx");
        line("with T.launch_thread(\"blockIdx.x\", " + std::to_string(m_bytes.between(1, 3)) + ") as " +
             block + ":");
        ++m_indent;
        line(thread + " = T.launch_thread(\"threadIdx.x\", " + std::to_string(m_threads) + ")");
        m_scope.add(ScopeVariable{block, "int32"});
        m_scope.add(ScopeVariable{thread, "int32"});
        m_own = block + " * " + std::to_string(m_threads) + " + " + thread;
        m_thread = thread;
        m_isDevice = true;
        m_statements = 0;
        for (int i = 0, count = m_bytes.between(0, 2); i < count; ++i)
            sharedBuffer();
        body(2);
        --m_indent;
        m_scope.restore(mark);
    }

    /// Filled, and read by all threads after the barrier. It never changes again.
    void sharedBuffer()
    {
        const ScopeBuffer buffer{m_scope.fresh("S"), dtype(), 1, m_threads};
        line(buffer.name + " = T.alloc_buffer((" + std::to_string(m_threads) + ",), \"" + buffer.dtype +
             "\", scope=\"" + m_bytes.oneOf({"shared", "shared.dyn"}) + "\")");
        line(buffer.name + "[" + m_thread + "] = " + m_scope.expression(buffer.dtype, 2));
        if (!m_bytes.oneIn(12)) // some lack their barrier
            line("T.tvm_storage_sync(\"" + std::string(m_bytes.oneIn(6) ? "shared.dyn" : "shared") + "\")");
        m_scope.add(buffer);
    }

    void body(int depth) override
    {
        const auto mark = m_scope.mark();
        store();
        for (size_t i = 0, count = m_bytes.below(4); i < count && m_statements < MostStatements; ++i)
            statement(depth);
        m_scope.restore(mark);
    }

    void statement(int depth)
    {
        ++m_statements;
        switch (m_bytes.below(depth > 0 ? 7 : 4)) {
        case 0:
            definition();
            break;
        case 1:
            localBuffer();
            break;
        case 4:
            branch(depth);
            break;
        case 5:
        case 6:
            loop(depth);
            break;
        default:
            store();
            break;
        }
    }

    /// Not vectorized: its iterations use values that the previous one has stored.
    void loop(int depth)
    {
        const auto mark = m_scope.mark();
        const std::string var = m_scope.fresh("i");
        const std::string kind = m_bytes.oneOf({"range(", "T.serial(", "T.unroll(", "range(1, "});
        m_scope.add(ScopeVariable{var, "int32"});
        nested("for " + var + " in " + kind + m_bytes.oneOf({"4", "2", "5"}) + "):", depth);
        m_scope.restore(mark);
    }

    void definition()
    {
        const std::string type = dtype();
        const std::string value = m_scope.expression(type, 2);
        const std::string name = m_scope.fresh("v");
        const bool isMemory = m_bytes.oneIn(2);
        line(name + (isMemory ? ": T." + type : ": T.let[T." + type + "]") + " = " + value);
        m_scope.add(ScopeVariable{name, type, isMemory});
    }

    void localBuffer()
    {
        const ScopeBuffer buffer{m_scope.fresh("L"), dtype(), 1, 4};
        const std::string var = m_scope.fresh("k");
        line(buffer.name + " = T.alloc_buffer((4,), \"" + buffer.dtype + "\", scope=\"" +
             (m_isDevice ? "local" : "global") + "\")");
        line("for " + var + " in " + m_bytes.oneOf({"range(4)", "T.vectorized(4)", "T.unroll(4)"}) + ":");
        m_text += std::string(size_t(m_indent) * 4 + 4, ' ') + buffer.name + "[" + var +
                  "] = " + m_scope.expression(buffer.dtype, 2) + "\n";
        m_scope.add(buffer);
    }

    void store()
    {
        const ScopeBuffer& output = m_outputs[m_bytes.below(m_outputs.size())];
        const std::string element = output.name + "[" + m_own + "]";
        if (m_bytes.oneIn(48)) // somewhere else: outside of the buffer, or where another thread is
            line(output.name + "[" + m_scope.expression("int32", 1) +
                 "] = " + m_scope.expression(output.dtype, 2));
        line(element + " = " + (m_bytes.oneIn(2) ? element + " + " : "") +
             m_scope.expression(output.dtype, 3));
    }

    std::vector<ScopeBuffer> m_outputs;
    std::string m_own;    ///< the index of the thread's own element of an output
    std::string m_thread; ///< its thread index
    int m_threads = 0;
};

} // namespace

std::string generatedKernels(ByteSource& bytes)
{
    return KernelWriter(bytes).module();
}

} // namespace tir::testing
