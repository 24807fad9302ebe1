// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Two versions of a text in one, to be merged in an editor, with the markers of `git merge`.
package struct ConflictText: Sendable {
    private static let start = "<<<<<<< your text"
    private static let middle = "======="
    private static let end = ">>>>>>> current text"

    /// The text with the markers.
    package let text: String

    /// Puts the user's version before the current one; equal lines at the beginning and at the end
    /// appear once.
    package init(own: String, current: String) {
        let own = own.split(separator: "\n", omittingEmptySubsequences: false)
        let current = current.split(separator: "\n", omittingEmptySubsequences: false)
        let start = zip(own, current).prefix { $0 == $1 }.count
        let (ownRest, currentRest) = (own.dropFirst(start), current.dropFirst(start))
        let end = zip(ownRest.reversed(), currentRest.reversed()).prefix { $0 == $1 }.count
        var lines = own.prefix(start).map(String.init)
        lines.append(Self.start)
        lines += ownRest.dropLast(end).map(String.init)
        lines.append(Self.middle)
        lines += currentRest.dropLast(end).map(String.init)
        lines.append(Self.end)
        lines += own.suffix(end).map(String.init)
        text = lines.joined(separator: "\n")
    }

    /// Returns whether a text still has a marker.
    package static func isUnresolved(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { $0 == start || $0 == end }
    }
}
