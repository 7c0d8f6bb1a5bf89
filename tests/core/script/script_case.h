/// What tests of the script share: functions made of the lines of a case, and what is printed of them.

#pragma once

#include "core/script/reading/parser.h"

#include <QString>

#include <string>

namespace tir::testing {

/// Every line four blanks further in, with a line end.
std::string indented(const std::string& body);

/// The lines of a printed function below its head, without their indentation.
QString bodyOf(const std::string& printed);

/// The errors with their source lines. Precondition: the text was not read.
QString messages(const Result<ParsedModule>& parsed, const SourceText& source);

/// What was remarked about a text that was read: `severity line:column message`, one a line.
QString remarksOf(const ParsedModule& parsed, const SourceText& source);

} // namespace tir::testing
