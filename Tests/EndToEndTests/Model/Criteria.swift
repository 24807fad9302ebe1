// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol

/// A random filter and search query, in the form of the protocol and as a test of a state.
struct Criteria: Sendable {
    /// A search query.
    indirect enum Query: Sendable {
        case word(String)
        case prefix(String)
        case tag(String)
        case notebook(String)
        case starred(Bool)
        case after(String)
        case before(String)
        case all([Query])
        case any([Query])
        case not(Query)
    }

    var notebook: String?
    var tags: [String] = []
    var since: String?
    var until: String?
    var isStarred: Bool?
    var isTrashed: Bool?
    var query: Query?

    init() {}

    init(_ random: inout SplitMix) {
        if random.oneIn(4) { notebook = random.pick(EntryState.notebooks) }
        if random.oneIn(3) { tags = [random.pick(EntryState.tagNames)] }
        if random.oneIn(5) { since = Self.day(&random, 10..<15) }
        if random.oneIn(5) { until = Self.day(&random, 15..<20) }
        if random.oneIn(4) { isStarred = random.oneIn(2) }
        if random.oneIn(6) { isTrashed = true }
        if random.oneIn(2) { query = Query(&random, depth: 2) }
    }

    static func day(_ random: inout SplitMix, _ range: Range<Int>) -> String {
        "2026-01-\(random.number(range))"
    }

    /// The filter of a request.
    var filter: JSON {
        var filter = JSONObject()
        if let notebook { filter.append("notebook", notebook) }
        if !tags.isEmpty { filter.append("tags", each: tags) }
        if let since { filter.append("since", since) }
        if let until { filter.append("until", until) }
        if let isStarred { filter.append("starred", isStarred) }
        if let isTrashed { filter.append("trashed", isTrashed) }
        return .object(filter)
    }

    /// The parameters of a request.
    var params: JSONObject {
        var params = JSONObject()
        params.append("filter", filter)
        if let query { params.append("query", query.text) }
        return params
    }

    /// Returns whether an entry matches.
    func matches(_ state: EntryState) -> Bool {
        state.isTrashed == (isTrashed ?? false)
            && (notebook.map { $0 == state.notebook } ?? true)
            && tags.allSatisfy(state.tags.contains)
            && (since.map { $0 <= state.day } ?? true) && (until.map { state.day <= $0 } ?? true)
            && (isStarred.map { $0 == state.isStarred } ?? true)
            && (query?.matches(state, state.words) ?? true)
    }
}

extension Criteria.Query {
    init(_ random: inout SplitMix, depth: Int) {
        guard depth > 0, !random.oneIn(3) else {
            switch random.number(0..<8) {
            case 0...2: self = .word(random.pick(EntryState.vocabulary))
            case 3: self = .prefix("sn")
            case 4: self = .tag(random.pick(EntryState.tagNames))
            case 5: self = .starred(random.oneIn(2))
            case 6: self = .after(Criteria.day(&random, 10..<16))
            default: self = .before(Criteria.day(&random, 14..<20))
            }
            return
        }
        switch random.number(0..<3) {
        case 0: self = .not(Self(&random, depth: depth - 1))
        case 1: self = .any((0..<2).map { _ in Self(&random, depth: depth - 1) })
        default: self = .all((0..<2).map { _ in Self(&random, depth: depth - 1) })
        }
    }

    /// The text of the query.
    var text: String {
        switch self {
        case .word(let word): word
        case .prefix(let prefix): prefix + "*"
        case .tag(let name): "tag:" + name
        case .notebook(let name): "notebook:" + name
        case .starred(let isStarred): isStarred ? "starred:yes" : "starred:no"
        case .after(let day): "after:" + day
        case .before(let day): "before:" + day
        case .all(let queries): queries.map { "(\($0.text))" }.joined(separator: " ")
        case .any(let queries): queries.map { "(\($0.text))" }.joined(separator: " OR ")
        case .not(let query): "-(\(query.text))"
        }
    }

    /// Returns whether an entry with these words matches.
    func matches(_ state: EntryState, _ words: Set<Substring>) -> Bool {
        switch self {
        case .word(let word): words.contains(word[...])
        case .prefix(let prefix): words.contains { $0.hasPrefix(prefix) }
        case .tag(let name): state.tags.contains(name)
        case .notebook(let name): state.notebook == name
        case .starred(let isStarred): state.isStarred == isStarred
        case .after(let day): state.day >= day
        case .before(let day): state.day < day
        case .all(let queries): queries.allSatisfy { $0.matches(state, words) }
        case .any(let queries): queries.contains { $0.matches(state, words) }
        case .not(let query): !query.matches(state, words)
        }
    }
}
