// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

/// The name of an object in the log of a node.
///
/// It contains the numbers of the changes that the object contains, and the hash of its bytes on
/// the hub, so that an object with this name never has other bytes:
/// `log/00000000000000a1/0-12-1f…`. An object that replaces others has an `m` after the numbers.
package struct ObjectName: Hashable, Sendable {
    /// The node that the log belongs to.
    package let node: NodeID
    /// The number of the node's changes before the object.
    package let start: UInt64
    /// The number of the node's changes up to the end of the object.
    package let end: UInt64
    /// Whether the object replaces others.
    package let isRewrite: Bool
    /// The hash of the bytes on the hub.
    package let digest: RowKey

    /// Creates a name.
    package init(node: NodeID, start: UInt64, end: UInt64, isRewrite: Bool, digest: RowKey) {
        self.node = node
        self.start = start
        self.end = end
        self.isRewrite = isRewrite
        self.digest = digest
    }

    /// The name without the hash, to which a sealed object is bound.
    package var place: String {
        "log/\(Hexadecimal.text(node.rawValue))/\(start)-\(end)\(isRewrite ? "m" : "")"
    }

    /// Returns the name of the same changes as other bytes.
    func naming(_ bytes: [UInt8]) -> ObjectName {
        ObjectName(
            node: node,
            start: start,
            end: end,
            isRewrite: isRewrite,
            digest: StableHash.hash(bytes)
        )
    }

    /// Parses a name; nil for all other files, such as the conflict files of a folder.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "log", let node = Hexadecimal.number(parts[1]) else {
            return nil
        }
        let words = parts[2].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].utf8.count == 32, let start = UInt64(onlyForm: words[0])
        else { return nil }
        let isRewrite = words[1].last == "m"
        guard let end = UInt64(onlyForm: isRewrite ? words[1].dropLast() : words[1]), start < end,
            let high = Hexadecimal.number(words[2].prefix(16)),
            let low = Hexadecimal.number(words[2].suffix(16))
        else { return nil }
        self.init(
            node: NodeID(rawValue: node),
            start: start,
            end: end,
            isRewrite: isRewrite,
            digest: RowKey(high: high, low: low)
        )
    }
}

extension ObjectName: CustomStringConvertible {
    /// The name as a path below the space.
    package var description: String {
        "\(place)-\(Hexadecimal.text(digest.high))\(Hexadecimal.text(digest.low))"
    }
}

extension ObjectName: Comparable {
    /// Orders the objects of a log by their end.
    package static func < (left: Self, right: Self) -> Bool {
        (left.node, left.end, left.start, left.isRewrite ? 1 : 0, left.digest)
            < (right.node, right.end, right.start, right.isRewrite ? 1 : 0, right.digest)
    }
}

extension UInt64 {
    /// Parses a decimal number in its only form.
    init?(onlyForm text: some StringProtocol) {
        guard let number = UInt64(text), String(number) == text else { return nil }
        self = number
    }
}
