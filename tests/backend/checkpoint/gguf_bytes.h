// Bytes of GGUF files made by hand, right ones and wrong ones.
#pragma once

#include "tests/backend/checkpoint/format_files.h"

#include <QByteArray>
#include <QList>

namespace firstlight::test {

inline QByteArray ggufText(const QByteArray& text)
{
    return littleEndian<quint64>(static_cast<quint64>(text.size())) + text;
}

inline QByteArray ggufEntry(const QByteArray& key, quint32 type, const QByteArray& value)
{
    return ggufText(key) + littleEndian(type) + value;
}

inline QByteArray ggufList(quint32 type, quint64 count, const QByteArray& content)
{
    return littleEndian(type) + littleEndian(count) + content;
}

inline QByteArray ggufTensor(const QByteArray& name, const QList<qint64>& shape, quint32 type, quint64 offset)
{
    QByteArray bytes = ggufText(name) + littleEndian(static_cast<quint32>(shape.size()));
    for (const qint64 size : shape) {
        bytes += littleEndian(size);
    }
    return bytes + littleEndian(type) + littleEndian(offset);
}

struct GgufBytes {
    QByteArray magic = "GGUF";
    quint32 version = 3;
    QList<QByteArray> entries;
    QList<QByteArray> tensors;
    qsizetype dataBytes = 0;
    qint64 entryCount = -1; // -1: as many as there are
    qint64 tensorCount = -1;
    qsizetype alignment = 32;

    QByteArray header() const
    {
        return magic + littleEndian(version) + littleEndian<qint64>(tensorCount < 0 ? tensors.size() : tensorCount) +
               littleEndian<qint64>(entryCount < 0 ? entries.size() : entryCount) + entries.join() + tensors.join();
    }

    QByteArray file() const
    {
        const QByteArray start = header();
        const qsizetype padding = (alignment - start.size() % alignment) % alignment;
        return start + QByteArray(padding, '\0') + QByteArray(dataBytes, 'x');
    }
};

} // namespace firstlight::test
