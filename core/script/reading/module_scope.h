/// Names of the module that its functions can use.

#pragma once

#include "core/ir/module.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace tir::script {

/// The functions of the module, which may be called before they are read.
struct ModuleFunctions {
    std::unordered_map<std::string_view, const Type*> returnTypes;
    std::unordered_map<std::string_view, const GlobalVar*> globals;
    bool isBare = false; ///< the text is a function without a module: it calls others by their bare names

    /// The variable of that name, created on first use.
    const GlobalVar* global(Arena& arena, std::string_view name)
    {
        const GlobalVar*& found = globals[name];
        if (!found)
            found = arena.make<GlobalVar>(arena.intern(name));
        return found;
    }
};

/// The arguments of `I.module_attrs` and `I.module_global_infos`.
struct ModuleAttributes {
    std::vector<DictEntry> attrs;
    std::vector<DictEntry> infos;
};

} // namespace tir::script
