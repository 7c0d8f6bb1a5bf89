#include "core/codegen/cuda_c/function_writer.h"

#include "core/ir/places.h"

#include <cstdio>

namespace tir::cuda_c {

FunctionWriter::FunctionWriter(FileWriter& file, const PrimFunc& function, const std::string& name)
    : m_file(file),
      m_function(function),
      m_name(name),
      m_cursor(&file.places())
{
    for (const ModuleEntry& entry : file.module().functions)
        m_names.reserve(identifier(entry.var->name));
    m_names.reserve(name);
}

FunctionText FunctionWriter::write()
{
    m_place = m_cursor.enter(&m_function);
    FunctionText result;
    result.declaration = declaration();
    line(result.declaration + " {");
    if (const AttrValue* sync = find(m_function.attrs, attr::EntryClusterSync); sync && sync->isTrue())
        line("  " + clusterBarrier() + ";");
    body(*m_function.body);
    line("}");
    m_cursor.leave();
    result.definition = std::move(m_text);
    result.ranges = std::move(m_ranges);
    return result;
}

void FunctionWriter::line(const std::string& text)
{
    const auto begin = uint32_t(m_text.size());
    // A directive starts at the first column.
    if (!text.starts_with('#'))
        m_text.append(size_t(m_indent), ' ');
    m_text += text;
    m_text += '\n';
    const auto end = uint32_t(m_text.size());
    if (!m_ranges.empty() && m_ranges.back().place == m_place)
        m_ranges.back().span.end = end;
    else
        m_ranges.push_back({{begin, end}, m_place});
}

void FunctionWriter::openScope()
{
    m_indent += 2;
    m_scopes.emplace_back();
}

void FunctionWriter::closeScope()
{
    m_indent -= 2;
    m_scopes.pop_back();
}

std::string FunctionWriter::named(const std::string& text, DType dtype)
{
    if (m_names.isTaken(text))
        return text;
    for (const Scope& scope : m_scopes)
        if (const auto known = scope.names.find(text); known != scope.names.end())
            return known->second;
    const std::string name = m_names.fresh("v_");
    line(type(dtype) + " " + name + " = " + text + ";");
    m_scopes.back().names.emplace(text, name);
    return name;
}

std::string FunctionWriter::declare(DType dtype, std::string_view hint)
{
    const std::string name = m_names.fresh(hint);
    line(type(dtype) + " " + name + ";");
    return name;
}

std::string FunctionWriter::nameOf(const Var& var)
{
    const auto known = m_variables.find(&var);
    if (known != m_variables.end())
        return known->second;
    refuse(var, "variable '" + std::string(var.name) + "' is used, but function '" + m_name +
                    "' does not define it");
    return define(var);
}

std::string FunctionWriter::define(const Var& var)
{
    std::string name = m_names.fresh(var.name);
    m_variables[&var] = name;
    return name;
}

std::string FunctionWriter::type(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = typeName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionWriter::storage(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = storageName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionWriter::lane(DType dtype, const std::string& vector, int index)
{
    if (std::optional<std::string> text = laneOf(dtype, vector, index))
        return *std::move(text);
    refuse("the lanes of " + toString(dtype) + " cannot be reached one by one in CUDA C");
    return vector;
}

void FunctionWriter::refuse(const std::string& message)
{
    m_file.refuse(m_place, message);
}

void FunctionWriter::refuse(const Node& node, const std::string& message)
{
    const PlaceTable& places = m_file.places();
    if (m_place != NoPlace)
        for (Place place = m_place; place < places[m_place].end; ++place)
            if (places[place].node == &node) {
                m_file.refuse(place, message);
                return;
            }
    m_file.refuse(m_place, message);
}

void FunctionWriter::needArch(int number, const std::string& what)
{
    const std::string& arch = m_file.options().arch;
    int found = 0;
    if (std::sscanf(arch.c_str(), "sm_%d", &found) == 1 && found < number)
        refuse(what + " need sm_" + std::to_string(number) + " or later, not " + arch);
}

} // namespace tir::cuda_c
