// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The encoded entry of a row, which all lists that contain the row share.
final class RowContent: Sendable {
    /// The approximate size of an object and its array without the bytes.
    private static let overhead = 96

    /// The JSON text.
    let bytes: [UInt8]
    private let counter = Mutex<MemoryCounter?>(nil)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    deinit {
        if let counter = counter.withLock({ $0 }) { counter.add(-byteCount) }
    }

    /// The size in memory.
    private var byteCount: Int { bytes.count + Self.overhead }

    /// Adds the content to the memory of lists, unless it was added before.
    func count(in lists: MemoryCounter) {
        counter.withLock { counter in
            guard counter == nil else { return }
            counter = lists
            lists.add(byteCount)
        }
    }
}

extension RowContent: Equatable {
    static func == (lhs: RowContent, rhs: RowContent) -> Bool {
        lhs === rhs || lhs.bytes == rhs.bytes
    }
}
