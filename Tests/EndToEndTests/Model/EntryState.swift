// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol

/// The attributes of an entry after a commit.
struct EntryState: Equatable, Sendable {
    /// The words of which random texts begin with some.
    static let vocabulary = ["rain", "snow", "snail", "sun", "wind", "tide"]
    static let tagNames = ["a", "b", "c", "d"]
    static let notebooks = ["journal", "work", "home"]

    var text: String
    var notebook: String
    /// The names, sorted.
    var tags: [String]
    var isStarred: Bool
    /// The instant in UTC, to the minute.
    var createdAt: String
    var isTrashed: Bool

    /// The calendar day of the entry.
    var day: String { String(createdAt.prefix(10)) }

    /// The words that criteria can search for.
    var words: Set<Substring> { Set(text.prefix(48).split(separator: " ")) }

    /// Reads an entry of a reply or a notification; nil if a member is missing.
    init?(_ entry: JSON) {
        guard let text = entry["text"]?.stringValue,
            let notebook = entry["notebook"]?["name"]?.stringValue,
            let createdAt = entry["createdAt"]?.stringValue,
            case .bool(let isStarred)? = entry["starred"], let tags = entry["tags"]
        else { return nil }
        self.text = text
        self.notebook = notebook
        self.createdAt = createdAt
        self.isStarred = isStarred
        self.tags = tags.elements.compactMap(\.stringValue)
        isTrashed = entry["trashedAt"] != nil
    }

    /// Creates random attributes.
    init(_ random: inout SplitMix, notebooks: [String]) {
        text = Self.text(&random)
        notebook = random.pick(notebooks)
        tags = Self.tags(&random)
        isStarred = random.oneIn(3)
        createdAt = Self.time(&random)
        isTrashed = false
    }

    static func text(_ random: inout SplitMix) -> String {
        let words = (0...random.number(0..<3)).map { _ in random.pick(vocabulary) }
        // Some texts are long, so that readers can be slower than writers.
        let filling = random.oneIn(4) ? random.number(200..<6000) : random.number(0..<20)
        return words.joined(separator: " ") + " "
            + String(repeating: ".", count: 48 - words.joined(separator: " ").count - 1)
            + String(repeating: " filling", count: filling / 8)
    }

    static func tags(_ random: inout SplitMix) -> [String] {
        tagNames.filter { _ in random.oneIn(3) }
    }

    static func time(_ random: inout SplitMix) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (day, hour) = (random.number(10..<20), random.number(0..<24))
        return "2026-01-\(day)T\(two(hour)):\(two(random.number(0..<60))):00Z"
    }

    /// Returns the attributes as a member of a reply with this part of the entry has them.
    func included(_ include: String) -> EntryState {
        var state = self
        if include == "summary" { state.text = String(text.prefix(280)) }
        return state
    }
}
