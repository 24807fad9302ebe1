// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Memory for the short strings that are bound to a statement during one run.
struct TextBuffer {
    /// The size of the memory in bytes, enough for the strings of most rows.
    private static let capacity = 512

    private var start: UnsafeMutablePointer<CChar>?
    private var count = 0

    /// Returns a copy of a string at an address that is valid until `removeAll()`, or `nil` if it
    /// does not fit.
    mutating func add(_ text: UnsafeBufferPointer<CChar>) -> UnsafePointer<CChar>? {
        guard let source = text.baseAddress, text.count <= Self.capacity - count else { return nil }
        let start = start ?? .allocate(capacity: Self.capacity)
        self.start = start
        let copy = start + count
        copy.update(from: source, count: text.count)
        count += text.count
        return UnsafePointer(copy)
    }

    /// Discards the strings, but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Releases the memory; the buffer must not be used afterwards.
    func deallocate() { start?.deallocate() }
}
