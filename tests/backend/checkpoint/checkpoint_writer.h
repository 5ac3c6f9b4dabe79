// Writes small checkpoint folders, right ones and broken ones.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>
#include <QString>
#include <QtEndian>

namespace firstlight::test {

// A safetensors file: length word, header, data of zeros.
inline QByteArray shardBytes(const QByteArray& header, qsizetype dataBytes)
{
    QByteArray bytes(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(header.size()), bytes.data());
    return bytes + header + QByteArray(dataBytes, '\0');
}

// A header entry of a BF16 vector of `elements` numbers.
inline QByteArray vectorEntry(const QByteArray& name, qsizetype elements, qsizetype begin)
{
    return '"' + name + "\":{\"dtype\":\"BF16\",\"shape\":[" + QByteArray::number(elements) + "],\"data_offsets\":[" +
           QByteArray::number(begin) + ',' + QByteArray::number(begin + 2 * elements) + "]}";
}

// A file of BF16 vectors with four elements each.
inline QByteArray vectorShard(const QList<QByteArray>& names)
{
    QByteArray header = "{";
    for (qsizetype i = 0; i < names.size(); ++i) {
        header += (i == 0 ? "" : ",") + vectorEntry(names[i], 4, 8 * i);
    }
    return shardBytes(header + "}", 8 * names.size());
}

inline bool writeFile(const QDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace firstlight::test
