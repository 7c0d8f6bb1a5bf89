/// Helpers of the script tests: build functions from the lines of a case, and print parts of them.

#pragma once

#include "core/script/reading/parser.h"

#include <QString>

#include <string>

namespace tir::testing {

/// Every line indented by four more blanks, with a line end.
std::string indented(const std::string& body);

/// The lines of a printed function below its head, without their indentation.
QString bodyOf(const std::string& printed);

/// The statements that the printed text of the module does not show, one per line.
QString unplacedStatements(const Module& module);

/// The errors with their source lines. Precondition: the text was not read.
QString messages(const Result<ParsedModule>& parsed, const SourceText& source);

/// The remarks about a text that was read: `severity line:column message`, one per line.
QString remarksOf(const ParsedModule& parsed, const SourceText& source);

} // namespace tir::testing
