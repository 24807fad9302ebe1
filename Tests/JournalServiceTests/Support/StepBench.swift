// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// The writer of a journal in memory whose writes belong to steps.
struct StepBench {
    let bench: WriterBench

    init() throws { bench = try WriterBench() }

    /// Executes a write, all of its transactions.
    @discardableResult
    func run(_ write: any WriteStep) throws -> JSON {
        var backlog = WriterBacklog()
        var report = bench.commit([Self.job(write)], &backlog)
        while let job = backlog.takeUnfinished() {
            // Deleted content is overwritten outside of transactions.
            if case .erasure(_, let reply, _) = job { return reply(bench.container) }
            report = bench.commit([job], &backlog)
        }
        return try #require(report.replies.first).1.get()
    }

    private static func job(_ write: any WriteStep) -> WriterJob {
        .command(write, ReplyToken(connection: 1, request: RequestToken(number: 1)))
    }

    /// Executes a write of a step; a new one unless an id is given.
    @discardableResult
    func run<Call: MethodCall & WriteStep>(_ call: Call, as step: EntryID) throws -> JSON {
        let name = StepName(id: step, client: "test", command: "edit")
        return try run(NamedWrite(call, step: name, of: Call.method))
    }

    /// Creates an entry in a step of its own.
    func create(_ text: String, tags: [String] = []) throws -> EntryReference {
        let json = try run(EntryCreate(text: text, tags: tags), as: .random())
        return EntryReference(try EntryWritten(json: json).id)
    }

    @discardableResult
    func undo(_ selection: StepSelection = StepSelection()) throws -> StepMoved {
        try StepMoved(json: run(StepMove(.undo, selection: selection)))
    }

    @discardableResult
    func redo(_ selection: StepSelection = StepSelection()) throws -> StepMoved {
        try StepMoved(json: run(StepMove(.redo, selection: selection)))
    }

    func steps(undone: Bool = false) throws -> [StepRecord] {
        let place: StepPlace = undone ? .lastUndone : .lastDone
        return try StepLookup.newest(1000, at: place, in: ModelContext(bench.container))
            .map { StepRecord($0) }
    }

    func entry(_ reference: EntryReference) throws -> EntryRecord {
        let lookup = try #require(EntryLookup(reference.text))
        return EntryRecord(try lookup.entry(in: ModelContext(bench.container)), conflicts: 0)
    }

    /// The members of an entry that a person can change.
    func values(_ reference: EntryReference) throws -> [String] {
        let entry = try entry(reference)
        return [
            entry.text, "\(entry.createdAt)", entry.zone, entry.localDay.description,
            "\(entry.starred)", entry.tags.joined(separator: ","), entry.notebook.name,
            "\(entry.trashedAt != nil)",
        ]
    }
}
