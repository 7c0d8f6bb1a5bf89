/// State shared by the functions of one C file: names, runtime functions in use, declarations, rejections.

#pragma once

#include "core/codegen/c_like/names.h"
#include "core/codegen/c_like/refusals.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace tir::c_host {

/// Whether C code of another file can define a function of that name: an identifier and no keyword.
bool isUsableName(std::string_view name);

/// The C type of a scalar; empty if C has none.
std::string typeName(DType dtype);
/// The text as a string literal.
std::string stringLiteral(std::string_view text);

class FileWriter {
public:
    explicit FileWriter(const Module& module);

    const Module& module() const { return m_module; }
    const PlaceTable& places() const { return m_places; }
    c_like::Names& names() { return m_names; }

    /// The C name of a function of the module.
    const std::string& functionName(const ModuleEntry& entry);
    /// A function of the runtime is declared when it is used.
    void useRuntime(std::string_view function) { m_runtime.emplace(function); }
    /// Where the handle of a packed function is kept once it was looked up.
    const std::string& packedHandle(std::string_view function);
    /// A small function of this file, by its name.
    void addHelper(const std::string& name, const std::string& text) { m_helpers.emplace(name, text); }
    /// False when the function is declared otherwise already.
    bool declareExtern(const std::string& name, const std::string& declaration);

    void refuse(Place place, std::string message) { m_refusals.add(place, std::move(message)); }
    Diagnostics takeRefusals() { return m_refusals.take(); }

    /// Everything that is before the functions.
    std::string head() const;

private:
    const Module& m_module;
    PlaceTable m_places;
    c_like::Names m_names;
    std::map<const Function*, std::string> m_functionNames;
    std::set<std::string, std::less<>> m_runtime;
    std::map<std::string, std::string, std::less<>> m_packed; ///< variable by function
    std::map<std::string, std::string> m_helpers;
    std::map<std::string, std::string> m_externs;
    c_like::Refusals m_refusals;
};

} // namespace tir::c_host
