// Bytes of zip archives made by hand, right ones and wrong ones.
#pragma once

#include "tests/backend/checkpoint/format_files.h"

#include <QByteArray>
#include <QList>

namespace firstlight::test {

struct ZipMemberBytes {
    QByteArray name;
    QByteArray content;
    quint16 flags = 0;
    quint16 method = 0;
    qint64 claimedSize = -1;   // -1: the true one
    qint64 claimedOffset = -1; // -1: the true one
    quint32 checksum = 0;      // 0 is not compared
    bool wide = false;         // sizes and offset in a 64-bit extra field
};

inline QByteArray zipBytes(const QList<ZipMemberBytes>& members, bool wideEnd = false)
{
    QByteArray bytes;
    QByteArray directory;
    for (const ZipMemberBytes& member : members) {
        const auto offset = static_cast<quint64>(member.claimedOffset < 0 ? bytes.size() : member.claimedOffset);
        const auto size = static_cast<quint64>(member.claimedSize < 0 ? member.content.size() : member.claimedSize);
        const auto narrow = [&](quint64 number) {
            return littleEndian<quint32>(member.wide ? 0xffffffffU : static_cast<quint32>(number));
        };
        const QByteArray extra = member.wide ? littleEndian<quint16>(1) + littleEndian<quint16>(24) +
                                                   littleEndian(size) + littleEndian(size) + littleEndian(offset)
                                             : QByteArray();
        bytes += "PK\x03\x04" + QByteArray(22, '\0') + littleEndian<quint16>(static_cast<quint16>(member.name.size())) +
                 littleEndian<quint16>(5) + member.name + "extra" + member.content;
        directory += "PK\x01\x02" + QByteArray(4, '\0') + littleEndian(member.flags) + littleEndian(member.method) +
                     QByteArray(4, '\0') + littleEndian(member.checksum) + narrow(size) + narrow(size) +
                     littleEndian<quint16>(static_cast<quint16>(member.name.size())) +
                     littleEndian<quint16>(static_cast<quint16>(extra.size())) + littleEndian<quint16>(0) +
                     QByteArray(8, '\0') + narrow(offset) + member.name + extra;
    }
    const auto begin = static_cast<quint64>(bytes.size());
    const auto size = static_cast<quint64>(directory.size());
    bytes += directory;
    if (wideEnd) {
        const auto place = static_cast<quint64>(bytes.size());
        bytes += "PK\x06\x06" + littleEndian<quint64>(44) + QByteArray(12, '\0') +
                 littleEndian<quint64>(static_cast<quint64>(members.size())) +
                 littleEndian<quint64>(static_cast<quint64>(members.size())) + littleEndian(size) + littleEndian(begin);
        bytes += "PK\x06\x07" + QByteArray(4, '\0') + littleEndian(place) + littleEndian<quint32>(1);
    }
    const auto count = static_cast<quint16>(wideEnd ? 0xffff : members.size());
    return bytes + "PK\x05\x06" + QByteArray(4, '\0') + littleEndian(count) + littleEndian(count) +
           littleEndian<quint32>(wideEnd ? 0xffffffffU : static_cast<quint32>(size)) +
           littleEndian<quint32>(wideEnd ? 0xffffffffU : static_cast<quint32>(begin)) + littleEndian<quint16>(0);
}

} // namespace firstlight::test
