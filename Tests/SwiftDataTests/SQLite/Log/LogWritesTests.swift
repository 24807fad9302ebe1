// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The writes to a log that are collected until a commit is complete.
struct LogWritesTests {
    private static let page = [UInt8](repeating: 7, count: 4_096)

    /// The header of a frame; the size of the database follows the page number.
    private static func header(committing size: UInt8 = 0) -> [UInt8] {
        [0, 0, 0, 2, 0, 0, 0, size] + [UInt8](repeating: 9, count: 16)
    }

    private static func append(_ bytes: [UInt8], to writes: LogWrites) {
        let end = writes.offset + Int64(writes.bytes.count)
        bytes.withUnsafeBytes { writes.append($0, at: end) }
    }

    @Test func consecutiveWritesAreOne() {
        let writes = LogWrites()
        ([1, 2] as [UInt8]).withUnsafeBytes { writes.append($0, at: 32) }
        #expect(writes.continues(3, at: 34))
        ([3, 4, 5] as [UInt8]).withUnsafeBytes { writes.append($0, at: 34) }
        #expect(writes.offset == 32)
        #expect(Array(writes.bytes) == [1, 2, 3, 4, 5])
    }

    @Test(arguments: [31, 33, 36, 4_096] as [Int64])
    func writeElsewhereIsNotAccepted(offset: Int64) {
        let writes = LogWrites()
        [UInt8](repeating: 1, count: 3).withUnsafeBytes { writes.append($0, at: 32) }
        #expect(!writes.continues(24, at: offset))
        #expect(writes.continues(24, at: 35))
    }

    @Test func writesBeyondTheCapacityAreNotAccepted() {
        let writes = LogWrites()
        Self.append(Self.header(), to: writes)
        let rest = LogWrites.capacity - writes.bytes.count
        #expect(writes.continues(rest, at: 24))
        #expect(!writes.continues(rest + 1, at: 24))
    }

    @Test func commitEndsWithThePageAfterItsHeader() {
        let writes = LogWrites()
        Self.append(Self.header(), to: writes)
        Self.append(Self.page, to: writes)
        #expect(!writes.endsWithCommit)
        Self.append(Self.header(committing: 5), to: writes)
        #expect(!writes.endsWithCommit)
        Self.append(Self.page, to: writes)
        #expect(writes.endsWithCommit)
    }

    @Test func pageWithTheContentOfAHeaderEndsNoCommit() {
        let writes = LogWrites()
        Self.append(Self.header(), to: writes)
        Self.append(Self.header(committing: 5) + Self.page.dropFirst(24), to: writes)
        Self.append(Self.header(), to: writes)
        Self.append(Self.page, to: writes)
        #expect(!writes.endsWithCommit)
    }

    @Test func frameThatIsWrittenAgainIsNotDelayed() {
        let writes = LogWrites()
        Self.append(Self.header(), to: writes)
        Self.append(Self.page, to: writes)
        writes.removeAll()
        #expect(writes.canDelay(24, at: 4_120))
        #expect(!writes.canDelay(4_096, at: 24))
        // Another log begins.
        #expect(writes.canDelay(32, at: 0))
        Self.page.prefix(32).withUnsafeBytes { writes.append($0, at: 0) }
        #expect(writes.canDelay(24, at: 32))
    }

    @Test func pageAfterAHeaderThatWasNotDelayedEndsTheCommit() {
        let writes = LogWrites()
        Self.append(Self.header(), to: writes)
        writes.removeAll()
        Self.header(committing: 5).withUnsafeBytes { writes.note($0, at: 0) }
        Self.page.withUnsafeBytes { writes.append($0, at: 24) }
        #expect(writes.endsWithCommit)
    }

    @Test func writesAfterRemovalStartAnywhere() {
        let writes = LogWrites()
        Self.append(Self.header(committing: 5), to: writes)
        writes.removeAll()
        #expect(writes.isEmpty)
        #expect(writes.continues(24, at: 1_000_000))
        Self.page.withUnsafeBytes { writes.append($0, at: 1_000_000) }
        #expect(!writes.endsWithCommit)
        #expect(writes.offset == 1_000_000)
    }
}
