/// The scope lens on a module: entities that are selected together with a variable or buffer, where it is in scope, and
/// uses outside of its scope; and hints for lines whose text does not state the memory of a buffer.

#pragma once

#include "ui/common/code_lens.h"
#include "ui/session/module_text.h"

namespace tir::ui {

/// `selected` is an identity; null gives an empty lens. A buffer selects its pointer and all buffers on its memory, a
/// pointer the buffers on it, everything else only itself.
CodeLens scopeLens(const ModuleText& text, const Identities& identities, const Node* selected);

/// Of buffers that the text declares without their memory, because it is not in scope where they are used.
/// `text` was created from `printed`.
CodeHints lostMemoryHints(const ModuleText& text, std::span<const TokenRange> printed);

} // namespace tir::ui
