// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Processes that share a store and are killed at any moment.
@Suite(.serialized) struct SharedStoreKillTests {
    private let folder: TemporaryFolder
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil

    init() throws { folder = try TemporaryFolder() }

    /// What a process has reported.
    private struct Ledger {
        /// The keys of acknowledged notes by their names.
        var keys: [String: Int64] = [:]
        /// The names of the notes that processes may have saved without reporting it.
        var unknown: Set<String> = []
        var errors: [String] = []

        mutating func add(_ line: String, of name: String) {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == "saved", let key = Int64(words[2]) else {
                if line.hasPrefix("error") { errors.append(line) }
                return
            }
            keys["\(name) \(words[1])"] = key
        }

        mutating func end(_ name: String) {
            let last = keys.keys.filter { $0.hasPrefix("\(name) ") }.count
            unknown.insert("\(name) \(last + 1)")
        }
    }

    private struct Writer {
        let name: String
        let process: SharedStoreProcess

        init(_ number: Int, _ store: URL, _ task: SharedStoreTask) throws {
            name = "writer\(number)"
            process = try SharedStoreProcess(task, name: name, store: store)
        }

        func end(_ ledger: inout Ledger) {
            process.kill(SIGKILL)
            for line in process.remainingLines() { ledger.add(line, of: name) }
            ledger.end(name)
            process.waitUntilExit()
        }
    }

    @Test(arguments: [true, false], [SharedStoreTask.saveForever, .checkpointForever])
    func acknowledgedSavesAreKept(besideReader: Bool, task: SharedStoreTask) throws {
        var ledger = Ledger()
        // A process that has the store open all the time; without it, all can be gone at once.
        let reader =
            besideReader
            ? try SharedStoreTask.container(SharedStoreTask.configuration(folder.store)) : nil
        var writers = try (0..<4).map { try Writer($0, folder.store, task) }
        var started = writers.count
        for kill in 0..<(Self.isLong ? 250 : 4) {
            let place = kill % writers.count
            for _ in 0..<Int.random(in: 0...12) {
                guard let line = writers[place].process.nextLine() else { break }
                ledger.add(line, of: writers[place].name)
            }
            let killed = kill % 4 == 3 ? Array(writers.indices) : [place]
            for place in killed { writers[place].process.kill(SIGKILL) }
            for place in killed {
                writers[place].end(&ledger)
                writers[place] = try Writer(started, folder.store, task)
                started += 1
            }
            if let reader { _ = try ModelContext(reader).fetchCount(FetchDescriptor<SharedNote>()) }
        }
        for writer in writers { writer.end(&ledger) }
        #expect(ledger.errors == [])
        try check(ledger)
        try reader?.close()
        let configuration = ModelConfiguration(url: folder.store)
        let verification = try configuration.verifyStore([])
        #expect(verification.problems.isEmpty)
    }

    private func check(_ ledger: Ledger) throws {
        let context = ModelContext(
            try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        )
        let notes = try context.fetch(FetchDescriptor<SharedNote>())
        var found: [String: Int64] = [:]
        for note in notes { found[note.name] = note.persistentModelID.integerKey }
        #expect(found.count == notes.count)
        #expect(Set(found.values).count == notes.count)
        let missing = ledger.keys.filter { found[$0.key] != $0.value }
        #expect(missing == [:])
        let added = Set(found.keys).subtracting(ledger.keys.keys).subtracting(ledger.unknown)
        #expect(added == [])
        #expect(
            notes.allSatisfy { note in
                let number = note.name.split(separator: " ").last.flatMap { Int($0) } ?? 0
                return (note.picture?.count == 20_000) == number.isMultiple(of: 7)
            }
        )
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.transactionIdentifier) == (1...Int64(notes.count)).map { $0 })
        try context.container.close()
    }
}
