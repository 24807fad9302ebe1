// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

extension SpaceID {
    /// The 16 bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(self)
        return writer.bytes
    }
}

extension ByteWriter {
    mutating func append(_ space: SpaceID) {
        append(fixed: space.high)
        append(fixed: space.low)
    }
}

extension ByteReader {
    mutating func space() throws(SyncError) -> SpaceID {
        SpaceID(high: try fixedNumber(), low: try fixedNumber())
    }
}
