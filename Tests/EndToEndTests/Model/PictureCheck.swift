// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A check that the picture of an observer equals the journal at each commit that it reports.
struct PictureCheck {
    private let record: ObservationRecord
    private let versions: [JournalHistory.Version]
    private let history: JournalHistory
    private var nextVersion = 0
    /// The entries that match at `position`, by id.
    private var expected: [String: JournalHistory.Version] = [:]
    private var position: Int64 = 0
    private var picture: [String: ObservationRecord.Row] = [:]
    private var rows: [ObservationRecord.Row] = []
    /// The ids whose rows differ from those expected.
    private var different: Set<String> = []
    /// The commit from which on the picture must be right; nil if that is unknown.
    private var settled: Int64?
    /// The number of the connection.
    private var connection = 0
    /// The changes that the observer made, in the order of their commits.
    private let own: [ObservationRecord.OwnChange]
    private var nextOwn = 0
    /// Whether the subscription began with a snapshot and has continued since.
    private var hasSnapshot = false
    /// Whether the next changes are a snapshot, which contains the effects of its own changes.
    private var isSnapshotNext = false
    private(set) var checkCount = 0
    private(set) var problems: [String] = []

    /// Creates a check of what an observer received; `versions` are sorted by position.
    init(
        _ record: ObservationRecord,
        _ history: JournalHistory,
        _ versions: [JournalHistory.Version]
    ) {
        self.record = record
        self.history = history
        self.versions = versions
        own = record.own.sorted { $0.version.position < $1.version.position }
    }

    mutating func run() {
        for (number, event) in record.events.enumerated() where problems.count < 3 {
            switch event {
            case .connected(let number): connection = number
            case .restarted:
                for id in picture.keys { set(id, nil) }
                rows = []
                settled = nil
                isSnapshotNext = true
                hasSnapshot = true
            case .resumed:
                settled = nil
                hasSnapshot = false
            case .settled(let position): if settled == nil { settled = position }
            case .read(let read, let position):
                rows = read
                if position >= 0 { compareRows(position, number) }
                settled = 0
            case .changed(let items, let from, let to):
                record.list == nil
                    ? change(items, from, to, number) : edit(items, from, to, number)
            case .ended(let found): end(found, number)
            }
        }
    }

    private mutating func note(_ text: String, _ number: Int) {
        problems.append("\(record.name), event \(number), at \(position): \(text)")
    }

    // MARK: The journal

    /// Moves the expected entries to a commit.
    private mutating func move(to position: Int64) {
        self.position = max(self.position, position)
        while nextVersion < versions.count, versions[nextVersion].position <= position {
            let version = versions[nextVersion]
            nextVersion += 1
            let isMatch = version.state.map(record.criteria.matches) ?? false
            expected[version.id] = isMatch ? version : nil
            if record.list == nil { compare(version.id) }
        }
    }

    // MARK: Subscriptions

    private mutating func set(_ id: String, _ row: ObservationRecord.Row?) {
        picture[id] = row
        compare(id)
    }

    private mutating func compare(_ id: String) {
        if picture[id]?.revision == expected[id]?.revision {
            different.remove(id)
        } else {
            different.insert(id)
        }
    }

    /// Adds the changes that the observer made up to a commit, as it does without a notification.
    private mutating func addOwn(upTo position: Int64) {
        while nextOwn < own.count, own[nextOwn].version.position <= position {
            let version = own[nextOwn].version
            nextOwn += 1
            if let known = picture[version.id], known.revision >= version.revision { continue }
            let isMatch = version.state.map(record.criteria.matches) ?? false
            set(
                version.id,
                isMatch
                    ? ObservationRecord.Row(id: version.id, revision: version.revision) : nil
            )
        }
    }

    private mutating func checkPicture(_ what: String, _ number: Int) {
        guard let settled, position >= settled, history.isClear(position) else { return }
        checkCount += 1
        guard let id = different.min() else { return }
        let all = versions.filter { $0.id == id }
        let known =
            all.filter { $0.position <= position }.suffix(2)
            + all.filter { $0.position > position }.prefix(1)
        note(
            "\(what): \(different.count) entries differ, such as \(id): "
                + "\(String(describing: picture[id])), but the versions are \(known); "
                + "received: \(received(id, before: number))",
            number
        )
    }

