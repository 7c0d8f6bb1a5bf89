#include "core/codegen/cuda_c/function/function_writer.h"

namespace tir::cuda_c {

FunctionWriter::FunctionWriter(FileWriter& file, const PrimFunc& function, const std::string& name)
    : m_lines(file.places()),
      m_context{file, function, name, m_lines},
      m_names(m_context),
      m_head(m_context, m_names, m_pointers),
      m_constants(m_context),
      m_expressions(m_context, m_names, m_constants, m_vectors, m_memory, m_calls),
      m_vectors(m_context, m_names, m_expressions),
      m_memory(m_context, m_names, m_pointers, m_expressions, m_vectors, m_fragments),
      m_bits(m_context, m_expressions, m_vectors),
      m_math(m_context, m_expressions, m_vectors),
      m_addresses(m_context, m_names, m_expressions, m_memory),
      m_threads(m_context, m_expressions),
      m_async(m_context, m_pointers, m_expressions),
      m_fragments(m_context, m_names, m_pointers, m_expressions),
      m_ptx(m_context, m_names, m_expressions, m_memory),
      m_calls(m_context, m_expressions, m_constants, m_vectors,
              {&m_bits, &m_math, &m_addresses, &m_threads, &m_async, &m_fragments, &m_ptx}),
      m_statements(m_context, m_names, m_pointers, m_constants, m_expressions, m_memory, m_calls, m_async,
                   m_fragments)
{}

c_like::FunctionText FunctionWriter::write()
{
    const PrimFunc& function = m_context.function;
    m_lines.enter(&function);
    std::string head = m_head.declaration();
    m_lines.add(head + " {");
    if (const AttrValue* sync = find(function.attrs, attr::EntryClusterSync); sync && sync->isTrue())
        m_lines.add("  " + m_threads.clusterBarrier() + ";");
    m_statements.body(*function.body);
    m_lines.add("}");
    m_lines.leave();
    return m_lines.take(std::move(head));
}

} // namespace tir::cuda_c
