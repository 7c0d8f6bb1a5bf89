#include "ui/session/edits.h"

namespace tir::ui {

Edits::Edits(QObject* parent) : QObject(parent)
{
    constexpr int RestMilliseconds = 300;
    m_rest.setSingleShot(true);
    m_rest.setInterval(RestMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, &Edits::sourceTyped);
}

std::string Edits::cuda(size_t step) const
{
    const auto found = m_cuda.find(step);
    return found == m_cuda.end() ? std::string() : found->second;
}

void Edits::setCuda(size_t step, std::string text)
{
    if (text == cuda(step))
        return;
    if (text.empty())
        m_cuda.erase(step);
    else
        m_cuda[step] = std::move(text);
    emit cudaChanged(step);
}

void Edits::setSavedSource(std::string text)
{
    m_rest.stop();
    m_source = std::move(text);
    m_savedSource = m_source;
    m_unread.reset();
    emit sourceChanged();
}

void Edits::markSaved()
{
    m_savedSource = m_source;
    emit sourceChanged();
}

void Edits::typeSource(std::string text)
{
    if (text == m_source)
        return;
    m_source = std::move(text);
    rest();
    emit sourceChanged();
}

void Edits::discardSource()
{
    typeSource(m_savedSource);
}

void Edits::setUnreadSource(std::shared_ptr<const OpenedProgram> program)
{
    if (!program && !m_unread)
        return;
    m_unread = std::move(program);
    emit sourceChanged();
}

bool Edits::giveUp(Loss loss)
{
    const bool losesSource = loss == Loss::All && isSourceEdited();
    if (m_cuda.empty() && !losesSource)
        return true;
    if (m_question && !m_question(loss))
        return false;
    while (!m_cuda.empty())
        setCuda(m_cuda.begin()->first, {});
    discardSource();
    return true;
}

} // namespace tir::ui
