/// State shared by the functions of one CUDA C file: required features and helpers, rejections, and remarks.

#pragma once

#include "core/analysis/warp_barriers.h"
#include "core/codegen/c_like/refusals.h"
#include "core/codegen/cuda_c/prologue.h"
#include "core/codegen/generators.h"

#include <map>

namespace tir::cuda_c {

class FileWriter {
public:
    FileWriter(const Module& module, const CodegenOptions& options)
        : m_module(module),
          m_places(module),
          m_options(options),
          m_divergentBarriers(divergentWarpBarriers(module))
    {}

    const Module& module() const { return m_module; }
    const PlaceTable& places() const { return m_places; }
    /// For expressions that the generator computes.
    Arena& arena() { return m_arena; }
    const CodegenOptions& options() const { return m_options; }

    void use(Feature feature) { m_features.insert(feature); }
    void use(const Features& features) { m_features.insert(features.begin(), features.end()); }
    /// A device function that is before all others; the first text under a name stays.
    void addHelper(const std::string& name, const std::string& text) { m_helpers.emplace(name, text); }
    /// A helper around assembly, with the parameters "(int a)".
    void addAssembly(const std::string& name, const std::string& parameters, const std::string& body);
    /// Kernels share the external names of dynamic memory: false when another one declares `name` differently.
    bool declareShared(const std::string& name, const std::string& declaration);
    /// Source code that the program contains; it precedes all other code.
    void addSource(const std::string& text);

    /// Whether some lanes of a warp may not reach the barrier.
    bool isDivergent(const Call& warpBarrier) const { return m_divergentBarriers.contains(&warpBarrier); }

    void refuse(Place place, std::string message) { m_refusals.add(place, std::move(message)); }
    void warn(Place place, std::string_view code, std::string message);

    /// Includes, helpers, sources.
    std::string head() const;
    Diagnostics takeRefusals() { return m_refusals.take(); }
    Diagnostics takeRemarks() { return std::move(m_remarks); }

private:
    const Module& m_module;
    PlaceTable m_places;
    Arena m_arena;
    const CodegenOptions& m_options;
    std::unordered_set<const Call*> m_divergentBarriers;
    Features m_features;
    std::map<std::string, std::string> m_helpers;
    std::map<std::string, std::string> m_sharedDeclarations; ///< by name
    std::vector<std::string> m_sources;
    c_like::Refusals m_refusals;
    Diagnostics m_remarks;
};

} // namespace tir::cuda_c
