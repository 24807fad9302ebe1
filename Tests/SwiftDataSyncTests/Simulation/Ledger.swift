// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The record of all content that was written, to find what is lost.
struct Ledger {
    /// Everything that was written.
    var written: Set<String> = []
    /// What was deleted by someone with the content, or something written over it, before them.
    var deleted: Set<String> = []
    /// What had to disappear from the hub.
    var purged: Set<String> = []
    /// The content over which each one was written.
    private(set) var earlier: [String: Set<String>] = [:]

    /// Records content that was written over other content.
    mutating func write(_ content: String, over earlier: Set<String> = []) {
        written.insert(content)
        guard !earlier.isEmpty else { return }
        self.earlier[content] = earlier.union(earlier.flatMap { self.earlier[$0] ?? [] })
    }

    /// Records the deletion of content.
    mutating func delete(_ content: String) {
        deleted.insert(content)
        deleted.formUnion(earlier[content] ?? [])
    }
}
