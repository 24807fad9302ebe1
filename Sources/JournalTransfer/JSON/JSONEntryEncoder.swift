// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Writes entries as JSON: an object with the member `entries`, or one object per line.
package struct JSONEntryEncoder: EntryEncoder {
    private let hasLines: Bool
    private let members: JSONObject
    private let object: @Sendable (TransferEntry) -> JSON
    private var isFirst = true

    /// Creates an encoder of one object per line, or of one object in all.
    package init(lines: Bool) {
        self.init(lines: lines) { $0.json }
    }

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - lines: Whether to write one object per line.
    ///   - members: What precedes `entries` in an object.
    ///   - object: Returns the object of an entry.
    init(
        lines: Bool = false,
        members: JSONObject = JSONObject(),
        object: @escaping @Sendable (TransferEntry) -> JSON
    ) {
        hasLines = lines
        self.members = members
        self.object = object
    }

    package mutating func begin(_ bytes: inout [UInt8]) {
        guard !hasLines else { return }
        bytes.append(contentsOf: "{".utf8)
        for member in members.members {
            JSON.string(member.key).append(to: &bytes)
            bytes.append(contentsOf: ":".utf8)
            member.value.append(to: &bytes)
            bytes.append(contentsOf: ",\n".utf8)
        }
        bytes.append(contentsOf: "\"entries\":[".utf8)
    }

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        if !hasLines { bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
        isFirst = false
        object(entry).append(to: &bytes)
        if hasLines { bytes.append(0x0A) }
    }

    package mutating func end(_ bytes: inout [UInt8]) {
        if !hasLines { bytes.append(contentsOf: "\n]}\n".utf8) }
    }
}
