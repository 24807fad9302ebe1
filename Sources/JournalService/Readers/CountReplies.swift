// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The replies with numbers of entries since the last commit, because counting reads an index.
struct CountReplies {
    /// The subject of a reply.
    enum Subject: Hashable, Sendable {
        case entries(Filter)
        case notebooks
        case tags
    }

    /// The maximum number of replies that are kept.
    static let maximumCount = 16

    private var revision: Int64?
    private var replies: [Subject: JSON] = [:]

    /// Returns the reply that was computed at or after a commit, if that is the last one.
    func reply(_ subject: Subject, at revision: Int64) -> JSON? {
        self.revision == revision ? replies[subject] : nil
    }

    /// Keeps a reply, and discards replies of an earlier commit.
    mutating func add(_ reply: JSON, _ subject: Subject, at revision: Int64) {
        if let current = self.revision, current > revision { return }
        if self.revision != revision || replies.count >= Self.maximumCount { replies.removeAll() }
        self.revision = revision
        replies[subject] = reply
    }
}
