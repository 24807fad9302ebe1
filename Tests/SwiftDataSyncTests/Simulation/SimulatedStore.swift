// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
@testable import SwiftDataSync

/// A store as its user sees it, with the history of the changes that are not captured yet.
struct SimulatedStore {
    enum Event {
        case insert(RowID)
        case set(RowID, String)
        case pair(PairID)
        case delete(RowID, isPurge: Bool)
    }

    var participant: SyncParticipant
    var rows: [RowID: [String: SyncValue]] = [:]
    private(set) var pairs: Set<PairID> = []
    private(set) var history: [(time: Int64, event: Event)] = []
    var round: Int64 = 0
    /// The keys of the space; nil if objects are not sealed.
    var keys: SimulatedKeys?

    /// The records of the participant; nil if it is in memory.
    var recording: SimulatedRecording?
    /// An error of the records.
    var failure: String?

    init(participant: SyncParticipant, recording: SimulatedRecording?) {
        self.participant = participant
        self.recording = recording
    }

    // MARK: Reading

    func rows(of entity: String) -> [RowID] {
        rows.keys.filter { $0.entity == entity }.sorted()
    }

    func text(_ row: RowID, _ field: String = "text") -> String {
        if case .text(let text)? = rows[row]?[field] { text } else { "" }
    }

    func parts(of owner: RowID) -> [RowID] {
        rows.keys.filter { row in
            let field = ["earlier": "entry", "attachment": "entry", "part": "attachment"]
            return field[row.entity].map { rows[row]?[$0]?.row == owner } ?? false
        }
        .sorted()
    }

    /// Returns a row with all of its parts, each before its owner.
    func tree(of row: RowID) -> [RowID] { parts(of: row).flatMap(tree) + [row] }

    /// The content of a row alone.
    func content(of row: RowID) -> String? {
        switch row.entity {
        case "entry", "earlier": text(row)
        case "attachment", "part", "cover": text(row, "content")
        default: nil
        }
    }

    /// All content of the store.
    var content: Set<String> { Set(rows.keys.compactMap(content(of:))) }

    // MARK: Writing

    mutating func insert(_ row: RowID, _ values: [String: SyncValue], at time: Int64) {
        rows[row] = values
        history.append((time, .insert(row)))
    }

    mutating func set(_ value: SyncValue, _ field: String, of row: RowID, at time: Int64) {
        rows[row]?[field] = value
        history.append((time, .set(row, field)))
    }

    mutating func toggle(_ pair: PairID, at time: Int64) {
        if pairs.remove(pair) == nil { pairs.insert(pair) }
        history.append((time, .pair(pair)))
    }

    mutating func delete(_ deleted: [RowID], isPurge: Bool = false, at time: Int64) {
        for row in deleted {
            rows[row] = nil
            pairs = pairs.filter { $0.left != row && $0.right != row }
            history.append((time, .delete(row, isPurge: isPurge)))
        }
    }

    // MARK: Synchronization

    /// Passes the history to the participant; returns whether both have the same rows then.
    mutating func capture() -> Bool {
        load()
        participant.capture(history.compactMap(localChange), outcomes: 4)
        commit()
        while participant.replica.hasOutcomes {
            participant.capture([], outcomes: 4)
            commit()
        }
        guard !history.isEmpty else { return true }
        history = []
        showClearedReferences()
        return rows == shownRows && pairs == Set(participant.replica.presentPairs)
    }

    private func localChange(_ item: (time: Int64, event: Event)) -> LocalChange? {
        switch item.event {
        case .insert(let row):
            rows[row].map { .insert(row, $0, milliseconds: item.time) }
        case .set(let row, let field):
            rows[row]?[field].map { .set(row, field: field, $0, milliseconds: item.time) }
        case .pair(let pair):
            rows[pair.left] == nil || rows[pair.right] == nil
                ? nil
                : .pair(pair, isPresent: pairs.contains(pair), milliseconds: item.time)
        case .delete(let row, let isPurge):
            rows[row] == nil ? .delete(row, isPurge: isPurge, milliseconds: item.time) : nil
        }
    }

    /// Takes over the rows of the participant.
    mutating func update() {
        rows = shownRows
        if hasSharedTarget { failure = "two rows refer to one" }
        pairs = Set(participant.replica.presentPairs)
    }

    /// Shows the references that were cleared because the user gave their row to another one, which
    /// is visible only where both rows of the other end will be merged.
    private mutating func showClearedReferences() {
        for (entity, field) in Self.exclusiveFields {
            for row in rows(of: entity) {
                guard let state = participant.replica[row]?.fields[field], state.value == .null,
                    state.clock.level > 0
                else { continue }
                rows[row]?[field] = .null
            }
        }
    }

    private static let exclusiveFields = [("shelf", "book"), ("cover", "page")]

    /// Whether several rows refer to one by a field that allows one.
    private var hasSharedTarget: Bool {
        Self.exclusiveFields.contains { entity, field in
            let targets = rows(of: entity).compactMap { rows[$0]?[field]?.row }
            return Set(targets).count < targets.count
        }
    }

    private var shownRows: [RowID: [String: SyncValue]] {
        let replica = participant.replica
        return Dictionary(uniqueKeysWithValues: replica.rows.map { ($0, replica.values(of: $0)) })
    }
}
