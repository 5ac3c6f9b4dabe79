// An environment variable that has another value for one scope.
#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace firstlight::test {

class ScopedVariable
{
public:
    // Null unsets it.
    ScopedVariable(const char* name, const char* value)
        : m_name(name), m_previous(qgetenv(name)), m_was(qEnvironmentVariableIsSet(name))
    {
        value == nullptr ? qunsetenv(name) : qputenv(name, value);
    }
    ~ScopedVariable() { m_was ? qputenv(m_name, m_previous) : qunsetenv(m_name); }
    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;

private:
    const char* m_name;
    QByteArray m_previous;
    bool m_was;
};

} // namespace firstlight::test
