// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Where the next page of a listing begins; opaque to clients.
///
/// It repeats which store and which question it belongs to, so that one from another store or
/// another filter is refused instead of answered wrongly.
package struct PageCursor: Sendable, Hashable {
    /// The identity of the store's history.
    package var epoch: String
    /// A digest of the question, from `digest(of:)`.
    package var question: UInt64
    /// The sort key of the last row of the page before, as the daemon needs it.
    package var position: [Int64]

    /// Marks a place in the answer to a question.
    package init(epoch: String, question: UInt64, position: [Int64]) {
        self.epoch = epoch
        self.question = question
        self.position = position
    }

    /// Reads `<epoch>/<question>/<number>/<number>…`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, !parts[0].isEmpty, let question = UInt64(parts[1], radix: 16)
        else { return nil }
        var position: [Int64] = []
        for part in parts[2...] {
            guard let number = Int64(part) else { return nil }
            position.append(number)
        }
        self.init(epoch: String(parts[0]), question: question, position: position)
    }

    /// A digest (FNV-1a) of what was asked; it finds mistakes and is no protection.
    package static func digest(of question: JSON) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in question.serialized() {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}

extension PageCursor: CustomStringConvertible {
    package var description: String {
        ([epoch, String(question, radix: 16)] + position.map { String($0) })
            .joined(separator: "/")
    }
}

extension PageCursor: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let cursor = PageCursor(text) else {
            throw InvalidParams("\"\(text)\" is not a page of a journal", kind: .cursorInvalid)
        }
        self = cursor
    }

    package var json: JSON { .string(description) }
}