    /// Returns the last events of the subscription that concern an entry.
    private func received(_ id: String, before number: Int) -> [String] {
        var found: [String] = []
        for (index, event) in record.events[..<number].enumerated() {
            switch event {
            case .changed(let items, let from, let to):
                for item in items where item.row.id == id {
                    found.append(
                        "\(index) (\(from) to \(to)): \(item.operation) \(item.row.revision)"
                    )
                }
            case .read, .ended: continue
            default: found.append("\(index): \(event)")
            }
        }
        return found.suffix(12)
    }

    private mutating func change(
        _ items: [ObservationRecord.Item],
        _ from: Int64,
        _ to: Int64,
        _ number: Int
    ) {
        guard from >= position || settled == nil, from <= to else {
            return note("changes from \(from) to \(to)", number)
        }
        if isSnapshotNext {
            while nextOwn < own.count, own[nextOwn].version.position <= to { nextOwn += 1 }
            isSnapshotNext = false
        }
        move(to: from)
        addOwn(upTo: from)
        checkPicture("before the changes", number)
        let isSettled = settled.map { from >= $0 } ?? false
        let before = picture
        addOwn(upTo: to)
        if isSettled, Set(items.map(\.row.id)).count != items.count {
            note("an entry occurs twice in \(items.map(\.row.id))", number)
        }
        for item in items {
            // Read in a newer state before.
            if let known = picture[item.row.id], item.row.revision <= known.revision { continue }
            set(item.row.id, item.operation == "delete" ? nil : item.row)
        }
        move(to: to)
        checkPicture("after the changes", number)
        guard isSettled else { return }
        for item in items { check(item, before[item.row.id] != nil, from, to, number) }
    }

    /// Checks an item that a subscription without gaps received.
    private mutating func check(
        _ item: ObservationRecord.Item,
        _ wasKnown: Bool,
        _ from: Int64,
        _ to: Int64,
        _ number: Int
    ) {
        let operation = item.operation
        guard item.row.revision > from, item.row.revision <= to else {
            return note("\(item) is not between \(from) and \(to)", number)
        }
        if !own.isEmpty {
            checkForeign(item, from, to, number)
        } else if wasKnown != (operation != "create"),
            wasKnown || operation != "delete" || !mayReportBriefMatch(item.row.id, from, to)
        {
            note(
                "\(item), but the entry was \(wasKnown ? "" : "not ")there; "
                    + "received: \(received(item.row.id, before: number))",
                number
            )
        }
        guard operation != "delete", record.include != "ids", history.isClear(to) else { return }
        let state = expected[item.row.id]?.state?.included(record.include)
        guard item.row.state == state else {
            return note("\(item), expected \(String(describing: state))", number)
        }
    }

    /// Returns whether an entry matched only between two commits, and the subscription reports its
    /// deletion because the client may have read it.
    private func mayReportBriefMatch(_ id: String, _ from: Int64, _ to: Int64) -> Bool {
        !hasSnapshot
            && versions.contains { version in
                version.id == id && version.position > from && version.position < to
                    && version.state.map(record.criteria.matches) == true
            }
    }

    /// Checks that another client made one of the reported changes, and the operation from the
    /// first of these on.
    private mutating func checkForeign(
        _ item: ObservationRecord.Item,
        _ from: Int64,
        _ to: Int64,
        _ number: Int
    ) {
        guard history.isClear(from: from, to: to) else { return }
        let all = versions.filter { $0.id == item.row.id && $0.position <= to }
        let revisions = Set(
            own.filter { $0.connection == connection }.map(\.version.revision)
        )
        let isForeign = { (version: JournalHistory.Version) in
            version.position > from && !revisions.contains(version.revision)
        }
        guard let first = all.firstIndex(where: isForeign) else {
            return note("\(item) repeats a change of the observer", number)
        }
        let wasMatch = all[..<first].last?.state.map(record.criteria.matches) ?? false
        let isMatch = all.last?.state.map(record.criteria.matches) ?? false
        let expected = isMatch ? (wasMatch ? "update" : "create") : "delete"
        if item.operation != expected { note("\(item), expected \(expected)", number) }
    }

