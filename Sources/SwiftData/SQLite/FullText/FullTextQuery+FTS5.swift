// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FullTextQuery {
    /// The query in FTS5 syntax.
    ///
    /// Every word is quoted, so that FTS5 does not interpret it as an operator.
    var fts5: String { root.fts5 }
}

extension FullTextQuery.Node {
    fileprivate var fts5: String {
        switch self {
        case .forms(let word): return Self.phrase(word, isPrefix: false).fts5
        case .phrase(let text, let isPrefix):
            return "\"\(Self.quotable(text))\"" + (isPrefix ? " *" : "")
        case .all(let nodes): return Self.joined(nodes, by: " AND ")
        case .any(let nodes): return Self.joined(nodes, by: " OR ")
        case .except(let node, let others):
            return "(\(node.fts5)) NOT \(Self.joined(others, by: " OR "))"
        }
    }

    /// Returns the text of a phrase as it is searched for.
    ///
    /// Compares scalars, because to `String` a quote with a combining mark is not a quote. A NUL
    /// would terminate the whole query.
    static func quotable(_ text: String) -> String {
        var words = String.UnicodeScalarView()
        words.append(contentsOf: text.unicodeScalars.map { $0 == "\"" || $0 == "\0" ? " " : $0 })
        return String(words)
    }

    private static func joined(_ nodes: [FullTextQuery.Node], by separator: String) -> String {
        "(" + nodes.map(\.fts5).joined(separator: separator) + ")"
    }
}
