#include "core/codegen/c_like/statement_writer.h"

namespace tir::c_like {

void StatementWriter::statement(const Stmt& stmt)
{
    m_lines.enter(&stmt);
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        write(to<AllocBuffer>(stmt));
        break;
    case NodeKind::AssertStmt:
        write(to<AssertStmt>(stmt));
        break;
    case NodeKind::AttrStmt:
        write(to<AttrStmt>(stmt));
        break;
    case NodeKind::Bind:
        write(to<Bind>(stmt));
        break;
    case NodeKind::Break:
        line("break;");
        break;
    case NodeKind::BufferStore:
        write(to<BufferStore>(stmt));
        break;
    case NodeKind::Continue:
        line("continue;");
        break;
    case NodeKind::DeclBuffer: // an access finds it through its data variable
        break;
    case NodeKind::Evaluate:
        write(to<Evaluate>(stmt));
        break;
    case NodeKind::For:
        write(to<For>(stmt));
        break;
    case NodeKind::IfThenElse:
        write(to<IfThenElse>(stmt));
        break;
    case NodeKind::SeqStmt:
        for (const Stmt* member : to<SeqStmt>(stmt).seq)
            statement(*member);
        break;
    case NodeKind::While:
        write(to<While>(stmt));
        break;
    default:
        refuseStatement(stmt);
        break;
    }
    endStatement();
    m_lines.leave();
}

} // namespace tir::c_like