    // MARK: Lists

    private mutating func edit(
        _ items: [ObservationRecord.Item],
        _ from: Int64,
        _ to: Int64,
        _ number: Int
    ) {
        guard from >= position, from <= to else {
            return note("edits from \(from) to \(to)", number)
        }
        // The rest of the first rows has one position.
        if from < to { compareRows(from, number) }
        for item in items {
            guard apply(item) else { return note("\(item) in \(rows.count) rows", number) }
        }
        compareRows(to, number)
    }

    private mutating func apply(_ item: ObservationRecord.Item) -> Bool {
        guard let index = item.index else { return false }
        switch item.operation {
        case "insert":
            guard index <= rows.count else { return false }
            rows.insert(item.row, at: index)
        case "update":
            guard rows.indices.contains(index), rows[index].id == item.row.id else { return false }
            rows[index] = item.row
        case "move":
            guard let source = item.source, rows.indices.contains(source),
                rows[source].id == item.row.id, index < rows.count
            else { return false }
            rows.remove(at: source)
            rows.insert(item.row, at: index)
        case "delete":
            guard rows.indices.contains(index), rows[index].id == item.row.id,
                rows[index].revision == item.row.revision, rows[index].group == item.row.group
            else { return false }
            rows.remove(at: index)
        default: return false
        }
        return true
    }

    private mutating func compareRows(_ position: Int64, _ number: Int) {
        move(to: position)
        guard history.isClear(position) else { return }
        checkCount += 1
        let wanted = expectedRows()
        guard rows != wanted else { return }
        let index = zip(rows, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        let place = index ?? min(rows.count, wanted.count)
        let (found, other) = (rows.dropFirst(place).first, wanted.dropFirst(place).first)
        note(
            "\(rows.count) rows instead of \(wanted.count); row \(place) is "
                + "\(String(describing: found)), not \(String(describing: other))",
            number
        )
    }

    private func expectedRows() -> [ObservationRecord.Row] {
        guard let list = record.list else { return [] }
        func isBefore(_ left: JournalHistory.Version, _ right: JournalHistory.Version) -> Bool {
            let first = (left.state?.createdAt ?? "", left.id)
            let second = (right.state?.createdAt ?? "", right.id)
            return list.isNewestFirst ? first > second : first < second
        }
        let shown = expected.values.sorted(by: isBefore).prefix(list.limit)
        var groups: [String: [ObservationRecord.Row]] = [:]
        for version in shown {
            guard let state = version.state else { continue }
            let titles: [String?] =
                switch list.grouping {
                case "day": [state.day]
                case "notebook": [state.notebook]
                case "tag": state.tags.isEmpty ? [""] : state.tags
                default: [nil]
                }
            for title in titles {
                groups[title ?? "", default: []].append(
                    ObservationRecord.Row(
                        id: version.id,
                        revision: version.revision,
                        group: title,
                        state: record.include == "ids" ? nil : state.included(record.include)
                    )
                )
            }
        }
        let isDescending = list.grouping == "day" && list.isNewestFirst
        let titles = groups.keys.sorted { isDescending ? $0 > $1 : $0 < $1 }
        return titles.flatMap { groups[$0] ?? [] }
    }

    // MARK: The end

    private mutating func end(_ found: [ObservationRecord.Row], _ number: Int) {
        move(to: .max)
        addOwn(upTo: .max)
        let wanted = expected.mapValues(\.revision)
        let listed = Dictionary(found.map { ($0.id, $0.revision) }) { first, _ in first }
        checkCount += 1
        if listed != wanted || found.count != wanted.count {
            note("the store lists \(found.count) entries, not \(wanted.count)", number)
        }
        if record.list != nil {
            if rows != expectedRows() { note("the list differs in the end", number) }
        } else if picture.mapValues(\.revision) != wanted {
            note("\(picture.count) entries instead of \(wanted.count) in the end", number)
        }
    }
}
