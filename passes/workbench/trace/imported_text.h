/// A text from outside as the printer would have given it: with tokens, and with what is where. For views that show
/// an imported step byte for byte.

#pragma once

#include "core/script/printing/printer.h"
#include "passes/workbench/program/open.h"

namespace tir {

/// The text that was opened, unchanged. Tokens and spans are those of the printer if the text is what the printer
/// writes, up to line ends behind it. Else the tokens are those of the reader: names that several objects share
/// belong to the one that is nearest around, and names of nothing in the module are without an entity.
/// `places` must be the table of the module. Precondition: program.isOpen().
PrintedText importedText(const OpenedProgram& program, const PlaceTable& places);

} // namespace tir
