// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// The name of an object on a hub: a space, and up to three words of `a-z`, `0-9` and `-`.
///
/// Other files of a folder have no such name: hidden ones, temporary ones, and the copies that
/// programs for synchronization make of files in conflict all contain other characters.
package struct HubName: Hashable, Sendable {
    /// The space.
    package let space: SpaceID
    /// The words, separated by slashes.
    package let path: String

    /// Creates a name; nil if the path is not one.
    package init?(space: SpaceID, path: String) {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count <= HubLimits.wordCount, words.allSatisfy(Self.isWord) else { return nil }
        self.space = space
        self.path = path
    }

    /// Parses a name.
    package init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), let space = SpaceID(text[..<slash]) else {
            return nil
        }
        self.init(space: space, path: String(text[text.index(after: slash)...]))
    }

    /// Returns whether a text can be a part of a name.
    static func isWord(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= HubLimits.wordLength else {
            return false
        }
        return first != UInt8(ascii: "-") && text.utf8.allSatisfy(isCharacter)
    }

    fileprivate static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension HubName: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String { "\(space)/\(path)" }
}

extension HubName: Comparable {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package static func < (left: Self, right: Self) -> Bool {
        left.space == right.space
            ? left.path.utf8.lexicographicallyPrecedes(right.path.utf8) : left.space < right.space
    }
}

/// The beginning of names in one space.
package struct HubPrefix: Hashable, Sendable {
    /// The space.
    package let space: SpaceID
    /// The beginning of the path; nothing for all names.
    package let path: String

    /// Creates a prefix; nil if no name begins with the path.
    package init?(space: SpaceID, path: String) {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count <= HubLimits.wordCount, words.dropLast().allSatisfy(HubName.isWord),
            words.last.map({ $0.isEmpty || HubName.isWord($0) }) ?? true
        else { return nil }
        self.space = space
        self.path = path
    }

    /// Creates the prefix of all names of a space.
    package init(space: SpaceID) {
        self.space = space
        path = ""
    }

    /// Creates the prefix of the records of a space, of which every space has one.
    package init(recordsOf space: SpaceID) {
        self.space = space
        path = "space/"
    }

    /// Parses a prefix.
    package init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), let space = SpaceID(text[..<slash]) else {
            return nil
        }
        self.init(space: space, path: String(text[text.index(after: slash)...]))
    }

    /// Returns whether a name begins with the prefix.
    package func contains(_ name: HubName) -> Bool {
        name.space == space && name.path.utf8.starts(with: path.utf8)
    }

    /// A text that follows all paths with the prefix in the order of their bytes, and precedes all
    /// greater ones without it.
    package var upperBound: String { path + "{" }
}

extension HubPrefix: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String { "\(space)/\(path)" }
}
