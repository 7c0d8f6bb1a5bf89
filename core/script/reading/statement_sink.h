/// The suite being read, to which statements are added.

#pragma once

#include "core/script/reading/reader_part.h"

#include <vector>

namespace tir::script {

class StatementSink : public ReaderPart {
public:
    explicit StatementSink(ReadContext& context) : ReaderPart(context) {}

    /// Adds a statement that a call creates; does nothing outside of a suite.
    void emit(const Stmt* stmt)
    {
        if (statements)
            statements->push_back(made(stmt, span));
    }

    std::vector<const Stmt*>* statements = nullptr; ///< of the suite being read
    Span span;                                      ///< of the simple statement being read
};

} // namespace tir::script
