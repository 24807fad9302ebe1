// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// How the piece of text around a match is cut out and marked.
public struct SnippetStyle: Hashable, Sendable {
    /// What stands before each matching word.
    public var start: String
    /// What stands after each matching word.
    public var end: String
    /// What stands where text was left out.
    public var ellipsis: String
    /// The greatest number of words, between 1 and 64.
    public var words: Int

    /// Makes a style.
    public init(start: String = "[", end: String = "]", ellipsis: String = "…", words: Int = 16) {
        self.start = start
        self.end = end
        self.ellipsis = ellipsis
        self.words = words
    }
}
