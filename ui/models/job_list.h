// What the console is waiting for in the background, for the status line.
#pragma once

#include <QObject>
#include <QStringList>

#include <map>

namespace firstlight::ui {

class JobList : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    int begin(const QString& title)
    {
        m_jobs.emplace(++m_last, title);
        emit changed();
        return m_last;
    }
    void end(int job)
    {
        m_jobs.erase(job);
        emit changed();
    }
    [[nodiscard]] QStringList titles() const // oldest first
    {
        QStringList titles;
        for (const auto& [id, title] : m_jobs) {
            titles += title;
        }
        return titles;
    }

signals:
    void changed();

private:
    std::map<int, QString> m_jobs;
    int m_last = 0;
};

} // namespace firstlight::ui
