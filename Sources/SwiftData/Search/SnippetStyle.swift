// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The length and markup of the text snippet around a match.
public struct SnippetStyle: Hashable, Sendable {
    /// The text inserted before each matching word.
    public var start: String
    /// The text inserted after each matching word.
    public var end: String
    /// The text that replaces omitted text.
    public var ellipsis: String
    /// The maximum number of words, from 1 to 64.
    public var words: Int

    /// Creates a snippet style.
    ///
    /// - Parameters:
    ///   - start: The text inserted before each matching word.
    ///   - end: The text inserted after each matching word.
    ///   - ellipsis: The text that replaces omitted text.
    ///   - words: The maximum number of words, from 1 to 64.
    public init(start: String = "[", end: String = "]", ellipsis: String = "…", words: Int = 16) {
        self.start = start
        self.end = end
        self.ellipsis = ellipsis
        self.words = words
    }
}
