/// An external text in the form of the printer's output: with tokens and ranges, for views that show an imported step
/// byte for byte.

#pragma once

#include "core/script/printing/printer.h"
#include "passes/workbench/program/open.h"

namespace tir {

/// The text that was opened, unchanged. Tokens and spans are those of the printer if the text is what the printer
/// writes, except for line ends at its end. Else the tokens are those of the reader: names of several objects
/// denote the one in the innermost scope, and names that the module does not have are without an entity.
/// `places` must be the table of the module. Precondition: program.isOpen().
PrintedText importedText(const OpenedProgram& program, const PlaceTable& places);

} // namespace tir
