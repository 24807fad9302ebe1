// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A position in the history of one store; opaque to clients, which store it and send it back.
package struct Cursor: Sendable, Hashable {
    /// The identity of the store's history, replaced when a store is recreated or restored.
    package var epoch: String
    /// The number of the last commit before the position.
    package var revision: Int64

    /// Creates a cursor after a commit.
    package init(epoch: String, revision: Int64) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Parses `<epoch>.<revision>`, in no other spelling than that of `description`.
    package init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
        let digits = text[text.index(after: dot)...]
        guard let revision = Int64(digits), revision >= 0, String(revision) == digits else {
            return nil
        }
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
            throw InvalidParams("invalid cursor \"\(text)\"", kind: .cursorInvalid)
        }
        self = cursor
    }

    package var json: JSON { .string(description) }

    package func appendText(to bytes: inout [UInt8]) {
        // Each notification contains two cursors. The text of the epoch ends with a quotation mark.
        epoch.appendText(to: &bytes)
        bytes[bytes.count - 1] = UInt8(ascii: ".")
        bytes += String(revision).utf8
        bytes.append(UInt8(ascii: "\""))
    }
}
