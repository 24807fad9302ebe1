// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A place in the history of one store; clients keep it and send it back, and read nothing in it.
package struct Cursor: Sendable, Hashable {
    /// The identity of the store's history; a store made anew or restored has another.
    package var epoch: String
    /// The number of the last commit that is covered.
    package var revision: Int64

    /// Names a place in a history.
    package init(epoch: String, revision: Int64) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Reads `<epoch>.<revision>`.
    package init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex,
            let revision = Int64(text[text.index(after: dot)...]), revision >= 0
        else { return nil }
        self.init(epoch: String(text[..<dot]), revision: revision)
    }
}

extension Cursor: CustomStringConvertible {
    package var description: String { "\(epoch).\(revision)" }
}

extension Cursor: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let cursor = Cursor(text) else {
            throw InvalidParams("\"\(text)\" is not a cursor of a journal", kind: .cursorInvalid)
        }
        self = cursor
    }

    package var json: JSON { .string(description) }
}
