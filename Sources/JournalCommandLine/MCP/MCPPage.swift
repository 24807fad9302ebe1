// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The position of the next page of a list, as the text that a tool returns and accepts.
///
/// It contains the bounds of the list: a date such as `2 hours ago` is another bound when it is
/// read again, and the daemon rejects a cursor for another list.
struct MCPPage: Equatable {
    /// The position for the daemon.
    var cursor: PageCursor
    /// The lower bound of the list.
    var since: DateBound?
    /// The upper bound of the list.
    var until: DateBound?
}

extension MCPPage: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let cursor = PageCursor(String(parts[0])) else {
            throw InvalidParams("expected nextPage of a result, got \"\(text)\"")
        }
        self.cursor = cursor
        since = try Self.bound(parts[1])
        until = try Self.bound(parts[2])
    }

    var json: JSON {
        let bounds = [since, until].map { $0?.json.stringValue ?? "-" }
        return .string(([cursor.description] + bounds).joined(separator: " "))
    }

    private static func bound(_ text: Substring) throws(InvalidParams) -> DateBound? {
        text == "-" ? nil : try DateBound(json: .string(String(text)))
    }
}
