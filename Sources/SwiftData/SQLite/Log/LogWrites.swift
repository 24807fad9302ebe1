// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Consecutive writes to a write-ahead log that are not in the file yet.
///
/// SQLite writes the log in frames: a header of 24 bytes, then a page. In the header of the last
/// frame of a commit, the second field, which is the size of the database in pages, is not zero
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
final class LogWrites {
    /// The number of bytes after which writes are not delayed further: 31 pages of 4 KiB.
    ///
    /// A page has at most 64 KiB.
    static let capacity = 128 * 1024

    private static let headerLength = 24

    private let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    private var count = 0
    /// The position in the file at which the bytes belong.
    private(set) var offset: Int64 = 0
    /// The end of all writes since the log began.
    private var end: Int64 = 0
    /// The position of the page that completes a commit; nil unless the last write was its header.
    private var lastPage: Int64?
    /// Whether the last write completes a commit.
    private(set) var endsWithCommit = false

    deinit { memory.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// The delayed bytes; valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Whether a write can be delayed once all previous ones have been written: it appends to the
    /// log.
    ///
    /// SQLite writes a frame again if a transaction changes a page again, or was rolled back. In
    /// the end it may write the headers again, without the pages, so that nothing completes the
    /// commit but the order of the calls.
    func canDelay(_ size: Int, at offset: Int64) -> Bool {
        size <= Self.capacity && (offset >= end || offset == 0)
    }

    /// Whether a write continues the delayed ones and fits.
    func continues(_ size: Int, at offset: Int64) -> Bool {
        count + size <= Self.capacity && (isEmpty || offset == self.offset + Int64(count))
    }

    /// Delays a write, which must be one that can be delayed and continues the delayed ones.
    func append(_ write: UnsafeRawBufferPointer, at offset: Int64) {
        if isEmpty { self.offset = offset }
        UnsafeMutableRawBufferPointer(start: memory + count, count: Self.capacity - count)
            .copyMemory(from: write)
        count += write.count
        endsWithCommit = offset == lastPage
        note(write, at: offset)
    }

    /// Records a write, also one that is not delayed.
    func note(_ write: UnsafeRawBufferPointer, at offset: Int64) {
        let next = offset + Int64(write.count)
        end = offset == 0 ? next : max(end, next)
        let endsCommit = write.count == Self.headerLength && write[4..<8].contains { $0 != 0 }
        lastPage = endsCommit ? next : nil
    }

    /// Removes the delayed writes.
    func removeAll() {
        count = 0
        endsWithCommit = false
    }
}
